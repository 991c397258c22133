import { tableError } from '../../base/diagnostic.ts';
import { FlinkLogicalOverAggregate } from '../../rel/flink-logical/flink-logical-over-aggregate.ts';
import { StreamPhysicalOverAggregate } from '../../rel/physical/stream-physical-over-aggregate.ts';
import { uniqueName } from '../../rel/core/rank.ts';
import { relRowType } from '../../types/sql-type.ts';
import { defineConverter } from '../../planner/rule.ts';
import { inputByKeys, physicalTraits } from '../shared/physical-traits.ts';

/** Computes OVER calls per partition; one window a query. */
export const StreamPhysicalOverAggregateRule = defineConverter({
  name: 'StreamPhysicalOverAggregateRule',
  nodeClass: FlinkLogicalOverAggregate,
  from: 'LOGICAL',
  to: 'STREAM_PHYSICAL',
  explain: { summary: 'OVER calls become an operator that adds their results to each row, after a shuffle by the partition.' },
  convert: (node, call) => {
    const [group, second] = node.groups;
    if (!group || second) {
      throw tableError(
        'plan/over-windows',
        'Over Agg: Unsupported use of OVER windows. All aggregates must be computed on the same window. ' +
          'please re-check the over window statement.',
      );
    }
    const input = inputByKeys(call, node.input(), group.keys);
    const { fields } = node.input().rowType;
    const taken = fields.map((f) => f.name);
    const calls = group.calls.map((c) => {
      const name = uniqueName(node.rowType.fields[fields.length + c.ordinal]?.name ?? `w0$o${c.ordinal}`, taken);
      taken.push(name);
      return { name, type: c.call.type };
    });
    const rowType = relRowType([...fields, ...calls]);
    return new StreamPhysicalOverAggregate(node.cluster, physicalTraits(node), input, { ...node.windowOptions, rowType });
  },
});
