import type { NodeClass, RelRule } from '../../planner/rule.ts';
import type { SetOp } from '../../rel/core/set-op.ts';
import { any, defineRule } from '../../planner/rule.ts';
import { castRel } from '../../rel/cast-rel.ts';
import { LogicalIntersect, LogicalMinus, LogicalUnion } from '../../rel/logical/logical-set-op.ts';

/** Casts every input of a set operation to the common row type. Names stay each input's own. */
function coerceInputs(nodeClass: NodeClass<SetOp>, className: string): RelRule {
  return defineRule({
    description: `CoerceInputsRule:org.apache.calcite.rel.logical.${className}`,
    operand: any(nodeClass),
    explain: { summary: 'Casts the inputs of a set operation to their common types.' },
    onMatch: (call) => {
      const setOp = call.rel<SetOp>(0);
      const inputs = setOp.inputs.map((input) => castRel(input, setOp.rowType, false));
      if (inputs.every((n, i) => n === setOp.inputs[i])) return;
      call.transformTo(setOp.copy(setOp.traitSet, inputs));
    },
  });
}

export const CoerceInputsRuleUnion = coerceInputs(LogicalUnion, 'LogicalUnion');
export const CoerceInputsRuleIntersect = coerceInputs(LogicalIntersect, 'LogicalIntersect');
export const CoerceInputsRuleMinus = coerceInputs(LogicalMinus, 'LogicalMinus');
