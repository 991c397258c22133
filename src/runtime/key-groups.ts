/*
 * How Flink spreads keys over subtasks (`KeyGroupRangeAssignment`): a key belongs to a key group for ever, and subtasks own ranges of
 * key groups.
 */

/** `MathUtils.murmurHash` of the hash code of a key: never negative. */
export function spreadHash(code: number): number {
  let h = Math.imul(code, 0xcc9e2d51);
  h = (h << 15) | (h >>> 17);
  h = Math.imul(h, 0x1b873593);
  h = (h << 13) | (h >>> 19);
  h = (Math.imul(h, 5) + 0xe6546b64) | 0;
  h ^= 4;
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  h ^= h >>> 16;
  if (h >= 0) return h;
  return h === -0x80000000 ? 0 : -h;
}

/** Number of key groups where a job does not say (`computeDefaultMaxParallelism`). */
export function defaultMaxParallelism(parallelism: number): number {
  const wanted = parallelism + Math.floor(parallelism / 2);
  const power = 2 ** Math.ceil(Math.log2(Math.max(1, wanted)));
  return Math.min(Math.max(power, 128), 32_768);
}

/** The subtask, from 0, that rows with a key of this hash code go to. */
export function subtaskOf(code: number, parallelism: number, maxParallelism = defaultMaxParallelism(parallelism)): number {
  const keyGroup = spreadHash(code) % maxParallelism;
  return Math.floor((keyGroup * parallelism) / maxParallelism);
}
