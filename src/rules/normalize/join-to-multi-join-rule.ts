import type { GuardAnswer, RuleCall } from '../../planner/rule.ts';
import type { Join } from '../../rel/core/join.ts';
import type { MultiJoinOptions } from '../../rel/logical/multi-join.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { SingleRel } from '../../rel/core/single-rel.ts';
import { isStateTtlHint } from '../../rel/hints.ts';
import { LogicalJoin } from '../../rel/logical/logical-join.ts';
import { LogicalSnapshot } from '../../rel/logical/logical-snapshot.ts';
import { MultiJoin } from '../../rel/logical/multi-join.ts';
import { RelNode } from '../../rel/rel-node.ts';
import { composeConjunction, composeConjunctionOrNone } from '../../rel/rex/conditions.ts';
import { TRUE_LITERAL } from '../../rel/rex/rex-factory.ts';
import { shiftRefs } from '../../rel/rex/rex-visit.ts';
import { haveCommonJoinKey } from '../shared/common-join-key.ts';
import { intervalConditionOf } from '../shared/interval-bounds.ts';
import { addReferenceCounts } from '../shared/multi-join-references.ts';

const NO_STATE_TTL = '0s';

function containsSnapshot(node: RelNode): boolean {
  const rel = node.stripped();
  return rel instanceof LogicalSnapshot || (rel instanceof SingleRel && containsSnapshot(rel.input()));
}

function guard(call: RuleCall): GuardAnswer {
  const join = call.rel<Join>(0);
  if (join.joinType !== 'inner' && join.joinType !== 'left') return 'neither an inner nor a left join';
  if (typeof intervalConditionOf(join) !== 'string') return 'an interval join';
  if (containsSnapshot(call.rel(1)) || containsSnapshot(call.rel(2))) return 'a join with a table at a point in time';
  if (join.cluster.config.boolean('table.optimizer.multi-join.enabled')) return true;
  const isHinted = join.hints.some((h) => h.name === 'MULTI_JOIN' && h.listOptions.length > 0);
  return isHinted || 'neither the option nor a MULTI_JOIN hint is set';
}

/** The input as a MultiJoin that this join may be merged into: a key that all inputs share must still exist. */
function mergeable(join: Join, input: RelNode): MultiJoin | undefined {
  if (!(input instanceof MultiJoin) || input.join.isFullOuterJoin) return undefined;
  const counts = [...input.inputs, join.right].map((n) => n.rowType.fields.length);
  return haveCommonJoinKey(counts, [...input.join.outerJoinConditions, join.condition]) ? input : undefined;
}

/** Time to live of the state of one side, by the join's STATE_TTL hints; the last one counts. */
function stateTtl(join: Join, side: 'LEFT' | 'RIGHT'): string {
  const values = join.hints.filter(isStateTtlHint).flatMap((h) => h.kvOptions.filter(([k]) => k === side).map(([, v]) => v));
  return values.at(-1) ?? NO_STATE_TTL;
}

interface Part {
  readonly inputs: readonly RelNode[];
  readonly projFields: MultiJoinOptions['projFields'];
  readonly counts: MultiJoinOptions['joinFieldRefCounts'];
  readonly ttl: readonly string[];
}

function partOf(join: Join, input: RelNode, side: 'LEFT' | 'RIGHT'): Part {
  const merged = mergeable(join, input);
  if (!merged) {
    return { inputs: [input], projFields: [undefined], counts: [input.rowType.fields.map(() => 0)], ttl: [stateTtl(join, side)] };
  }
  return {
    inputs: merged.inputs,
    projFields: merged.join.projFields,
    counts: merged.join.joinFieldRefCounts,
    ttl: merged.joinHints.filter(isStateTtlHint).flatMap((h) => h.listOptions),
  };
}

/**
 * A regular inner or left join becomes a MultiJoin, and takes the MultiJoin on its left in if all inputs together share a key: one
 * operator then keeps the rows of every input once instead of the results of every step. Conditions of left joins stay with their input.
 */
export const JoinToMultiJoinRule = defineRule({
  description: 'JoinToMultiJoinRule',
  operand: some(LogicalJoin, [any(RelNode), any(RelNode)]),
  transformation: true,
  explain: { summary: 'Binary joins on a common key become one join of many inputs.' },
  matches: guard,
  onMatch: (call) => {
    const join = call.rel<Join>(0);
    const left = call.rel(1);
    const right = call.rel(2);
    const a = partOf(join, left, 'LEFT');
    const b = partOf(join, right, 'RIGHT');
    const inputs = [...a.inputs, ...b.inputs];
    const absorbed = mergeable(join, left);
    const filters: RexNode[] = join.joinType === 'left' ? [] : [join.condition];
    if (absorbed) filters.push(absorbed.join.joinFilter);
    const post: RexNode[] = [];
    if (right instanceof MultiJoin && right.join.postJoinFilter) {
      post.push(shiftRefs(right.join.postJoinFilter, left.rowType.fields.length));
    }
    if (left instanceof MultiJoin && left.join.postJoinFilter) post.push(left.join.postJoinFilter);
    const ttl = { name: 'STATE_TTL', inheritPath: [], listOptions: [...a.ttl, ...b.ttl], kvOptions: [] };
    const options: MultiJoinOptions = {
      joinFilter: composeConjunction(filters),
      rowType: join.rowType,
      isFullOuterJoin: false,
      outerJoinConditions: [...(absorbed?.join.outerJoinConditions ?? [TRUE_LITERAL]), join.condition],
      joinTypes: [...(absorbed?.join.joinTypes ?? ['inner' as const]), join.joinType],
      projFields: [...a.projFields, ...b.projFields],
      joinFieldRefCounts: addReferenceCounts([...a.counts, ...b.counts], join.condition),
      postJoinFilter: composeConjunctionOrNone(post),
      hints: [ttl],
    };
    call.transformTo(MultiJoin.create(inputs as [RelNode, ...RelNode[]], options));
  },
});
