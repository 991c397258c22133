import type { FieldCollation } from '../../rel/traits/distribution.ts';
import type { Value } from '../../types/value.ts';
import type { AggregateHandler } from '../aggregates/aggregate-handler.ts';
import type { Operator, OperatorContext } from '../operator.ts';
import type { Change, Row, RowKind } from '../record.ts';
import type { OverState } from './over-states.ts';
import { isAccumulate } from '../record.ts';
import { fieldsKey, rowKey } from '../state/row-key.ts';
import { accumulatorTakenForResult } from './over-result-failure.ts';
import { OverStates } from './over-states.ts';
import { rowOrder } from './sort-order.ts';

export interface NonTimePlan {
  readonly keys: readonly number[];
  readonly order: readonly FieldCollation[];
  readonly isRows: boolean;
  readonly preceding: number | undefined;
  readonly handler: AggregateHandler;
  /** Fields of a row before the constants of the window. */
  readonly inputFields: number;
  readonly withConstants: (row: Row) => Row;
}

/** Rows with one value of the order, in arrival order; `state` is the one behind each row (ROWS) or behind all of them (RANGE). */
interface Peers {
  readonly rows: { readonly row: Row; state: OverState }[];
}

/**
 * OVER ordered by columns that are no time attribute, from the first row on (Flink's `NonTimeRangeUnboundedPrecedingFunction` and
 * `NonTimeRowsUnboundedPrecedingFunction`). A change in the middle updates the rows behind it, until a state comes out as it was.
 */
export function byNonTime(plan: NonTimePlan, context: OperatorContext): Operator {
  if (plan.preceding !== undefined) throw new Error('a bounded frame without a time attribute does not pass translation');
  const kept = context.keyedState<Peers[]>('sortedListState');
  const states = new OverStates(plan.handler.list, plan.handler.input);
  const over = plan.isRows ? new RowsOver(plan, states, context) : new RangeOver(plan, states, context);
  return {
    onRecord(_input: number, { kind, row }: Change): void {
      const key = fieldsKey(row, plan.keys);
      const list = kept.get(key) ?? [];
      if (isAccumulate(kind)) over.insert(list, kind, row);
      else over.remove(list, row);
      if (list.length === 0) kept.delete(key);
      else kept.set(key, list);
      states.nextRecord();
    },
  };
}

abstract class NonTimeOver {
  protected readonly states: OverStates;
  protected readonly plan: NonTimePlan;
  private readonly context: OperatorContext;
  private readonly order: (a: Row, b: Row) => number;

  constructor(plan: NonTimePlan, states: OverStates, context: OperatorContext) {
    this.plan = plan;
    this.states = states;
    this.context = context;
    this.order = rowOrder(plan.order);
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

  /** Goes on from the state before a place. */
  protected stateBefore(list: readonly Peers[], at: number): OverState {
    return this.states.from(list[at - 1]?.rows.at(-1)?.state);
  }

  protected accumulate(state: OverState, row: Row): void {
    this.states.accumulate(state, this.plan.withConstants(row));
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
    const state = this.stateBefore(list, at);
    if (!isPeer) {
      this.accumulate(state, row);
      this.emit(kind, row, this.states.values(state));
      list.splice(at, 0, { rows: [{ row, state }] });
    } else {
      const peers = list[at] as Peers;
      for (const r of peers.rows) this.accumulate(state, r.row);
      this.accumulate(state, row);
      const before = stateOf(peers);
      this.updatePeers(peers, { before, after: state });
      this.emit(kind, row, this.states.values(state));
      peers.rows.push({ row, state });
      for (const r of peers.rows) r.state = state;
    }
    this.following(list, at + 1, state);
  }

  remove(list: Peers[], row: Row): void {
    const { at, isPeer } = this.placeOf(list, row);
    const peers = list[at];
    if (!isPeer || !peers) return;
    const state = this.stateBefore(list, at);
    const id = rowKey(row);
    // Of several equal rows the last one goes, but none of them counts any more: so does Flink.
    let removed = -1;
    for (const [i, r] of peers.rows.entries()) {
      if (rowKey(r.row) === id) removed = i;
      else this.accumulate(state, r.row);
    }
    if (removed < 0) return;
    const before = stateOf(peers);
    const oldValues = this.states.values(before);
    this.updatePeers({ rows: peers.rows.slice(0, removed) }, { before, after: state });
    this.emit('-D', row, oldValues);
    this.updatePeers({ rows: peers.rows.slice(removed + 1) }, { before, after: state });
    peers.rows.splice(removed, 1);
    for (const r of peers.rows) r.state = state;
    if (peers.rows.length === 0) list.splice(at, 1);
    this.following(list, peers.rows.length === 0 ? at : at + 1, state);
  }

  private updatePeers({ rows }: Peers, { before, after }: { readonly before: OverState; readonly after: OverState }): void {
    if (this.states.isSame(before, after)) return;
    const old = this.states.values(before);
    const now = this.states.values(after);
    for (const { row } of rows) this.update(row, old, now);
  }

  private following(list: readonly Peers[], from: number, start: OverState): void {
    let state = start;
    for (const peers of list.slice(from)) {
      state = this.states.from(state);
      for (const { row } of peers.rows) this.accumulate(state, row);
      const before = stateOf(peers);
      if (this.states.isSame(before, state)) return;
      this.updatePeers(peers, { before, after: state });
      for (const r of peers.rows) r.state = state;
    }
  }
}

function stateOf(peers: Peers): OverState {
  return peers.rows.at(-1)?.state ?? [];
}

/**
 * Each row has the result behind itself. Flink keeps accumulators and results in one place and gives out accumulators where it takes back a
 * result; where they are not the same, that fails.
 */
class RowsOver extends NonTimeOver {
  insert(list: Peers[], kind: RowKind, row: Row): void {
    const { at, isPeer } = this.placeOf(list, row);
    const state = this.stateBefore(list, isPeer ? at + 1 : at);
    this.accumulate(state, row);
    const before = isPeer ? list[at]?.rows.at(-1)?.state : undefined;
    if (before && !this.states.resultsAreStates) this.states.isSame(before, state);
    this.emit(kind, row, this.states.values(state));
    if (isPeer) list[at]?.rows.push({ row, state });
    else list.splice(at, 0, { rows: [{ row, state }] });
    this.following(list.slice(at + 1), state);
  }

  remove(list: Peers[], row: Row): void {
    const { at, isPeer } = this.placeOf(list, row);
    const peers = list[at];
    if (!isPeer || !peers) return;
    const id = rowKey(row);
    const removed = peers.rows.findIndex((r) => rowKey(r.row) === id);
    const gone = peers.rows[removed];
    if (!gone) return;
    const start = removed > 0 ? this.states.from(peers.rows[removed - 1]?.state) : this.stateBefore(list, at);
    this.emit('-D', gone.row, this.asResult(gone.state));
    peers.rows.splice(removed, 1);
    const { state } = this.walk(peers.rows.slice(removed), start);
    if (peers.rows.length === 0) list.splice(at, 1);
    this.following(list.slice(peers.rows.length === 0 ? at : at + 1), state);
  }

  /** Goes on behind a state; stops at the first row whose result stays as it was. */
  private walk(rows: Peers['rows'], start: OverState): { readonly state: OverState; readonly stopped: boolean } {
    let state = start;
    for (const r of rows) {
      state = this.states.from(state);
      this.accumulate(state, r.row);
      const before = this.asResult(r.state);
      const after = this.states.values(state);
      if (rowKey(before) === rowKey(after)) return { state, stopped: true };
      this.update(r.row, before, after);
      r.state = state;
    }
    return { state, stopped: false };
  }

  private following(list: readonly Peers[], start: OverState): void {
    let state = start;
    for (const peers of list) {
      const outcome = this.walk(peers.rows, state);
      if (outcome.stopped) return;
      state = outcome.state;
    }
  }

  private asResult(state: OverState): readonly Value[] {
    if (!this.states.resultsAreStates) throw accumulatorTakenForResult(this.states.fieldCount, this.plan);
    return this.states.values(state);
  }
}
