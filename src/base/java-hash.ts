/** Java's `String.hashCode`: 32 bits, signed. */
function javaHash(text: string): number {
  let h = 0;
  for (let i = 0; i < text.length; i++) h = (Math.imul(31, h) + text.charCodeAt(i)) | 0;
  return h;
}

/**
 * Keys in the order in which a Java `HashMap` or `HashSet` that took them in this order lists them: by bucket of the spread hash, capacity 16
 * doubling beyond three quarters. The keys must differ.
 */
export function inBucketOrder<T>(entries: readonly T[], hashOf: (entry: T) => number): readonly T[] {
  let capacity = 16;
  while (entries.length > capacity * 0.75) capacity *= 2;
  const bucket = (h: number): number => (h ^ (h >>> 16)) & (capacity - 1);
  // Sorting is stable, so entries of one bucket stay in the order in which they came.
  return entries
    .map((entry) => ({ entry, b: bucket(hashOf(entry)) }))
    .sort((x, y) => x.b - y.b)
    .map((x) => x.entry);
}

/**
 * Pairs in the order in which a Java `HashMap` with these keys lists them, the last value of a repeated key. Flink keeps options of hints in
 * such maps and prints them as they come.
 */
export function inHashOrder<V>(pairs: Iterable<readonly [string, V]>): readonly (readonly [string, V])[] {
  return inBucketOrder([...new Map(pairs)], ([key]) => javaHash(key));
}
