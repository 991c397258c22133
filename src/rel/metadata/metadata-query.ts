import type { Cost } from './cost.ts';
import type { RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import { INFINITE_COST, TINY_COST, ZERO_COST, costIsLt, plusCost } from './cost.ts';

/** Raised when the answer to a question needs itself (Calcite's `CyclicMetadataException`). */
export class CyclicMetadataError extends Error {
  constructor() {
    super('cyclic metadata');
    this.name = 'CyclicMetadataError';
  }
}

const RUNNING = Symbol('running');

/**
 * Calcite's `RelMetadataQuery` with Flink's handlers: questions about a node, each answered once and kept until someone forgets the
 * node. What is forgotten when is part of the planners' behaviour (stale row counts decide between plans and print), so nothing here
 * forgets by itself. Placeholders are asked as they are: their answer is their node's at the time of the question.
 */
export class MetadataQuery {
  private readonly rows = new Map<number, Map<string, unknown>>();

  /** Drops all answers about one node. */
  forget(node: RelNode): void {
    this.rows.delete(node.id);
  }

  /** Drops all answers. */
  forgetAll(): void {
    this.rows.clear();
  }

  /** True if something about the node is kept. */
  knows(node: RelNode): boolean {
    return (this.rows.get(node.id)?.size ?? 0) > 0;
  }

  /** The kept answer or a new one. A failing computation empties the node's row. */
  private ask<T>(node: RelNode, key: string, compute: () => T): T {
    let row = this.rows.get(node.id);
    if (row?.has(key)) {
      const known = row.get(key);
      if (known === RUNNING) throw new CyclicMetadataError();
      // The key names the question, and each question has one type of answer.
      return known as T;
    }
    if (!row) this.rows.set(node.id, (row = new Map()));
    row.set(key, RUNNING);
    try {
      const answer = compute();
      // The row may have been forgotten meanwhile; the answer is then kept in a new one, as Calcite's table does.
      const current = this.rows.get(node.id) ?? new Map<string, unknown>();
      this.rows.set(node.id, current);
      current.set(key, answer);
      return answer;
    } catch (error) {
      this.rows.delete(node.id);
      throw error;
    }
  }

  rowCount(node: RelNode): number {
    return this.ask(node, 'rowCount', () => node.estimateRowCount(this));
  }

  /** Own cost without inputs (Calcite's `getNonCumulativeCost`). */
  selfCost(node: RelNode): Cost {
    return this.ask(node, 'selfCost', () => node.computeSelfCost(this));
  }

  /** Cost of the whole tree, component by component. */
  cumulativeCost(node: RelNode): Cost {
    return this.ask(node, 'cumulativeCost', () => {
      const self = this.selfCost(node);
      const own = self === INFINITE_COST || costIsLt(ZERO_COST, self) ? self : TINY_COST;
      return node.inputs.reduce((sum, input) => plusCost(sum, this.cumulativeCost(input)), own);
    });
  }

  /** Bytes of an average row. */
  averageRowSize(_node: RelNode): number {
    return 100;
  }

  /** Number of distinct values of the columns among the rows that fulfil the predicate; undefined if unknown. */
  distinctRowCount(_node: RelNode, _columns: readonly number[], _predicate?: RexNode): number | undefined {
    return undefined;
  }

  /** Whether no two rows agree on the columns; undefined if unknown. */
  columnsUnique(_node: RelNode, _columns: readonly number[], _ignoreNulls = false): boolean | undefined {
    return undefined;
  }

  minRowCount(_node: RelNode): number | undefined {
    return undefined;
  }

  maxRowCount(_node: RelNode): number | undefined {
    return undefined;
  }

  /** Keys that survive shuffles (Flink's `UpsertKeys`); undefined if unknown. */
  upsertKeys(_node: RelNode): readonly (readonly number[])[] | undefined {
    return undefined;
  }
}
