import type { StatementTrace, StreamGraphNode } from '../../../trace/plan-trace.ts';

export interface JobOperator {
  readonly id: string;
  /** Short name: `LookupJoin[2]`. */
  readonly name: string;
  readonly contents: string;
  readonly vertex: number;
  readonly inputs: readonly { readonly from: string; readonly ship: string }[];
}

export interface JobVertex {
  readonly number: number;
  readonly operators: readonly string[];
}

export interface JobModel {
  readonly operators: readonly JobOperator[];
  readonly vertices: readonly JobVertex[];
}

const VERTEX = /^(\d+): (.*)$/;
const INPUT = /^\s+<- (\d+) (\S+)$/;

interface Parsed {
  readonly number: number;
  readonly chain: readonly string[];
  readonly inputs: readonly { readonly vertex: number; readonly ship: string }[];
}

/** Reads the job graph's text: `N: operator -> operator` a vertex, `<- M SHIP` an input. */
export function parseJobGraph(text: string): Parsed[] {
  const out: { number: number; chain: string[]; inputs: { vertex: number; ship: string }[] }[] = [];
  for (const line of text.split('\n')) {
    const vertex = VERTEX.exec(line);
    if (vertex) {
      out.push({ number: Number(vertex[1]), chain: vertex[2]!.split(' -> '), inputs: [] });
      continue;
    }
    const input = INPUT.exec(line);
    if (input) out.at(-1)?.inputs.push({ vertex: Number(input[1]), ship: input[2]! });
  }
  return out;
}

/** `[3]:Calc(…)` is the same operator as `Calc[3]`. */
function matchName(stream: readonly StreamGraphNode[], name: string, used: ReadonlySet<number>): StreamGraphNode | undefined {
  return stream.find((node) => !used.has(node.id) && node.type === name);
}

/** Operators of the job, in chains. Vertices come from the job graph's text; what an operator does, from the stream graph. */
export function jobModel(statement: StatementTrace): JobModel | undefined {
  const stream = statement.streamGraph ?? [];
  const parsed = statement.explain.jobGraph ? parseJobGraph(statement.explain.jobGraph) : [];
  if (parsed.length === 0) {
    if (stream.length === 0) return undefined;
    return {
      operators: stream.map((node) => ({
        id: `s${node.id}`,
        name: node.type,
        contents: node.contents,
        vertex: node.id,
        inputs: node.predecessors.map((p) => ({ from: `s${p.id}`, ship: p.shipStrategy })),
      })),
      vertices: stream.map((node) => ({ number: node.id, operators: [`s${node.id}`] })),
    };
  }
  const used = new Set<number>();
  const operators: JobOperator[] = [];
  const lastOf = new Map(parsed.map((vertex) => [vertex.number, `v${vertex.number}.${vertex.chain.length - 1}`]));
  for (const vertex of parsed) {
    vertex.chain.forEach((name, i) => {
      const node = matchName(stream, name, used);
      if (node) used.add(node.id);
      const inputs =
        i > 0
          ? [{ from: `v${vertex.number}.${i - 1}`, ship: '' }]
          : vertex.inputs.map((input) => ({ from: lastOf.get(input.vertex) ?? '', ship: input.ship }));
      operators.push({
        id: `v${vertex.number}.${i}`,
        name,
        contents: node && node.contents !== name ? node.contents : '',
        vertex: vertex.number,
        inputs: inputs.filter((input) => input.from !== ''),
      });
    });
  }
  return {
    operators,
    vertices: parsed.map((vertex) => ({ number: vertex.number, operators: vertex.chain.map((_, i) => `v${vertex.number}.${i}`) })),
  };
}

/** Height of an operator's row: one line where there is nothing but its name. */
export function operatorHeight(operator: JobOperator | undefined): number {
  return operator?.contents ? OPERATOR_HEIGHT : SHORT_OPERATOR_HEIGHT;
}

export interface PlacedVertex {
  readonly vertex: JobVertex;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const VERTEX_WIDTH = 300;
const HEAD = 30;
const OPERATOR_HEIGHT = 52;
const SHORT_OPERATOR_HEIGHT = 32;
const GAP_X = 56;
const GAP_Y = 28;

/** Vertices from left to right by how far they are from the sources. */
export function placeVertices(model: JobModel): PlacedVertex[] {
  const vertexOf = new Map(model.operators.map((operator) => [operator.id, operator.vertex]));
  const byId = new Map(model.operators.map((operator) => [operator.id, operator]));
  const depth = new Map<number, number>();
  const depthOf = (number: number, seen: ReadonlySet<number>): number => {
    const known = depth.get(number);
    if (known !== undefined || seen.has(number)) return known ?? 0;
    const inputs = model.operators
      .filter((operator) => operator.vertex === number)
      .flatMap((operator) => operator.inputs.map((input) => vertexOf.get(input.from) ?? number));
    const own = Math.max(-1, ...inputs.filter((input) => input !== number).map((input) => depthOf(input, new Set([...seen, number])))) + 1;
    depth.set(number, own);
    return own;
  };
  const bottoms = new Map<number, number>();
  return model.vertices.map((vertex) => {
    const column = depthOf(vertex.number, new Set());
    const height = HEAD + vertex.operators.reduce((sum, id) => sum + operatorHeight(byId.get(id)), 0) + 2;
    const y = bottoms.get(column) ?? 0;
    bottoms.set(column, y + height + GAP_Y);
    return { vertex, x: column * (VERTEX_WIDTH + GAP_X), y, width: VERTEX_WIDTH, height };
  });
}
