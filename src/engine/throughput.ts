import type { ExecNode } from '../exec/exec-node.ts';
import type { PlanSession } from './plan-session.ts';
import type { ConnectorTable } from '../catalog/table.ts';
import { FlinkError, UnsupportedError } from '../base/diagnostic.ts';
import { flinkTypeText } from '../catalog/flink-type-text.ts';
import { quoteName } from '../catalog/object-path.ts';
import { physicalColumns } from '../catalog/table.ts';
import { CsvRows } from '../feed/csv-rows.ts';
import { drain } from '../planner/limits.ts';
import { TableScan } from '../rel/core/table-scan.ts';
import { Replay } from '../runtime/replay.ts';
import { parseScript } from '../sql/parse.ts';
import { emptyPlan } from './plan-query.ts';
import { evalContext, newSession } from './new-session.ts';
import { planForRun } from './run-plan.ts';
import { runStatement } from './run-statement.ts';

/** A file that is read from its beginning to its end. */
export interface ByteSource {
  readonly size: number;
  /** The next bytes, empty at the end. They may be overwritten by the next call. */
  read(): Uint8Array;
}

export interface ThroughputRun {
  /** Statements that declare the tables (connector `filesystem`, format `csv`). */
  readonly tables: string;
  /** One query. */
  readonly query: string;
  readonly open: (path: string) => ByteSource;
  /** Milliseconds from any beginning; processing time follows it. */
  readonly clock: () => number;
}

/** Options of the measured job. */
const OPTIONS = { 'pipeline.auto-watermark-interval': '200 ms', 'pipeline.object-reuse': 'true' };

/**
 * Runs a query over files, tracing off, into a table that throws its rows away (`blackhole`), and gives the number of rows that it was
 * given. Files are read side by side, the same part of each at any time. Throws what planning and the job throw.
 */
export function countRows(run: ThroughputRun): number {
  const session = newSession(OPTIONS);
  applyScript(run.tables, session);
  applyScript(`CREATE TEMPORARY VIEW bench_out AS ${run.query}`, session);
  applyScript(`CREATE TABLE nowhere (${viewColumns(session)}) WITH ('connector' = 'blackhole')`, session);
  const { graph } = drain(planForRun(statementOf('INSERT INTO nowhere SELECT * FROM bench_out').node, session));
  let rows = 0;
  const { config } = session.session;
  const replay = new Replay({ graph, config, evalContext: evalContext(config), onResult: () => rows++ });
  const begin = run.clock();
  play(
    scansOf(graph.roots).map((scan) => new FileScan(scan, replay, run)),
    replay,
    () => Math.floor(run.clock() - begin),
  );
  return rows;
}

function statementOf(sql: string) {
  const [parsed] = parseScript(sql).statements;
  if (!parsed?.node)
    throw new FlinkError('parse/syntax', [{ className: 'SqlParserException', message: parsed?.diagnostic?.message ?? '' }]);
  return { node: parsed.node };
}

function applyScript(sql: string, session: PlanSession): void {
  for (const { text } of parseScript(sql).statements) {
    drain(runStatement(statementOf(text).node, { session, plan: emptyPlan(), skipPlan: true }));
  }
}

/** Columns of the view as a table declares them, all of them nullable. */
function viewColumns({ session: { catalog } }: PlanSession): string {
  const view = catalog.findTable(catalog.qualify(['bench_out']));
  return (view?.columns ?? [])
    .map((c) => `${quoteName(c.name)} ${flinkTypeText({ ...c.type, nullable: true, indicator: undefined })}`)
    .join(', ');
}

function scansOf(roots: readonly ExecNode[]): readonly ExecNode[] {
  const scans = new Set<ExecNode>();
  const visit = (node: ExecNode): void => {
    if (node.rel instanceof TableScan) scans.add(node);
    node.inputs.forEach(visit);
  };
  roots.forEach(visit);
  return [...scans];
}

/** A scan and the file behind it. */
class FileScan {
  private readonly file: ByteSource;
  private readonly rows: CsvRows;
  private readonly replay: Replay;
  private readonly scan: ExecNode;
  private readonly receive: (row: readonly unknown[]) => void;
  private done = 0;

  constructor(scan: ExecNode, replay: Replay, run: ThroughputRun) {
    const table = tableOf(scan);
    const needed = neededColumns(scan);
    const columns = physicalColumns(table).map(({ name, type }) => ({ name, type, needed: needed?.has(name) ?? true }));
    this.scan = scan;
    this.replay = replay;
    this.file = run.open(table.options.get('path') ?? '');
    this.rows = new CsvRows(columns, table.options);
    this.receive = replay.inserter(scan) as (row: readonly unknown[]) => void;
  }

  /** The part of the file that has been read. */
  get progress(): number {
    return this.done / Math.max(1, this.file.size);
  }

  /** Reads on; false at the end. */
  readOn(): boolean {
    const bytes = this.file.read();
    this.done += bytes.length;
    if (bytes.length > 0) {
      this.rows.push(bytes, this.receive);
      return true;
    }
    this.rows.finish(this.receive);
    this.replay.endSource(this.scan);
    return false;
  }
}

function tableOf(scan: ExecNode): ConnectorTable {
  const table = scan.rel instanceof TableScan ? scan.rel.table.table : undefined;
  if (table?.kind === 'connector' && table.options.get('connector') === 'filesystem' && table.options.get('format') === 'csv') return table;
  throw new UnsupportedError('source', 'Only tables of the connector filesystem with the format csv can be measured.');
}

/** Columns that the scan gives out; undefined for all. */
function neededColumns(scan: ExecNode): ReadonlySet<string> | undefined {
  const abilities = scan.rel instanceof TableScan ? scan.rel.table.abilities : [];
  for (const a of abilities) if (a.kind === 'project') return new Set(a.fields.map(([name]) => name ?? ''));
  return undefined;
}

function play(scans: readonly FileScan[], replay: Replay, now: () => number): void {
  replay.start();
  const open = new Set(scans);
  while (open.size > 0) {
    let next: FileScan | undefined;
    for (const scan of open) if (!next || scan.progress < next.progress) next = scan;
    if (next && !next.readOn()) open.delete(next);
    replay.advanceTo(now());
  }
  replay.endRest();
}
