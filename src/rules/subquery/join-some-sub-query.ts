import type { RelBuilder } from '../../rel/rel-builder.ts';
import type { RexNode, RexSubQuery } from '../../rel/rex/rex-node.ts';
import type { SqlOperator } from '../../catalog/sql-operator.ts';
import type { SubQueryPlace } from './join-sub-query.ts';
import { defined } from '../../base/assert.ts';
import { simpleType } from '../../types/sql-type.ts';
import { composeConjunction, composeDisjunction } from '../../rel/rex/conditions.ts';
import { makeCast } from '../../rel/rex/rex-builder.ts';
import { call, exactLiteral, FALSE_LITERAL, nullLiteral, TRUE_LITERAL } from '../../rel/rex/rex-factory.ts';
import {
  CASE,
  COUNT,
  EQUALS,
  GREATER_THAN,
  GREATER_THAN_OR_EQUAL,
  IS_NULL,
  IS_TRUE,
  LESS_THAN,
  LESS_THAN_OR_EQUAL,
  MAX,
  MIN,
  NOT_EQUALS,
} from '../../rel/rex/standard-operators.ts';

const UNKNOWN = nullLiteral(simpleType('BOOLEAN', true));
const INDICATOR = 'trueLiteral';

function comparisonOf(query: RexSubQuery): SqlOperator {
  switch (query.comparison) {
    case '>':
      return GREATER_THAN;
    case '>=':
      return GREATER_THAN_OR_EQUAL;
    case '<':
      return LESS_THAN;
    case '<=':
      return LESS_THAN_OR_EQUAL;
    case '<>':
      return NOT_EQUALS;
    default:
      throw new Error(`unexpected comparison ${query.comparison ?? ''} SOME`);
  }
}

/**
 * Joins `x > SOME (…)`: only the smallest (for `<` the greatest) value matters, `q.m`; `q.c` counts the rows and `q.d` those without null.
 * A correlated one gets a column that is always true, since its left join pads a row without partner.
 */
export function joinSome(b: RelBuilder, query: RexSubQuery, place: SubQueryPlace): RexNode {
  const op = comparisonOf(query);
  const alias = place.index === 0 ? 'q' : `q${place.index}`;
  const isCorrelated = place.variables.length > 0;
  const isNotEqual = op === NOT_EQUALS;
  b.push(query.rel);
  if (isNotEqual) countDistinctValues(b, isCorrelated);
  else countValues(b, op);
  if (isCorrelated) {
    b.project([...b.fields(), b.alias(TRUE_LITERAL, INDICATOR)]);
    b.as(alias).join('left', TRUE_LITERAL, place.variables);
  } else {
    b.as(alias).join('inner', TRUE_LITERAL);
  }
  const operand = defined(query.operands[0], 'operand of SOME');
  const noRow = isCorrelated ? [call(IS_NULL, [b.fieldOfAlias(alias, INDICATOR)]), FALSE_LITERAL] : [];
  const compared = call(op, [operand, b.fieldOfAlias(alias, 'm')]);
  const answer = call(CASE, [...noRow, ...(isNotEqual ? notEqualBranches(b, operand, compared) : orderBranches(b, alias, compared))]);
  // MIN and MAX without keys are nullable, the sub-query itself need not be.
  return query.type.nullable ? answer : makeCast(simpleType('BOOLEAN', false), answer);
}

function countValues(b: RelBuilder, op: SqlOperator): void {
  const isGreater = op === GREATER_THAN || op === GREATER_THAN_OR_EQUAL;
  b.aggregate(b.groupKey([]), [
    { op: isGreater ? MIN : MAX, operands: [b.field(0)], name: 'm' },
    { op: COUNT, operands: [], name: 'c' },
    { op: COUNT, operands: [b.field(0)], name: 'd' },
  ]);
}

function countDistinctValues(b: RelBuilder, isCorrelated: boolean): void {
  if (!isCorrelated) b.distinct();
  b.aggregate(b.groupKey([]), [
    { op: COUNT, operands: [], distinct: isCorrelated, name: 'c' },
    { op: COUNT, operands: [b.field(0)], distinct: isCorrelated, name: 'd' },
    { op: MAX, operands: [b.field(0)], name: 'm' },
  ]);
}

function orderBranches(b: RelBuilder, alias: string, compared: RexNode): RexNode[] {
  const c = b.fieldOfAlias(alias, 'c');
  return [
    call(EQUALS, [c, exactLiteral(0)]),
    FALSE_LITERAL,
    call(IS_TRUE, [compared]),
    TRUE_LITERAL,
    call(GREATER_THAN, [c, b.fieldOfAlias(alias, 'd')]),
    UNKNOWN,
    compared,
  ];
}

/** The counts are looked up by their bare names, so a column `c` or `d` of the outer row is taken for them (Calcite does so). */
function notEqualBranches(b: RelBuilder, operand: RexNode, compared: RexNode): RexNode[] {
  const c = b.fieldNamed('c');
  const d = b.fieldNamed('d');
  return [
    call(EQUALS, [c, exactLiteral(0)]),
    FALSE_LITERAL,
    call(IS_NULL, [operand]),
    UNKNOWN,
    composeConjunction([call(NOT_EQUALS, [d, c]), call(LESS_THAN_OR_EQUAL, [d, exactLiteral(1)])]),
    composeDisjunction([compared, UNKNOWN]),
    call(EQUALS, [d, exactLiteral(1)]),
    compared,
    TRUE_LITERAL,
  ];
}
