import { inBucketOrder } from '../../base/java-hash.ts';

/** Java's hash code of an `ImmutableBitSet`: that of its array of 64-bit words. */
function hashCode(set: readonly number[]): number {
  const words: bigint[] = [];
  for (const i of set) {
    const w = Math.floor(i / 64);
    while (words.length <= w) words.push(0n);
    words[w] = (words[w] ?? 0n) | (1n << BigInt(i % 64));
  }
  let result = 1;
  for (const w of words) {
    const folded = Number(BigInt.asIntN(32, w ^ (w >> 32n)));
    result = (Math.imul(31, result) + folded) | 0;
  }
  return result;
}

/**
 * Column sets without repetition in the order in which a Java `HashSet` filled in this order lists them. Flink keeps keys in such sets,
 * and where it takes the first one, or prints all, the order shows.
 */
export function hashOrdered(sets: Iterable<readonly number[]>): readonly (readonly number[])[] {
  const distinct = new Map<string, readonly number[]>();
  for (const s of sets) if (!distinct.has(s.join())) distinct.set(s.join(), s);
  return inBucketOrder([...distinct.values()], hashCode);
}
