/**
 * THE CONTRACT between the engine and everything that shows its work. Plain serialisable data: no classes, no cycles, no functions.
 * Written by `engine/plan-script.ts` through the recorders, read by `app`, `cli` and tests. A partial trace is valid: a statement that
 * failed in stage 5 has its first four stages.
 */

/** Index into `PlanTrace.nodes`. Nodes are interned: equal text over equal inputs is one entry. */
export type NodeRef = number;

/** One `name=[text]` of a node, in EXPLAIN order. */
export interface TraceTerm {
  readonly name: string;
  readonly text: string;
}

/** A column of a node's output. */
export interface TraceColumn {
  readonly name: string;
  /** Calcite's short text without charset: `TIMESTAMP(3) *ROWTIME*`, `VARCHAR(2147483647)`. */
  readonly type: string;
  readonly nullable: boolean;
  readonly time?: 'ROWTIME' | 'PROCTIME';
}

/** A node of a plan as it stood at some step. */
export interface TraceNode {
  /** `LogicalProject`, `StreamPhysicalLookupJoin`: the class name; EXPLAIN cuts `StreamPhysical`. */
  readonly type: string;
  readonly terms: readonly TraceTerm[];
  readonly inputs: readonly NodeRef[];
  readonly columns: readonly TraceColumn[];
  /** `I,UB,UA,D` style text once the changelog mode is known. */
  readonly changelogMode?: string;
  /** `hash[0]true`, `single`; absent for `any`. */
  readonly distribution?: string;
  readonly convention: string;
  /** First 8 hex digits of a stable hash over the sub-tree's text: what links name. */
  readonly digest: string;
  /** Cumulative and own cost with row count, for final plans and Volcano members. */
  readonly cost?: TraceCost;
  /** Spans in the script (offsets) of the SQL that made the node, where known. */
  readonly spans?: readonly (readonly [number, number])[];
}

export interface TraceCost {
  readonly rowCount: number;
  readonly rows: number;
  readonly cpu: number;
  readonly io: number;
  readonly network: number;
  readonly memory: number;
}

/** How a stage or program rewrites: `hep-sequence`, `hep-collection`, `volcano`, `program` (hand-written). */
export type ProgramKind = 'group' | 'hep-sequence' | 'hep-collection' | 'volcano' | 'program';

/** Tries and productions of one rule in one program, in order of the first try. */
export interface RuleCount {
  readonly rule: string;
  readonly attempts: number;
  readonly productions: number;
}

/** Why a match was refused before it became a try, per rule with the reason of its last refusal. */
export interface Refusal {
  readonly rule: string;
  readonly nodes: readonly NodeRef[];
  readonly reason: string;
}

/**
 * What happened inside one Volcano firing, in order. A `member`'s node stands alone, without inputs: its inputs are sets (see
 * `MemoSet.members`).
 */
export type MemoEvent =
  | { readonly kind: 'set'; readonly set: number }
  | { readonly kind: 'subset'; readonly set: number; readonly traits: string }
  | { readonly kind: 'member'; readonly set: number; readonly node: NodeRef; readonly rel: number; readonly traits: string }
  | { readonly kind: 'merge'; readonly from: number; readonly into: number }
  | { readonly kind: 'best'; readonly set: number; readonly traits: string; readonly rel: number; readonly cost: TraceCost };

/** A rule fired: one production. */
export interface FiringStep {
  readonly kind: 'firing';
  /** Ordinal within the stage, from 1. */
  readonly ordinal: number;
  readonly rule: string;
  /** The bound nodes, in pre-order of the operand. */
  readonly matched: readonly NodeRef[];
  /** Calcite type names of the matched nodes (`volcano productions` prints them). */
  readonly matchedTypes: readonly string[];
  /** Calcite type name of the produced node; `RelSubset` where a Volcano rule gave a sub-set back. */
  readonly producedType?: string;
  /** The tree that was replaced and the tree that came. */
  readonly before: NodeRef;
  readonly after: NodeRef;
  /** The whole plan after the step (HEP and programs; in Volcano the best plan so far is not a tree: absent). */
  readonly root?: NodeRef;
  /** True if the plan's text differs after the step (a changing step); in Volcano, if the memo does. */
  readonly changed: boolean;
  /** Why the guards held, one sentence each. */
  readonly notes: readonly string[];
  readonly memo?: readonly MemoEvent[];
}

/** One visited node of a program without rules (decorrelation, time indicator, changelog inference …). */
export interface NodeEventStep {
  readonly kind: 'node';
  readonly ordinal: number;
  /** What the program did at the node, one sentence. */
  readonly action: string;
  readonly before: NodeRef;
  readonly after: NodeRef;
  readonly root?: NodeRef;
  readonly changed: boolean;
  /** What was required of the node and what it provides, as text (`required [I,UA,D]`, `provided [I,UB,UA,D]`). */
  readonly required?: string;
  readonly provided?: string;
  readonly notes: readonly string[];
}

export type Step = FiringStep | NodeEventStep;

/** A leaf program that ran: `predicate_pushdown / predicate rewrite / filter rules`. */
export interface ProgramTrace {
  /** Path text as the corpus prints it. */
  readonly name: string;
  readonly kind: ProgramKind;
  /** Pass number of a repeated group, from 1. */
  readonly pass: number;
  readonly rules: readonly RuleCount[];
  readonly refusals: readonly Refusal[];
  readonly steps: readonly Step[];
  /** Plan on entry and on exit. */
  readonly before: NodeRef;
  readonly after: NodeRef;
  /** Text of the plan as stage dumps print it, with `changelogMode` where the stage prints it. */
  readonly beforeText: string;
  readonly afterText: string;
  /** Why the program ended, if not because it was done. */
  readonly failed?: string;
  /** The memo at the end of a Volcano search. */
  readonly memo?: MemoTrace;
}

export interface MemoTrace {
  readonly sets: readonly MemoSet[];
  /** -1 if the search ended before it had a root. */
  readonly rootSet: number;
  /** What the registration of the tree did, before the first attempt. */
  readonly initial?: readonly MemoEvent[];
}

/** `inputs` of a member: `SET.TRAITS` of each sub-set that it reads (`3.LOGICAL.any.None: 0.[NONE].[NONE].[NONE]`); its `node` has none. */
export interface MemoSet {
  readonly id: number;
  readonly mergedInto?: number;
  readonly subsets: readonly { readonly traits: string; readonly best?: number; readonly cost?: TraceCost; readonly winner: boolean }[];
  readonly members: readonly {
    readonly rel: number;
    readonly node: NodeRef;
    readonly traits: string;
    readonly inputs: readonly string[];
    readonly cost?: TraceCost;
    readonly pruned: boolean;
  }[];
}

/** A stage of the optimizer by its real name, or one of ours around it (`ast`, `exec`, `job`). */
export interface StageTrace {
  readonly name: string;
  readonly programs: readonly ProgramTrace[];
  /** Tries, productions and changing steps of all programs, each repeated round counted. */
  readonly tries: number;
  readonly changes: number;
}

/** A vertex of the stream graph. */
export interface StreamGraphNode {
  readonly id: number;
  readonly type: string;
  readonly pact: string;
  readonly contents: string;
  readonly parallelism: number;
  readonly predecessors: readonly { readonly id: number; readonly shipStrategy: string; readonly side: string }[];
}

/** EXPLAIN in all its forms, word for word. */
export interface ExplainTexts {
  readonly ast?: string;
  readonly physical?: string;
  readonly exec?: string;
  readonly changelogMode?: string;
  readonly cost?: string;
  readonly advice?: string;
  readonly streamGraph?: string;
  readonly jobGraph?: string;
}

export interface TraceDiagnostic {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  /** Flink's chain of causes, outermost first. */
  readonly chain?: readonly string[];
  /** Offsets in the script. */
  readonly span?: readonly [number, number];
  readonly hint?: string;
}

export type StatementKind = 'query' | 'insert' | 'statement-set' | 'ddl' | 'command';

/** One of several trees that a statement set plans together. */
export interface StatementOutput {
  /** What is written: the path of the sink's table. */
  readonly name: string;
  readonly ast?: NodeRef;
  readonly physical?: NodeRef;
  readonly exec?: NodeRef;
}

/** Why planning of a statement ended. */
export type StopReason = 'done' | 'error' | 'unsupported' | 'step-limit' | 'size-limit' | 'cancelled';

export interface StatementTrace {
  /** From 1, over all statements of the script. */
  readonly number: number;
  readonly text: string;
  readonly span: readonly [number, number];
  readonly kind: StatementKind;
  readonly stages: readonly StageTrace[];
  readonly ast?: NodeRef;
  readonly physical?: NodeRef;
  readonly exec?: NodeRef;
  /** For statement sets with several sinks: the trees of all, in the order of the script; `ast`, `physical` and `exec` are those of the first. */
  readonly outputs?: readonly StatementOutput[];
  readonly explain: ExplainTexts;
  readonly streamGraph?: readonly StreamGraphNode[];
  readonly diagnostics: readonly TraceDiagnostic[];
  readonly stop: StopReason;
  /** A short digest over the final plan (or the error): a link checks itself against it. */
  readonly planDigest: string;
}

/** A table or view that a script declares, for completion, hover and the catalog panel. */
export interface CatalogEntry {
  readonly name: string;
  readonly kind: 'table' | 'view' | 'datastream' | 'function';
  readonly columns: readonly TraceColumn[];
  readonly span?: readonly [number, number];
  readonly connector?: string;
}

export interface PlanTrace {
  readonly version: 1;
  readonly flinkVersion: string;
  readonly nodes: readonly TraceNode[];
  readonly statements: readonly StatementTrace[];
  readonly catalog: readonly CatalogEntry[];
}
