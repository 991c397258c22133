import type { BoundCall } from '../../validate/bound.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { TimeUnit } from '../../types/sql-type.ts';
import { UnsupportedError } from '../../base/diagnostic.ts';
import { intervalType, simpleType } from '../../types/sql-type.ts';
import { unitSize } from '../../validate/expression/interval-literal.ts';
import { makeCast, multiplyDivide } from '../../rel/rex/rex-builder.ts';
import { call, intervalLiteral } from '../../rel/rex/rex-factory.ts';
import { MINUS, MULTIPLY, PLUS } from '../../rel/rex/standard-operators.ts';

const UNITS: readonly TimeUnit[] = ['YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAY', 'HOUR', 'MINUTE', 'SECOND', 'MILLISECOND'];

function unitOf(e: BoundCall): TimeUnit {
  const [unit] = e.operands;
  const name = unit?.kind === 'literal' && unit.value.kind === 'symbol' ? unit.value.value : '';
  const plain = name.replace(/^SQL_TSI_/, '');
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
  const interval = call(MULTIPLY, [one, n], intervalType(qualifier, n.type.nullable));
  return call(PLUS, [t, interval], e.type);
}

/** `TIMESTAMPDIFF(DAY, a, b)` is the interval `b - a` read as a number of its unit. */
export function convertTimestampDiff(e: BoundCall, operands: readonly RexNode[]): RexNode {
  const asked = unitOf(e);
  const [a, b] = two(operands);
  const unit: TimeUnit = asked === 'WEEK' || asked === 'MILLISECOND' ? 'SECOND' : asked === 'QUARTER' ? 'MONTH' : asked;
  const divider = asked === 'WEEK' ? 604_800n : asked === 'QUARTER' ? 3n : 1n;
  const nullable = a.type.nullable || b.type.nullable;
  const difference = call(MINUS, [b, a], intervalType({ start: unit, end: unit }, nullable));
  const multiplier = asked === 'MILLISECOND' ? 1000n : 1n;
  return multiplyDivide(makeCast(simpleType('INTEGER', nullable), difference), multiplier, divider);
}
