import type { BoundCall } from '../../validate/bound.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { TimeUnit } from '../../types/sql-type.ts';
import { FlinkError, UnsupportedError } from '../../base/diagnostic.ts';
import { timestampUnit } from '../../catalog/functions/temporal.ts';
import { intervalType, simpleType } from '../../types/sql-type.ts';
import { unitSize } from '../../validate/expression/interval-literal.ts';
import { makeCast, multiplyDivide } from '../../rel/rex/rex-builder.ts';
import { call, exactLiteral, intervalLiteral } from '../../rel/rex/rex-factory.ts';
import { DIVIDE_INTEGER, MINUS, MULTIPLY, PLUS } from '../../rel/rex/standard-operators.ts';

// prettier-ignore
const UNITS: readonly TimeUnit[] = [
  'MILLENNIUM', 'CENTURY', 'DECADE', 'YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAY', 'HOUR', 'MINUTE', 'SECOND', 'MILLISECOND', 'MICROSECOND', 'NANOSECOND',
];

/** How many of a unit finer than a millisecond make one. */
const PARTS_OF_MILLI: Partial<Record<TimeUnit, bigint>> = { MICROSECOND: 1000n, NANOSECOND: 1_000_000n };

function unitOf(e: BoundCall): TimeUnit {
  const [unit] = e.operands;
  const name = unit?.kind === 'literal' && unit.value.kind === 'symbol' ? unit.value.value : '';
  const plain = timestampUnit(name);
  const found = UNITS.find((u) => u === plain);
  if (!found) throw new UnsupportedError('time-unit', `The time unit ${name} is not supported here.`, e.origin.span);
  return found;
}

function two(operands: readonly RexNode[]): readonly [RexNode, RexNode] {
  const [, a, b] = operands;
  if (!a || !b) throw new Error('three operands expected');
  return [a, b];
}

/** `TIMESTAMPADD(DAY, n, t)` is `t + n × one day`. */
export function convertTimestampAdd(e: BoundCall, operands: readonly RexNode[]): RexNode {
  const unit = unitOf(e);
  const [n, t] = two(operands);
  const qualifier = { start: unit, end: unit };
  const one = intervalLiteral(unitSize(unit), qualifier);
  const product = call(MULTIPLY, [one, n], intervalType(qualifier, n.type.nullable));
  const parts = PARTS_OF_MILLI[unit];
  if (parts !== undefined && t.type.name === 'DATE') {
    throw new FlinkError('validate/timestamp-add', [
      { className: 'AssertionError', message: 'typeName.allowsPrecScale(true, false): DATE' },
    ]);
  }
  const interval = parts === undefined ? product : call(DIVIDE_INTEGER, [product, exactLiteral(parts)]);
  return call(PLUS, [t, interval], e.type);
}

/** `TIMESTAMPDIFF(DAY, a, b)` is the interval `b - a` read as a number of its unit. */
export function convertTimestampDiff(e: BoundCall, operands: readonly RexNode[]): RexNode {
  const asked = unitOf(e);
  const [a, b] = two(operands);
  const { unit, multiplier, divider } = counting(asked);
  const nullable = a.type.nullable || b.type.nullable;
  const difference = call(MINUS, [b, a], intervalType({ start: unit, end: unit }, nullable));
  const number = simpleType(asked === 'NANOSECOND' ? 'BIGINT' : 'INTEGER', nullable);
  return multiplyDivide(makeCast(number, difference), multiplier, divider);
}

/** The unit of the difference, and what makes its number one of the unit asked for (`StandardConvertletTable.TimestampDiffConvertlet`). */
function counting(asked: TimeUnit): { readonly unit: TimeUnit; readonly multiplier: bigint; readonly divider: bigint } {
  switch (asked) {
    case 'WEEK':
      return { unit: 'SECOND', multiplier: 1n, divider: 604_800n };
    case 'MILLISECOND':
    case 'MICROSECOND':
    case 'NANOSECOND':
      return { unit: 'SECOND', multiplier: 1000n * (PARTS_OF_MILLI[asked] ?? 1n), divider: 1n };
    case 'QUARTER':
    case 'CENTURY':
    case 'MILLENNIUM':
      return { unit: 'MONTH', multiplier: 1n, divider: unitSize(asked) };
    default:
      return { unit: asked, multiplier: 1n, divider: 1n };
  }
}
