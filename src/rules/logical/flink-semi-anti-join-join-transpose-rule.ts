import { any, defineRule, some } from '../../planner/rule.ts';
import { projectsRight } from '../../rel/core/join.ts';
import { LogicalJoin } from '../../rel/logical/logical-join.ts';
import { collectInputRefs, mapInputRefs } from '../../rel/rex/rex-visit.ts';

/** A semi or anti join moves below an inner join to the side that its condition reads, so that fewer rows meet in the inner join. */
export const FlinkSemiAntiJoinJoinTransposeRule = defineRule({
  description: 'FlinkSemiAntiJoinJoinTransposeRule',
  operand: some(LogicalJoin, [any(LogicalJoin)]),
  explain: { summary: 'A semi or anti join moves below an inner join to the side that its condition reads.' },
  onMatch: (call) => {
    const outer = call.rel<LogicalJoin>(0);
    const inner = call.rel<LogicalJoin>(1);
    if (projectsRight(outer.joinType) || inner.joinType !== 'inner') return;
    const all = outer.left.rowType.fields.length;
    const first = inner.left.rowType.fields.length;
    const refs = collectInputRefs(outer.condition);
    const keys = refs.filter((i) => i < all);
    if (keys.length === 0 || keys.length === refs.length) return;
    const readsFirst = keys.some((i) => i < first);
    if (readsFirst && keys.some((i) => i >= first)) return;

    const second = all - first;
    const condition = mapInputRefs(outer.condition, (i) => {
      if (readsFirst) return i < all ? i : i - second;
      return i - first;
    });
    const left = readsFirst ? inner.left : inner.right;
    const below = LogicalJoin.create(left, outer.right, {
      condition,
      joinType: outer.joinType,
      hints: inner.hints,
      variablesSet: outer.variablesSet,
    });
    const inputs = readsFirst ? [below, inner.right] : [inner.left, below];
    call.transformTo(inner.copy(inner.traitSet, inputs));
  },
});
