import type { ExecGraph, ExecNode } from '../exec/exec-node.ts';
import type { RunTrace } from '../trace/run-trace.ts';
import type { PlanSession } from './plan-session.ts';
import { physicalColumns } from '../catalog/table.ts';
import { TableScan } from '../rel/core/table-scan.ts';
import { StreamPhysicalLookupJoin } from '../rel/physical/stream-physical-lookup-join.ts';
import { StreamPhysicalWatermarkAssigner } from '../rel/physical/stream-physical-watermark-assigner.ts';
import { relRowType } from '../types/sql-type.ts';

/** All operators of a graph: sources first, inputs before their consumers. */
export function operatorsOf(graph: ExecGraph): readonly ExecNode[] {
  const sources: ExecNode[] = [];
  const others: ExecNode[] = [];
  const seen = new Set<ExecNode>();
  const visit = (node: ExecNode): void => {
    if (seen.has(node)) return;
    seen.add(node);
    node.inputs.forEach(visit);
    (node.inputs.length === 0 ? sources : others).push(node);
  };
  graph.roots.forEach(visit);
  return [...sources, ...others];
}

function rowtimeColumn(node: ExecNode): number | undefined {
  const index = node.rel.rowType.fields.findIndex((f) => f.type.indicator === 'ROWTIME');
  return index < 0 ? undefined : index;
}

/**
 * The column with the event time of rows, for operators that make watermarks for it. A source that took its watermark over from behind
 * computed columns (`PushWatermarkIntoTableSourceScanAcrossCalcRule`) has no such column; the projection behind it has.
 */
export function rowtimeIndexOf(node: ExecNode): number | undefined {
  if (node.rel instanceof StreamPhysicalWatermarkAssigner) return node.rel.rowtimeIndex;
  const [input] = node.inputs;
  if (!input) return rowtimeColumn(node);
  return input.inputs.length === 0 && rowtimeColumn(input) === undefined ? rowtimeColumn(node) : undefined;
}

/** The longest time to live of an operator's states; undefined without state. */
export function stateTtlOf(states: readonly { readonly ttl: number }[]): number | undefined {
  if (states.length === 0) return undefined;
  return states.some((s) => s.ttl === 0) ? 0 : Math.max(...states.map((s) => s.ttl));
}

/** Tables that operators read or ask, with the columns that a feed row has. */
export function inputsOfRun(nodes: readonly ExecNode[], session: PlanSession): RunTrace['inputs'] {
  const inputs = new Map<string, RunTrace['inputs'][number]>();
  const add = (names: readonly string[], fixed: boolean): void => {
    const { catalog } = session.session;
    const path = names.join('.');
    const table = catalog.findTable(catalog.qualify(names));
    if (!table || inputs.has(path)) return;
    const short = names.at(-1) ?? path;
    inputs.set(path, { table: short, columns: session.interner.columnsOf(relRowType(physicalColumns(table))), fixed });
  };
  for (const { rel } of nodes) {
    if (rel instanceof TableScan) add(rel.table.names, false);
    if (rel instanceof StreamPhysicalLookupJoin) add(rel.options.temporalTable.names, true);
  }
  return [...inputs.values()];
}
