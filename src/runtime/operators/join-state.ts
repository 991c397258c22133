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
  written?: number;
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

/** Rows that wait before they are put in order, at least. */
const MOST_WAITING = 64;

/** What all join keys of one side have in common. */
interface RowIdentity {
  /** Fields that tell rows of one join key apart; undefined: rows are counted. */
  readonly fields: readonly number[] | undefined;
  /** Types of those fields, or of the whole row. */
  readonly types: readonly SqlType[];
}

/**
 * Rows of one join key. New rows that join with nothing so far wait in a list until somebody asks for the rows: most never are asked for,
 * and finding out whether a row is there already costs more than all else.
 */
class JoinRows {
  private readonly identity: RowIdentity;
  private readonly records: JavaHashMap<Row, JoinRecord>;
  private waiting: Row[] = [];

  constructor(identity: RowIdentity) {
    this.identity = identity;
    this.records = new JavaHashMap<Row, JoinRecord>(rowKey, (r) => binaryRowHash(r, identity.types));
  }

  get size(): number {
    return this.settled().size;
  }

  entries(): readonly (readonly [Row, JoinRecord])[] {
    return this.settled().entries();
  }

  /** In the order of Flink's hash maps. */
  values(): readonly JoinRecord[] {
    return this.settled().values();
  }

  /** Adds one row without partners, when somebody asks. */
  addLater(row: Row): void {
    if (this.waiting.push(row) > MOST_WAITING && this.waiting.length > this.records.size) this.settled();
  }

  add(record: JoinRecord): void {
    this.put(this.settled(), record);
  }

  /** False if it is not there. */
  remove(row: Row, now: number): boolean {
    const records = this.settled();
    const id = this.idOf(row);
    const known = records.get(id);
    if (!known) return false;
    if (known.count > 1) {
      known.count--;
      if (known.written !== undefined) known.written = now;
    } else records.delete(id);
    return true;
  }

  /** Forgets rows that were written up to a time. */
  expire(time: number): void {
    for (const [id, record] of this.settled().entries()) if ((record.written ?? 0) <= time) this.records.delete(id);
  }

  private settled(): JavaHashMap<Row, JoinRecord> {
    if (this.waiting.length > 0) {
      for (const row of this.waiting) this.put(this.records, { row, count: 1, associations: 0 });
      this.waiting = [];
    }
    return this.records;
  }

  private put(records: JavaHashMap<Row, JoinRecord>, record: JoinRecord): void {
    const id = this.idOf(record.row);
    const known = records.get(id);
    if (known && !this.identity.fields) {
      known.count++;
      known.associations = record.associations;
      if (record.written !== undefined) known.written = record.written;
    } else records.set(id, record);
  }

  private idOf(row: Row): Row {
    return this.identity.fields ? pick(row, this.identity.fields) : row;
  }
}

/**
 * State of one side of a regular join (Flink's `JoinRecordStateView` and its outer twin): rows by join key, in one of three forms. With a
 * unique key inside the join key there is one row a key, with any unique key one row for each of its values, else rows are counted. Rows of
 * one join key come back in the order of Flink's hash maps.
 */
export class JoinSideState {
  private readonly state: KeyedState<JoinRows>;
  private readonly identity: RowIdentity;
  private readonly ttl: number;
  private readonly context: OperatorContext;

  constructor(join: PhysicalJoin, side: 0 | 1, context: OperatorContext) {
    this.context = context;
    this.ttl = stateTtl(join, context.config, side === 0 ? 'LEFT' : 'RIGHT');
    const fields = uniqueKeyOf(join, side);
    const all = fieldTypes(join.input(side).rowType);
    this.identity = { fields, types: fields ? fields.flatMap((i) => all[i] ?? []) : all };
    this.state = context.keyedState(side === 0 ? 'left-records' : 'right-records', this.ttl);
  }

  /** Rows under a join key, each as often as it is there. */
  records(key: string): readonly JoinMatch[] {
    const rows = this.live(key);
    if (!rows) return [];
    const matches: JoinMatch[] = [];
    for (const record of rows.values()) {
      const match: JoinMatch = { record, row: record.row, associations: record.associations };
      for (let i = 0; i < record.count; i++) matches.push(match);
    }
    return matches;
  }

  /** A row of this side has so many partners now. */
  associate(key: string, record: JoinRecord, associations: number): void {
    record.associations = associations;
    if (this.ttl === 0) return;
    record.written = this.context.now;
    const rows = this.state.get(key);
    if (rows) this.state.set(key, rows);
  }

  add(key: string, row: Row, associations: number): void {
    const rows = this.live(key) ?? new JoinRows(this.identity);
    if (this.ttl === 0 && associations === 0) rows.addLater(row);
    else rows.add({ row, count: 1, associations, ...(this.ttl > 0 && { written: this.context.now }) });
    this.state.set(key, rows);
  }

  remove(key: string, row: Row): void {
    const rows = this.live(key);
    if (!rows?.remove(row, this.context.now)) return;
    if (rows.size === 0) this.state.delete(key);
    else this.state.set(key, rows);
  }

  /** The rows of a join key without those whose time to live is over. */
  private live(key: string): JoinRows | undefined {
    const rows = this.state.get(key);
    if (rows && this.ttl > 0) rows.expire(this.context.now - this.ttl);
    return rows;
  }
}
