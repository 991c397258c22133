import type { RelNode } from '../../rel/rel-node.ts';
import type { EvalContext } from '../../runtime/eval/contract.ts';
import type { Bag } from './bag.ts';
import type { Scope } from './expressions.ts';
import type { TableContents } from './table-contents.ts';
import { EMPTY_SCOPE, Expressions } from './expressions.ts';
import { NotRunnable, reasonOf } from './not-runnable.ts';
import { PlanKeys } from './plan-keys.ts';
import { evaluateNode } from './node-evaluators.ts';

/** What a plan gives over the tables. */
export type PlanOutcome =
  | {
      readonly kind: 'rows';
      /** The same for plans that are written alike. */
      readonly id: number;
      readonly rows: Bag;
      /** Choices that the plan leaves open and that were made by order of arrival here: another plan may choose otherwise. */
      readonly choices: readonly string[];
    }
  | { readonly kind: 'not-runnable'; readonly id: number; readonly reason: string };

type Remembered = { readonly rows: Bag; readonly choices: ReadonlySet<string> } | { readonly reason: string };

/**
 * Evaluates plans of every stage over whole tables, as if all rows were there at once: no order of arrival, no watermarks, nothing late.
 * Functions are those of the runtime. Each distinct tree is evaluated once.
 */
export class PlanEvaluator {
  readonly evalContext: EvalContext;
  readonly tables: TableContents;
  readonly expressions: Expressions;
  private readonly keys = new PlanKeys();
  private readonly known = new Map<number, Remembered>();
  private choices = new Set<string>();

  constructor(tables: TableContents, evalContext: EvalContext) {
    this.tables = tables;
    this.evalContext = evalContext;
    this.expressions = new Expressions(evalContext, (rel, scope) => this.rows(rel, scope));
  }

  /** The rows of a whole plan. Throws for defects of ours only. */
  evaluate(root: RelNode): PlanOutcome {
    const { id } = this.keys.of(root);
    this.choices = new Set();
    try {
      const rows = this.rows(root, EMPTY_SCOPE);
      return { kind: 'rows', id, rows, choices: [...this.choices] };
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === undefined) throw error;
      return { kind: 'not-runnable', id, reason };
    }
  }

  /** Rows of a tree, given the rows that correlation variables stand for. Throws `NotRunnable` and what expressions throw. */
  rows(placeholder: RelNode, scope: Scope): Bag {
    const node = placeholder.stripped();
    const { id, free } = this.keys.of(node);
    if (free.size > 0) return evaluateNode(node, this, scope);
    const known = this.known.get(id) ?? this.remember(id, node);
    if ('reason' in known) throw new NotRunnable(known.reason);
    known.choices.forEach((c) => this.choices.add(c));
    return known.rows;
  }

  /** The plan leaves open which rows come first, and here some had to. */
  chooses(what: string): void {
    this.choices.add(what);
  }

  private remember(id: number, node: RelNode): Remembered {
    const outer = this.choices;
    this.choices = new Set();
    let remembered: Remembered;
    try {
      const rows = evaluateNode(node, this, EMPTY_SCOPE);
      remembered = { rows, choices: this.choices };
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === undefined) throw error;
      remembered = { reason };
    } finally {
      this.choices = outer;
    }
    this.known.set(id, remembered);
    return remembered;
  }
}
