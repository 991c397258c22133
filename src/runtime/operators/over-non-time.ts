import type { FieldCollation } from '../../rel/traits/distribution.ts';
import type { Value } from '../../types/value.ts';
import type { AggregateHandler, Accumulators } from '../aggregates/aggregate-handler.ts';
import type { Operator, OperatorContext } from '../operator.ts';
import type { Change, Row, RowKind } from '../record.ts';
import { UnsupportedError } from '../../base/diagnostic.ts';
import { sameState } from '../aggregates/same-state.ts';
import { isAccumulate } from '../record.ts';
import { RunError } from '../run-error.ts';
import { fieldsKey, rowKey } from '../state/row-key.ts';
import { rowOrder } from './sort-order.ts';

export interface NonTimePlan {
  readonly keys: readonly number[];
  readonly order: readonly FieldCollation[];
  readonly isRows: boolean;
  readonly preceding: number | undefined;
  readonly handler: AggregateHandler;
  readonly withConstants: (row: Row) => Row;
}

/** Rows with one value of the order, in arrival order; `accs` is the state behind each row (ROWS) or behind all of them (RANGE). */
interface Peers {
  readonly rows: { readonly row: Row; accs: Accumulators }[];
}

/**
 * OVER ordered by columns that are no time attribute, from the first row on (Flink's `NonTimeRangeUnboundedPrecedingFunction` and
 * `NonTimeRowsUnboundedPrecedingFunction`). A change in the middle updates the rows behind it, until a state comes out as it was.
 */
export function byNonTime(plan: NonTimePlan, context: OperatorContext): Operator {
  if (plan.preceding !== undefined) {
    throw new UnsupportedError('operator', 'OVER with a bounded frame and an order that is no time attribute cannot be run yet.');
  }
  if (!plan.handler.isCopyable) {
    throw new UnsupportedError(
      'operator',
      'DISTINCT, COLLECT, ARRAY_AGG and PERCENTILE in an OVER without a time attribute cannot be run yet.',
    );
  }
  const state = context.keyedState<Peers[]>('sortedListState');
  const over = plan.isRows ? new RowsOver(plan, context) : new RangeOver(plan, context);
  return {
    onRecord(_input: number, { kind, row }: Change): void {
      const key = fieldsKey(row, plan.keys);
      const list = state.get(key) ?? [];
      if (isAccumulate(kind)) over.insert(list, kind, row);
      else over.remove(list, row);
      if (list.length === 0) state.delete(key);
      else state.set(key, list);
    },
  };
}

abstract class NonTimeOver {
  protected readonly handler: AggregateHandler;
  private readonly context: OperatorContext;
  private readonly order: (a: Row, b: Row) => number;
  private readonly withConstants: (row: Row) => Row;

  constructor(plan: NonTimePlan, context: OperatorContext) {
    this.handler = plan.handler;
    this.context = context;
    this.order = rowOrder(plan.order);
    this.withConstants = plan.withConstants;
  }

  abstract insert(list: Peers[], kind: RowKind, row: Row): void;
  abstract remove(list: Peers[], row: Row): void;

  /** The first place whose rows are not before the row, and whether they are its peers. */
  protected placeOf(list: readonly Peers[], row: Row): { readonly at: number; readonly isPeer: boolean } {
    for (const [i, peers] of list.entries()) {
      const first = peers.rows[0];
      const d = first ? this.order(first.row, row) : 1;
      if (d >= 0) return { at: i, isPeer: d === 0 };
    }
    return { at: list.length, isPeer: false };
  }

  protected stateBefore(list: readonly Peers[], at: number): Accumulators {
    return this.handler.copy(list[at - 1]?.rows.at(-1)?.accs);
  }

  protected accumulate(accs: Accumulators, row: Row): void {
    this.handler.accumulate(accs, this.withConstants(row));
  }

  protected isSame(before: Accumulators, after: Accumulators): boolean {
    if (this.handler.hasRawState)
      throw new RunError('UnsupportedOperationException', 'Unmaterialized BinaryRawValueData cannot be compared.');
    return sameState(before, after);
  }

  protected emit(kind: RowKind, row: Row, values: readonly Value[]): void {
    this.context.emit(kind, [...row, ...values]);
  }

  protected update(row: Row, before: readonly Value[], after: readonly Value[]): void {
    this.emit('-U', row, before);
    this.emit('+U', row, after);
  }
}

/** All peers have the result behind the last of them. */
class RangeOver extends NonTimeOver {
  insert(list: Peers[], kind: RowKind, row: Row): void {
    const { at, isPeer } = this.placeOf(list, row);
    const accs = this.stateBefore(list, at);
    if (!isPeer) {
      this.accumulate(accs, row);
      this.emit(kind, row, this.handler.values(accs));
      list.splice(at, 0, { rows: [{ row, accs }] });
    } else {
      const peers = list[at] as Peers;
      for (const r of peers.rows) this.accumulate(accs, r.row);
      this.accumulate(accs, row);
      const before = stateOf(peers);
      this.updatePeers(peers, { before, after: accs });
      this.emit(kind, row, this.handler.values(accs));
      peers.rows.push({ row, accs });
      for (const r of peers.rows) r.accs = accs;
    }
    this.following(list, at + 1, accs);
  }

  remove(list: Peers[], row: Row): void {
    const { at, isPeer } = this.placeOf(list, row);
    const peers = list[at];
    if (!isPeer || !peers) return;
    const accs = this.stateBefore(list, at);
    const id = rowKey(row);
    // Of several equal rows the last one goes, but none of them counts any more: so does Flink.
    let removed = -1;
    for (const [i, r] of peers.rows.entries()) {
      if (rowKey(r.row) === id) removed = i;
      else this.accumulate(accs, r.row);
    }
    if (removed < 0) return;
    const before = stateOf(peers);
    const oldValues = this.handler.values(before);
    this.updatePeers({ rows: peers.rows.slice(0, removed) }, { before, after: accs });
    this.emit('-D', row, oldValues);
    this.updatePeers({ rows: peers.rows.slice(removed + 1) }, { before, after: accs });
    peers.rows.splice(removed, 1);
    for (const r of peers.rows) r.accs = accs;
    if (peers.rows.length === 0) list.splice(at, 1);
    this.following(list, peers.rows.length === 0 ? at : at + 1, accs);
  }

  private updatePeers({ rows }: Peers, { before, after }: { readonly before: Accumulators; readonly after: Accumulators }): void {
    if (this.isSame(before, after)) return;
    const old = this.handler.values(before);
    const now = this.handler.values(after);
    for (const { row } of rows) this.update(row, old, now);
  }

  private following(list: readonly Peers[], from: number, start: Accumulators): void {
    let accs = start;
    for (const peers of list.slice(from)) {
      accs = this.handler.copy(accs);
      for (const { row } of peers.rows) this.accumulate(accs, row);
      const before = stateOf(peers);
      if (this.isSame(before, accs)) return;
      this.updatePeers(peers, { before, after: accs });
      for (const r of peers.rows) r.accs = accs;
    }
  }
}

function stateOf(peers: Peers): Accumulators {
  return peers.rows.at(-1)?.accs ?? [];
}

/** Each row has the result behind itself. */
class RowsOver extends NonTimeOver {
  constructor(plan: NonTimePlan, context: OperatorContext) {
    super(plan, context);
    // Flink keeps accumulators and results in one place; where they are not the same it takes one for the other.
    if (!plan.handler.resultsAreStates) {
      throw new UnsupportedError('operator', 'ROWS in an OVER without a time attribute can only count, add up or compare yet.');
    }
  }

  insert(list: Peers[], kind: RowKind, row: Row): void {
    const { at, isPeer } = this.placeOf(list, row);
    const accs = this.stateBefore(list, isPeer ? at + 1 : at);
    this.accumulate(accs, row);
    this.emit(kind, row, this.handler.values(accs));
    if (isPeer) list[at]?.rows.push({ row, accs });
    else list.splice(at, 0, { rows: [{ row, accs }] });
    this.following(list.slice(at + 1), accs);
  }

  remove(list: Peers[], row: Row): void {
    const { at, isPeer } = this.placeOf(list, row);
    const peers = list[at];
    if (!isPeer || !peers) return;
    const id = rowKey(row);
    const removed = peers.rows.findIndex((r) => rowKey(r.row) === id);
    const gone = peers.rows[removed];
    if (!gone) return;
    const start = removed > 0 ? this.handler.copy(peers.rows[removed - 1]?.accs) : this.stateBefore(list, at);
    this.emit('-D', gone.row, this.handler.values(gone.accs));
    peers.rows.splice(removed, 1);
    const accs = this.walk(peers.rows.slice(removed), start).accs;
    if (peers.rows.length === 0) list.splice(at, 1);
    this.following(list.slice(peers.rows.length === 0 ? at : at + 1), accs);
  }

  /** Goes on behind a state; stops at the first row whose result stays as it was. */
  private walk(rows: Peers['rows'], start: Accumulators): { readonly accs: Accumulators; readonly stopped: boolean } {
    let accs = start;
    for (const r of rows) {
      accs = this.handler.copy(accs);
      this.accumulate(accs, r.row);
      const before = this.handler.values(r.accs);
      const after = this.handler.values(accs);
      if (rowKey(before) === rowKey(after)) return { accs, stopped: true };
      this.update(r.row, before, after);
      r.accs = accs;
    }
    return { accs, stopped: false };
  }

  private following(list: readonly Peers[], start: Accumulators): void {
    let accs = start;
    for (const peers of list) {
      const outcome = this.walk(peers.rows, accs);
      if (outcome.stopped) return;
      accs = outcome.accs;
    }
  }
}
