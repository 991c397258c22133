import { any, defineRule } from '../../planner/rule.ts';
import { LogicalUnion } from '../../rel/logical/logical-set-op.ts';
import { CALCITE_BUILDER_CONFIG } from '../../rel/rel-builder.ts';

/** UNION becomes UNION ALL under an aggregate over all columns (Calcite's `UnionToDistinctRule`). */
export const UnionToDistinctRule = defineRule({
  description: 'UnionToDistinctRule',
  operand: any(LogicalUnion, { predicate: (union) => !union.all }),
  transformation: true,
  explain: { summary: 'UNION becomes UNION ALL under an aggregate over all columns, which removes the duplicates.' },
  onMatch: (call) => {
    const union = call.rel<LogicalUnion>(0);
    const builder = call.builder().transform(CALCITE_BUILDER_CONFIG);
    call.transformTo(builder.pushAll(union.inputs).union(true, union.inputs.length).distinct().build());
  },
});
