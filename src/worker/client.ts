import type { PlanTrace, StatementTrace, TraceNode } from '../trace/plan-trace.ts';
import type { OperatorMoment, OperatorRef, Origins, RunTrace, StepMoment, StepRef, SubtaskView } from '../trace/run-trace.ts';
import type { SemanticsReport } from '../trace/semantics-report.ts';
import type { FromWorker, RunPart, RunRequest, ToWorker } from './protocol.ts';

export interface PlanResult {
  readonly generation: number;
  readonly trace: PlanTrace;
  readonly ruleSummaries: Readonly<Record<string, string>>;
  readonly millis: number;
}

export type CheckResult = Extract<FromWorker, { type: 'checked' }>;
export type PlanProgressMessage = Extract<FromWorker, { type: 'progress' }>;

/** What the client reports. Only answers to the newest request arrive here. */
export interface PlannerListener {
  readonly onProgress: (progress: PlanProgressMessage) => void;
  readonly onPlan: (result: PlanResult) => void;
  readonly onCheck: (result: CheckResult) => void;
  readonly onCancelled: () => void;
  readonly onRunProgress?: (progress: { readonly rows: number; readonly total: number }) => void;
  readonly onRun?: (trace: RunTrace) => void;
  readonly onRunFailure?: (message: string) => void;
  /** The engine reported a defect (`engine`), or the worker died and a new one runs with the last input (`restart`). */
  readonly onFailure: (failure: { readonly kind: 'engine' | 'restart'; readonly message: string }) => void;
}

type Answer = Extract<FromWorker, { type: 'moment' | 'origins' | 'subtasks' | 'semantics' }>;

/** A step of a run and, if asked for, an operator after it. */
export interface Moment {
  readonly step: StepMoment;
  readonly operator?: OperatorMoment;
}

interface Partial {
  readonly nodes: TraceNode[];
  readonly statements: StatementTrace[];
}

/** The worker as the client needs it; tests hand in their own. */
export interface PlannerPort {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

const MAX_RESTARTS = 3;

function wholeRun(trace: RunTrace, parts: readonly RunPart[]): RunTrace {
  if (parts.length === 0) return trace;
  return {
    ...trace,
    steps: parts.flatMap((part) => part.steps ?? []).concat(trace.steps),
    windows: parts.flatMap((part) => part.windows ?? []).concat(trace.windows),
    changes: parts.flatMap((part) => part.changes ?? []).concat(trace.changes),
  };
}

/** The screen's side of the planner thread: sends requests, puts increments together, drops what came too late, restarts a dead worker. */
export class PlannerClient {
  private port: PlannerPort;
  private readonly spawn: () => PlannerPort;
  private readonly listener: PlannerListener;
  private generation = 0;
  private checkGeneration = 0;
  private running: { sql: string; options?: Readonly<Record<string, string>>; partial: Partial } | undefined;
  private restarts = 0;
  private runGeneration = 0;
  private isReplaying = false;
  /** What has come of the newest run's trace. */
  private readonly runParts: RunPart[] = [];
  private question = 0;
  private readonly questions = new Map<number, (answer: Answer | undefined) => void>();

  constructor(spawn: () => PlannerPort, listener: PlannerListener) {
    this.spawn = spawn;
    this.listener = listener;
    this.port = this.connect();
  }

  /** Plans a script; a plan that still runs is ended. Returns the generation of the request. */
  plan(sql: string, options?: Readonly<Record<string, string>>): number {
    this.generation++;
    this.running = { sql, options, partial: { nodes: [], statements: [] } };
    this.port.postMessage({ type: 'plan', generation: this.generation, sql, options });
    return this.generation;
  }

  check(sql: string): void {
    this.checkGeneration++;
    this.port.postMessage({ type: 'check', generation: this.checkGeneration, sql });
  }

  cancel(): void {
    if (!this.running) return;
    this.running = undefined;
    this.generation++;
    this.port.postMessage({ type: 'cancel', generation: this.generation });
    this.listener.onCancelled();
  }

  /** Replays a feed through a statement; a replay that still runs is ended. */
  run(request: RunRequest): void {
    this.runGeneration++;
    this.isReplaying = true;
    this.runParts.length = 0;
    this.dropQuestions();
    this.port.postMessage({ type: 'run', generation: this.runGeneration, ...request });
  }

  /** Ends a replay that still runs; the run before it stays the one that questions are about. */
  cancelRun(): void {
    if (!this.isReplaying) return;
    this.isReplaying = false;
    this.port.postMessage({ type: 'cancel-run', generation: this.runGeneration });
  }

  /** How a step of the newest run went; undefined if another run has begun meanwhile. */
  async moment(step: StepRef, operator?: OperatorRef): Promise<Moment | undefined> {
    const answer = await this.ask((question) => ({ type: 'moment', generation: this.runGeneration, question, step, operator }));
    return answer?.type === 'moment' ? answer : undefined;
  }

  /** Where the row of an event of the newest run comes from; undefined if another run has begun meanwhile. */
  async origins(event: number): Promise<Origins | undefined> {
    const answer = await this.ask((question) => ({ type: 'origins', generation: this.runGeneration, question, event }));
    return answer?.type === 'origins' ? answer.origins : undefined;
  }

  /** How an exchange would spread its rows over n subtasks; undefined for other operators, or if another run has begun meanwhile. */
  async subtasks(operator: OperatorRef, step: StepRef, parallelism: number): Promise<SubtaskView | undefined> {
    const answer = await this.ask((question) => ({
      type: 'subtasks',
      generation: this.runGeneration,
      question,
      operator,
      step,
      parallelism,
    }));
    return answer?.type === 'subtasks' ? answer.view : undefined;
  }

  /** Whether the steps of planning keep the result over the rows; undefined if a newer run or check has begun, or the check broke. */
  async checkSemantics(request: RunRequest): Promise<SemanticsReport | undefined> {
    const answer = await this.ask((question) => ({ type: 'check-semantics', question, ...request }));
    return answer?.type === 'semantics' ? answer.report : undefined;
  }

  private ask(message: (question: number) => ToWorker): Promise<Answer | undefined> {
    const question = ++this.question;
    return new Promise((resolve) => {
      this.questions.set(question, resolve);
      this.port.postMessage(message(question));
    });
  }

  private dropQuestions(): void {
    for (const question of [...this.questions.keys()]) this.answer(question, undefined);
  }

  private answer(question: number, answer: Answer | undefined): void {
    this.questions.get(question)?.(answer);
    this.questions.delete(question);
  }

  dispose(): void {
    this.port.onmessage = null;
    this.port.onerror = null;
    this.port.terminate();
  }

  private connect(): PlannerPort {
    const port = this.spawn();
    port.onmessage = (event) => this.receive(event.data);
    port.onerror = (event) => this.revive(event.message || 'The planner stopped');
    return port;
  }

  /** A worker that died is replaced. A script that killed it is not sent a second time: the screen says so and keeps the text. */
  private revive(message: string): void {
    this.port.onmessage = null;
    this.port.onerror = null;
    this.port.terminate();
    const wasRunning = this.running !== undefined || this.isReplaying;
    this.running = undefined;
    this.isReplaying = false;
    this.dropQuestions();
    this.restarts++;
    if (this.restarts <= MAX_RESTARTS) this.port = this.connect();
    this.listener.onFailure({ kind: wasRunning ? 'restart' : 'engine', message });
  }

  private receiveRun(message: Extract<FromWorker, { type: 'run-progress' | 'run-part' | 'ran' | 'run-failed' }>): void {
    if (message.type === 'run-progress') {
      this.listener.onRunProgress?.(message);
      return;
    }
    if (message.type === 'run-part') {
      this.runParts.push(message);
      return;
    }
    this.isReplaying = false;
    const parts = this.runParts.splice(0);
    if (message.type === 'ran') this.listener.onRun?.(wholeRun(message.trace, parts));
    else this.listener.onRunFailure?.(message.message);
  }

  private receive(message: FromWorker): void {
    if (message.type === 'ready') return;
    if (message.type === 'checked') {
      if (message.generation === this.checkGeneration) this.listener.onCheck(message);
      return;
    }
    if (message.type === 'moment' || message.type === 'origins' || message.type === 'subtasks' || message.type === 'semantics') {
      this.answer(message.question, message);
      return;
    }
    if (message.type === 'run-progress' || message.type === 'run-part' || message.type === 'ran' || message.type === 'run-failed') {
      if (message.generation === this.runGeneration) this.receiveRun(message);
      return;
    }
    if (message.generation !== this.generation) return;
    const partial = this.running?.partial;
    switch (message.type) {
      case 'progress':
        this.listener.onProgress(message);
        break;
      case 'nodes':
        if (partial && partial.nodes.length === message.from) for (const node of message.nodes) partial.nodes.push(node);
        break;
      case 'statement':
        partial?.statements.push(message.statement);
        break;
      case 'done': {
        this.running = undefined;
        this.restarts = 0;
        const trace: PlanTrace = {
          version: 1,
          flinkVersion: message.flinkVersion,
          nodes: partial?.nodes ?? [],
          statements: partial?.statements ?? [],
          catalog: message.catalog,
        };
        this.listener.onPlan({ generation: message.generation, trace, ruleSummaries: message.ruleSummaries, millis: message.millis });
        break;
      }
      case 'cancelled':
        break;
      case 'failed':
        this.running = undefined;
        this.listener.onFailure({ kind: 'engine', message: message.message });
        break;
    }
  }
}
