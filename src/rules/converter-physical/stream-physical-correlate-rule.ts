import type { RelNode } from '../../rel/rel-node.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { RexProgram } from '../../rel/rex/rex-program.ts';
import { FlinkLogicalCalc } from '../../rel/flink-logical/flink-logical-calc.ts';
import { FlinkLogicalCorrelate } from '../../rel/flink-logical/flink-logical-correlate.ts';
import { FlinkLogicalTableFunctionScan } from '../../rel/flink-logical/flink-logical-table-function-scan.ts';
import { StreamPhysicalCorrelate } from '../../rel/physical/stream-physical-correlate.ts';
import { mergePrograms } from '../../rel/rex/rex-program.ts';
import { defineConverter } from '../../planner/rule.ts';
import { physicalInput, physicalTraits } from '../shared/physical-traits.ts';

/** Calls a table function for each row; a filter of the function's rows comes along. */
export const StreamPhysicalCorrelateRule = defineConverter({
  name: 'StreamPhysicalCorrelateRule',
  nodeClass: FlinkLogicalCorrelate,
  from: 'LOGICAL',
  to: 'STREAM_PHYSICAL',
  explain: { summary: 'LATERAL TABLE(f(x)) or UNNEST becomes an operator that calls the function for each row.' },
  matches: (call) => (functionBelow(call.rel<FlinkLogicalCorrelate>(0).right) ? true : 'the right side is no table function'),
  convert: (node, call) => {
    const found = functionBelow(node.right);
    if (!found || found.scan.call.rex !== 'call') return undefined;
    return new StreamPhysicalCorrelate(node.cluster, physicalTraits(node), physicalInput(call, node.left), {
      call: found.scan.call,
      condition: found.condition,
      outputRowType: node.rowType,
      joinType: node.joinType,
    });
  },
});

/** The table function below Calcs, and the condition of the Calcs together. */
function functionBelow(start: RelNode): { scan: FlinkLogicalTableFunctionScan; condition: RexNode | undefined } | undefined {
  let program: RexProgram | undefined;
  let node = start.stripped();
  while (node instanceof FlinkLogicalCalc) {
    program = program ? mergePrograms(program, node.program) : node.program;
    node = node.input().stripped();
  }
  return node instanceof FlinkLogicalTableFunctionScan ? { scan: node, condition: program?.expandedCondition } : undefined;
}
