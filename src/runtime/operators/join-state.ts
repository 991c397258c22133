import type { PhysicalJoin } from '../../rel/physical/physical-join.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { OperatorContext } from '../operator.ts';
import type { Row } from '../record.ts';
import type { KeyedState } from '../state/keyed-state.ts';
import { smallestKey, upsertKeysInRange } from '../../rel/physical/key-queries.ts';
import { fieldTypes } from '../operator.ts';
import { stateTtl } from '../state-ttl.ts';
import { binaryRowHash } from '../state/binary-row-hash.ts';
import { JavaHashMap } from '../state/java-hash-map.ts';
import { pick, rowKey } from '../state/row-key.ts';

/** A row of a side's state: how often it is there, and how many rows of the other side it joins with (kept for outer sides). */
export interface JoinRecord {
  readonly row: Row;
  count: number;
  associations: number;
  /** Virtual time of the last write: entries live and die by themselves. */
  written: number;
}

/** A row as it was when the side was read: copies of one row share their number of associations, and each sees the old one. */
export interface JoinMatch {
  readonly record: JoinRecord;
  readonly row: Row;
  readonly associations: number;
}

/** The unique key that tells rows of a side with one join key apart: empty if it lies in the join key, undefined if there is none. */
export function uniqueKeyOf(join: PhysicalJoin, side: 0 | 1): readonly number[] | undefined {
  const joinKeys = side === 0 ? join.joinInfo.left : join.joinInfo.right;
  const uniqueKeys = upsertKeysInRange(join.cluster.mq, join.input(side), joinKeys) ?? [];
  return uniqueKeys.some((key) => key.every((k) => joinKeys.includes(k))) ? [] : smallestKey(uniqueKeys);
}

/**
 * State of one side of a regular join (Flink's `JoinRecordStateView` and its outer twin): rows by join key, in one of three forms. With a
 * unique key inside the join key there is one row a key, with any unique key one row for each of its values, else rows are counted. Rows of
 * one join key come back in the order of Flink's hash maps.
 */
export class JoinSideState {
  private readonly state: KeyedState<JavaHashMap<Row, JoinRecord>>;
  private readonly identityFields: readonly number[] | undefined;
  private readonly types: readonly SqlType[];
  private readonly ttl: number;
  private readonly context: OperatorContext;

  constructor(join: PhysicalJoin, side: 0 | 1, context: OperatorContext) {
    this.context = context;
    this.ttl = stateTtl(join, context.config, side === 0 ? 'LEFT' : 'RIGHT');
    const input = join.input(side);
    this.identityFields = uniqueKeyOf(join, side);
    const all = fieldTypes(input.rowType);
    this.types = this.identityFields ? this.identityFields.flatMap((i) => all[i] ?? []) : all;
    this.state = context.keyedState(side === 0 ? 'left-records' : 'right-records', this.ttl);
  }

  /** Rows under a join key, each as often as it is there. */
  records(key: string): readonly JoinMatch[] {
    const map = this.live(key);
    if (!map) return [];
    return map.entries().flatMap(([, record]) => {
      const match: JoinMatch = { record, row: record.row, associations: record.associations };
      return record.count === 1 ? [match] : Array.from({ length: record.count }, () => match);
    });
  }

  /** A row of this side has so many partners now. */
  associate(key: string, record: JoinRecord, associations: number): void {
    record.associations = associations;
    if (this.ttl === 0) return;
    record.written = this.context.now;
    const map = this.state.get(key);
    if (map) this.state.set(key, map);
  }

  add(key: string, row: Row, associations: number): void {
    const written = this.context.now;
    const map = this.live(key) ?? new JavaHashMap<Row, JoinRecord>(rowKey, (r) => binaryRowHash(r, this.types));
    const id = this.identity(row);
    const known = map.get(id);
    if (known && !this.identityFields) {
      known.count++;
      known.associations = associations;
      known.written = written;
    } else map.set(id, { row, count: 1, associations, written });
    this.state.set(key, map);
  }

  remove(key: string, row: Row): void {
    const map = this.live(key);
    if (!map) return;
    const id = this.identity(row);
    const known = map.get(id);
    if (!known) return;
    if (known.count > 1) {
      known.count--;
      known.written = this.context.now;
    } else map.delete(id);
    if (map.size === 0) this.state.delete(key);
    else this.state.set(key, map);
  }

  /** The map of a join key without the entries whose time to live is over. */
  private live(key: string): JavaHashMap<Row, JoinRecord> | undefined {
    const map = this.state.get(key);
    if (!map || this.ttl === 0) return map;
    for (const [id, record] of map.entries()) if (this.context.now - record.written >= this.ttl) map.delete(id);
    return map;
  }

  private identity(row: Row): Row {
    return this.identityFields ? pick(row, this.identityFields) : row;
  }
}
