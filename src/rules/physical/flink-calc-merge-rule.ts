import { Calc } from '../../rel/core/calc.ts';
import type { RelRule, RuleCall } from '../../planner/rule.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { StreamPhysicalCalc } from '../../rel/physical/stream-physical-calc.ts';
import { mergeAndSimplify } from '../../rel/rex/rex-program.ts';
import { containsOver } from '../../rel/rex/rex-visit.ts';
import { isMergeable } from '../shared/mergeable.ts';

const SUMMARY = 'Two Calcs in a row become one, unless a non-deterministic expression would be computed twice.';

/** Two Calcs of any kind in a row become one (Flink's `FlinkCalcMergeRule.INSTANCE`). */
export const FlinkCalcMergeRule: RelRule = defineRule({
  description: 'FlinkCalcMergeRule',
  operand: some(Calc, [any(Calc)]),
  explain: { summary: SUMMARY },
  matches: canMerge,
  onMatch: merge,
});

/** Two physical Calcs in a row become one (Flink's `FlinkCalcMergeRule.STREAM_PHYSICAL_INSTANCE`). */
export const FlinkCalcMergeRulePhysical: RelRule = defineRule({
  description: 'FlinkCalcMergeRule',
  operand: some(StreamPhysicalCalc, [any(StreamPhysicalCalc)]),
  identity: 'FlinkCalcMergeRule:StreamPhysicalCalc',
  explain: { summary: SUMMARY },
  matches: canMerge,
  onMatch: merge,
});

function canMerge(call: RuleCall): true | string {
  const top = call.rel<Calc>(0);
  const bottom = call.rel<Calc>(1);
  if (top.rexNodes.some(containsOver)) return 'the upper Calc has an OVER expression';
  return isMergeable(top.rexNodes, bottom.projects);
}

function merge(call: RuleCall): void {
  const top = call.rel<Calc>(0);
  const bottom = call.rel<Calc>(1);
  const merged = top.copyCalc(top.traitSet, bottom.input(), mergeAndSimplify(top.program, bottom.program, top.cluster.executor));
  if (merged.digestKey === bottom.digestKey) call.prune(top);
  call.transformTo(merged);
}
