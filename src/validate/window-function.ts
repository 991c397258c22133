import type { SqlBasicCall, SqlNode } from '../sql/ast.ts';
import type { SqlOperator } from '../catalog/sql-operator.ts';
import type { Field, SqlType } from '../types/sql-type.ts';
import type { BoundExpr, BoundQuery, BoundRelation, BoundTableArgument, BoundTableFunction } from './bound.ts';
import type { FromContext } from './from-context.ts';
import { UnsupportedError, validationError } from '../base/diagnostic.ts';
import { isTimestamp, relRowType, shortTypeText, timestampType, withNullability } from '../types/sql-type.ts';
import { contextError } from './errors.ts';
import { operandError, bindingOf } from './expression/call-binding.ts';
import { originOf } from './expression/identifier.ts';
import { itemExpressions, itemPlace } from './from-context.ts';
import { NameScope } from './name-scope.ts';

/** Names of the arguments of the window functions, in order. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  TUMBLE: ['DATA', 'TIMECOL', 'SIZE', 'OFFSET'],
  HOP: ['DATA', 'TIMECOL', 'SLIDE', 'SIZE', 'OFFSET'],
  CUMULATE: ['DATA', 'TIMECOL', 'STEP', 'SIZE', 'OFFSET'],
  SESSION: ['DATA', 'TIMECOL', 'GAP'],
};

const SIGNATURES: Readonly<Record<string, string>> = {
  TUMBLE: 'TUMBLE(TABLE table_name, DESCRIPTOR(timecol), datetime interval[, datetime interval])',
  HOP: 'HOP(TABLE table_name, DESCRIPTOR(timecol), datetime interval, datetime interval[, datetime interval])',
  CUMULATE: 'CUMULATE(TABLE table_name, DESCRIPTOR(timecol), datetime interval, datetime interval[, datetime interval])',
  SESSION: 'SESSION(TABLE table_name [PARTITION BY (partitioncols) [ORDER BY (ordercols)]], DESCRIPTOR(timecol), datetime interval)',
};

/** Arguments in the order of the parameters; `name => value` finds its place by name. */
function positional(call: SqlBasicCall, op: SqlOperator): readonly SqlNode[] {
  const names = PARAMETERS[op.name] ?? [];
  const result: (SqlNode | undefined)[] = [];
  call.operands.forEach((o, i) => {
    if (o?.type === 'SqlBasicCall' && o.kind === 'ARGUMENT_ASSIGNMENT') {
      const [value, name] = o.operands;
      const at = name?.type === 'SqlIdentifier' ? names.indexOf((name.names[0] ?? '').toUpperCase()) : -1;
      if (at < 0 || !value) throw new UnsupportedError('named-argument', 'This named argument is not known.', o.span);
      result[at] = value;
    } else {
      result[i] = o;
    }
  });
  const { length } = result;
  for (let i = 0; i < length; i++) {
    if (!result[i])
      throw contextError(
        'validate/argument-count',
        call,
        `Invalid number of arguments to function '${op.name}'. Was expecting ${op.arity.min} arguments`,
      );
  }
  return result.flatMap((o) => (o ? [o] : []));
}

interface TableArgument {
  readonly relations: readonly BoundRelation[];
  readonly fields: readonly Field[];
  readonly argument: BoundTableArgument;
}

function bindTableArgument(node: SqlNode, cx: FromContext): TableArgument {
  let query = node;
  let partition: readonly SqlNode[] = [];
  let order: readonly SqlNode[] = [];
  if (node.type === 'SqlBasicCall' && node.kind === 'SET_SEMANTICS_TABLE') {
    const [input, keys, items] = node.operands;
    if (!input) throw new Error('table argument without table');
    query = input;
    partition = keys?.type === 'SqlNodeList' ? keys.list : [];
    order = items?.type === 'SqlNodeList' ? items.list : [];
  }
  if (order.length > 0) {
    throw new UnsupportedError('table-argument-order', 'ORDER BY of a table argument is not supported.', node.span);
  }
  const bound: BoundQuery = cx.binder.query(query, itemPlace(cx));
  const partitionBy = partition.map((p) => {
    const name = p.type === 'SqlIdentifier' ? (p.names[p.names.length - 1] ?? '') : '';
    const index = bound.fields.findIndex((f) => f.name === name);
    if (index < 0) throw contextError('validate/unknown-column', p, `Column '${name}' not found in any table`);
    return index;
  });
  const relations = branches(bound).map((q): BoundRelation => ({
    kind: 'derived',
    origin: 'query',
    query: q,
    fields: q.fields,
    span: query.span,
  }));
  return {
    relations,
    fields: bound.fields,
    argument: { kind: 'tableArgument', input: 0, partitionBy, orderBy: [], type: relRowType(bound.fields), origin: originOf(node) },
  };
}

/** A set operation as an argument gives Flink one input a branch, of which the function reads the first. */
function branches(query: BoundQuery): readonly BoundQuery[] {
  return query.kind === 'setOp' ? [...branches(query.left), ...branches(query.right)] : [query];
}

/** TUMBLE, HOP, CUMULATE and SESSION over a table: its columns, then start, end and time of the window. */
export function bindWindowFunction(call: SqlBasicCall, op: SqlOperator, cx: FromContext, scope: NameScope): BoundTableFunction {
  const args = positional(call, op);
  const [data, descriptor] = args;
  if (!data || !descriptor || args.length < op.arity.min || (op.arity.max >= 0 && args.length > op.arity.max)) {
    throw contextError(
      'validate/argument-count',
      call,
      `Invalid number of arguments to function '${op.name}'. Was expecting ${op.arity.min} arguments`,
    );
  }
  const { relations, fields: input, argument } = bindTableArgument(data, cx);
  const expressions = itemExpressions(cx, new NameScope('empty', scope.parent));
  const rest = args.slice(1).map((a) => expressions.binder.expression(a, expressions));
  const operands: readonly BoundExpr[] = [argument, ...rest];
  const time = timeColumn(descriptor, input, rest[0]);
  if (rest.slice(1).some((r) => r.type.name !== 'INTERVAL')) {
    const types = operands.map((o) => `<${shortTypeText(o.type).toUpperCase()}>`).join(', ');
    throw contextError(
      'validate/operand-type',
      call,
      `Cannot apply '${op.name}' to arguments of type '${op.name}(${types})'. Supported form(s): ${SIGNATURES[op.name] ?? op.name}`,
    );
  }
  const check = op.checkOperands(bindingOf(operands, { groupCount: -1, hasFilter: false }));
  if (!check.ok) throw operandError(check, call);
  if (time && !isTimestamp(time.type)) {
    throw validationError(
      'validate/time-column',
      `The window function ${SIGNATURES[op.name] ?? op.name} requires the timecol to be TIMESTAMP or TIMESTAMP_LTZ, but is ${shortTypeText(time.type)}.\nBesides, the timecol must be a time attribute type in streaming mode.`,
      descriptor.span,
    );
  }
  const timeType: SqlType = time ? withNullability(time.type, false) : timestampType(3, false);
  const fields: Field[] = [
    ...input,
    { name: 'window_start', type: timestampType(3, false) },
    { name: 'window_end', type: timestampType(3, false) },
    { name: 'window_time', type: timeType },
  ];
  return { kind: 'tableFunction', scope, op, operands, inputs: relations, fields, span: call.span };
}

/** The column that DESCRIPTOR names. */
function timeColumn(node: SqlNode, fields: readonly Field[], bound: BoundExpr | undefined): Field | undefined {
  if (bound?.kind !== 'descriptor' || node.type !== 'SqlBasicCall') return undefined;
  for (const [i, name] of bound.columns.entries()) {
    const place = node.operands[i] ?? node;
    if (!fields.some((f) => f.name === name)) throw contextError('validate/unknown-column', place, `Unknown identifier '${name}'`);
  }
  return fields.find((f) => f.name === bound.columns[0]);
}
