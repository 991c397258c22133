import type { ExecGraph, ExecNode } from '../exec/exec-node.ts';
import type { Row } from '../runtime/record.ts';
import type { ScriptNode } from '../sql/ast-statement.ts';
import type { RowType } from '../types/sql-type.ts';
import type { PlanSession } from './plan-session.ts';
import type { RunProgress } from '../programs/run-program.ts';
import { sinkColumns } from '../catalog/table.ts';
import { convertStatement } from '../convert/convert-statement.ts';
import { finishPlan } from '../exec/finish-plan.ts';
import { translateToExec } from '../exec/translate.ts';
import { StreamPhysicalSink } from '../rel/physical/stream-physical-sink.ts';
import { constraintEnforcer } from '../runtime/operators/sink/constraint-enforcer.ts';
import { relRowType } from '../types/sql-type.ts';
import { emptyPlan, optimizeRoots, underResultSink } from './plan-query.ts';
import { isQuery } from './statement-kind.ts';

/** Where rows of a run come out: the client's result, or a sink. */
export interface RunOutput {
  readonly root: ExecNode;
  /** Path of the sink's table; empty for a query. */
  readonly names: readonly string[];
  readonly rowType: RowType;
  /** Positions of the sink's primary key in its rows; undefined for a query and for tables without one. */
  readonly upsertKey?: readonly number[];
  /** What happens to a row on its way out; undefined where it is dropped. */
  readonly finish: (row: Row) => Row | undefined;
}

/** A statement as it runs. */
export interface RunPlan {
  readonly graph: ExecGraph;
  readonly outputs: readonly RunOutput[];
}

/** Plans a query, an INSERT or a statement set for running. Throws as planning does. */
export function* planForRun(node: ScriptNode, session: PlanSession): Generator<RunProgress, RunPlan> {
  const plan = emptyPlan();
  const roots = convertStatement(node, session.planning);
  const optimized = yield* optimizeRoots(roots, session, plan);
  if (!isQuery(node)) {
    const graph = translateToExec(finishPlan(optimized));
    return { graph, outputs: graph.roots.map(sinkOutput) };
  }
  const tree = underResultSink(session, plan) ?? optimized[0];
  if (!tree) throw new Error('a query has a plan');
  // The client reads the input of the sink; what a sink would refuse (two rowtime columns) does not concern it.
  const [finished] = finishPlan([tree]);
  const graph = translateToExec([finished instanceof StreamPhysicalSink ? finished.input() : (finished ?? tree)]);
  const [root] = graph.roots;
  if (!root) throw new Error('a plan has a root');
  // Columns are called as the query calls them; the optimizer does not keep names.
  const names = roots[0]?.rowType.fields.map((f) => f.name) ?? [];
  const rowType = relRowType(root.rel.rowType.fields.map((f, i) => ({ name: names[i] ?? f.name, type: f.type })));
  const enforce = constraintEnforcer(roots[0]?.rowType ?? rowType, session.session.config);
  return { graph, outputs: [{ root, names: [], rowType, finish: enforce ?? ((row) => row) }] };
}

/** A sink's rows have its columns; what the query calls them does not matter any more. */
function sinkOutput(root: ExecNode): RunOutput {
  const { rel } = root;
  const whole = { root, finish: (row: Row): Row => row };
  if (!(rel instanceof StreamPhysicalSink)) return { ...whole, names: [], rowType: rel.rowType };
  const { names, table } = rel.sink;
  const columns = sinkColumns(table).map((column) => column.name);
  const rowType = relRowType(rel.rowType.fields.map((f, i) => ({ name: columns[i] ?? f.name, type: f.type })));
  const key = table.kind === 'connector' ? table.primaryKey?.columns : undefined;
  return { ...whole, names, rowType, ...(key && { upsertKey: key.map((name) => columns.indexOf(name)) }) };
}
