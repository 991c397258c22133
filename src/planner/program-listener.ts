import type { RelNode } from '../rel/rel-node.ts';

/** What a program without rules did at one node. */
export interface NodeVisit {
  /** The node as the program found it, and what stands in its place afterwards (the same object if nothing changed). */
  readonly node: RelNode;
  readonly result: RelNode;
  /** One sentence, present tense: `materialises proctime in a Calc above`. */
  readonly action: string;
  /** What the consumer asked for, and what the node gives, in Flink's notation (`[I,UA,D]`, `ONLY_UPDATE_AFTER`). */
  readonly required?: string;
  readonly provided?: string;
  /** Why, one sentence each. */
  readonly notes?: readonly string[];
}

/** Listens to programs without rules: decorrelation, time indicators, changelog inference and kin. One call a visited node. */
export interface ProgramListener {
  visited(visit: NodeVisit): void;
}

/** A listener that hears nothing. */
export const DEAF_PROGRAM_LISTENER: ProgramListener = { visited: () => undefined };
