import type { SqlType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import type { Accumulator, AccumulatorFactory } from './accumulator.ts';
import { valueEquals } from '../../types/value.ts';
import { RunError } from '../run-error.ts';
import { valueHash } from '../state/binary-row-hash.ts';
import { JavaHashMap } from '../state/java-hash-map.ts';
import { valueKey } from '../state/row-key.ts';

/** FIRST_VALUE and LAST_VALUE: values that are not null, in arrival order. */
class Positional implements Accumulator {
  private list: Value[] = [];
  private readonly last: boolean;
  private readonly retracts: boolean;

  constructor(o: { readonly last: boolean; readonly retracts: boolean }) {
    this.last = o.last;
    this.retracts = o.retracts;
  }

  accumulate(args: readonly Value[]): void {
    const x = args[0] ?? null;
    if (x === null) return;
    if (this.retracts) this.list.push(x);
    else if (this.last || this.list.length === 0) this.list = [x];
  }

  retract(args: readonly Value[]): void {
    const x = args[0] ?? null;
    if (x === null) return;
    const i = this.list.findIndex((v) => valueEquals(v, x));
    if (i >= 0) this.list.splice(i, 1);
  }

  merge(other: Accumulator): void {
    if (other instanceof Positional) for (const x of other.list) this.accumulate([x]);
  }

  value(): Value {
    return (this.last ? this.list.at(-1) : this.list[0]) ?? null;
  }
}

export function positional(last: boolean, retracts: boolean): AccumulatorFactory {
  return () => new Positional({ last, retracts });
}

/** A list in arrival order; a value that is taken back before it came waits for it. */
class ValueList {
  readonly values: Value[] = [];
  private readonly missing: Value[] = [];

  add(x: Value): void {
    this.values.push(x);
  }

  remove(x: Value): void {
    const i = this.values.findIndex((v) => valueEquals(v, x));
    if (i >= 0) this.values.splice(i, 1);
    else this.missing.push(x);
  }

  merge(other: ValueList): void {
    const open = [...this.missing];
    this.missing.length = 0;
    this.values.push(...other.values);
    for (const x of [...open, ...other.missing]) this.remove(x);
  }
}

class ListAgg implements Accumulator {
  private readonly list = new ValueList();
  private delimiter = ',';

  accumulate([x = null, delimiter]: readonly Value[]): void {
    if (typeof delimiter === 'string') this.delimiter = delimiter;
    if (x !== null) this.list.add(x);
  }

  retract([x = null, delimiter]: readonly Value[]): void {
    if (typeof delimiter === 'string') this.delimiter = delimiter;
    if (x !== null) this.list.remove(x);
  }

  merge(other: Accumulator): void {
    if (!(other instanceof ListAgg)) return;
    this.delimiter = other.delimiter;
    this.list.merge(other.list);
  }

  value(): Value {
    return this.list.values.length === 0 ? null : this.list.values.join(this.delimiter);
  }
}

export function listAgg(): AccumulatorFactory {
  return () => new ListAgg();
}

class ArrayAgg implements Accumulator {
  private readonly list = new ValueList();
  private readonly ignoreNulls: boolean;

  constructor(ignoreNulls: boolean) {
    this.ignoreNulls = ignoreNulls;
  }

  accumulate(args: readonly Value[]): void {
    const x = args[0] ?? null;
    if (x !== null || !this.ignoreNulls) this.list.add(x);
  }

  retract(args: readonly Value[]): void {
    const x = args[0] ?? null;
    if (x !== null || !this.ignoreNulls) this.list.remove(x);
  }

  merge(other: Accumulator): void {
    if (other instanceof ArrayAgg) this.list.merge(other.list);
  }

  value(): Value {
    return this.list.values.length === 0 ? null : [...this.list.values];
  }
}

export function arrayAgg(ignoreNulls: boolean): AccumulatorFactory {
  return () => new ArrayAgg(ignoreNulls);
}

/** COLLECT: a multiset, its values in the order of Flink's hash map. */
class Collect implements Accumulator {
  private readonly counts: JavaHashMap<Value, number>;

  constructor(element: SqlType) {
    this.counts = new JavaHashMap<Value, number>(valueKey, (v) => valueHash(v, element));
  }

  accumulate(args: readonly Value[]): void {
    const x = args[0] ?? null;
    if (x !== null) this.add(x, 1);
  }

  retract(args: readonly Value[]): void {
    const x = args[0] ?? null;
    if (x !== null) this.add(x, -1);
  }

  merge(other: Accumulator): void {
    if (other instanceof Collect) for (const [v, n] of other.counts.entries()) this.add(v, n);
  }

  value(): Value {
    return { entries: this.counts.entries() };
  }

  private add(x: Value, by: number): void {
    const n = (this.counts.get(x) ?? 0) + by;
    if (n === 0) this.counts.delete(x);
    else this.counts.set(x, n);
  }
}

export function collect(element: SqlType): AccumulatorFactory {
  return () => new Collect(element);
}

class SingleValue implements Accumulator {
  private current: Value = null;
  private count = 0;

  accumulate(args: readonly Value[]): void {
    const x = args[0] ?? null;
    if (this.count > 0) throw new RunError('TableRuntimeException', 'SingleValueAggFunction received more than one element.');
    this.current = x;
    this.count++;
  }

  retract(): void {
    if (this.count !== 1) {
      this.count--;
      return;
    }
    this.current = null;
    this.count = 0;
  }

  merge(other: Accumulator): void {
    if (other instanceof SingleValue && other.count > 0) this.accumulate([other.current]);
  }

  value(): Value {
    return this.count > 0 ? this.current : null;
  }
}

/** SINGLE_VALUE: the value of a scalar sub-query, which may have one row. */
export function singleValue(): AccumulatorFactory {
  return () => new SingleValue();
}

/** LAG in an OVER: the value some rows before this one; the third argument stands in for a missing or null one. */
class Lag implements Accumulator {
  private readonly list: Value[] = [];
  private offset = 1;
  private fallback: Value = null;

  accumulate([x = null, offset, fallback]: readonly Value[]): void {
    if (typeof offset === 'number' || typeof offset === 'bigint') this.offset = Number(offset);
    this.fallback = fallback ?? null;
    this.list.push(x);
    while (this.list.length > this.offset + 1) this.list.shift();
  }

  /** Rows that leave the frame change nothing. */
  retract(): void {}

  /** Only for copies: the rows of one key are never split. */
  merge(other: Accumulator): void {
    if (!(other instanceof Lag)) return;
    this.list.push(...other.list);
    this.offset = other.offset;
    this.fallback = other.fallback;
  }

  value(): Value {
    return (this.list.length > this.offset ? this.list[0] : null) ?? this.fallback;
  }
}

export function lag(): AccumulatorFactory {
  return () => new Lag();
}
