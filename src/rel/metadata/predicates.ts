import type { Aggregate } from '../core/aggregate.ts';
import type { MetadataQuery } from './metadata-query.ts';
import type { Project } from '../core/project.ts';
import type { RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import { containsAll, intersection } from '../bit-set.ts';
import { Aggregate as AggregateClass } from '../core/aggregate.ts';
import { Correlate } from '../core/correlate.ts';
import { Filter } from '../core/filter.ts';
import { Join } from '../core/join.ts';
import { Project as ProjectClass } from '../core/project.ts';
import { Intersect, Minus, Union } from '../core/set-op.ts';
import { Sort } from '../core/sort.ts';
import { WindowAggregate } from '../core/window-aggregate.ts';
import { composeConjunction, composeDisjunction, conjunctions, retainDeterministic } from '../rex/conditions.ts';
import { TRUE_LITERAL, call, inputRef } from '../rex/rex-factory.ts';
import { rexKey } from '../rex/rex-key.ts';
import { isAlwaysTrue, isNullLiteral } from '../rex/rex-node.ts';
import { RexSimplifier } from '../rex/rex-simplify/simplifier.ts';
import { isStronglyNull, nullColumns } from '../rex/strong.ts';
import { collectInputRefs, isConstant, mapInputRefs } from '../rex/rex-visit.ts';
import { EQUALS, IS_NOT_DISTINCT_FROM, IS_NOT_NULL, IS_NULL, OR } from '../rex/standard-operators.ts';
import { inferJoinPredicates } from './join-predicates.ts';

/** Conditions that hold for every row (Calcite's `RelOptPredicateList`). */
export interface PredicateList {
  readonly pulledUp: readonly RexNode[];
  /** Joins: conditions that may be put on the left (right) input besides, over its own fields. */
  readonly leftInferred: readonly RexNode[];
  readonly rightInferred: readonly RexNode[];
}

export const NO_PREDICATES: PredicateList = { pulledUp: [], leftInferred: [], rightInferred: [] };

export function predicateList(pulledUp: readonly RexNode[]): PredicateList {
  return pulledUp.length === 0 ? NO_PREDICATES : { pulledUp, leftInferred: [], rightInferred: [] };
}

/** Conditions that hold for every row of a node (Flink's `RelMdPredicates`); scans, Calcs and Volcano's sub-sets tell nothing. */
export function predicates(mq: MetadataQuery, node: RelNode): PredicateList {
  if (node instanceof ProjectClass) return projectPredicates(mq.predicates(node.input()).pulledUp, node);
  if (node instanceof Filter) {
    const condition = new RexSimplifier({ executor: node.cluster.executor }).simplify(node.condition);
    return unionLists(mq.predicates(node.input()), predicateList(retainDeterministic(conjunctions(condition))));
  }
  if (node instanceof Join) return inferJoinPredicates(node, mq.predicates(node.left).pulledUp, mq.predicates(node.right).pulledUp);
  if (node instanceof AggregateClass && !(node instanceof WindowAggregate))
    return aggregatePredicates(mq.predicates(node.input()).pulledUp, node);
  if (node instanceof WindowAggregate) return aggregatePredicates(mq.predicates(node.input()).pulledUp, node);
  if (node instanceof Union) {
    return unionPredicates(
      node,
      node.inputs.map((input) => mq.predicates(input).pulledUp),
    );
  }
  if (node instanceof Intersect) return predicateList(distinctPredicates(node.inputs.flatMap((input) => mq.predicates(input).pulledUp)));
  if (node instanceof Minus || node instanceof Sort || node.typeName === 'StreamPhysicalExchange') return mq.predicates(node.input(0));
  if (node instanceof Correlate) return mq.predicates(node.left);
  return NO_PREDICATES;
}

function distinctPredicates(list: readonly RexNode[]): RexNode[] {
  const seen = new Set<string>();
  return list.filter((e) => {
    const key = rexKey(e);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Both lists, each condition once (`RelOptPredicateList.union`). */
function unionLists(a: PredicateList, b: PredicateList): PredicateList {
  if (a.pulledUp.length === 0) return b;
  if (b.pulledUp.length === 0) return a;
  return {
    pulledUp: distinctPredicates([...a.pulledUp, ...b.pulledUp]),
    leftInferred: distinctPredicates([...a.leftInferred, ...b.leftInferred]),
    rightInferred: distinctPredicates([...a.rightInferred, ...b.rightInferred]),
  };
}

/** Constants of the projections, then what is left of the input's conditions over its output. */
function projectPredicates(input: readonly RexNode[], node: Project): PredicateList {
  const result: RexNode[] = [];
  const outputOf = new Map<number, number>();
  node.projects.forEach((e, i) => {
    const ref = inputRef(i, node.rowType.fields[i]?.type ?? e.type);
    if (e.rex === 'inputRef') outputOf.set(e.index, i);
    else if (isNullLiteral(e)) result.push(call(IS_NULL, [ref]));
    else if (isConstant(e)) result.push(call(ref.type.nullable || e.type.nullable ? IS_NOT_DISTINCT_FROM : EQUALS, [ref, e]));
  });
  const shown = [...outputOf.keys()];
  for (const e of input) {
    const kept = weaken(e, shown, node.input());
    if (!isAlwaysTrue(kept)) result.push(mapInputRefs(kept, (i) => outputOf.get(i) ?? i));
  }
  return predicateList(result);
}

/** The condition itself if all its columns are shown; else what it says about nulls in those that are. */
function weaken(e: RexNode, shown: readonly number[], input: RelNode): RexNode {
  const columns = collectInputRefs(e);
  if (containsAll(shown, columns)) return e;
  const list: RexNode[] = [];
  for (const c of intersection(columns, shown)) {
    const type = input.rowType.fields[c]?.type;
    if (type?.nullable && isStronglyNull(e, nullColumns([c]))) list.push(call(IS_NOT_NULL, [inputRef(c, type)]));
  }
  return list.length > 0 ? composeDisjunction(list) : TRUE_LITERAL;
}

/** Conditions on keys that are in every grouping set. */
function aggregatePredicates(input: readonly RexNode[], node: Aggregate): PredicateList {
  if (node.groupSet.length === 0) return NO_PREDICATES;
  const kept = input.filter((e) => {
    const columns = collectInputRefs(e);
    return containsAll(node.groupSet, columns) && node.groupSets.every((s) => containsAll(s, columns));
  });
  return predicateList(kept.map((e) => mapInputRefs(e, (i) => node.groupSet.indexOf(i))));
}

/** Conditions that all inputs share, and an OR of what each has besides. */
function unionPredicates(node: Union, inputs: readonly (readonly RexNode[])[]): PredicateList {
  let common = new Map<string, RexNode>();
  const residual: RexNode[] = [];
  for (const [i, list] of inputs.entries()) {
    if (list.length === 0) return NO_PREDICATES;
    const shared = new Map<string, RexNode>();
    const rest: RexNode[] = [];
    for (const e of list) {
      const key = rexKey(e);
      if (i === 0 || common.has(key)) shared.set(key, e);
      else rest.push(e);
    }
    residual.push(composeConjunction(rest));
    for (const [key, e] of common) {
      if (shared.has(key)) continue;
      for (let j = 0; j < i; j++) residual[j] = composeConjunction([residual[j] ?? TRUE_LITERAL, e]);
    }
    common = shared;
  }
  const either = new RexSimplifier({ executor: node.cluster.executor }).simplify(call(OR, residual), 'FALSE');
  return predicateList(isAlwaysTrue(either) ? [...common.values()] : [...common.values(), either]);
}
