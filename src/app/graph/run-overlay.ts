import type { PlanTreeNode } from '../../trace/plan-diff.ts';
import type { TraceNode } from '../../trace/plan-trace.ts';
import type { OperatorRef, RunEvent, RunTrace, StepRef } from '../../trace/run-trace.ts';
import { outputLine } from '../replay/moments.ts';
import { upperBound } from '../timeline/scales.ts';
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
  /** By `from key|to key`: rows that have travelled up to the step. */
  readonly flows: ReadonlyMap<string, number>;
  /** Keys of the nodes that the traced row of the result came through. */
  readonly traced: ReadonlySet<string>;
}

/** Width of an edge by the rows that it has carried: 1.5 to 6 pixels. */
export function flowWidth(rows: number): number {
  return Math.min(6, 1.5 + Math.log10(1 + rows));
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

/** The name that the execution plan has for a node of the physical plan; undefined for nodes of other plans. */
function execName(type: string | undefined): string | undefined {
  return type?.startsWith('StreamPhysical') ? type.slice('StreamPhysical'.length) : undefined;
}

/**
 * The operator of each place of a physical plan, walked beside the job from the root on. Where one of both has a node that the other lacks
 * (a sink above a query, what a later rule of the stage puts in), the walk goes on below it; a place without an operator shows nothing.
 */
export function operatorsOfPhysical(
  run: RunTrace,
  nodes: readonly TraceNode[],
  tree: PlanTreeNode,
): ReadonlyMap<PlanTreeNode, OperatorRef> {
  const found = new Map<PlanTreeNode, OperatorRef>();
  const isIt = (place: PlanTreeNode | undefined, operator: OperatorRef | undefined): boolean =>
    place !== undefined && operator !== undefined && execName(nodes[place.ref]?.type) === run.operators[operator]?.name;
  const visit = (place: PlanTreeNode, operator: OperatorRef): void => {
    const inputs = run.operators[operator]?.inputs ?? [];
    if (isIt(place, operator)) {
      found.set(place, operator);
      place.inputs.forEach((input, i) => {
        if (inputs[i] !== undefined) visit(input, inputs[i]);
      });
    } else if (place.inputs.length === 1 && isIt(place.inputs[0], operator)) visit(place.inputs[0]!, operator);
    else if (inputs.length === 1 && isIt(place, inputs[0])) visit(place, inputs[0]!);
  };
  for (const root of rootsOf(run)) {
    visit(tree, root);
    if (found.size > 0) break;
  }
  return found;
}

/** Operators that no other one reads. */
function rootsOf(run: RunTrace): readonly OperatorRef[] {
  const read = new Set(run.operators.flatMap(({ inputs }) => inputs));
  return run.operators.flatMap((_, i) => (read.has(i) ? [] : [i]));
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
  /** True for the physical plan, whose nodes stand for those of the job. */
  readonly isPhysical?: boolean;
  /** Operators that the traced row of the result came through. */
  readonly traced?: ReadonlySet<OperatorRef>;
  /** The values of a row in words. */
  readonly textOf: (event: RunEvent) => string;
}

/** Rows on edges and watermarks on nodes after a step. Pure. */
export function runOverlay({ run, step, events, nodes, tree, keys, textOf, isPhysical = false, traced: path }: OverlayInput): RunOverlay {
  const operators = isPhysical ? operatorsOfPhysical(run, nodes, tree) : operatorsOfTree(run, nodes, tree);
  const flows = new Map<string, number>();
  const traced = new Set<string>();
  const edges = new Map<string, EdgeRows>();
  const watermarks = new Map<string, { time: number; isIdle: boolean }>();
  for (const [place, operator] of operators) {
    const key = keys.get(place);
    if (key === undefined) continue;
    if (path?.has(operator)) traced.add(key);
    const line = outputLine(run, operator);
    const time = line ? watermarkAt(line, step) : -Infinity;
    if (line && time > -Infinity) watermarks.set(key, { time, isIdle: isIdleAt(line, step) });
    place.inputs.forEach((input, i) => {
      const from = keys.get(input);
      const sender = operators.get(input);
      if (from !== undefined && sender !== undefined)
        flows.set(`${from}|${key}`, upperBound(run.operators[sender]?.recordsOut ?? [], step));
      const own = events.filter((event) => event.kind === 'record-in' && event.operator === operator && (event.input ?? 0) === i);
      if (from === undefined || own.length === 0) return;
      const rows = own.slice(0, MOST_ROWS).map((event) => ({ kind: event.rowKind ?? '+I', text: shortened(textOf(event)) }));
      edges.set(`${from}|${key}`, { rows, total: own.length });
    });
  }
  return { step, edges, watermarks, flows, traced };
}
