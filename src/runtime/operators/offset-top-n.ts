import type { Operator, OperatorContext } from '../operator.ts';
import type { Change, Row, RowKind } from '../record.ts';
import type { RankPlan } from './rank-plan.ts';
import { isAccumulate } from '../record.ts';
import { fieldsKey, keySelector, rowKey } from '../state/row-key.ts';
import { rowOrder } from './sort-order.ts';

/** A row of the state. Flink gives it out itself and so changes its kind, by which it is not found again later. */
interface StoredRow {
  readonly row: Row;
  kind: RowKind;
}

interface SortedEntry {
  readonly key: string;
  readonly first: Row;
  count: number;
}

interface Partition {
  /** How many rows each sort key has, in order (`sorted-map`). */
  readonly counts: SortedEntry[];
  /** The rows of each sort key; some that were taken back may stay for ever. */
  readonly rows: Map<string, StoredRow[]>;
}

/**
 * Flink's `RetractableTopNFunction` with an offset and without the rank in the output. Rows are then given out as they stand in the state,
 * and each takes on the kind of its last change. A row is only found again, to be taken back, while its kind is INSERT; else nothing is given
 * out and the row stays behind, though it no longer counts.
 */
export class OffsetTopN implements Operator {
  private readonly plan: RankPlan;
  private readonly context: OperatorContext;
  private readonly order: (a: Row, b: Row) => number;
  private readonly keyOf: (row: Row) => string;
  private readonly sortColumns: readonly number[];
  private readonly state: ReturnType<typeof this.makeState>;

  constructor(plan: RankPlan, context: OperatorContext) {
    this.plan = plan;
    this.context = context;
    this.order = rowOrder(plan.order);
    this.keyOf = keySelector(plan.partitionKeys);
    this.sortColumns = plan.order.map((c) => c.index);
    this.state = this.makeState();
  }

  private makeState() {
    return this.context.keyedState<Partition>('data-state');
  }

  onRecord(_input: number, { kind, row }: Change): void {
    const key = this.keyOf(row);
    const partition = this.state.get(key) ?? { counts: [], rows: new Map<string, StoredRow[]>() };
    const sortKey = fieldsKey(row, this.sortColumns);
    if (isAccumulate(kind)) this.insert(partition, sortKey, { row, kind: '+I' });
    else this.remove(partition, sortKey, row);
    if (partition.rows.size === 0) this.state.delete(key);
    else this.state.set(key, partition);
  }

  private insert(partition: Partition, sortKey: string, added: StoredRow): void {
    const at = countUp(partition.counts, sortKey, { first: added.row, order: this.order });
    let rank = 0;
    for (const entry of partition.counts.slice(0, at + 1)) rank += entry.count;
    let current = added;
    for (const { key } of partition.counts.slice(at + 1)) {
      for (const displaced of partition.rows.get(key) ?? []) {
        if (rank > this.plan.end) break;
        this.send('-U', displaced, rank);
        this.send('+U', current, rank);
        current = displaced;
        rank++;
      }
    }
    if (rank <= this.plan.end) this.send('+I', current, rank);
    const rows = partition.rows.get(sortKey);
    if (rows) rows.push(added);
    else partition.rows.set(sortKey, [added]);
  }

  private remove(partition: Partition, sortKey: string, row: Row): void {
    const isSame = (r: StoredRow): boolean => r.kind === '+I' && rowKey(r.row) === id;
    const id = rowKey(row);
    const isGone = this.moveUp(partition, sortKey, isSame);
    const at = partition.counts.findIndex((e) => e.key === sortKey);
    const entry = partition.counts[at];
    if (entry && --entry.count === 0) partition.counts.splice(at, 1);
    if (!isGone) take(partition, sortKey, isSame);
  }

  /** Gives out what moves when the row leaves; true if the row was met within the range of ranks, and taken out. */
  private moveUp(partition: Partition, sortKey: string, isSame: (r: StoredRow) => boolean): boolean {
    const { end } = this.plan;
    let rank = 0;
    let previous: StoredRow | undefined;
    for (const { key, count } of partition.counts) {
      if (rank > end) break;
      if (key !== sortKey && !previous) {
        rank += count;
        continue;
      }
      for (const r of [...(partition.rows.get(key) ?? [])]) {
        if (rank > end) break;
        if (previous) {
          this.send('-U', previous, rank);
          this.send('+U', r, rank);
          previous = r;
        } else if (isSame(r)) {
          previous = r;
          take(partition, sortKey, (x) => x === r);
        }
        rank++;
      }
    }
    if (rank <= end && previous) this.send('-D', previous, rank);
    return previous !== undefined;
  }

  private send(kind: RowKind, stored: StoredRow, rank: number): void {
    if (rank < this.plan.start || rank > this.plan.end || (kind === '-U' && !this.plan.updateBefore)) return;
    stored.kind = kind;
    this.context.emit(kind, stored.row, this.context.watch.derived && [stored.row]);
  }
}

/** One more row of a sort key; gives the place of the key. */
function countUp(
  counts: SortedEntry[],
  key: string,
  { first, order }: { readonly first: Row; readonly order: (a: Row, b: Row) => number },
): number {
  const known = counts.findIndex((e) => e.key === key);
  if (known >= 0) {
    (counts[known] as SortedEntry).count++;
    return known;
  }
  const after = counts.findIndex((e) => order(e.first, first) > 0);
  const at = after < 0 ? counts.length : after;
  counts.splice(at, 0, { key, first, count: 1 });
  return at;
}

function take({ rows }: Partition, key: string, isIt: (r: StoredRow) => boolean): void {
  const list = rows.get(key);
  const at = list?.findIndex(isIt) ?? -1;
  if (!list || at < 0) return;
  list.splice(at, 1);
  if (list.length === 0) rows.delete(key);
}
