import type { PlanTreeNode } from '../../trace/plan-diff.ts';
import type { TraceNode } from '../../trace/plan-trace.ts';
import type { OperatorRef, RunEvent, RunTrace, StepRef } from '../../trace/run-trace.ts';
import { outputLine } from '../replay/moments.ts';
import { isIdleAt, watermarkAt } from '../timeline/watermark-lines.ts';

/** Rows of one step on one edge. */
export interface EdgeRows {
  readonly rows: readonly { readonly kind: string; readonly text: string }[];
  /** All of them, also those that are not listed. */
  readonly total: number;
}

/** What a run adds to the picture of the execution plan at a step. */
export interface RunOverlay {
  readonly step: StepRef;
  /** By `from key|to key`. */
  readonly edges: ReadonlyMap<string, EdgeRows>;
  /** What each node sends on as its watermark; absent where it sends none. */
  readonly watermarks: ReadonlyMap<string, { readonly time: number; readonly isIdle: boolean }>;
}

const MOST_ROWS = 4;
const LONGEST = 24;

/** The operator of each place of the execution plan: by its way from the root, and by the node's digest where the way does not lead there. */
export function operatorsOfTree(run: RunTrace, nodes: readonly TraceNode[], tree: PlanTreeNode): ReadonlyMap<PlanTreeNode, OperatorRef> {
  const found = new Map<PlanTreeNode, OperatorRef>();
  const visit = (place: PlanTreeNode, candidate: OperatorRef | undefined): void => {
    const digest = nodes[place.ref]?.digest;
    const isIt = candidate !== undefined && run.operators[candidate]?.digest === digest;
    const byDigest = isIt ? candidate : run.operators.findIndex((operator) => operator.digest === digest);
    const operator = byDigest !== undefined && byDigest >= 0 ? byDigest : undefined;
    if (operator !== undefined) found.set(place, operator);
    place.inputs.forEach((input, i) => visit(input, operator === undefined ? undefined : run.operators[operator]?.inputs[i]));
  };
  visit(tree, run.operators.length - 1);
  return found;
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

export interface OverlayInput {
  readonly run: RunTrace;
  readonly step: StepRef;
  /** Events of the step, once they are known. */
  readonly events: readonly RunEvent[];
  readonly nodes: readonly TraceNode[];
  readonly tree: PlanTreeNode;
  readonly keys: ReadonlyMap<PlanTreeNode, string>;
  /** The values of a row in words. */
  readonly textOf: (event: RunEvent) => string;
}

/** Rows on edges and watermarks on nodes after a step. Pure. */
export function runOverlay({ run, step, events, nodes, tree, keys, textOf }: OverlayInput): RunOverlay {
  const operators = operatorsOfTree(run, nodes, tree);
  const edges = new Map<string, EdgeRows>();
  const watermarks = new Map<string, { time: number; isIdle: boolean }>();
  for (const [place, operator] of operators) {
    const key = keys.get(place);
    if (key === undefined) continue;
    const line = outputLine(run, operator);
    const time = line ? watermarkAt(line, step) : -Infinity;
    if (line && time > -Infinity) watermarks.set(key, { time, isIdle: isIdleAt(line, step) });
    place.inputs.forEach((input, i) => {
      const from = keys.get(input);
      const own = events.filter((event) => event.kind === 'record-in' && event.operator === operator && (event.input ?? 0) === i);
      if (from === undefined || own.length === 0) return;
      const rows = own.slice(0, MOST_ROWS).map((event) => ({ kind: event.rowKind ?? '+I', text: shortened(textOf(event)) }));
      edges.set(`${from}|${key}`, { rows, total: own.length });
    });
  }
  return { step, edges, watermarks };
}
