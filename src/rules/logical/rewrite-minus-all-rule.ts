import type { RelNode } from '../../rel/rel-node.ts';
import type { RuleCall } from '../../planner/rule.ts';
import { any, defineRule } from '../../planner/rule.ts';
import { range } from '../../rel/bit-set.ts';
import { Minus } from '../../rel/core/set-op.ts';
import { bigintLiteral, call as rexCall, exactLiteral } from '../../rel/rex/rex-factory.ts';
import { GREATER_THAN, SUM } from '../../rel/rex/standard-operators.ts';
import { replicateRows } from '../shared/replicate-rows.ts';

function withMarker(call: RuleCall, input: RelNode, marker: 1 | -1): RelNode {
  const builder = call.builder().push(input);
  return builder.project([...builder.fields(), builder.alias(bigintLiteral(marker), 'vcol_marker')]).build();
}

/** EXCEPT ALL: rows count one on the left and minus one on the right, and each is given as often as its sum says. */
export const RewriteMinusAllRule = defineRule({
  description: 'RewriteMinusAllRule',
  operand: any(Minus),
  explain: { summary: 'EXCEPT ALL counts rows of the left side up and of the right side down and gives each as often as is left over.' },
  matches: (call) => {
    const minus = call.rel<Minus>(0);
    if (!minus.all) return 'EXCEPT without ALL';
    return minus.inputs.length === 2 || 'the set operation has more than two inputs';
  },
  onMatch: (call) => {
    const minus = call.rel<Minus>(0);
    const names = minus.rowType.fields.map((f) => f.name);
    const columns = range(0, names.length);
    const builder = call.builder();
    builder
      .push(withMarker(call, minus.input(0), 1))
      .push(withMarker(call, minus.input(1), -1))
      .union(true);
    builder.aggregate(builder.groupKey(builder.fields(columns)), [
      { op: SUM, operands: [builder.fieldNamed('vcol_marker')], name: 'sum_vcol_marker' },
    ]);
    const sum = builder.fieldNamed('sum_vcol_marker');
    builder.filter(rexCall(GREATER_THAN, [sum, exactLiteral(0)]));
    builder.project([builder.fieldNamed('sum_vcol_marker'), ...builder.fields(columns)]);
    call.transformTo(replicateRows(builder, names));
  },
});
