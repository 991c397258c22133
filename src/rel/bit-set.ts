/*
 * Sets of column indexes as ascending lists (Calcite's `ImmutableBitSet`).
 */

/** Ascending without repetitions. */
export function bitSet(indexes: Iterable<number>): number[] {
  return [...new Set(indexes)].sort((a, b) => a - b);
}

/** 0 … n − 1, or from … to − 1. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(to - from, 0) }, (_, i) => from + i);
}

export function containsAll(set: readonly number[], part: readonly number[]): boolean {
  return part.every((i) => set.includes(i));
}

export function intersection(a: readonly number[], b: readonly number[]): number[] {
  return a.filter((i) => b.includes(i));
}

export function union(a: readonly number[], b: readonly number[]): number[] {
  return bitSet([...a, ...b]);
}

export function difference(a: readonly number[], b: readonly number[]): number[] {
  return a.filter((i) => !b.includes(i));
}

export function sameSet(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((x, i) => x === b[i]);
}

export function shiftSet(set: readonly number[], offset: number): number[] {
  return set.map((i) => i + offset);
}

/** Value of a set as the number whose bits are set. */
function bits(set: readonly number[]): bigint {
  return set.reduce((n, i) => n | (1n << BigInt(i)), 0n);
}

/** Calcite's `ImmutableBitSet.COMPARATOR`: enclosing sets first, else by the number of their bits. */
export function compareBitSets(a: readonly number[], b: readonly number[]): number {
  if (sameSet(a, b)) return 0;
  if (containsAll(a, b)) return -1;
  if (containsAll(b, a)) return 1;
  return bits(a) < bits(b) ? -1 : 1;
}

/** All subsets, smaller first and in order of their members (Calcite's `powerSet` and Flink's use of it do not depend on the order). */
export function powerSet(set: readonly number[]): number[][] {
  return set.reduce<number[][]>((all, i) => [...all, ...all.map((s) => [...s, i])], [[]]);
}
