import type { PlanTrace, StatementTrace, TraceNode } from '../trace/plan-trace.ts';
import type { FromWorker, ToWorker } from './protocol.ts';

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
  /** The engine reported a defect (`engine`), or the worker died and a new one runs with the last input (`restart`). */
  readonly onFailure: (failure: { readonly kind: 'engine' | 'restart'; readonly message: string }) => void;
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

/** The screen's side of the planner thread: sends requests, puts increments together, drops what came too late, restarts a dead worker. */
export class PlannerClient {
  private port: PlannerPort;
  private readonly spawn: () => PlannerPort;
  private readonly listener: PlannerListener;
  private generation = 0;
  private checkGeneration = 0;
  private running: { sql: string; options?: Readonly<Record<string, string>>; partial: Partial } | undefined;
  private restarts = 0;

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
    const wasRunning = this.running !== undefined;
    this.running = undefined;
    this.restarts++;
    if (this.restarts <= MAX_RESTARTS) this.port = this.connect();
    this.listener.onFailure({ kind: wasRunning ? 'restart' : 'engine', message });
  }

  private receive(message: FromWorker): void {
    if (message.type === 'ready') return;
    if (message.type === 'checked') {
      if (message.generation === this.checkGeneration) this.listener.onCheck(message);
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
