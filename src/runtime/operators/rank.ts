import type { ExecNode } from '../../exec/exec-node.ts';
import type { RankRange } from '../../rel/core/rank.ts';
import type { RankStrategy } from '../../rel/physical/rank-strategy.ts';
import type { Operator, OperatorContext } from '../operator.ts';
import type { Change, Row, RowKind } from '../record.ts';
import type { RankPlan } from './rank-plan.ts';
import { UnsupportedError } from '../../base/diagnostic.ts';
import { isInsertOnly } from '../../catalog/changelog-mode.ts';
import { changelogModeOf, generatesUpdateBefore } from '../../rel/physical/changelog.ts';
import { limitNumber } from '../../rel/physical/sort-limits.ts';
import { StreamPhysicalLimit } from '../../rel/physical/stream-physical-limit.ts';
import { StreamPhysicalRank } from '../../rel/physical/stream-physical-rank.ts';
import { StreamPhysicalSortLimit } from '../../rel/physical/stream-physical-sort-limit.ts';
import { bigintOf } from '../../types/int64.ts';
import { isAccumulate } from '../record.ts';
import { fieldsKey, keySelector, rowKey } from '../state/row-key.ts';
import { OffsetTopN } from './offset-top-n.ts';
import { insertionPlace, rowOrder } from './sort-order.ts';

/** Rank, SortLimit and Limit: the first rows of each partition (Top-N), by one of Flink's three algorithms. */
export function rank(node: ExecNode, context: OperatorContext): Operator {
  const plan = rankPlan(node);
  const { rel } = node;
  const range = rel instanceof StreamPhysicalRank ? rel.rank.rankRange : undefined;
  return range?.kind === 'variable' ? variableRank(plan, range.endIndex, context) : rankOperator(plan, context);
}

/** The end of a partition's rank is what the column holds in its first row (Flink's `VariableRankRange`). */
function variableRank(plan: RankPlan, endIndex: number, context: OperatorContext): Operator {
  const ends = context.keyedState<number>('rank-end');
  const byEnd = new Map<number, Operator>();
  return {
    onRecord(input: number, change: Change): void {
      const key = fieldsKey(change.row, plan.partitionKeys);
      const end = ends.getOrCreate(key, () => Number(change.row[endIndex] ?? 0));
      const operator = byEnd.get(end) ?? rankOperator({ ...plan, end }, context);
      byEnd.set(end, operator);
      operator.onRecord(input, change);
    },
  };
}

function rankOperator(plan: RankPlan, context: OperatorContext): Operator {
  switch (plan.strategy.kind) {
    case 'appendFast':
      return isTop1(plan) ? fastTop1(plan, context) : new TopN(plan, context, 'append');
    case 'updateFast':
      return isTop1(plan) ? fastTop1(plan, context) : new UpdatableTopN(plan, context);
    default:
      return plan.start > 1 && !plan.outputRank ? new OffsetTopN(plan, context) : new TopN(plan, context, 'retract');
  }
}

function rankPlan(node: ExecNode): RankPlan {
  const { rel } = node;
  if (rel instanceof StreamPhysicalRank) {
    const { partitionKey, orderKey, rankRange, outputRankNumber } = rel.rank;
    const { start, end } = constantRange(rankRange);
    const updateBefore = generatesUpdateBefore(rel);
    return { partitionKeys: partitionKey, order: orderKey, start, end, outputRank: outputRankNumber, strategy: rel.strategy, updateBefore };
  }
  if (rel instanceof StreamPhysicalSortLimit || rel instanceof StreamPhysicalLimit) {
    const offset = limitNumber(rel.offset) ?? 0;
    const fetch = limitNumber(rel.fetch);
    if (fetch === undefined)
      throw new UnsupportedError('operator', 'FETCH is missed, which on streaming table is not supported currently.');
    const inputMode = changelogModeOf(rel.input());
    const strategy: RankStrategy =
      rel instanceof StreamPhysicalSortLimit ? rel.strategy : { kind: !inputMode || isInsertOnly(inputMode) ? 'appendFast' : 'retract' };
    return {
      partitionKeys: [],
      order: rel instanceof StreamPhysicalSortLimit ? rel.collation : [],
      start: offset + 1,
      end: offset + fetch,
      outputRank: false,
      strategy,
      updateBefore: generatesUpdateBefore(rel),
    };
  }
  throw new Error(`${node.name} is no Rank`);
}

function constantRange(range: RankRange): { readonly start: number; readonly end: number } {
  if (range.kind === 'constant') return range;
  // The end is known with the first row of each partition.
  if (range.kind === 'variable') return { start: 1, end: Infinity };
  throw new UnsupportedError('operator', 'A rank without an end cannot be run yet.');
}

function isTop1({ start, end }: RankPlan): boolean {
  return start === 1 && end === 1;
}

/** Flink's `FastTop1Function`: a later row replaces the first only if it is strictly better; an equal one is lost, even if it updates it. */
function fastTop1(plan: RankPlan, context: OperatorContext): Operator {
  const state = context.keyedState<Row>('Top1-Rank-State');
  const order = rowOrder(plan.order);
  const keyOf = keySelector(plan.partitionKeys);
  const output = (row: Row): Row => (plan.outputRank ? [...row, 1n] : row);
  return {
    onRecord(_input: number, { row }: Change): void {
      const key = keyOf(row);
      const before = state.get(key);
      if (!before) {
        state.set(key, row);
        context.emit('+I', output(row));
        return;
      }
      if (order(row, before) >= 0) return;
      state.set(key, row);
      if (plan.updateBefore) context.emit('-U', output(before));
      context.emit('+U', output(row));
    },
  };
}

/** Emission shared by all: ranks out of range are not shown, `-U` only where it was asked for. */
class RankOutput {
  protected readonly plan: RankPlan;
  protected readonly context: OperatorContext;
  /** With an offset or the rank in the output rows move from place to place; else they only come and go. */
  protected readonly movesRows: boolean;
  protected readonly keyOf: (row: Row) => string;

  constructor(plan: RankPlan, context: OperatorContext) {
    this.plan = plan;
    this.context = context;
    this.keyOf = keySelector(plan.partitionKeys);
    this.movesRows = plan.outputRank || plan.start > 1;
  }

  protected send(kind: RowKind, row: Row, place: number): void {
    if (place < this.plan.start || place > this.plan.end) return;
    if (kind === '-U' && !this.plan.updateBefore) return;
    this.context.emit(kind, this.plan.outputRank ? [...row, bigintOf(place)] : row, this.context.watch.derived && [row]);
  }

  /** Rows from place `p` on have moved one place down for `row`: each place gets its new row, the last one opens. */
  protected shiftDown(list: readonly Row[], p: number, row: Row): void {
    let previous = row;
    let place = p;
    for (; place <= this.plan.end; place++) {
      const old = list[place - 1];
      if (!old) break;
      this.send('-U', old, place);
      this.send('+U', previous, place);
      previous = old;
    }
    if (place <= this.plan.end) this.send('+I', previous, place);
  }
}

/** Flink's `AppendOnlyTopNFunction` (only the best rows are kept) and `RetractableTopNFunction` (all rows are kept). */
class TopN extends RankOutput implements Operator {
  private readonly state: ReturnType<typeof this.makeState>;
  private readonly order: (a: Row, b: Row) => number;
  private readonly mode: 'append' | 'retract';

  constructor(plan: RankPlan, context: OperatorContext, mode: 'append' | 'retract') {
    super(plan, context);
    this.mode = mode;
    this.order = rowOrder(plan.order);
    this.state = this.makeState();
  }

  private makeState() {
    return this.context.keyedState<Row[]>('data-state');
  }

  onRecord(_input: number, { kind, row }: Change): void {
    const key = this.keyOf(row);
    const list = this.state.get(key) ?? [];
    if (isAccumulate(kind)) this.insert(list, row);
    else this.remove(list, row);
    if (list.length === 0) this.state.delete(key);
    else this.state.set(key, list);
  }

  private insert(list: Row[], row: Row): void {
    const { end } = this.plan;
    const at = insertionPlace(list, row, this.order);
    if (this.movesRows) this.shiftDown(list, at + 1, row);
    else if (at < end) {
      const pushedOut = list[end - 1];
      if (pushedOut) this.send('-D', pushedOut, end);
      this.send('+I', row, at + 1);
    }
    list.splice(at, 0, row);
    if (this.mode === 'append') list.length = Math.min(list.length, end);
  }

  private remove(list: Row[], row: Row): void {
    const id = rowKey(row);
    const at = list.findIndex((r) => rowKey(r) === id);
    if (at < 0) return;
    const { end } = this.plan;
    if (this.movesRows) {
      let place = at + 1;
      let previous = list[at] as Row;
      for (; place <= end; place++) {
        const next = list[place];
        if (!next) break;
        this.send('-U', previous, place);
        this.send('+U', next, place);
        previous = next;
      }
      if (place <= end) this.send('-D', previous, place);
    } else if (at < end) {
      this.send('-D', row, at + 1);
      const movesUp = list[end];
      if (movesUp) this.send('+I', movesUp, end);
    }
    list.splice(at, 1);
  }
}

/** Flink's `UpdatableTopNFunction`: rows have a key, and a newer row of a key has a better place. */
class UpdatableTopN extends RankOutput implements Operator {
  private readonly state: ReturnType<typeof this.makeState>;
  private readonly order: (a: Row, b: Row) => number;
  private readonly rowKeys: readonly number[];

  constructor(plan: RankPlan, context: OperatorContext) {
    super(plan, context);
    this.order = rowOrder(plan.order);
    this.rowKeys = plan.strategy.kind === 'updateFast' ? plan.strategy.primaryKeys : [];
    this.state = this.makeState();
  }

  private makeState() {
    return this.context.keyedState<Row[]>('data-state-with-update');
  }

  onRecord(_input: number, { row }: Change): void {
    const key = this.keyOf(row);
    const list = this.state.get(key) ?? [];
    const id = fieldsKey(row, this.rowKeys);
    const known = list.findIndex((r) => fieldsKey(r, this.rowKeys) === id);
    if (known < 0) this.insert(list, row);
    else this.update(list, known, row);
    this.state.set(key, list);
  }

  private insert(list: Row[], row: Row): void {
    const { end } = this.plan;
    const at = insertionPlace(list, row, this.order);
    if (at >= end) return;
    if (this.movesRows) this.shiftDown(list, at + 1, row);
    else {
      const pushedOut = list[end - 1];
      if (pushedOut) this.send('-D', pushedOut, end);
      this.send('+I', row, at + 1);
    }
    list.splice(at, 0, row);
    list.length = Math.min(list.length, end);
  }

  private update(list: Row[], from: number, row: Row): void {
    const old = list[from] as Row;
    const rest = [...list.slice(0, from), ...list.slice(from + 1)];
    const same = this.order(old, row) === 0;
    const to = same ? from : insertionPlace(rest, row, this.order);
    if (!this.movesRows || to === from) {
      this.send('-U', old, from + 1);
      this.send('+U', row, from + 1);
    } else if (to < from) this.moveUp(list, { from, to, row });
    else this.moveDown(list, { from, to, row });
    rest.splice(to, 0, row);
    list.splice(0, list.length, ...rest);
  }

  private moveUp(list: readonly Row[], { from, to, row }: { readonly from: number; readonly to: number; readonly row: Row }): void {
    const old = list[from] as Row;
    let previous = row;
    for (let i = to; i < from; i++) {
      const displaced = list[i] as Row;
      this.send('-U', displaced, i + 1);
      if (i === to) this.send('-U', old, from + 1);
      this.send('+U', previous, i + 1);
      previous = displaced;
    }
    this.send('+U', previous, from + 1);
  }

  private moveDown(list: readonly Row[], { from, to, row }: { readonly from: number; readonly to: number; readonly row: Row }): void {
    this.send('-U', list[from] as Row, from + 1);
    for (let i = from; i < to; i++) {
      const next = list[i + 1] as Row;
      this.send('-U', next, i + 2);
      this.send('+U', next, i + 1);
    }
    this.send('+U', row, to + 1);
  }
}
