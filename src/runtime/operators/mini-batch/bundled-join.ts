import type { ExecNode } from '../../../exec/exec-node.ts';
import type { SqlType } from '../../../types/sql-type.ts';
import type { Operator, OperatorContext } from '../../operator.ts';
import type { Change, Row } from '../../record.ts';
import { StreamPhysicalJoin } from '../../../rel/physical/stream-physical-join.ts';
import { fieldTypes } from '../../operator.ts';
import { isAccumulate } from '../../record.ts';
import { binaryRowHash } from '../../state/binary-row-hash.ts';
import { JavaHashMap } from '../../state/java-hash-map.ts';
import { pick, rowKey } from '../../state/row-key.ts';
import { RegularJoin, join } from '../join.ts';
import { uniqueKeyOf } from '../join-state.ts';
import { bundleSize, hasMiniBatch, rowMap } from './bundle.ts';

/** Join with and without mini-batches; semi and anti joins know no bundles. */
export function bundledJoin(node: ExecNode, context: OperatorContext): Operator {
  const { rel } = node;
  if (!hasMiniBatch(context.config) || !(rel instanceof StreamPhysicalJoin)) return join(node, context);
  if (rel.joinType === 'semi' || rel.joinType === 'anti') return join(node, context);
  return new BundledJoin(rel, context);
}

/**
 * Flink's `MiniBatchStreamingJoinOperator`: gathers the changes of both sides, folds those of a key that undo each other, and joins one side
 * after the other at the end of the bundle. The side whose rows may be padded comes last.
 */
class BundledJoin implements Operator {
  private readonly inner: RegularJoin;
  private readonly sides: readonly [SideBundle, SideBundle];
  private readonly order: readonly (0 | 1)[];
  private readonly size: number;
  private elements = 0;

  constructor(rel: StreamPhysicalJoin, context: OperatorContext) {
    this.inner = new RegularJoin(rel, context);
    this.sides = [new SideBundle(rel, 0), new SideBundle(rel, 1)];
    this.order = rel.joinType === 'right' ? [0, 1] : [1, 0];
    this.size = bundleSize(context.config);
  }

  onRecord(input: number, change: Change): void {
    this.sides[input === 0 ? 0 : 1].add(change);
    this.elements++;
    if (this.elements >= this.size) this.finish();
  }

  onInputWatermark(): void {
    this.finish();
  }

  finish(): void {
    this.elements = 0;
    for (const side of this.order) {
      const bundle = this.sides[side];
      for (const changes of bundle.drain()) {
        if (bundle.hasUniqueKey) this.joinPairs(side, changes);
        else for (const change of changes) this.inner.onChange(side, change, false);
      }
    }
  }

  /** The end of a row and its successor are one update: padding does not flicker, and the row in the state is replaced. */
  private joinPairs(side: 0 | 1, changes: readonly Change[]): void {
    let held: Change | undefined;
    for (let i = 0; i < changes.length; i++) {
      const current = changes[i] as Change;
      const next = changes[i + 1];
      if (!isAccumulate(current.kind) && next) {
        i++;
        const isUpdate = isAccumulate(next.kind);
        if (!isUpdate) held = next;
        this.inner.onChange(side, current, isUpdate);
        if (isUpdate) this.inner.onChange(side, next, true);
        continue;
      }
      const isUpdate = held !== undefined && isAccumulate(current.kind);
      if (held) this.inner.onChange(side, held, isUpdate);
      held = undefined;
      this.inner.onChange(side, current, isUpdate);
    }
  }
}

/** Changes of one side by join key, then by unique key, or by hash of the whole row where there is none (Flink's `BufferBundle`s). */
class SideBundle {
  readonly hasUniqueKey: boolean;
  private readonly joinKeys: readonly number[];
  private readonly uniqueKey: readonly number[] | undefined;
  private readonly keyTypes: readonly SqlType[];
  private readonly uniqueTypes: readonly SqlType[];
  private readonly rowTypes: readonly SqlType[];
  private readonly bundle: JavaHashMap<Row, JavaHashMap<Row | number, Change[]>>;

  constructor(rel: StreamPhysicalJoin, side: 0 | 1) {
    this.rowTypes = fieldTypes(rel.input(side).rowType);
    this.joinKeys = side === 0 ? rel.joinInfo.left : rel.joinInfo.right;
    // An empty key stands for one that lies in the join key.
    this.uniqueKey = uniqueKeyOf(rel, side);
    this.hasUniqueKey = this.uniqueKey !== undefined;
    this.keyTypes = this.joinKeys.flatMap((i) => this.rowTypes[i] ?? []);
    this.uniqueTypes = (this.uniqueKey ?? []).flatMap((i) => this.rowTypes[i] ?? []);
    this.bundle = rowMap(this.keyTypes);
  }

  add(change: Change): void {
    const key = pick(change.row, this.joinKeys);
    const id = this.uniqueKey ? pick(change.row, this.uniqueKey) : binaryRowHash(change.row, this.rowTypes);
    const list = this.listOf(key, id);
    const folded = this.uniqueKey ? foldByKey(list, change) : foldByRow(list, change);
    if (!folded) this.listOf(key, id).push(change);
    else if (list.length === 0) {
      const lists = this.bundle.get(key);
      lists?.delete(id);
      if (lists?.size === 0) this.bundle.delete(key);
    }
  }

  private listOf(key: Row, id: Row | number): Change[] {
    return this.bundle.computeIfAbsent(key, () => this.newLists()).computeIfAbsent(id, () => []);
  }

  /** The lists of changes in the order of Flink's maps; the bundle is empty then. */
  drain(): readonly (readonly Change[])[] {
    const entries = this.bundle.entries();
    this.bundle.clear();
    if (this.uniqueKey) return entries.flatMap(([, lists]) => lists.entries().map(([, list]) => list));
    // Without a unique key Flink makes a new map of the join keys.
    const copy = rowMap<readonly Change[]>(this.keyTypes);
    for (const [key, lists] of entries) copy.computeIfAbsent(key, () => lists.entries().flatMap(([, list]) => list));
    return copy.entries().map(([, list]) => list);
  }

  private newLists(): JavaHashMap<Row | number, Change[]> {
    return new JavaHashMap<Row | number, Change[]>(
      (id) => (typeof id === 'number' ? String(id) : rowKey(id)),
      (id) => (typeof id === 'number' ? id : binaryRowHash(id, this.uniqueTypes)),
    );
  }
}

/**
 * True if the change vanishes together with what it undoes. A new row takes the place of one that came in this bundle; a retraction ends it;
 * of two retractions the last one stays.
 */
function foldByKey(list: Change[], change: Change): boolean {
  const last = list.at(-1);
  if (!last) return false;
  const retracts = !isAccumulate(change.kind);
  if (isAccumulate(last.kind) || retracts) list.pop();
  return isAccumulate(last.kind) && retracts;
}

/** A row and the end of an equal one cancel out; true if the change did. */
function foldByRow(list: Change[], change: Change): boolean {
  const adds = isAccumulate(change.kind);
  const id = rowKey(change.row);
  const at = list.findLastIndex((c) => isAccumulate(c.kind) !== adds && rowKey(c.row) === id);
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}
