import type { CatalogEntry, StatementKind, StatementTrace, TraceDiagnostic, TraceNode } from '../trace/plan-trace.ts';
import type { SemanticsReport } from '../trace/semantics-report.ts';
import type { OperatorMoment, OperatorRef, Origins, RunTrace, StepMoment, StepRef, SubtaskView } from '../trace/run-trace.ts';

/**
 * What crosses the thread boundary between the screen and the engine. Plain data only. Each request carries a generation number that
 * grows; answers to older generations are dropped by the client, and a new request ends a running one within a slice.
 */

/** A statement as the fast check sees it, before anything is planned. */
export interface CheckedStatement {
  readonly number: number;
  readonly text: string;
  /** Offsets in the script. */
  readonly span: readonly [number, number];
  readonly kind: StatementKind;
}

/** What a run depends on. The last run is kept by the worker and answers questions about its moments. */
export interface RunRequest {
  readonly sql: string;
  readonly options?: Readonly<Record<string, string>>;
  /** Number of the statement in the script; statements before it are applied to the catalog. */
  readonly statement: number;
  /** Text of the sample streams. */
  readonly feed: string;
}

/** A part of a trace's long lists. */
export type RunPart = Partial<Pick<RunTrace, 'steps' | 'windows' | 'changes'>>;

/** From the screen to the worker. */
export type ToWorker =
  /** Plan the script; ends any running plan. */
  | { readonly type: 'plan'; readonly generation: number; readonly sql: string; readonly options?: Readonly<Record<string, string>> }
  /** Parse only, for squiggles and the list of statements. Answered at once, also while a plan runs. */
  | { readonly type: 'check'; readonly generation: number; readonly sql: string }
  /** End the running plan; answered by `cancelled`. */
  | { readonly type: 'cancel'; readonly generation: number }
  /** Replay the feed through a statement; ends any running replay. Answered by `ran` or `run-failed`. */
  | ({ readonly type: 'run'; readonly generation: number } & RunRequest)
  /** End the replay of that generation if it still runs; it is not answered any more. */
  | { readonly type: 'cancel-run'; readonly generation: number }
  /** How a step went, and one operator after it, in the run of that generation. Answered by `moment`. */
  | {
      readonly type: 'moment';
      readonly generation: number;
      readonly question: number;
      readonly step: StepRef;
      readonly operator?: OperatorRef;
    }
  /** How a hash exchange would spread its rows up to a step. Answered by `subtasks`. */
  | {
      readonly type: 'subtasks';
      readonly generation: number;
      readonly question: number;
      readonly operator: OperatorRef;
      readonly step: StepRef;
      readonly parallelism: number;
    }
  /** Evaluate the plan after each step over the rows of the feed. Answered by `semantics`; a newer question ends it. */
  | ({ readonly type: 'check-semantics'; readonly question: number } & RunRequest)
  /** Where the row of an event comes from. Answered by `origins`. */
  | { readonly type: 'origins'; readonly generation: number; readonly question: number; readonly event: number };

/** From the worker to the screen. */
export type FromWorker =
  /** The worker has loaded the engine. */
  | { readonly type: 'ready' }
  /** Where a running plan is; at most one in 50 ms. */
  | { readonly type: 'progress'; readonly generation: number; readonly stage: string; readonly tries: number; readonly statement: number }
  /** The nodes from index `from` on that the next statements need: an increment of the node table. */
  | { readonly type: 'nodes'; readonly generation: number; readonly from: number; readonly nodes: readonly TraceNode[] }
  /** A statement with all its stages; its node references are in the increments sent so far. */
  | { readonly type: 'statement'; readonly generation: number; readonly statement: StatementTrace }
  /** The end of a plan: everything of the trace that is not nodes and statements. */
  | {
      readonly type: 'done';
      readonly generation: number;
      readonly flinkVersion: string;
      readonly catalog: readonly CatalogEntry[];
      readonly ruleSummaries: Readonly<Record<string, string>>;
      readonly millis: number;
    }
  | { readonly type: 'cancelled'; readonly generation: number }
  /** The engine broke: a defect of ours, with the message. */
  | { readonly type: 'failed'; readonly generation: number; readonly message: string }
  | { readonly type: 'run-progress'; readonly generation: number; readonly rows: number; readonly total: number }
  /** The next steps, windows and changes of a run, before its `ran`: what is taken out of one message holds the screen up. */
  | ({ readonly type: 'run-part'; readonly generation: number } & RunPart)
  /** The end of a run: everything of the trace that has not come in parts. */
  | { readonly type: 'ran'; readonly generation: number; readonly trace: RunTrace }
  /** The runtime broke: a defect of ours. A job that fails as Flink's would is a `ran` with diagnostics. */
  | { readonly type: 'run-failed'; readonly generation: number; readonly message: string }
  /** `operator` is absent if none was asked for. */
  | { readonly type: 'moment'; readonly question: number; readonly step: StepMoment; readonly operator?: OperatorMoment }
  | { readonly type: 'origins'; readonly question: number; readonly origins: Origins }
  /** `report` is absent if a newer question came, or the check broke. */
  | { readonly type: 'semantics'; readonly question: number; readonly report?: SemanticsReport }
  /** `view` is absent for operators that do not spread rows by a key. */
  | { readonly type: 'subtasks'; readonly question: number; readonly view?: SubtaskView }
  | {
      readonly type: 'checked';
      readonly generation: number;
      readonly statements: readonly CheckedStatement[];
      readonly diagnostics: readonly TraceDiagnostic[];
    };
