import type { ExecGraph } from './exec-node.ts';
import type { Operator } from './operators.ts';
import type { StreamGraphEntry } from './stream-graph-entry.ts';
import { buildOperators } from './build-operators.ts';
import { renumberNames } from './renumber.ts';

/** Nodes in print order: legacy sinks last; ids and numbers of exec nodes count from 1 in that order. */
export function streamGraphEntries(graph: ExecGraph): readonly StreamGraphEntry[] {
  const operators = buildOperators(graph);
  const ordered = [...operators.filter((o) => o.role !== 'legacy-sink'), ...operators.filter((o) => o.role === 'legacy-sink')];
  const ids = new Map<Operator, number>(ordered.map((o, i) => [o, i + 1]));
  const idOf = (o: Operator): number => ids.get(o) ?? 0;
  const entries = ordered.map((o): StreamGraphEntry => ({
    id: idOf(o),
    type: o.name,
    pact: PACTS[o.role],
    contents: o.contents,
    parallelism: o.parallelism,
    predecessors: o.inputs.map((e) => ({ id: idOf(e.source), shipStrategy: e.ship, side: 'second' })),
  }));
  return renumberNames(entries);
}

const PACTS: Readonly<Record<Operator['role'], StreamGraphEntry['pact']>> = {
  source: 'Data Source',
  operator: 'Operator',
  'legacy-sink': 'Data Sink',
};

/** Flink's `StreamGraph.getStreamingPlanAsJSON`. No line feed at the end. */
export function streamGraphJson(graph: ExecGraph): string {
  const nodes = streamGraphEntries(graph).map((e) => {
    const lines = [
      `    "id" : ${e.id}`,
      `    "type" : ${JSON.stringify(e.type)}`,
      `    "pact" : ${JSON.stringify(e.pact)}`,
      `    "contents" : ${JSON.stringify(e.contents)}`,
      `    "parallelism" : ${e.parallelism}`,
    ];
    if (e.predecessors.length > 0) {
      const list = e.predecessors.map(
        (p) => `{\n      "id" : ${p.id},\n      "ship_strategy" : "${p.shipStrategy}",\n      "side" : "${p.side}"\n    }`,
      );
      lines.push(`    "predecessors" : [ ${list.join(', ')} ]`);
    }
    return `{\n${lines.join(',\n')}\n  }`;
  });
  return `{\n  "nodes" : [ ${nodes.join(', ')} ]\n}`;
}
