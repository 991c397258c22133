import type { BoundCase, BoundColumn, BoundExpr, BoundInList, BoundLiteral } from '../../validate/bound.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { Blackboard } from '../blackboard.ts';
import type { Converter } from '../converter.ts';
import { UnsupportedError } from '../../base/diagnostic.ts';
import { boundKey } from '../../validate/bound-key.ts';
import { windowKeyOf } from '../../validate/grouped-check.ts';
import { composeConjunction, composeDisjunction } from '../../rel/rex/conditions.ts';
import { ensureType, makeFieldAccess } from '../../rel/rex/rex-builder.ts';
import { call, charLiteral, dynamicParam, inputRef, literal, nullLiteral, patternFieldRef, tableArg } from '../../rel/rex/rex-factory.ts';
import {
  CASE,
  DESCRIPTOR,
  EQUALS,
  GREATER_THAN,
  GREATER_THAN_OR_EQUAL,
  LESS_THAN,
  LESS_THAN_OR_EQUAL,
  NOT,
  NOT_EQUALS,
} from '../../rel/rex/standard-operators.ts';
import { childOffset, correlatedColumn } from '../correlation.ts';
import { convertCall } from './call.ts';
import { convertOver } from './over.ts';
import { convertSubQuery } from './sub-query.ts';

/** A bound expression as a row expression over the fields of the blackboard. */
export function convertExpression(e: BoundExpr, bb: Blackboard, c: Converter): RexNode {
  const { grouped } = bb;
  if (grouped) {
    const ref = grouped.refs.get(boundKey(e, grouped.ids));
    if (ref) return ref;
    if (e.kind === 'call' && e.op.category === 'groupAuxiliary') {
      const index = windowKeyOf(e, grouped.keys, grouped.ids);
      const key = grouped.keys[index];
      const window = key && grouped.refs.get(boundKey(key, grouped.ids));
      if (window) return call(e.op, [window], e.type);
    }
  }
  switch (e.kind) {
    case 'column':
      return convertColumn(e, bb, c);
    case 'field':
      return makeFieldAccess(c.expression(e.ref, bb), e.index);
    case 'literal':
      return convertLiteral(e);
    case 'call':
      return convertCall(e, bb, c);
    case 'case':
      return convertCase(e, bb, c);
    case 'inList':
      return convertInList(e, bb, c);
    case 'over':
      return convertOver(e, bb, c);
    case 'subQuery':
      return convertSubQuery(e, bb, c);
    case 'descriptor':
      return call(
        DESCRIPTOR,
        e.columns.map((name) => charLiteral(name)),
        e.type,
      );
    case 'tableArgument':
      return tableArg(e.input, e.type, { partitionKeys: e.partitionBy });
    case 'patternColumn':
      return patternFieldRef(e.alpha, e.index, e.type);
    case 'parameter': {
      const rex = bb.parameters?.[e.index];
      if (!rex) throw new Error(`no column for ${e.name}`);
      return rex;
    }
    case 'dynamicParam':
      return dynamicParam(e.index, e.type);
    case 'aggregate':
      // Inside MATCH_RECOGNIZE aggregates are plain calls; elsewhere they were replaced above.
      throw new UnsupportedError('aggregate', `The aggregate ${e.op.name} cannot stand here.`, e.origin.span);
    case 'default':
      throw new UnsupportedError('default', 'DEFAULT is not supported here.', e.origin.span);
  }
}

function convertColumn(e: BoundColumn, bb: Blackboard, c: Converter): RexNode {
  // A common column of USING was bound in the scope of its join; the relations are the same.
  if (!bb.scope?.children.includes(e.child)) return correlatedColumn(e, c);
  const index = childOffset(bb.scope, e) + e.index;
  const field = bb.fields[index];
  if (!field) throw new Error(`no field for the column ${e.name}`);
  return inputRef(index, field.type);
}

export function convertLiteral(e: BoundLiteral): RexNode {
  const { value } = e;
  switch (value.kind) {
    case 'null':
      return nullLiteral(e.type);
    case 'binary':
      return literal({ kind: 'binary', value: bytesOf(value.hex) }, e.type);
    default:
      return literal(value, e.type);
  }
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}

/** Values take the common type; literals simply change theirs. */
function convertCase(e: BoundCase, bb: Blackboard, c: Converter): RexNode {
  const value = (x: BoundExpr): RexNode => ensureType(e.type, c.expression(x, bb));
  const operands = e.conditions.flatMap((condition, i) => {
    const then = e.values[i];
    return then ? [c.expression(condition, bb), value(then)] : [];
  });
  operands.push(value(e.otherwise));
  return call(CASE, operands, e.type);
}

/** A list element takes the key's type only if the name of its type is another one. */
function elementOf(key: RexNode, element: RexNode): RexNode {
  if (key.type.name === element.type.name || (key.type.name === 'VARCHAR' && element.type.name === 'CHAR')) return element;
  return ensureType(key.type, element);
}

const COMPARISONS = [EQUALS, NOT_EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL];

function convertInList(e: BoundInList, bb: Blackboard, c: Converter): RexNode {
  const keys = e.value.kind === 'call' && e.value.op.kind === 'ROW' ? e.value.operands : [e.value];
  const left = keys.map((k) => c.expression(k, bb));
  const operator = COMPARISONS.find((op) => op.name === e.quantified?.comparison) ?? EQUALS;
  const comparisons = e.list.map((item) => {
    const parts = keys.length > 1 && item.kind === 'call' && item.op.kind === 'ROW' ? item.operands : [item];
    const equations = left.flatMap((key, i) => {
      const part = parts[i];
      return part ? [call(operator, [key, elementOf(key, c.expression(part, bb))])] : [];
    });
    return composeConjunction(equations);
  });
  if (e.quantified?.all) return composeConjunction(comparisons);
  const any = composeDisjunction(comparisons);
  return e.negated ? call(NOT, [any]) : any;
}
