import type { RexNode } from '../../rel/rex/rex-node.ts';
import { tableError, validationError } from '../../base/diagnostic.ts';
import { FlinkLogicalMatch } from '../../rel/flink-logical/flink-logical-match.ts';
import { StreamPhysicalMatch } from '../../rel/physical/stream-physical-match.ts';
import { visitRex } from '../../rel/rex/rex-visit.ts';
import { defineConverter } from '../../planner/rule.ts';
import { inputByKeys, physicalTraits } from '../shared/physical-traits.ts';

/** Finds patterns in the rows of each partition. */
export const StreamPhysicalMatchRule = defineConverter({
  name: 'StreamPhysicalMatchRule',
  nodeClass: FlinkLogicalMatch,
  from: 'LOGICAL',
  to: 'STREAM_PHYSICAL',
  explain: { summary: 'MATCH_RECOGNIZE becomes the CEP operator, after a shuffle by the partition.' },
  matches: (call) => {
    checkMatch(call.rel<FlinkLogicalMatch>(0));
    return true;
  },
  convert: (node, call) =>
    new StreamPhysicalMatch(node.cluster, physicalTraits(node), inputByKeys(call, node.input(), node.match.partitionKeys), node.match),
});

function checkMatch(node: FlinkLogicalMatch): void {
  const m = node.match;
  for (const [, e] of [...m.measures, ...m.definitions]) checkAggregations(e);
  if (m.allRows) throw tableError('plan/match', 'All rows per match mode is not supported yet.');
  const input = node.input().rowType;
  const measures = new Set(m.measures.map(([name]) => name));
  const ambiguous = m.partitionKeys.map((k) => input.fields[k]?.name ?? '').filter((name) => measures.has(name));
  if (ambiguous.length > 0) throw validationError('plan/match', `Columns ambiguously defined: {${ambiguous.join(', ')}}`);
}

function checkAggregations(e: RexNode): void {
  visitRex(e, (n) => {
    if (n.rex !== 'call' || n.op.category !== 'aggregate') return;
    const aliases = new Set<string>();
    n.operands.forEach((o) => visitRex(o, (x) => void (x.rex === 'patternFieldRef' && aliases.add(x.alpha))));
    if (aliases.size > 1) throw validationError('plan/match', 'Aggregation must be applied to a single pattern variable');
  });
}
