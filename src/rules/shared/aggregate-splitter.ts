import type { AggregateCall } from '../../rel/core/aggregate-call.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import { defined } from '../../base/assert.ts';
import { makeAggregateCall } from '../../rel/core/aggregate-call.ts';
import { makeAbstractCast } from '../../rel/rex/rex-builder.ts';
import { composeConjunctionOrNone } from '../../rel/rex/conditions.ts';
import { call, exactLiteral, inputRef } from '../../rel/rex/rex-factory.ts';
import { CASE, COALESCE, COUNT, IS_NOT_NULL, MULTIPLY, SUM, SUM0 } from '../../rel/rex/standard-operators.ts';
import { sumType } from '../../types/numeric-types.ts';
import { relRowType } from '../../types/sql-type.ts';

/** How partial results of a call on both sides of a join make its result (Calcite's `SqlSplittableAggFunction`). */
type Splitting = 'count' | 'sum' | 'sum0' | 'self';

function splittingOf(c: AggregateCall): Splitting | undefined {
  switch (c.op.kind) {
    case 'COUNT':
      return 'count';
    case 'SUM':
      return 'sum';
    case 'SUM0':
      return 'sum0';
    case 'MIN':
    case 'MAX':
    case 'SINGLE_VALUE':
    case 'ANY_VALUE':
      return 'self';
    default:
      return undefined;
  }
}

/** False for calls whose parts cannot be put together. */
export function isSplittable(c: AggregateCall): boolean {
  return splittingOf(c) !== undefined;
}

/** What the side without the call's arguments has to count, if anything: how many partners a row has. */
export function otherSide(c: AggregateCall): AggregateCall | undefined {
  return splittingOf(c) === 'self' ? undefined : makeAggregateCall({ op: COUNT, args: [] }, relRowType([]), 0);
}

/** The result of the call for one row. */
export function singleton(c: AggregateCall, row: RowType): RexNode {
  const kind = splittingOf(c);
  if (kind === 'count') {
    const refs = c.args.map((i) => inputRef(i, defined(row.fields[i], 'argument').type));
    const notNull = composeConjunctionOrNone(refs.filter((r) => r.type.nullable).map((r) => call(IS_NOT_NULL, [r])));
    const one = exactLiteral(1, c.type);
    return notNull ? call(CASE, [notNull, one, exactLiteral(0, c.type)]) : one;
  }
  const arg = defined(c.args[0], 'argument');
  const { type } = defined(row.fields[arg], 'argument');
  if (kind !== 'sum0') return inputRef(arg, type);
  const ref = inputRef(arg, sumType(type));
  return type.nullable ? call(COALESCE, [ref, exactLiteral(0, type)]) : ref;
}

/** The call above the join over the partial results; `register` gives a column for an expression. */
export function topCall(
  c: AggregateCall,
  row: RowType,
  subTotals: readonly (number | undefined)[],
  register: (e: RexNode) => number,
): AggregateCall {
  const columns = subTotals.filter((i) => i !== undefined);
  const kind = splittingOf(c);
  if (kind === 'self') return { ...c, args: columns };
  const refs = columns.map((i) => inputRef(i, kind === 'count' ? c.type : defined(row.fields[i], 'partial result').type));
  let merged: RexNode = defined(refs[0], 'partial result');
  if (refs.length === 2) {
    merged = call(MULTIPLY, refs);
    if (kind !== 'count') merged = makeAbstractCast(c.type, merged);
  }
  return {
    ...c,
    op: kind === 'sum' ? SUM : SUM0,
    distinct: false,
    approximate: false,
    ignoreNulls: false,
    args: [register(merged)],
    filterArg: -1,
  };
}
