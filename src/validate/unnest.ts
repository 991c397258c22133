import type { SqlBasicCall, SqlNode } from '../sql/ast.ts';
import type { Field } from '../types/sql-type.ts';
import type { BoundUnnest } from './bound.ts';
import type { FromContext } from './from-context.ts';
import { simpleType } from '../types/sql-type.ts';
import { contextError } from './errors.ts';
import { itemExpressions } from './from-context.ts';
import { lateralScope } from './name-scope.ts';

/** UNNEST of arrays, maps and multisets; always sees the relations before it. */
export function bindUnnest(node: SqlBasicCall, cx: FromContext): BoundUnnest {
  const scope = lateralScope(cx.scope, cx.place.parent);
  const operandNodes = node.operands.flatMap((o) => (o ? [o] : []));
  const operands = operandNodes.map((o) => cx.binder.expression(o, itemExpressions(cx, scope)));
  const withOrdinality = node.operator.includes('ORDINALITY');
  const fields: Field[] = [];
  operands.forEach((o, i) => {
    const name = operandName(operandNodes[i]) ?? `EXPR$${i}`;
    const { type } = o;
    if (type.name === 'MAP' && type.key && type.value) fields.push({ name: 'KEY', type: type.key }, { name: 'VALUE', type: type.value });
    else if (type.element?.fields) fields.push(...type.element.fields);
    else if (type.element) fields.push({ name, type: type.element });
    else {
      throw contextError(
        'validate/unnest',
        node,
        `Cannot apply 'UNNEST' to arguments of type 'UNNEST(<${type.digest.replace(/ NOT NULL$/, '')}>)'. Supported form(s): 'UNNEST(<MULTISET>)'\n'UNNEST(<ARRAY>)'\n'UNNEST(<MAP>)'\nUNNEST(<MULTISET>)\nUNNEST(<ARRAY>)\nUNNEST(<MAP>)`,
      );
    }
  });
  if (withOrdinality) fields.push({ name: 'ORDINALITY', type: simpleType('INTEGER', false) });
  const names = operandNodes.map((o, i) => operandName(o) ?? `EXPR$${i}`);
  return { kind: 'unnest', scope, operands, names, withOrdinality, fields, span: node.span };
}

function operandName(node: SqlNode | undefined): string | undefined {
  if (node?.type === 'SqlIdentifier') return node.names[node.names.length - 1];
  return undefined;
}
