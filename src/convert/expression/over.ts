import type { BoundFrameEnd, BoundOver, BoundSortItem, BoundWindow } from '../../validate/bound.ts';
import type { RexFieldCollation, RexNode, RexWindow, RexWindowBound } from '../../rel/rex/rex-node.ts';
import type { SqlOperator } from '../../catalog/sql-operator.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { Blackboard } from '../blackboard.ts';
import type { Converter } from '../converter.ts';
import { UnsupportedError } from '../../base/diagnostic.ts';
import { simpleType, withNullability } from '../../types/sql-type.ts';
import { sumType } from '../../types/numeric-types.ts';
import { ensureType, makeCast } from '../../rel/rex/rex-builder.ts';
import { bigintLiteral, call, nullLiteral, over } from '../../rel/rex/rex-factory.ts';
import { mapChildren } from '../../rel/rex/rex-visit.ts';
import { CASE, COUNT, DIVIDE, GREATER_THAN, SUM, SUM0 } from '../../rel/rex/standard-operators.ts';
import { convertMatchAggregate } from './match-aggregate.ts';

/** The null direction that Flink gives a sort: nulls are low. */
export function nullDirectionOf(item: BoundSortItem): 'FIRST' | 'LAST' {
  return item.nulls ?? (item.descending ? 'LAST' : 'FIRST');
}

/** A call with OVER; SUM and AVG become the calls that the run time has. */
export function convertOver(e: BoundOver, bb: Blackboard, c: Converter): RexNode {
  if (e.filter) throw new UnsupportedError('over-filter', 'FILTER with OVER is not supported.', e.origin.span);
  const partitionKeys = e.window.partitionBy.map((p) => c.expression(p, bb));
  const window = frame(e.op, e.window, partitionKeys, bb, c);
  const operands = e.operands.map((o) => c.expression(o, bb));
  const flags = { distinct: e.distinct, ignoreNulls: e.ignoreNulls };
  const make = (op: SqlOperator, args: readonly RexNode[], type: SqlType): RexNode => {
    if (op.kind !== 'SUM' || !type.nullable) return over(op, args, window, type, flags);
    const bigint = simpleType('BIGINT', false);
    const count = over(COUNT, args, window, bigint, flags);
    const sum = over(SUM0, args, window, withNullability(type, false), flags);
    return call(CASE, [call(GREATER_THAN, [count, bigintLiteral(0)]), ensureType(type, sum), nullLiteral(type)], type);
  };
  const variance = e.op.kind === 'AVG' ? undefined : convertMatchAggregate({ ...e, kind: 'call' }, operands, operatorOf(c, 'POWER'));
  if (variance) return overAggregates(variance, make);
  if (e.op.kind !== 'AVG') return make(e.op, operands, e.type);
  const [x] = operands;
  if (!x) throw new Error('AVG without operand');
  const total = withNullability(sumType(x.type), e.type.nullable);
  const sum = make(SUM, operands, total);
  const sumCast = withNullability(sum.type, true).digest === withNullability(e.type, true).digest ? sum : makeCast(e.type, sum);
  const count = over(COUNT, operands, window, simpleType('BIGINT', false), flags);
  return ensureType(e.type, call(DIVIDE, [sumCast, count]));
}

/** Puts the window behind each aggregate of an expression (Calcite's `HistogramShuttle`). */
function overAggregates(e: RexNode, make: (op: SqlOperator, args: readonly RexNode[], type: SqlType) => RexNode): RexNode {
  if (e.rex === 'call' && e.op.category === 'aggregate') return make(e.op, e.operands, e.type);
  return mapChildren(e, (o) => overAggregates(o, make));
}

function frame(op: SqlOperator, w: BoundWindow, partitionKeys: readonly RexNode[], bb: Blackboard, c: Converter): RexWindow {
  const orderKeys = w.orderBy.map((item): RexFieldCollation => ({
    expr: c.expression(item.expr, bb),
    direction: item.descending ? 'DESCENDING' : 'ASCENDING',
    nullDirection: nullDirectionOf(item),
  }));
  const end = (b: BoundFrameEnd): RexWindowBound => ('offset' in b ? { bound: b.bound, offset: c.expression(b.offset, bb) } : b);
  let isRows = w.isRows;
  let lower: RexWindowBound;
  let upper: RexWindowBound;
  if (op.aggregate && !op.aggregate.allowsFraming) {
    lower = { bound: 'UNBOUNDED PRECEDING' };
    upper = { bound: 'CURRENT ROW' };
    if (op.kind === 'ROW_NUMBER') isRows = true;
  } else if (w.orderBy.length === 0) {
    lower = { bound: 'UNBOUNDED PRECEDING' };
    upper = { bound: 'UNBOUNDED FOLLOWING' };
  } else if (!w.lower && !w.upper) {
    lower = { bound: 'UNBOUNDED PRECEDING' };
    upper = { bound: 'CURRENT ROW' };
  } else {
    lower = w.lower ? end(w.lower) : { bound: 'CURRENT ROW' };
    upper = w.upper ? end(w.upper) : { bound: 'CURRENT ROW' };
  }
  return { partitionKeys, orderKeys, lower, upper, isRows };
}

function operatorOf(c: Converter, name: string): SqlOperator {
  const [op] = c.session.operators.lookup(name);
  if (!op) throw new Error(`no operator ${name}`);
  return op;
}
