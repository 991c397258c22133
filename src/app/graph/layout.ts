import { flextree } from 'd3-flextree';
import { unionNodes, type Union, type UnionEdge, type UnionNode } from './union-tree.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

export interface PlanLayout {
  readonly boxes: ReadonlyMap<string, Box>;
  readonly paths: ReadonlyMap<string, EdgePath>;
  readonly bounds: Box;
}

export interface EdgePath {
  readonly d: string;
  /** Middle of the lower segment, where the label stands. */
  readonly labelX: number;
  readonly labelY: number;
}

export interface LayoutGaps {
  readonly x: number;
  readonly y: number;
}

const RADIUS = 8;

/** Evens out the widths of a column: nodes that stand straight above each other are equally wide. */
export function columnWidths(root: UnionNode, sizes: ReadonlyMap<string, Size>): Map<string, number> {
  const widths = new Map<string, number>();
  const visit = (node: UnionNode): void => {
    const chain = [node];
    while (chain.at(-1)!.inputs.length === 1) chain.push(chain.at(-1)!.inputs[0]!);
    const width = Math.max(...chain.map((member) => sizes.get(member.key)?.width ?? 0));
    for (const member of chain) widths.set(member.key, width);
    chain.at(-1)!.inputs.forEach(visit);
  };
  visit(root);
  return widths;
}

/** The shift that leaves most of the surviving nodes where they stood; ties go to the one nearest to the root. */
function bestShift(
  order: readonly UnionNode[],
  fresh: ReadonlyMap<string, Box>,
  previous: ReadonlyMap<string, Box>,
): { dx: number; dy: number } {
  const votes = new Map<string, { dx: number; dy: number; count: number }>();
  for (const node of order) {
    const box = fresh.get(node.key);
    const old = previous.get(node.key) ?? previous.get(node.key.replace(/^ghost-/, ''));
    if (!box || !old) continue;
    const dx = old.x + old.width / 2 - (box.x + box.width / 2);
    const dy = old.y - box.y;
    const key = `${Math.round(dx)},${Math.round(dy)}`;
    const vote = votes.get(key);
    if (vote) vote.count++;
    else votes.set(key, { dx, dy, count: 1 });
  }
  const best = [...votes.values()].reduce<{ dx: number; dy: number; count: number } | undefined>(
    (a, b) => (a && a.count >= b.count ? a : b),
    undefined,
  );
  return best ?? { dx: 0, dy: 0 };
}

/** Lays a tree out from the root downwards; each node below the middle of its consumer. */
function freshBoxes(root: UnionNode, sizes: ReadonlyMap<string, Size>, gaps: LayoutGaps): Map<string, Box> {
  const widths = columnWidths(root, sizes);
  const layout = flextree<UnionNode>({
    children: (node) => node.inputs,
    nodeSize: (node) => [(widths.get(node.data.key) ?? 0) + gaps.x, (sizes.get(node.data.key)?.height ?? 0) + gaps.y],
  });
  const boxes = new Map<string, Box>();
  layout(layout.hierarchy(root)).each((node) => {
    const width = widths.get(node.data.key) ?? 0;
    const height = sizes.get(node.data.key)?.height ?? 0;
    boxes.set(node.data.key, { x: Math.round(node.x - width / 2), y: Math.round(node.y), width, height });
  });
  return boxes;
}

/** An orthogonal line through points with rounded corners. */
export function roundedPath(points: readonly (readonly [number, number])[]): string {
  const corner: string[] = [];
  points.forEach(([x, y], i) => {
    const before = points[i - 1];
    const after = points[i + 1];
    if (!before) {
      corner.push(`M${x} ${y}`);
      return;
    }
    if (!after) {
      corner.push(`L${x} ${y}`);
      return;
    }
    const inLength = Math.hypot(x - before[0], y - before[1]);
    const outLength = Math.hypot(after[0] - x, after[1] - y);
    const r = Math.min(RADIUS, inLength / 2, outLength / 2);
    if (r < 0.5) {
      corner.push(`L${x} ${y}`);
      return;
    }
    const ax = x - ((x - before[0]) / inLength) * r;
    const ay = y - ((y - before[1]) / inLength) * r;
    const bx = x + ((after[0] - x) / outLength) * r;
    const by = y + ((after[1] - y) / outLength) * r;
    corner.push(`L${ax} ${ay}Q${x} ${y} ${bx} ${by}`);
  });
  return corner.join('');
}

function clamp(value: number, low: number, high: number): number {
  return low > high ? (low + high) / 2 : Math.max(low, Math.min(high, value));
}

/** The way of an edge from the top of the producer to the bottom of the consumer, beside any ghosts between them. */
export function edgePath(edge: UnionEdge, boxes: ReadonlyMap<string, Box>): EdgePath | undefined {
  const lower = boxes.get(edge.from);
  const upper = boxes.get(edge.to);
  if (!lower || !upper) return undefined;
  const start: readonly [number, number] = [lower.x + lower.width / 2, lower.y];
  const bottom = upper.y + upper.height;
  const ghosts = edge.around.map((key) => boxes.get(key)).filter((box) => box !== undefined);
  if (ghosts.length > 0) {
    const side = Math.min(...ghosts.map((box) => box.x)) - 14;
    const port = clamp(side, upper.x + 20, upper.x + upper.width - 20);
    const turn = lower.y - 14;
    const lead = bottom + 12;
    const points: (readonly [number, number])[] = [
      start,
      [start[0], turn],
      [side, turn],
      ...(port === side ? [] : [[side, lead] as const, [port, lead] as const]),
      [port, bottom],
    ];
    return { d: roundedPath(points), labelX: side, labelY: (turn + bottom) / 2 };
  }
  const port = clamp(start[0], upper.x + 20, upper.x + upper.width - 20);
  if (Math.abs(port - start[0]) < 1)
    return { d: `M${start[0]} ${start[1]}L${port} ${bottom}`, labelX: start[0], labelY: (start[1] + bottom) / 2 };
  const turn = bottom + Math.min(13, (start[1] - bottom) / 2);
  return { d: roundedPath([start, [start[0], turn], [port, turn], [port, bottom]]), labelX: start[0], labelY: (start[1] + turn) / 2 + 1 };
}

export interface LayoutInput {
  readonly union: Union;
  readonly sizes: ReadonlyMap<string, Size>;
  /** Where nodes stood before; survivors stay there as far as the new shape allows. */
  readonly previous?: ReadonlyMap<string, Box>;
  readonly gaps?: LayoutGaps;
}

/** Pure: sizes in, places out. The same input gives the same picture. */
export function layoutPlan({ union, sizes, previous, gaps = { x: 28, y: 40 } }: LayoutInput): PlanLayout {
  const order = unionNodes(union.root);
  const fresh = freshBoxes(union.root, sizes, gaps);
  const { dx, dy } = previous ? bestShift(order, fresh, previous) : { dx: 0, dy: 0 };
  const boxes = new Map<string, Box>();
  for (const [key, box] of fresh) boxes.set(key, { ...box, x: Math.round(box.x + dx), y: Math.round(box.y + dy) });
  const paths = new Map<string, EdgePath>();
  for (const edge of union.edges) {
    const path = edgePath(edge, boxes);
    if (path) paths.set(edge.id, path);
  }
  return { boxes, paths, bounds: boundsOf(boxes.values()) };
}

/** The smallest box around boxes. */
export function boundsOf(boxes: Iterable<Box>): Box {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const box of boxes) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.x + box.width);
    bottom = Math.max(bottom, box.y + box.height);
  }
  return Number.isFinite(left) ? { x: left, y: top, width: right - left, height: bottom - top } : { x: 0, y: 0, width: 0, height: 0 };
}
