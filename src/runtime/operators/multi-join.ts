import type { ExecNode } from '../../exec/exec-node.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import type { Operator, OperatorContext } from '../operator.ts';
import type { Change, Row, RowKind } from '../record.ts';
import type { KeyedState } from '../state/keyed-state.ts';
import { smallestKey } from '../../rel/physical/key-queries.ts';
import { StreamPhysicalMultiJoin } from '../../rel/physical/stream-physical-multi-join.ts';
import { rowTypeOf } from '../../types/sql-type.ts';
import { fieldTypes } from '../operator.ts';
import { stateTtl } from '../state-ttl.ts';
import { isAccumulate } from '../record.ts';
import { binaryRowHash } from '../state/binary-row-hash.ts';
import { JavaHashMap } from '../state/java-hash-map.ts';
import { fieldsKey, pick, rowKey } from '../state/row-key.ts';

/** Flink's `StreamingMultiJoinOperator`. */
export function multiJoin(node: ExecNode, context: OperatorContext): Operator {
  if (!(node.rel instanceof StreamPhysicalMultiJoin)) throw new Error(`${node.name} is no MultiJoin`);
  return new MultiJoin(node.rel, context);
}

/** How far a change has been joined. */
interface Path {
  /** Inputs joined so far. */
  readonly depth: number;
  readonly row: Row;
  readonly kind: RowKind;
  /** The changed row is part of `row`; before that the state is only looked at to find its partners. */
  readonly active: boolean;
}

/**
 * Several inner and left joins from left to right without results between them: a change walks through the inputs, at each one with every row
 * of the state that fits, at its own input with itself. A left join counts partners on the way: where the changed row is the first or was the
 * last one, the padded row goes or comes back.
 */
class MultiJoin implements Operator {
  private readonly context: OperatorContext;
  private readonly inputs: readonly InputState[];
  private readonly isLeft: readonly boolean[];
  private readonly conditions: readonly ((row: Row) => boolean)[];
  private readonly nulls: readonly (readonly Value[])[];
  private readonly commonKeys: readonly (readonly number[])[];

  constructor(rel: StreamPhysicalMultiJoin, context: OperatorContext) {
    this.context = context;
    this.commonKeys = rel.keys.common;
    this.inputs = rel.inputs.map((_, i) => new InputState(rel, i, context));
    this.isLeft = rel.joinTypes.map((t, i) => i > 0 && t === 'left');
    let fields = 0;
    this.conditions = rel.inputs.map((input, i) => {
      fields += input.rowType.fields.length;
      return i === 0 ? () => true : context.condition(rel.join.joinConditions[i], fields);
    });
    this.nulls = rel.inputs.map((input) => input.rowType.fields.map(() => null));
  }

  onRecord(input: number, { kind, row }: Change): void {
    const key = fieldsKey(row, this.commonKeys[input] ?? []);
    this.walk({ input, row, key }, { depth: 0, row: [], kind, active: false });
    this.inputs[input]?.change(key, { kind, row });
  }

  private walk(change: ChangedRow, path: Path): void {
    if (path.depth === this.inputs.length) {
      this.context.emit(path.kind, path.row);
      return;
    }
    const partners = this.partnersInState(change, path);
    if (path.depth === change.input) this.joinItself(change, path, partners);
    else if (this.isLeft[path.depth] && partners === undefined) this.step(change, path, { other: this.nulls[path.depth] ?? [] });
  }

  private step(change: ChangedRow, path: Path, o: { readonly other: Row; readonly kind?: RowKind; readonly active?: boolean }): void {
    this.walk(change, {
      depth: path.depth + 1,
      row: [...path.row, ...o.other],
      kind: o.kind ?? path.kind,
      active: o.active ?? path.active,
    });
  }

  /** Walks on with the rows of the state that fit; their number as left joins count it, undefined if there are none. */
  private partnersInState(change: ChangedRow, path: Path): number | undefined {
    const { depth, row, kind, active } = path;
    const isOwn = depth === change.input;
    const isLeft = this.isLeft[depth] === true;
    if (isOwn && !isLeft) return undefined;
    const fits = this.conditions[depth];
    let any = false;
    let count = 0;
    for (const other of this.inputs[depth]?.rows(change.key) ?? []) {
      if (!fits?.([...row, ...other])) continue;
      any = true;
      if (isLeft) count += !active || isAccumulate(kind) ? 1 : -1;
      if (!isOwn) this.step(change, path, { other });
      // At its own input it is enough to know of one partner, or of a second one where one is about to go.
      else if (count > (isAccumulate(kind) ? 0 : 1)) return count;
    }
    return any ? count : undefined;
  }

  private joinItself(change: ChangedRow, path: Path, partners: number | undefined): void {
    const { depth, row, kind } = path;
    if (!this.conditions[depth]?.([...row, ...change.row])) return;
    const isLeft = this.isLeft[depth] === true;
    const padding = this.nulls[depth] ?? [];
    if (isLeft && isAccumulate(kind) && partners === undefined) this.step(change, path, { other: padding, kind: '-D', active: true });
    this.step(change, path, { other: change.row, active: true });
    if (isLeft && !isAccumulate(kind) && (partners ?? 0) === 1) this.step(change, path, { other: padding, kind: '+I', active: true });
  }
}

interface ChangedRow {
  readonly input: number;
  readonly row: Row;
  /** The key that all inputs share. */
  readonly key: string;
}

interface InputRow {
  readonly row: Row;
  readonly count: number;
  /** Virtual time of the last write, with a time to live. */
  readonly written?: number;
}

/** Rows of one input by common key (Flink's `MultiJoinStateView`), in the order of its map: keys are join key with unique key or row. */
class InputState {
  private readonly state: KeyedState<JavaHashMap<Row, InputRow>>;
  private readonly context: OperatorContext;
  private readonly ttl: number;
  private readonly joinKey: readonly number[];
  /** Undefined where rows are counted. */
  private readonly uniqueKey: readonly number[] | undefined;
  private readonly types: readonly SqlType[];

  constructor(rel: StreamPhysicalMultiJoin, ordinal: number, context: OperatorContext) {
    const input = rel.input(ordinal);
    const own = rel.keys.own[ordinal] ?? [];
    const uniqueKeys = rel.cluster.mq.uniqueKeys(input) ?? [];
    const contained = uniqueKeys.find((k) => k.every((c) => own.includes(c)));
    // The first input has no input before it that a join key could lead to.
    this.joinKey = ordinal === 0 ? [] : own;
    const inJoinKey = contained !== undefined && this.joinKey.length > 0;
    this.uniqueKey = inJoinKey ? [] : (contained ?? smallestKey(uniqueKeys));
    const all = fieldTypes(input.rowType);
    const part = (fields: readonly number[]): readonly SqlType[] => fields.flatMap((i) => all[i] ?? []);
    const rest = this.uniqueKey ? part(this.uniqueKey) : all;
    const nested = (types: readonly SqlType[]): SqlType =>
      rowTypeOf(
        types.map((type, i) => ({ name: `f${i}`, type })),
        true,
      );
    this.types = inJoinKey ? part(this.joinKey) : this.joinKey.length > 0 ? [nested(part(this.joinKey)), nested(rest)] : rest;
    this.context = context;
    this.ttl = stateTtl(rel, context.config, ordinal);
    this.state = context.keyedState(`multi-join-input-${ordinal}`, this.ttl);
  }

  *rows(key: string): Generator<Row> {
    for (const { row, count } of this.live(key)?.values() ?? []) for (let i = 0; i < count; i++) yield row;
  }

  /** The map of a key without the entries whose time to live is over. */
  private live(key: string): JavaHashMap<Row, InputRow> | undefined {
    const map = this.state.get(key);
    if (!map || this.ttl === 0) return map;
    for (const [id, { written }] of map.entries()) if (this.context.now - (written ?? 0) >= this.ttl) map.delete(id);
    return map;
  }

  change(key: string, { kind, row }: Change): void {
    const write = this.ttl > 0 ? { written: this.context.now } : {};
    const map = this.live(key) ?? new JavaHashMap<Row, InputRow>(rowKey, (r) => binaryRowHash(r, this.types));
    const id = this.identity(row);
    const known = map.get(id)?.count ?? 0;
    if (isAccumulate(kind)) map.set(id, { row, count: this.uniqueKey ? 1 : known + 1, ...write });
    else if (known > 1) map.set(id, { row, count: known - 1, ...write });
    else map.delete(id);
    if (map.size === 0) this.state.delete(key);
    else this.state.set(key, map);
  }

  private identity(row: Row): Row {
    if (this.uniqueKey?.length === 0) return pick(row, this.joinKey);
    const rest = this.uniqueKey ? pick(row, this.uniqueKey) : row;
    return this.joinKey.length > 0 ? [{ row: pick(row, this.joinKey) }, { row: rest }] : rest;
  }
}
