import type { Feed, FeedEntry } from '../feed/read-feed.ts';
import type { ExecNode } from '../exec/exec-node.ts';
import type { Change } from '../runtime/record.ts';
import type { Replay } from '../runtime/replay.ts';
import type { TraceDiagnostic } from '../trace/plan-trace.ts';
import type {
  OperatorMoment,
  OperatorRef,
  Origins,
  RunChange,
  RunOperator,
  RunResult,
  RunTrace,
  StepMoment,
  StepRef,
  SubtaskView,
} from '../trace/run-trace.ts';
import type { PlanSession } from './plan-session.ts';
import type { RunPlan } from './run-plan.ts';
import { readFeed } from '../feed/read-feed.ts';
import { RunError } from '../runtime/run-error.ts';
import { operatorMoment, stepMoment, type RowCells } from '../runtime/recorder/moments.ts';
import { originsOf } from '../runtime/recorder/origins.ts';
import { RunRecorder } from '../runtime/recorder/run-recorder.ts';
import { parseScript } from '../sql/parse.ts';
import { internExec } from './exec-tree.ts';
import { evalContext, newSession } from './new-session.ts';
import { playFeedSteps } from './feed-player.ts';
import { feedReplay, type FeedRows } from './play-feed.ts';
import { emptyPlan } from './plan-query.ts';
import { rowPrinters, type RowPrinters } from './row-printers.ts';
import { runFailure } from './run-failure.ts';
import { planForRun } from './run-plan.ts';
import { RunPlans } from './run-plans.ts';
import { inputsOfRun, operatorsOf, rowtimeIndexOf, stateTtlOf } from './run-operators.ts';
import { runStatement } from './run-statement.ts';
import { subtasksOf, type SubtaskQuestion } from './subtasks.ts';

export interface RunRequest {
  readonly sql: string;
  /** Options set before the first statement, as if by SET. */
  readonly options?: Readonly<Record<string, string>>;
  /** Number of the statement to run, from 1; the ones before it are applied to the catalog. */
  readonly statement: number;
  /** Text of the sample streams. */
  readonly feed: string;
}

export interface ReplayProgress {
  readonly rows: number;
  readonly total: number;
}

/** A run that was played to its end, and what can be asked about it. */
export interface RunSession {
  readonly trace: RunTrace;
  moment(step: StepRef): StepMoment;
  operator(operator: OperatorRef, step: StepRef): OperatorMoment;
  origins(event: number): Origins;
  /** Undefined for operators that do not spread rows by a key. */
  subtasks(question: SubtaskQuestion): SubtaskView | undefined;
}

/**
 * Plans a statement and replays a feed through it with everything recorded; gives way between rows, so that the caller can stop it. Never
 * throws for what a user wrote: the trace says how far it got and why it stopped. Sources keep their connectors' abilities, so the plan that
 * runs is the plan that EXPLAIN shows. Watermarks follow each row (`pipeline.auto-watermark-interval` = 0) unless an option says otherwise.
 * `plans` keeps the plan for the next run.
 */
export function* runSessionSteps(request: RunRequest, plans = new RunPlans()): Generator<ReplayProgress, RunSession> {
  const feed = readFeed(request.feed);
  const diagnostics: TraceDiagnostic[] = feed.diagnostics.map((d) => ({
    code: d.code,
    severity: d.severity,
    message: d.message,
    ...(d.span && { span: [d.span.start, d.span.end] as const }),
  }));
  try {
    const known = plans.get(request);
    const session = known?.session ?? newSession({ 'pipeline.auto-watermark-interval': '0 ms', ...request.options });
    const plan = known?.plan ?? (yield* planned(request, session));
    plans.keep(request, { plan, session });
    const run = new RecordedRun(plan, session, { feed, text: request.feed, diagnostics });
    yield* run.play();
    return run.session(request.statement);
  } catch (error) {
    const stop = note(error, diagnostics);
    return emptySession(request.statement, diagnostics, stop);
  }
}

function* planned({ sql, statement }: RunRequest, session: PlanSession): Generator<ReplayProgress, RunPlan> {
  for (const parsed of parseScript(sql).statements) {
    const { node } = parsed;
    if (parsed.index > statement) break;
    if (parsed.index === statement) {
      if (!node) break;
      const steps = planForRun(node, session);
      for (;;) {
        const next = steps.next();
        if (next.done) return next.value;
        yield { rows: 0, total: 0 };
      }
    }
    if (!node) continue;
    try {
      const steps = runStatement(node, { session, plan: emptyPlan(), skipPlan: true });
      while (!steps.next().done);
    } catch {
      // A statement that failed changed nothing; the planner's diagnostics say so.
    }
  }
  throw new RunError('IllegalArgumentException', `Statement ${statement} cannot be run.`);
}

/** Adds a diagnostic for what ended a run. */
function note(error: unknown, diagnostics: TraceDiagnostic[]): RunTrace['stop'] {
  const failure = runFailure(error);
  if (failure.kind === 'error') {
    const code = failure.inJob ? 'run/job-failed' : 'run/not-planned';
    diagnostics.push({ code, severity: 'error', message: failure.chain.at(-1) ?? '', chain: failure.chain });
    return 'error';
  }
  diagnostics.push({ code: failure.code, severity: 'error', message: failure.message });
  return failure.kind === 'defect' ? 'error' : failure.kind;
}

interface FeedText {
  readonly feed: Feed;
  readonly text: string;
  readonly diagnostics: TraceDiagnostic[];
}

/** A replay under a recorder. */
class RecordedRun {
  private readonly plan: RunPlan;
  private readonly planSession: PlanSession;
  private readonly source: FeedText;
  private readonly nodes: readonly ExecNode[];
  private readonly recorder: RunRecorder;
  private readonly replay: Replay;
  private readonly rows: FeedRows;
  private readonly printers: RowPrinters;
  private readonly changes: RunChange[] = [];
  private stop: RunTrace['stop'] = 'done';

  constructor(plan: RunPlan, session: PlanSession, source: FeedText) {
    this.plan = plan;
    this.planSession = session;
    this.source = source;
    this.nodes = operatorsOf(plan.graph);
    this.printers = rowPrinters(this.nodes, evalContext(session.session.config));
    const clock = { now: (): number => 0 };
    this.recorder = new RunRecorder({
      operators: this.nodes.map((node) => ({ node, rowtimeIndex: rowtimeIndexOf(node) })),
      now: () => clock.now(),
      rowText: (operator, row) => this.printers.stateRow(operator, row),
      onOut: (node, change) => this.out(node, change),
    });
    const { replay, rows } = feedReplay(plan, session, { feed: source.feed, listener: this.recorder });
    this.replay = replay;
    this.rows = rows;
    clock.now = () => replay.now;
  }

  *play(): Generator<ReplayProgress, void> {
    const total = this.source.feed.entries.length;
    try {
      const steps = playFeedSteps(this.replay, this.source.feed, this.rows, {
        before: (entry) => this.before(entry),
        beforeEnd: (table) => this.recorder.begin({ cause: 'end', ...(table !== undefined && { table }) }),
      });
      for (;;) {
        const next = steps.next();
        if (next.done) break;
        if (next.value % 64 === 63) yield { rows: next.value, total };
      }
    } catch (error) {
      this.stop = note(error, this.source.diagnostics);
    }
    this.recorder.finish();
  }

  session(statement: number): RunSession {
    const trace = this.trace(statement);
    const cells: RowCells = (operator, row, input) => this.printers.cells(operator, row, input);
    return {
      trace,
      moment: (step) => stepMoment(this.recorder, step, cells),
      operator: (operator, step) => operatorMoment(this.recorder, operator, { step, cells }),
      origins: (event) => originsOf(this.recorder, event),
      subtasks: (question) => subtasksOf(this.recorder, this.nodes[question.operator], question),
    };
  }

  /** A row leaves an operator: that of an output is a change of the result. */
  private out(node: ExecNode, change: Change): void {
    const { recorder } = this;
    const result = this.plan.outputs.findIndex((o) => o.root === node);
    const output = this.plan.outputs[result];
    const row = output?.finish(change.row);
    if (!output || !row) return;
    this.changes.push({
      step: recorder.step,
      event: recorder.events.length - 1,
      kind: change.kind,
      cells: this.printers.resultCells(output.rowType, row),
      result,
    });
  }

  /** Begins the step of an entry; a row with values that do not fit is told of and left out. */
  private before(entry: FeedEntry): boolean {
    if (entry.kind === 'end' || entry.kind === 'lookup-delay') return true;
    const { line, table } = entry;
    const partition = entry.partition === undefined ? {} : { partition: entry.partition };
    if (entry.kind === 'row') {
      try {
        this.rows.row(entry);
      } catch (error) {
        if (!(error instanceof RunError)) throw error;
        const span = lineSpan(this.source.text, line);
        this.source.diagnostics.push({ code: 'run/feed-value', severity: 'error', message: error.causes[0]?.message ?? '', span });
        return false;
      }
      this.recorder.begin({ cause: 'row', line, table, rowKind: entry.op, ...partition });
    } else this.recorder.begin({ cause: entry.kind, line, table, ...partition });
    return true;
  }

  private trace(statement: number): RunTrace {
    const { recorder, plan, planSession } = this;
    return {
      version: 1,
      statement,
      operators: this.nodes.map((node, i) => this.operator(node, i)),
      steps: recorder.steps,
      watermarks: [...recorder.watermarks.toLines(), ...recorder.sources.toLines()],
      windows: recorder.windows.toWindows(),
      ...(recorder.sources.pauses.length > 0 && { pauses: recorder.sources.pauses }),
      ...(recorder.lookups.all.length > 0 && { lookups: recorder.lookups.all }),
      results: plan.outputs.map((o): RunResult => ({
        name: o.names.join('.'),
        columns: planSession.interner.columnsOf(o.rowType),
        ...(o.upsertKey && { upsertKey: o.upsertKey }),
      })),
      changes: this.changes,
      diagnostics: this.source.diagnostics,
      stop: this.stop,
      inputs: inputsOfRun(this.nodes, planSession),
      millis: 0,
    };
  }

  private operator(node: ExecNode, index: number): RunOperator {
    const { interner } = this.planSession;
    const recorded = this.recorder.operators[index];
    const ttl = stateTtlOf(recorded?.states ?? []);
    const table = node.inputs.length === 0 ? inputsOfRun([node], this.planSession)[0]?.table : undefined;
    const distribution = node.name === 'Exchange' ? node.terms.find((t) => t.name === 'distribution')?.text : undefined;
    return {
      name: node.name,
      description: node.description.slice(node.name.length + 1, -1),
      digest: interner.table.nodes[internExec(node, interner)]?.digest ?? '',
      inputs: node.inputs.map((input) => this.nodes.indexOf(input)),
      columns: interner.columnsOf(node.rel.rowType),
      ...(distribution !== undefined && { distribution }),
      ...(ttl !== undefined && { stateTtl: ttl }),
      ...(table !== undefined && { table }),
      recordsIn: recorded?.recordsIn.toArray() ?? new Int32Array(),
      recordsOut: recorded?.recordsOut.toArray() ?? new Int32Array(),
      lateDropped: recorded?.lateDropped.toArray() ?? new Int32Array(),
      timersFired: recorded?.timersFired.toArray() ?? new Int32Array(),
    };
  }
}

function lineSpan(text: string, line: number): readonly [number, number] {
  let start = 0;
  for (let i = 1; i < line; i++) start = text.indexOf('\n', start) + 1;
  const end = text.indexOf('\n', start);
  return [start, end < 0 ? text.length : end];
}

function emptySession(statement: number, diagnostics: readonly TraceDiagnostic[], stop: RunTrace['stop']): RunSession {
  const trace: RunTrace = {
    version: 1,
    statement,
    operators: [],
    steps: [],
    watermarks: [],
    windows: [],
    results: [],
    changes: [],
    diagnostics,
    inputs: [],
    stop,
    millis: 0,
  };
  return {
    trace,
    moment: (step) => ({ step, events: [], total: 0 }),
    operator: (operator, step) => ({
      operator,
      step,
      watermark: -Infinity,
      inputs: [],
      state: [],
      stateTotal: { entries: 0, elements: 0, bytes: 0 },
      timers: [],
      timersTotal: 0,
      events: [],
    }),
    origins: (event) => ({ event, steps: [], operators: [], isCut: false }),
    subtasks: () => undefined,
  };
}
