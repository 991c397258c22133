import type { RelNode } from '../../rel/rel-node.ts';
import type { RuleCall } from '../../planner/rule.ts';
import { any, defineRule } from '../../planner/rule.ts';
import { range } from '../../rel/bit-set.ts';
import { Intersect } from '../../rel/core/set-op.ts';
import { composeConjunction } from '../../rel/rex/conditions.ts';
import { call as rexCall, exactLiteral, nullLiteral, TRUE_LITERAL } from '../../rel/rex/rex-factory.ts';
import { COUNT, GREATER_THAN, GREATER_THAN_OR_EQUAL } from '../../rel/rex/standard-operators.ts';
import { simpleType } from '../../types/sql-type.ts';
import { builtIn } from '../shared/built-in.ts';
import { replicateRows } from '../shared/replicate-rows.ts';

/** The input with two marker columns, of which the one of its side is true. */
function withMarkers(call: RuleCall, input: RelNode, isLeft: boolean): RelNode {
  const builder = call.builder().push(input);
  const none = nullLiteral(simpleType('BOOLEAN', true));
  return builder
    .project([
      ...builder.fields(),
      builder.alias(isLeft ? TRUE_LITERAL : none, 'vcol_left_marker'),
      builder.alias(isLeft ? none : TRUE_LITERAL, 'vcol_right_marker'),
    ])
    .build();
}

/** INTERSECT ALL: the rows of both sides are marked and counted, and each is given as often as the side says that has it less often. */
export const RewriteIntersectAllRule = defineRule({
  description: 'RewriteIntersectAllRule',
  operand: any(Intersect),
  explain: { summary: 'INTERSECT ALL counts the rows of both sides and gives each as often as the side that has it less often.' },
  matches: (call) => {
    const intersect = call.rel<Intersect>(0);
    if (!intersect.all) return 'INTERSECT without ALL';
    return intersect.inputs.length === 2 || 'the set operation has more than two inputs';
  },
  onMatch: (call) => {
    const intersect = call.rel<Intersect>(0);
    const names = intersect.rowType.fields.map((f) => f.name);
    const columns = range(0, names.length);
    const builder = call.builder();
    builder
      .push(withMarkers(call, intersect.input(0), true))
      .push(withMarkers(call, intersect.input(1), false))
      .union(true);
    builder.aggregate(builder.groupKey(builder.fields(columns)), [
      { op: COUNT, operands: [builder.fieldNamed('vcol_left_marker')], name: 'vcol_left_cnt' },
      { op: COUNT, operands: [builder.fieldNamed('vcol_right_marker')], name: 'vcol_right_cnt' },
    ]);
    const left = builder.fieldNamed('vcol_left_cnt');
    const right = builder.fieldNamed('vcol_right_cnt');
    const one = exactLiteral(1);
    builder.filter(composeConjunction([rexCall(GREATER_THAN_OR_EQUAL, [left, one]), rexCall(GREATER_THAN_OR_EQUAL, [right, one])]));
    const fewer = rexCall(builtIn('IF'), [rexCall(GREATER_THAN, [left, right]), right, left]);
    builder.project([fewer, ...builder.fields(columns)]);
    call.transformTo(replicateRows(builder, names));
  },
});
