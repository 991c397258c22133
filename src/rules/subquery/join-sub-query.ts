import type { RelBuilder } from '../../rel/rel-builder.ts';
import type { RexNode, RexSubQuery } from '../../rel/rex/rex-node.ts';
import type { Logic } from './required-logic.ts';
import { Collect } from '../../rel/core/collect.ts';
import { UnsupportedError } from '../../base/diagnostic.ts';
import { booleanLiteral, call, TRUE_LITERAL } from '../../rel/rex/rex-factory.ts';
import { IS_NOT_NULL, SINGLE_VALUE } from '../../rel/rex/standard-operators.ts';
import { joinIn } from './join-in-sub-query.ts';
import { joinSome } from './join-some-sub-query.ts';

/** Where a sub-query stands. */
export interface SubQueryPlace {
  readonly logic: Logic;
  /** Correlation variables that its plan reads. */
  readonly variables: readonly number[];
  /** Nodes on the builder's stack that count as its input: two for a join condition. */
  readonly inputCount: number;
  /** Number of fields before it. */
  readonly offset: number;
  /** Counts the sub-queries of a Filter, from 1; 0 where there is only one. */
  readonly index: number;
}

/** Joins a sub-query to the top of the builder; gives the expression that stands for it (Flink's copy of Calcite's `SubQueryRemoveRule`). */
export function joinSubQuery(b: RelBuilder, query: RexSubQuery, place: SubQueryPlace): RexNode {
  switch (query.kind) {
    case 'SCALAR_QUERY':
      return joinScalar(b, query, place);
    case 'IN':
      return joinIn(b, query, place);
    case 'SOME':
      return joinSome(b, query, place);
    case 'EXISTS':
      return joinExists(b, query, place);
    case 'ARRAY_QUERY':
    case 'MULTISET_QUERY':
    case 'MAP_QUERY':
      return joinCollection(b, query, place);
    default:
      throw new UnsupportedError('sub-query', `${query.op.name} over a sub-query has no streaming operator`);
  }
}

/** One value a row; more than one row is an error at run time, unless it is certain that there is only one. */
function joinScalar(b: RelBuilder, query: RexSubQuery, place: SubQueryPlace): RexNode {
  b.push(query.rel);
  if (b.cluster.mq.columnsUnique(query.rel, []) !== true) {
    b.aggregate(b.groupKey([]), [{ op: SINGLE_VALUE, operands: [b.field(0)] }]);
  }
  b.join('left', TRUE_LITERAL, place.variables);
  return fieldAcross(b, place.inputCount, place.offset);
}

/** One row with all values of the query as a collection. */
function joinCollection(b: RelBuilder, query: RexSubQuery, place: SubQueryPlace): RexNode {
  b.push(Collect.create(query.rel, query.type, 'x'));
  b.join('inner', TRUE_LITERAL, place.variables);
  return fieldAcross(b, place.inputCount, place.offset);
}

/** A field counted through the inputs of the stack. */
function fieldAcross(b: RelBuilder, inputCount: number, index: number): RexNode {
  let local = index;
  for (let ordinal = 0; ordinal < inputCount; ordinal++) {
    const count = b.peek(inputCount - 1 - ordinal).rowType.fields.length;
    if (local < count) return b.fieldOf(inputCount, ordinal, local);
    local -= count;
  }
  throw new Error(`no field ${index} in ${inputCount} inputs`);
}

function joinExists(b: RelBuilder, query: RexSubQuery, place: SubQueryPlace): RexNode {
  const { mq } = b.cluster;
  if ((mq.minRowCount(query.rel) ?? 0) >= 1) return booleanLiteral(true);
  if ((mq.maxRowCount(query.rel) ?? 1) < 1) return booleanLiteral(false);
  b.push(query.rel).project([b.alias(TRUE_LITERAL, 'i')]);
  if (place.logic === 'TRUE') {
    b.aggregate(b.groupKey([b.field(0)]), []);
    b.as('dt').join('inner', TRUE_LITERAL, place.variables);
    return TRUE_LITERAL;
  }
  b.distinct();
  b.as('dt').join('left', TRUE_LITERAL, place.variables);
  const last = b.peek().rowType.fields.length - 1;
  return call(IS_NOT_NULL, [b.field(last)]);
}
