import type { BoundCall, BoundExpr } from '../../validate/bound.ts';
import type { SqlOperator } from '../../catalog/sql-operator.ts';
import type { SqlType } from '../../types/sql-type.ts';
import { UnsupportedError } from '../../base/diagnostic.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { Blackboard } from '../blackboard.ts';
import type { Converter } from '../converter.ts';
import { familyOf, simpleType, withNullability } from '../../types/sql-type.ts';
import { leastRestrictive } from '../../types/least-restrictive.ts';
import { composeConjunction } from '../../rel/rex/conditions.ts';
import { ensureType, makeCast } from '../../rel/rex/rex-builder.ts';
import { call, callType, exactLiteral, symbolLiteral } from '../../rel/rex/rex-factory.ts';
import { isCallOf } from '../../rel/rex/rex-node.ts';
import {
  AND,
  EQUALS,
  EXTRACT,
  GREATER_THAN_OR_EQUAL,
  IS_NOT_NULL,
  IS_NOT_TRUE,
  IS_NULL,
  IS_TRUE,
  LESS_THAN_OR_EQUAL,
  MOD,
  OR,
} from '../../rel/rex/standard-operators.ts';
import { convertMatchAggregate } from './match-aggregate.ts';
import { convertOverlaps } from './overlaps.ts';
import { convertTimestampAdd, convertTimestampDiff } from './timestamp-call.ts';

/** Calls that are another call in a plan: what Calcite's convertlets do. */
export function convertCall(e: BoundCall, bb: Blackboard, c: Converter): RexNode {
  const operands = (): RexNode[] => e.operands.map((o) => c.expression(o, bb));
  switch (e.op.kind) {
    case 'CAST':
      return convertCast(e, bb, c);
    case 'AND':
      return call(AND, flat(operands(), 'AND'));
    case 'OR':
      return call(OR, flat(operands(), 'OR'));
    case 'EQUALS':
    case 'NOT_EQUALS':
      return equation(e, operands());
    case 'LESS_THAN':
    case 'LESS_THAN_OR_EQUAL':
    case 'GREATER_THAN':
    case 'GREATER_THAN_OR_EQUAL':
      return call(e.op, toComparedType(operands()));
    case 'BETWEEN':
      return convertBetween(e, operands());
    case 'IS_DISTINCT_FROM':
    case 'IS_NOT_DISTINCT_FROM':
      return convertDistinctFrom(e, operands());
    case 'PLUS':
      return convertPlus(e, operands());
    case 'MINUS':
      // `(a - b) DAY`: the unit only decides the type.
      if (e.op.syntax === 'special') return call(e.op, operands().slice(0, 2), e.type);
      break;
    default:
  }
  const unit = EXTRACTED[e.op.name];
  const [only] = e.operands;
  if (unit !== undefined && only && e.operands.length === 1) {
    const value = c.expression(only, bb);
    return call(EXTRACT, [symbolLiteral(unit), value], simpleType('BIGINT', value.type.nullable));
  }
  switch (e.op.name) {
    case 'TRY_CAST':
      return convertTryCast(e, bb, c);
    case 'SQRT': {
      const [x] = operands();
      if (!x) throw new Error('SQRT without operand');
      return call(operatorOf(c, 'POWER'), [x, exactLiteral({ unscaled: 5n, scale: 1 })], e.type);
    }
    case '%':
      return plainCall({ ...e, op: MOD }, operands());
    case 'IS UNKNOWN':
      return call(IS_NULL, operands());
    case 'IS NOT UNKNOWN':
      return call(IS_NOT_NULL, operands());
    case 'CHARACTER_LENGTH':
      return call(operatorOf(c, 'CHAR_LENGTH'), operands(), e.type);
    case 'OVERLAPS':
      return convertOverlaps(e, bb, c);
    case 'TIMESTAMPADD':
      return convertTimestampAdd(e, operands());
    case 'TIMESTAMPDIFF':
      return convertTimestampDiff(e, operands());
    default: {
      const args = operands();
      return convertMatchAggregate(e, args, operatorOf(c, 'POWER')) ?? plainCall(e, args);
    }
  }
}

/** Operands of nested calls of the same kind in one list (`RexUtil.flatten`). */
function flat(operands: readonly RexNode[], kind: 'AND' | 'OR'): RexNode[] {
  return operands.flatMap((o) => (isCallOf(o, kind) ? flat(o.operands, kind) : [o]));
}

function operatorOf(c: Converter, name: string): SqlOperator {
  const [op] = c.session.operators.lookup(name);
  if (!op) throw new UnsupportedError('operator', `The operator ${name} is not supported.`);
  return op;
}

const EXTRACTED: Readonly<Record<string, string>> = {
  YEAR: 'YEAR',
  QUARTER: 'QUARTER',
  MONTH: 'MONTH',
  WEEK: 'WEEK',
  DAYOFYEAR: 'DOY',
  DAYOFMONTH: 'DAY',
  DAYOFWEEK: 'DOW',
  HOUR: 'HOUR',
  MINUTE: 'MINUTE',
  SECOND: 'SECOND',
};

/** Operators derive their type from the converted operands, functions keep the type of validation. */
function plainCall(e: BoundCall, operands: readonly RexNode[]): RexNode {
  const derives = e.op.syntax === 'binary' || e.op.syntax === 'prefix' || e.op.syntax === 'postfix';
  if (derives && e.type.name !== 'INTERVAL') return call(e.op, operands, callType(e.op, operands));
  return call(e.op, operands, e.type);
}

/** Rows are compared field by field. */
function equation(e: BoundCall, operands: readonly RexNode[]): RexNode {
  const [x, y] = operands;
  if (e.op.kind === 'EQUALS' && x && y && isCallOf(x, 'ROW') && isCallOf(y, 'ROW')) {
    return composeConjunction(
      x.operands.flatMap((a, i) => {
        const b = y.operands[i];
        return b ? [call(EQUALS, toCommonType([a, b]))] : [];
      }),
    );
  }
  return call(e.op, toCommonType(operands));
}

/** Operands of `=` and `<>`: cast to the common type if there is one. */
function toCommonType(operands: readonly RexNode[]): readonly RexNode[] {
  const type = leastRestrictive(operands.map((o) => o.type));
  return type ? operands.map((o) => ensureType(type, o)) : operands;
}

/** Operands of `<` and kin: cast only if their families differ; text then takes the type of the others. */
function toComparedType(operands: readonly RexNode[]): readonly RexNode[] {
  const type = comparedType(operands.map((o) => o.type));
  return type ? operands.map((o) => ensureType(type, o)) : operands;
}

function comparedType(types: readonly SqlType[]): SqlType | undefined {
  const [first] = types;
  if (!first || types.every((t) => familyOf(t) === familyOf(first))) return undefined;
  const rest = types.filter((t) => familyOf(t) !== 'CHARACTER');
  const [known] = rest;
  if (!known) return leastRestrictive(types);
  // Text may hold a larger number than the other side's type.
  if (rest.length < types.length && familyOf(known) === 'NUMERIC') rest.push(simpleType('BIGINT', false));
  return leastRestrictive(rest);
}

function convertBetween(e: BoundCall, operands: readonly RexNode[]): RexNode {
  const [x, low, high] = toComparedType(operands);
  if (!x || !low || !high) throw new Error('BETWEEN has three operands');
  const between = (a: RexNode, b: RexNode): RexNode => call(AND, [call(GREATER_THAN_OR_EQUAL, [x, a]), call(LESS_THAN_OR_EQUAL, [x, b])]);
  if (e.op.name !== 'BETWEEN SYMMETRIC') return between(low, high);
  return call(OR, [between(low, high), between(high, low)]);
}

function convertDistinctFrom(e: BoundCall, operands: readonly RexNode[]): RexNode {
  const [x, y] = operands;
  if (!x || !y) throw new Error('IS DISTINCT FROM has two operands');
  const equals = call(EQUALS, [x, y]);
  if (e.op.kind === 'IS_NOT_DISTINCT_FROM') {
    return call(OR, [call(AND, [call(IS_NULL, [x]), call(IS_NULL, [y])]), call(IS_TRUE, [equals])]);
  }
  return call(AND, [call(OR, [call(IS_NOT_NULL, [x]), call(IS_NOT_NULL, [y])]), call(IS_NOT_TRUE, [equals])]);
}

/** An interval in front of a datetime moves behind it. */
function convertPlus(e: BoundCall, operands: readonly RexNode[]): RexNode {
  const [x, y] = operands;
  const rex = plainCall(e, operands);
  const isDatetime = rex.type.name === 'DATE' || rex.type.name === 'TIME' || rex.type.name === 'TIMESTAMP';
  if (x && y && isDatetime && x.type.name === 'INTERVAL') return call(e.op, [y, x], rex.type);
  return rex;
}

function castTarget(e: BoundCall, value: RexNode): SqlType {
  const [operand] = e.operands;
  const widened = operand !== undefined && e.type.nullable !== operand.type.nullable;
  return widened ? e.type : withNullability(e.type, value.type.nullable);
}

function convertCast(e: BoundCall, bb: Blackboard, c: Converter): RexNode {
  const value = c.expression(firstOperand(e), bb);
  return makeCast(castTarget(e, value), value);
}

function convertTryCast(e: BoundCall, bb: Blackboard, c: Converter): RexNode {
  const value = c.expression(firstOperand(e), bb);
  const type = withNullability(e.type, true);
  return value.type.digest === type.digest ? value : call(e.op, [value], type);
}

function firstOperand(e: BoundCall): BoundExpr {
  const [operand] = e.operands;
  if (!operand) throw new Error(`${e.op.name} without operand`);
  return operand;
}
