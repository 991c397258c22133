import type { Aggregate } from '../../rel/core/aggregate.ts';
import type { Join } from '../../rel/core/join.ts';
import type { NodeClass, RelRule, RuleCall } from '../../planner/rule.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { RexLiteral } from '../../rel/rex/rex-node.ts';
import type { SetOp } from '../../rel/core/set-op.ts';
import { any, defineRule, leaf, some, unordered } from '../../planner/rule.ts';
import { Aggregate as AggregateClass } from '../../rel/core/aggregate.ts';
import { Filter } from '../../rel/core/filter.ts';
import { Join as JoinClass } from '../../rel/core/join.ts';
import { Project } from '../../rel/core/project.ts';
import { Intersect, Minus, Union } from '../../rel/core/set-op.ts';
import { Sort } from '../../rel/core/sort.ts';
import { Values } from '../../rel/core/values.ts';
import { RelNode as AnyRel } from '../../rel/rel-node.ts';
import { makeAbstractCast } from '../../rel/rex/rex-builder.ts';
import { exactLiteral, nullLiteral } from '../../rel/rex/rex-factory.ts';
import { sameType } from '../../types/sql-type.ts';

/** Values without rows. */
const EMPTY_VALUES = leaf(Values, { predicate: (v) => v.tuples.length === 0 });

/** Whether some node that the input stands for is known to be empty. */
function isEmpty(call: RuleCall, input: RelNode): boolean {
  return call.members(input).some((n) => n instanceof Values && n.tuples.length === 0);
}

/** Values without rows in the place of the node. */
function becomeEmpty(call: RuleCall): void {
  call.transformTo(call.builder().push(call.rel(0)).empty().build());
}

const FLAGS = { substitution: true, autoPruneOld: true, transformation: true } as const;

/** A node with one input over empty Values is empty itself. */
function pruneEmptyInput<T extends RelNode>(description: string, nodeClass: NodeClass<T>, predicate?: (node: T) => boolean): RelRule {
  return defineRule({
    ...FLAGS,
    description,
    operand: some(nodeClass, [EMPTY_VALUES], { predicate }),
    explain: { summary: 'A node over empty Values is empty.' },
    onMatch: becomeEmpty,
  });
}

export const PruneEmptyProject = pruneEmptyInput('PruneEmptyProject', Project);
export const PruneEmptyFilter = pruneEmptyInput('PruneEmptyFilter', Filter);
export const PruneEmptySort = pruneEmptyInput('PruneEmptySort', Sort);
/** A grand total over no rows still gives one row, so it is left to AggregateValuesRule. */
export const PruneEmptyAggregate = pruneEmptyInput('PruneEmptyAggregate', AggregateClass, (a) => a.groupSet.length > 0);

function pruneSetOp(description: string, nodeClass: NodeClass<SetOp>, rewrite: (call: RuleCall, setOp: SetOp) => void): RelRule {
  return defineRule({
    ...FLAGS,
    description,
    operand: unordered(nodeClass, [EMPTY_VALUES]),
    explain: { summary: 'Empty inputs of a set operation are removed.' },
    onMatch: (call) => rewrite(call, call.rel(0)),
  });
}

/** One input left of a distinct operation still has to lose its duplicates. */
function combine(call: RuleCall, setOp: SetOp, kept: readonly RelNode[]): void {
  const builder = call.builder().pushAll(kept);
  if (kept.length === 1) {
    if (!setOp.all) builder.distinct();
  } else if (setOp instanceof Union) builder.union(setOp.all, kept.length);
  else builder.minus(setOp.all, kept.length);
  call.transformTo(builder.convert(setOp.rowType, true).build());
}

/** Prints as `Union`: a UNION loses its empty inputs. */
export const PruneEmptyUnion = pruneSetOp('Union', Union, (call, setOp) => {
  const kept = setOp.inputs.filter((n) => !isEmpty(call, n));
  if (kept.length === 0) becomeEmpty(call);
  else combine(call, setOp, kept);
});

/** An INTERSECT with an empty input is empty. */
export const PruneEmptyIntersect = pruneSetOp('Intersect', Intersect, becomeEmpty);

/** A MINUS from nothing is nothing; otherwise empty subtrahends are removed. */
export const PruneEmptyMinus = pruneSetOp('Minus', Minus, (call, setOp) => {
  if (isEmpty(call, setOp.input(0))) becomeEmpty(call);
  else
    combine(
      call,
      setOp,
      setOp.inputs.filter((n, i) => i === 0 || !isEmpty(call, n)),
    );
});

/** The other side of an outer join, its partner's columns null. */
function padWithNulls(call: RuleCall, join: Join, kept: 'left' | 'right'): void {
  // The node itself and not its place in the plan, so that a Project there takes the new columns in.
  const builder = call.builder().push(call.rel(kept === 'left' ? 1 : 2));
  const leftCount = join.left.rowType.fields.length;
  const projects = join.rowType.fields.map((f, i) => {
    const own = kept === 'left' ? (i < leftCount ? i : -1) : i - leftCount;
    if (own < 0) return nullLiteral(f.type);
    const ref = builder.field(own);
    return sameType(ref.type, f.type) ? ref : makeAbstractCast(f.type, ref);
  });
  call.transformTo(
    builder
      .project(
        projects,
        join.rowType.fields.map((f) => f.name),
      )
      .convert(join.rowType, true)
      .build(),
  );
}

export const PruneEmptyJoinLeft = defineRule({
  ...FLAGS,
  description: 'PruneEmptyJoin(left)',
  operand: some(JoinClass, [EMPTY_VALUES, any(AnyRel)]),
  explain: { summary: 'A Join with an empty left side is empty, or the right side padded with nulls.' },
  onMatch: (call) => {
    const join = call.rel<Join>(0);
    if (join.joinType === 'right' || join.joinType === 'full') padWithNulls(call, join, 'right');
    else becomeEmpty(call);
  },
});

export const PruneEmptyJoinRight = defineRule({
  ...FLAGS,
  description: 'PruneEmptyJoin(right)',
  operand: some(JoinClass, [any(AnyRel), EMPTY_VALUES]),
  explain: { summary: 'A Join with an empty right side is empty, or the left side padded with nulls; an anti join is its left side.' },
  onMatch: (call) => {
    const join = call.rel<Join>(0);
    if (join.joinType === 'left' || join.joinType === 'full') padWithNulls(call, join, 'left');
    else if (join.joinType === 'anti') call.transformTo(join.left);
    else becomeEmpty(call);
  },
});

/** Result of a call over no rows; undefined where the rule does not know it. */
function emptyResult(aggregate: Aggregate): readonly RexLiteral[] | undefined {
  const row: RexLiteral[] = [];
  for (const c of aggregate.aggCalls) {
    if (c.op.kind === 'COUNT' || c.op.kind === 'SUM0') row.push(exactLiteral(0, c.type));
    else if (c.op.kind === 'MIN' || c.op.kind === 'MAX' || c.op.kind === 'SUM') row.push(nullLiteral(c.type));
    else return undefined;
  }
  return row;
}

/** A grand total over empty Values is one row: zero for counts, null for the rest. */
export const AggregateValuesRule = defineRule({
  description: 'AggregateValuesRule',
  operand: some(AggregateClass, [EMPTY_VALUES], { predicate: (a) => a.groupSet.length === 0 }),
  substitution: true,
  transformation: true,
  explain: { summary: 'A grand total over empty Values is one row of constants.' },
  onMatch: (call) => {
    const aggregate = call.rel<Aggregate>(0);
    const row = emptyResult(aggregate);
    if (!row) return;
    call.transformTo(call.builder().values([row], aggregate.rowType).build());
    call.prune(aggregate);
  },
});

/** ORDER BY … LIMIT 0 gives no rows. */
export const PruneSortLimit0 = defineRule({
  ...FLAGS,
  description: 'PruneSortLimit0',
  operand: any(Sort, {
    predicate: (s) => s.fetch?.rex === 'literal' && s.fetch.value.kind === 'decimal' && s.fetch.value.value.unscaled === 0n,
  }),
  explain: { summary: 'LIMIT 0 gives no rows.' },
  onMatch: becomeEmpty,
});
