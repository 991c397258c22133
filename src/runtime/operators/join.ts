import type { ExecNode } from '../../exec/exec-node.ts';
import type { JoinInfo } from '../../rel/core/join-info.ts';
import type { Value } from '../../types/value.ts';
import type { Operator, OperatorContext } from '../operator.ts';
import type { Change, Row, RowKind } from '../record.ts';
import type { JoinMatch } from './join-state.ts';
import { StreamPhysicalJoin } from '../../rel/physical/stream-physical-join.ts';
import { composeConjunction } from '../../rel/rex/conditions.ts';
import { isAccumulate } from '../record.ts';
import { joinRows } from '../row-builder.ts';
import { keySelector } from '../state/row-key.ts';
import { JoinSideState } from './join-state.ts';

/** A regular join keeps both inputs and joins each change with what the other side has. */
export function join(node: ExecNode, context: OperatorContext): Operator {
  if (!(node.rel instanceof StreamPhysicalJoin)) throw new Error(`${node.name} is no Join`);
  const { joinType } = node.rel;
  return joinType === 'semi' || joinType === 'anti' ? new SemiAntiJoin(node.rel, context) : new RegularJoin(node.rel, context);
}

/** True if a row may match at all: a null in a key that `=` compares matches nothing. */
export function keyFilter(info: JoinInfo, side: 0 | 1): (row: Row) => boolean {
  const keys = side === 0 ? info.left : info.right;
  const checked = keys.filter((_, i) => info.filterNulls[i]);
  const [only] = checked;
  if (only === undefined) return () => true;
  return checked.length === 1 ? (row) => row[only] !== null : (row) => checked.every((k) => row[k] !== null);
}

/** The part of the condition that is no key, over both rows side by side. */
export function restCondition(rel: StreamPhysicalJoin | { readonly joinInfo: JoinInfo }, fieldCount: number, context: OperatorContext) {
  const { nonEqui } = rel.joinInfo;
  return nonEqui.length === 0 ? () => true : context.condition(composeConjunction(nonEqui), fieldCount);
}

abstract class TwoSided implements Operator {
  protected readonly context: OperatorContext;
  protected readonly states: readonly [JoinSideState, JoinSideState];
  protected readonly counts: readonly [number, number];
  private readonly info: JoinInfo;
  private readonly filters: readonly [(row: Row) => boolean, (row: Row) => boolean];
  private readonly keys: readonly [(row: Row) => string, (row: Row) => string];
  /** Undefined: the keys are all there is. */
  private readonly condition: ((row: Row) => boolean) | undefined;

  constructor(rel: StreamPhysicalJoin, context: OperatorContext) {
    this.context = context;
    this.info = rel.joinInfo;
    this.states = [new JoinSideState(rel, 0, context), new JoinSideState(rel, 1, context)];
    this.counts = [rel.left.rowType.fields.length, rel.right.rowType.fields.length];
    this.filters = [keyFilter(this.info, 0), keyFilter(this.info, 1)];
    this.keys = [keySelector(this.info.left), keySelector(this.info.right)];
    this.condition = this.info.nonEqui.length === 0 ? undefined : restCondition(rel, this.counts[0] + this.counts[1], context);
  }

  abstract onRecord(input: number, change: Change): void;

  protected keyOf(side: 0 | 1, row: Row): string {
    return this.keys[side](row);
  }

  /** Rows of the other side that the row joins with. */
  protected matches(side: 0 | 1, key: string, row: Row): readonly JoinMatch[] {
    if (!this.filters[side](row)) return [];
    const records = this.states[side === 0 ? 1 : 0].records(key);
    const { condition } = this;
    return condition ? records.filter((r) => condition(this.joined(side, row, r.row))) : records;
  }

  /** Both rows, the left one first. */
  protected joined(side: 0 | 1, row: Row, other: Row): Row {
    return side === 0 ? joinRows(row, other) : joinRows(other, row);
  }
}

/** Flink's `StreamingJoinOperator`: inner and outer joins. */
export class RegularJoin extends TwoSided {
  private readonly outer: readonly [boolean, boolean];
  private readonly nulls: readonly [readonly Value[], readonly Value[]];

  constructor(rel: StreamPhysicalJoin, context: OperatorContext) {
    super(rel, context);
    const { joinType } = rel;
    this.outer = [joinType === 'left' || joinType === 'full', joinType === 'right' || joinType === 'full'];
    const empty = (n: number): readonly Value[] => Array.from({ length: n }, () => null);
    this.nulls = [empty(this.counts[0]), empty(this.counts[1])];
  }

  override onRecord(input: number, change: Change): void {
    this.onChange(input === 0 ? 0 : 1, change, false);
  }

  /** `suppressed`: one half of an update whose other half is next to it, so that padding of the other side stays as it is. */
  onChange(side: 0 | 1, { kind, row }: Change, suppressed: boolean): void {
    const other = side === 0 ? 1 : 0;
    const key = this.keyOf(side, row);
    if (isAccumulate(kind)) this.accumulate({ side, other, key, kind, row, suppressed });
    else this.retract({ side, other, key, kind, row, suppressed });
  }

  private accumulate({ side, other, key, kind, row, suppressed }: SideChange): void {
    const matches = this.matches(side, key, row);
    const emitKind: RowKind = this.outer[side] || this.outer[other] ? '+I' : kind;
    if (this.outer[side]) {
      if (matches.length === 0) this.context.emit('+I', this.joined(side, row, this.nulls[other]), [row]);
      else this.join(side, other, { key, row, matches, kind: emitKind, suppressed });
      this.states[side].add(key, row, matches.length);
      return;
    }
    this.states[side].add(key, row, 0);
    this.join(side, other, { key, row, matches, kind: emitKind, suppressed });
  }

  private join(side: 0 | 1, other: 0 | 1, o: Joining): void {
    for (const m of o.matches) {
      if (this.outer[other]) {
        // The first match of a padded row takes the padding back.
        if (m.associations === 0 && !o.suppressed) this.context.emit('-D', this.joined(side, this.nulls[side], m.row), [m.row]);
        this.states[other].associate(o.key, m.record, m.associations + 1);
      }
      this.context.emit(o.kind, this.joined(side, o.row, m.row), [o.row, m.row]);
    }
  }

  private retract({ side, other, key, kind, row, suppressed }: SideChange): void {
    if (!suppressed) this.states[side].remove(key, row);
    const matches = this.matches(side, key, row);
    if (matches.length === 0) {
      if (this.outer[side]) this.context.emit('-D', this.joined(side, row, this.nulls[other]), [row]);
      return;
    }
    for (const m of matches) {
      this.context.emit(this.outer[side] ? '-D' : kind, this.joined(side, row, m.row), [row, m.row]);
      if (!this.outer[other]) continue;
      // The last match that goes brings the padding back.
      if (m.associations === 1 && !suppressed) this.context.emit('+I', this.joined(side, this.nulls[side], m.row), [m.row]);
      this.states[other].associate(key, m.record, m.associations - 1);
    }
  }
}

interface SideChange {
  readonly side: 0 | 1;
  readonly other: 0 | 1;
  readonly key: string;
  readonly kind: RowKind;
  readonly row: Row;
  readonly suppressed: boolean;
}

interface Joining {
  readonly key: string;
  readonly row: Row;
  readonly matches: readonly JoinMatch[];
  readonly kind: RowKind;
  readonly suppressed: boolean;
}

/** Flink's `StreamingSemiAntiJoinOperator`: left rows that have a match, or that have none. */
class SemiAntiJoin extends TwoSided {
  private readonly isAnti: boolean;

  constructor(rel: StreamPhysicalJoin, context: OperatorContext) {
    super(rel, context);
    this.isAnti = rel.joinType === 'anti';
  }

  override onRecord(input: number, { kind, row }: Change): void {
    if (input === 0) this.onLeft(kind, row);
    else this.onRight(kind, row);
  }

  private onLeft(kind: RowKind, row: Row): void {
    const key = this.keyOf(0, row);
    const matches = this.matches(0, key, row);
    if ((matches.length === 0) === this.isAnti) this.context.emit(kind, row);
    if (isAccumulate(kind)) this.states[0].add(key, row, matches.length);
    else this.states[0].remove(key, row);
  }

  private onRight(kind: RowKind, row: Row): void {
    const key = this.keyOf(1, row);
    const adds = isAccumulate(kind);
    if (adds) this.states[1].add(key, row, 0);
    else this.states[1].remove(key, row);
    for (const m of this.matches(1, key, row)) {
      if (m.associations === (adds ? 0 : 1)) {
        if (this.isAnti) this.context.emit(adds ? '-D' : '+I', m.row);
        else this.context.emit(kind, m.row);
      }
      this.states[0].associate(key, m.record, m.associations + (adds ? 1 : -1));
    }
  }
}
