/** Java's `String.hashCode`: 32 bits, signed. */
export function javaHash(text: string): number {
  let h = 0;
  for (let i = 0; i < text.length; i++) h = (Math.imul(31, h) + text.charCodeAt(i)) | 0;
  return h;
}

/**
 * Pairs in the order in which a Java `HashMap` with these keys lists them, the last value of a repeated key. Flink keeps options of hints in
 * such maps and prints them as they come.
 */
export function inHashOrder<V>(pairs: Iterable<readonly [string, V]>): readonly (readonly [string, V])[] {
  const map = new Map(pairs);
  let capacity = 16;
  while (map.size > capacity * 0.75) capacity *= 2;
  const bucket = (key: string): number => {
    const h = javaHash(key);
    return (h ^ (h >>> 16)) & (capacity - 1);
  };
  return [...map]
    .map((entry, i) => ({ entry, i, b: bucket(entry[0]) }))
    .sort((x, y) => x.b - y.b || x.i - y.i)
    .map((x) => x.entry);
}
