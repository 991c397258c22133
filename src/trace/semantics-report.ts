export type StepVerdict =
  | { readonly kind: 'equal' }
  /** Rows as text, at most five of each. */
  | {
      readonly kind: 'differs';
      readonly onlyBefore: readonly string[];
      readonly onlyAfter: readonly string[];
      /** Set if plans in between could not be evaluated: the last step whose plan was. */
      readonly since?: string;
    }
  | { readonly kind: 'not-runnable'; readonly reason: string };

/** A plan that is written otherwise than the one before it, and whether it gives the same table. */
export interface CheckedStep {
  readonly stage: string;
  /** The leaf of the stage, as traces call it, and its round. */
  readonly program: string;
  readonly pass: number;
  /** For a firing: its number within the stage; absent for a program that is seen as a whole. */
  readonly step?: number;
  /** The rule that fired; `search` for a cost-based search, `program` for a program without rules. */
  readonly rule: string;
  readonly verdict: StepVerdict;
}

/** Rows of the last plan as text, at most 1,000. */
export interface FinalTable {
  readonly rows: readonly string[];
  readonly total: number;
  /** What the plan leaves open and was decided by order of arrival: ties of a ROW_NUMBER, the order of a LISTAGG. */
  readonly choices: readonly string[];
}

export interface SemanticsReport {
  readonly statement: number;
  readonly steps: readonly CheckedStep[];
  /** Steps that are `equal` or `differs`. */
  readonly compared: number;
  /** The table that the last plan gives; absent if it could not be evaluated. */
  readonly result?: FinalTable;
  /** What ended the planning early: a code and a message. */
  readonly failure?: { readonly code: string; readonly message: string };
}
