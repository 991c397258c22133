import { StreamPhysicalCalc } from '../../rel/physical/stream-physical-calc.ts';
import { mergeAndSimplify } from '../../rel/rex/rex-program.ts';
import { containsOver } from '../../rel/rex/rex-visit.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { isMergeable } from '../shared/mergeable.ts';

/** Two Calcs in a row become one, also on the physical side (Flink's `FlinkCalcMergeRule.STREAM_PHYSICAL_INSTANCE`). */
export const FlinkCalcMergeRulePhysical = defineRule({
  description: 'FlinkCalcMergeRule',
  operand: some(StreamPhysicalCalc, [any(StreamPhysicalCalc)]),
  identity: 'FlinkCalcMergeRule:StreamPhysicalCalc',
  explain: { summary: 'Two Calcs in a row become one, unless a non-deterministic expression would be computed twice.' },
  matches: (call) => {
    const top = call.rel<StreamPhysicalCalc>(0);
    const bottom = call.rel<StreamPhysicalCalc>(1);
    if (top.rexNodes.some(containsOver)) return 'the upper Calc has an OVER expression';
    return isMergeable(top.rexNodes, bottom.projects);
  },
  onMatch: (call) => {
    const top = call.rel<StreamPhysicalCalc>(0);
    const bottom = call.rel<StreamPhysicalCalc>(1);
    const merged = top.copyCalc(top.traitSet, bottom.input(), mergeAndSimplify(top.program, bottom.program));
    if (merged.digestKey === bottom.digestKey) call.prune(top);
    call.transformTo(merged);
  },
});
