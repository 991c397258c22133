import type { ExecGraph } from './exec-node.ts';
import type { Operator, OperatorEdge } from './operators.ts';
import { buildOperators } from './build-operators.ts';
import { renumberText } from './renumber.ts';

/** A vertex of the job graph: a chain of operators that run in one task. */
export interface JobVertex {
  /** `Source: T[1] -> Calc[2]`. */
  readonly name: string;
  readonly parallelism: number;
  readonly inputs: readonly { readonly vertex: JobVertex; readonly ship: string }[];
}

interface Vertex extends JobVertex {
  readonly inputs: { readonly vertex: Vertex; readonly ship: string }[];
  readonly consumers: Vertex[];
}

/**
 * Chained vertices in topological order (Flink's `StreamingJobGraphGenerator` and `JobGraph.getVerticesSortedTopologicallyFromSources`).
 * The tree of a SELECT must stand under a result sink.
 */
export function jobVertices(graph: ExecGraph): readonly JobVertex[] {
  return sorted(chains(buildOperators(graph)));
}

/** `1: Source: T[1] -> Calc[2]` and its inputs `   <- 1 HASH`, a vertex after the other. Ends without a line feed. */
export function jobGraphText(graph: ExecGraph): string {
  const vertices = jobVertices(graph);
  const numbers = new Map(vertices.map((v, i) => [v, i + 1]));
  const lines = vertices.flatMap((v) => [
    `${numbers.get(v)}: ${v.name}`,
    ...v.inputs.map((e) => `   <- ${numbers.get(e.vertex)} ${e.ship}`),
  ]);
  return renumberText(lines.join('\n'));
}

interface OutEdge extends OperatorEdge {
  readonly target: Operator;
}

/** Vertices in the order in which the generator makes them: those downstream of a chain before the chain itself, sources by id. */
function chains(operators: readonly Operator[]): readonly Vertex[] {
  const outputs = new Map<Operator, OutEdge[]>(operators.map((o) => [o, []]));
  for (const target of operators) for (const e of target.inputs) outputs.get(e.source)?.push({ ...e, target });
  const made = new Map<Operator, Vertex>();
  const list: Vertex[] = [];

  const build = (head: Operator): void => {
    if (made.has(head)) return;
    const leaving: OutEdge[] = [];
    const chain = (operator: Operator): string => {
      const out = outputs.get(operator) ?? [];
      const chained = out.filter((e) => isChainable(e, head));
      const names = chained.map((e) => chain(e.target));
      for (const e of out) {
        if (chained.includes(e)) continue;
        leaving.push(e);
        build(e.target);
      }
      return names.length === 0 ? operator.name : `${operator.name} -> ${names.length > 1 ? `(${names.join(', ')})` : names[0]}`;
    };
    const vertex: Vertex = { name: chain(head), parallelism: head.parallelism, inputs: [], consumers: [] };
    made.set(head, vertex);
    list.push(vertex);
    for (const e of leaving) {
      const target = made.get(e.target);
      target?.inputs.push({ vertex, ship: e.ship });
      if (target) vertex.consumers.push(target);
    }
  };
  operators.filter((o) => o.inputs.length === 0).forEach(build);
  return list;
}

/** Flink's `isChainable`: one input, forwarded at equal parallelism; nothing that yields behind a legacy source. */
function isChainable(e: OutEdge, head: Operator): boolean {
  if (e.target.inputs.length !== 1 || e.ship !== 'FORWARD' || e.source.parallelism !== e.target.parallelism) return false;
  return !(e.target.yields === true && head.isLegacySource === true);
}

function sorted(vertices: readonly Vertex[]): readonly Vertex[] {
  const result = vertices.filter((v) => v.inputs.length === 0);
  const remaining = new Set(vertices.filter((v) => v.inputs.length > 0));
  const follow = (start: Vertex): void => {
    for (const v of start.consumers) {
      if (!remaining.has(v) || hasOpenInput(v, start)) continue;
      result.push(v);
      remaining.delete(v);
      follow(v);
    }
  };
  const hasOpenInput = (v: Vertex, from: Vertex): boolean => v.inputs.some((e) => e.vertex !== from && remaining.has(e.vertex));
  for (let i = 0; i < result.length && remaining.size > 0; i++) {
    const start = result[i];
    if (start) follow(start);
  }
  return result;
}
