import type { OperatorMoment, RunTrace, SubtaskView } from '../../trace/run-trace.ts';
import type { SemanticsReport } from '../../trace/semantics-report.ts';
import type { PlannerClient } from '../../worker/client.ts';
import type { RunRequest } from '../../worker/protocol.ts';
import { hasRows } from '../commands/run-navigation.ts';
import { selectPlayhead, selectRunOperator } from '../store/selectors/replay.ts';
import { hasPlan } from '../store/selectors/statements.ts';
import { selectZone } from '../store/selectors/run-clock.ts';
import { useApp, type AppState } from '../store/store.ts';
import { inSlices, LONG_RUN, prepareRun } from './prepare-run.ts';

/** A pause in the typing of rows; a plan has had its pause already. */
const FEED_DELAY = 260;
const PLAN_DELAY = 40;

/** The part of the planner thread's client that replays need. */
export type ReplayClient = Pick<PlannerClient, 'run' | 'cancelRun' | 'moment' | 'origins' | 'subtasks' | 'checkSemantics'>;

/** What the statement on stage is run with, once its plan is there and belongs to the text. */
export function runRequest(state: AppState): RunRequest | undefined {
  if (state.status !== 'ready' || state.plannedSql !== state.sql) return undefined;
  const statement = state.shelf.latest(state.cursor.q)?.statement;
  if (!statement || !hasPlan(statement.kind) || statement.exec === undefined) return undefined;
  const options = Object.keys(state.options).length > 0 ? state.options : undefined;
  return { sql: state.sql, options, statement: statement.number, feed: state.feed };
}

function isSame(a: RunRequest | undefined, b: RunRequest | undefined): boolean {
  return a?.sql === b?.sql && a?.feed === b?.feed && a?.statement === b?.statement && a?.options === b?.options;
}

/**
 * Keeps the run of the statement on stage up to date: every edit of the script or the rows drops the run under way, and the next one
 * starts when the plan is there and the typing pauses. Asks the worker about the step at the playhead.
 */
export class ReplayingSession {
  private readonly client: ReplayClient;
  private readonly unsubscribe: () => void;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** What runs, or ran last. */
  private sent: RunRequest | undefined;
  /** Ends the preparation of a run that is not shown yet. */
  private stopPreparing: () => void = () => undefined;
  private asked: { trace: RunTrace; step: number; operator: number | undefined } | undefined;

  constructor(client: ReplayClient) {
    this.client = client;
    this.unsubscribe = useApp.subscribe((state, before) => {
      const changed =
        state.sql !== before.sql ||
        state.feed !== before.feed ||
        state.options !== before.options ||
        state.cursor.q !== before.cursor.q ||
        state.status !== before.status ||
        state.plannedSql !== before.plannedSql ||
        state.documentNumber !== before.documentNumber;
      if (changed) this.drop(state);
      if (changed) this.consider(state, state.feed === before.feed ? PLAN_DELAY : FEED_DELAY);
      this.ask(state);
    });
  }

  /** Runs again now, whether or not anything has changed. */
  runNow(): void {
    const request = runRequest(useApp.getState());
    if (request) this.start(request);
  }

  progress(progress: { readonly rows: number; readonly total: number }): void {
    if (this.isCurrent()) useApp.getState().setReplay({ replayProgress: progress });
  }

  /** A run has ended. One of an older text is not shown: its successor waits for the plan or runs already. */
  accept(trace: RunTrace): void {
    const request = this.sent;
    if (!request || !this.isCurrent()) return;
    this.stopPreparing();
    if (trace.steps.length < LONG_RUN) this.show(trace, request);
    else
      this.stopPreparing = inSlices(prepareRun(trace, selectZone(useApp.getState())), () => {
        if (this.sent === request && this.isCurrent()) this.show(trace, request);
      });
  }

  private show(trace: RunTrace, request: RunRequest): void {
    this.asked = undefined;
    useApp.getState().setReplay({
      replay: { trace, request },
      replayStatus: 'ready',
      replayProgress: undefined,
      replayFailure: undefined,
      moment: undefined,
      traced: undefined,
    });
  }

  fail(message: string): void {
    if (this.isCurrent()) useApp.getState().setReplay({ replayStatus: 'failed', replayProgress: undefined, replayFailure: message });
  }

  /** Asks where a row of the result comes from, and selects it. The same row a second time lets it go. */
  async trace(change: number | undefined): Promise<void> {
    const { replay, traced, setReplay } = useApp.getState();
    const row = change === undefined ? undefined : replay?.trace.changes[change];
    if (change === undefined || !row || traced?.change === change) {
      setReplay({ traced: undefined });
      return;
    }
    setReplay({ traced: { change } });
    const origins = await this.client.origins(row.event);
    const now = useApp.getState();
    if (origins && now.replay === replay && now.traced?.change === change) setReplay({ traced: { change, origins } });
  }

  /** One operator after any step of the run on screen; undefined if another run has begun. */
  async look(step: number, operator: number): Promise<OperatorMoment | undefined> {
    return (await this.client.moment(step, operator))?.operator;
  }

  /** How a hash exchange of the run on screen would spread its rows up to a step. */
  subtasks(operator: number, step: number, parallelism: number): Promise<SubtaskView | undefined> {
    return this.client.subtasks(operator, step, parallelism);
  }

  /** Checks whether each step of planning the statement on stage keeps its result over the sample rows; undefined if there is nothing to check. */
  async checkSemantics(): Promise<SemanticsReport | undefined> {
    const request = runRequest(useApp.getState());
    return request && this.client.checkSemantics(request);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.stopPreparing();
    this.unsubscribe();
  }

  private isCurrent(): boolean {
    const { sql, feed, cursor, options } = useApp.getState();
    const given = Object.keys(options).length > 0 ? options : undefined;
    return isSame(this.sent, { sql, feed, statement: cursor.q, options: given });
  }

  /** Ends the run under way if it is of an older text. */
  private drop(state: AppState): void {
    if (state.replayStatus === 'running' && !this.isCurrent()) this.client.cancelRun();
  }

  private consider(state: AppState, delay: number): void {
    clearTimeout(this.timer);
    const request = runRequest(state);
    if (!request) {
      if (state.status === 'planning' || state.plannedSql !== state.sql) {
        if (state.replayStatus !== 'waiting') state.setReplay({ replayStatus: 'waiting', replayProgress: undefined });
      } else if (state.replay || state.replayStatus !== 'idle') {
        this.sent = undefined;
        state.setReplay({ replayStatus: 'idle', replay: undefined, moment: undefined, traced: undefined, replayProgress: undefined });
      }
      return;
    }
    if (isSame(request, this.sent) && (state.replayStatus === 'ready' || state.replayStatus === 'running')) return;
    if (isSame(request, state.replay?.request)) {
      this.sent = request;
      state.setReplay({ replayStatus: 'ready' });
      return;
    }
    if (state.replayStatus !== 'waiting') state.setReplay({ replayStatus: 'waiting', replayProgress: undefined });
    this.timer = setTimeout(() => {
      const latest = runRequest(useApp.getState());
      if (latest) this.start(latest);
    }, delay);
  }

  private start(request: RunRequest): void {
    clearTimeout(this.timer);
    const state = useApp.getState();
    const isOther = state.replay !== undefined && state.replay.request.statement !== request.statement;
    this.sent = request;
    this.stopPreparing();
    state.setReplay({
      replayStatus: 'running',
      replayFailure: undefined,
      ...(isOther && { replay: undefined, moment: undefined, traced: undefined, playhead: undefined }),
    });
    this.client.run(request);
  }

  /** Asks about the step and the operator in view; an answer that comes late is dropped. */
  private ask(state: AppState): void {
    const trace = state.replay?.trace;
    const isShown = state.cursor.stage === 'run' || hasRows(state.cursor.stage) || state.phoneTab === 'run';
    if (!trace || !isShown || state.replayStatus !== 'ready') return;
    const step = selectPlayhead(state);
    const operator = selectRunOperator(state);
    if (this.asked?.trace === trace && this.asked.step === step && this.asked.operator === operator) return;
    this.asked = { trace, step, operator };
    const asked = this.asked;
    void this.client.moment(step, operator).then((moment) => {
      if (moment && this.asked === asked) useApp.getState().setReplay({ moment });
    });
  }
}
