import type { ColumnOrigin } from './column-origins.ts';
import type { Cost } from './cost.ts';
import type { Keys } from './key-rules.ts';
import type { Monotonicities } from './monotonicity.ts';
import type { PredicateList } from './predicates.ts';
import type { RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { ValueInterval } from './value-interval.ts';
import type { WindowProperties } from '../physical/windowing.ts';
import { StreamPhysicalExchange } from '../physical/stream-physical-exchange.ts';
import { rexKey } from '../rex/rex-key.ts';
import { columnInterval } from './column-interval.ts';
import { columnOrigins } from './column-origins.ts';
import { columnSizes } from './column-sizes.ts';
import { columnsUnique } from './columns-unique.ts';
import { INFINITE_COST, TINY_COST, ZERO_COST, costIsLt, plusCost } from './cost.ts';
import { distinctRowCount } from './distinct-row-count.ts';
import { atLeastOne } from './estimates.ts';
import { immutableColumns } from './immutable-columns.ts';
import { maxRowCount, minRowCount } from './min-max-row-count.ts';
import { modifiedMonotonicity } from './monotonicity.ts';
import { percentageOriginalRows } from './percentage-original-rows.ts';
import { populationSize } from './population-size.ts';
import { NO_PREDICATES, predicates } from './predicates.ts';
import { rowCount } from './row-count.ts';
import { selectivity } from './selectivity.ts';
import { uniqueKeys } from './unique-keys.ts';
import { upsertKeys } from './upsert-keys.ts';
import { windowProperties } from './window-properties.ts';

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

  /**
   * Asks a node, looking through placeholders: a HEP vertex is only another name of its node, a Volcano sub-set keeps the answer of the node
   * that stood for it at that moment.
   */
  private askThrough<T>(node: RelNode, key: string, compute: (node: RelNode) => T): T {
    const target = node.stripped();
    if (target === node) return this.ask(node, key, () => compute(node));
    return node.delegatesMetadata
      ? this.askThrough(target, key, compute)
      : this.ask(node, key, () => this.askThrough(target, key, compute));
  }

  /** Number of rows, at least 1. */
  rowCount(node: RelNode): number {
    return this.askThrough(node, 'rowCount', (n) => atLeastOne(rowCount(this, n)));
  }

  /** Own cost without inputs (Calcite's `getNonCumulativeCost`). */
  selfCost(node: RelNode): Cost {
    return this.askThrough(node, 'selfCost', (n) => n.computeSelfCost(this));
  }

  /** Cost of the whole tree, component by component. */
  cumulativeCost(node: RelNode): Cost {
    return this.askThrough(node, 'cumulativeCost', (n) => {
      const self = this.selfCost(n);
      const own = self === INFINITE_COST || costIsLt(ZERO_COST, self) ? self : TINY_COST;
      return n.inputs.reduce((sum, input) => plusCost(sum, this.cumulativeCost(input)), own);
    });
  }

  /** Bytes of an average row. */
  averageRowSize(node: RelNode): number {
    return this.askThrough(node, 'rowSize', (n) => this.columnSizes(n).reduce((sum, size) => sum + size, 0));
  }

  /** Bytes of an average value of each column. */
  columnSizes(node: RelNode): readonly number[] {
    return this.askThrough(node, 'columnSizes', (n) => columnSizes(this, n));
  }

  /** Share of the rows that fulfil the condition; 1 without one. */
  selectivity(node: RelNode, predicate: RexNode | undefined): number {
    return this.askThrough(node, `selectivity ${predicate ? rexKey(predicate) : ''}`, (n) => selectivity(this, n, predicate));
  }

  /** Number of distinct values of the columns among the rows that fulfil the predicate, at least 1; undefined if unknown. */
  distinctRowCount(node: RelNode, columns: readonly number[], predicate?: RexNode): number | undefined {
    return this.askThrough(node, `distinct ${columns.join()} ${predicate ? rexKey(predicate) : ''}`, (n) => {
      const distinct = distinctRowCount(this, n, columns, predicate);
      return distinct === undefined ? undefined : atLeastOne(distinct);
    });
  }

  /** Number of distinct values of the columns in the tables behind; undefined if unknown. */
  populationSize(node: RelNode, columns: readonly number[]): number | undefined {
    return this.askThrough(node, `population ${columns.join()}`, (n) => {
      const size = populationSize(this, n, columns);
      return size === undefined ? undefined : atLeastOne(size);
    });
  }

  /** Share of the rows at the leaves that is left. */
  percentageOriginalRows(node: RelNode): number | undefined {
    return this.askThrough(node, 'percentage', (n) => percentageOriginalRows(this, n));
  }

  /** Column sets on which no two rows agree; undefined if unknown, empty if there is none. */
  uniqueKeys(node: RelNode, ignoreNulls = false): Keys {
    return this.askThrough(node, `uniqueKeys ${ignoreNulls}`, (n) => uniqueKeys(this, n, ignoreNulls));
  }

  /** Whether no two rows agree on the columns; undefined if unknown. */
  columnsUnique(node: RelNode, columns: readonly number[], ignoreNulls = false): boolean | undefined {
    return this.askThrough(node, `unique ${columns.join()} ${ignoreNulls}`, (n) => columnsUnique(this, n, columns, ignoreNulls));
  }

  /** Keys that survive shuffles (Flink's `UpsertKeys`); undefined if unknown. */
  upsertKeys(node: RelNode): Keys {
    return this.askThrough(node, 'upsertKeys', (n) => upsertKeys(this, n));
  }

  /** As `upsertKeys`, looking through a shuffle by exactly these columns. */
  upsertKeysInKeyGroupRange(node: RelNode, partitionKeys: readonly number[]): Keys {
    // A placeholder is not looked through: it answers as the shuffle does, which breaks keys that lack one of its columns.
    const d = node instanceof StreamPhysicalExchange ? node.distribution : undefined;
    const keys = d?.type === 'hash' ? d.keys : [];
    return this.upsertKeys(d && keys.join() === partitionKeys.join() ? node.input() : node);
  }

  /** Columns that updates of a row never change; undefined if unknown. */
  immutableColumns(node: RelNode): readonly number[] | undefined {
    return this.askThrough(node, 'immutable', (n) => immutableColumns(this, n));
  }

  minRowCount(node: RelNode): number | undefined {
    return this.askThrough(node, 'minRowCount', (n) => minRowCount(this, n));
  }

  maxRowCount(node: RelNode): number | undefined {
    return this.askThrough(node, 'maxRowCount', (n) => maxRowCount(this, n));
  }

  /** Conditions that hold for every row. A Volcano sub-set tells nothing. */
  predicates(node: RelNode): PredicateList {
    if (node.isPlaceholder && !node.delegatesMetadata) return NO_PREDICATES;
    return this.askThrough(node, 'predicates', (n) => predicates(this, n));
  }

  /** The conditions of `predicates` alone. */
  pulledUpPredicates(node: RelNode): readonly RexNode[] {
    return this.predicates(node).pulledUp;
  }

  /** How the columns of a changing result change; undefined if rows may be deleted. */
  modifiedMonotonicity(node: RelNode): Monotonicities {
    return this.askThrough(node, 'monotonicity', (n) => modifiedMonotonicity(this, n));
  }

  /** Columns that carry the window of a window table function. */
  windowProperties(node: RelNode): WindowProperties | undefined {
    return this.askThrough(node, 'windowProperties', (n) => windowProperties(this, n));
  }

  /** Values that a column may have; undefined if unknown. */
  columnInterval(node: RelNode, index: number): ValueInterval | undefined {
    return this.askThrough(node, `interval ${index}`, (n) => columnInterval(this, n, index));
  }

  /** Columns of tables behind a column; undefined if unknown. */
  columnOrigins(node: RelNode, index: number): readonly ColumnOrigin[] | undefined {
    return this.askThrough(node, `origins ${index}`, (n) => columnOrigins(this, n, index));
  }
}
