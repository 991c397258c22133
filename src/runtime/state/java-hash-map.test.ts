import { expect, test } from 'vitest';
import { SeededRandom } from '../../base/seeded-random.ts';
import { JavaHashMap } from './java-hash-map.ts';

function mapOf(keys: readonly number[]): JavaHashMap<number, string> {
  const map = new JavaHashMap<number, string>(
    (k) => k,
    (k) => k,
  );
  for (const k of keys) map.set(k, `v${k}`);
  return map;
}

test('buckets first, then insertion', () => {
  expect(mapOf([33, 17, 2, 1]).keys()).toEqual([33, 17, 1, 2]);
  expect(mapOf([7]).entries()).toEqual([[7, 'v7']]);
  expect(mapOf([]).values()).toEqual([]);
});

test('a table of more than three quarters grows and splits its buckets', () => {
  const keys = [16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  expect(mapOf(keys).keys().slice(0, 2)).toEqual([16, 0]);
  expect(mapOf([...keys, 11]).keys()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16]);
});

test('what is deleted and comes again stands last; a table never shrinks', () => {
  const map = mapOf([1, 17, 33]);
  map.delete(1);
  map.set(1, 'again');
  expect(map.keys()).toEqual([17, 33, 1]);
  const large = mapOf(Array.from({ length: 13 }, (_, i) => i));
  large.clear();
  large.set(17, 'a');
  large.set(1, 'b');
  expect(large.keys()).toEqual([1, 17]);
});

test('computeIfAbsent puts new entries to the front of their bucket and grows one entry later', () => {
  const map = mapOf([1]);
  map.computeIfAbsent(17, () => 'a');
  map.set(33, 'b');
  map.computeIfAbsent(49, () => 'c');
  expect(map.keys()).toEqual([49, 17, 1, 33]);
  expect(map.computeIfAbsent(33, () => 'd')).toBe('b');
  const full = mapOf([16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  full.computeIfAbsent(11, () => 'x');
  expect(full.keys().slice(0, 2)).toEqual([16, 0]);
  full.computeIfAbsent(12, () => 'y');
  expect(full.keys().slice(0, 2)).toEqual([0, 1]);
});

test('a selection has the order of the whole map, however many pass; deleting some leaves the others where they are', () => {
  const random = new SeededRandom(11);
  for (const size of [0, 1, 2, 30, 300]) {
    const map = mapOf([]);
    for (let i = 0; i < size; i++) {
      const key = Math.floor(random.next() * 4_000);
      if (random.next() < 0.3) map.computeIfAbsent(key, () => `v${key}`);
      else map.set(key, `v${key}`);
    }
    for (const digit of ['', '7', '77', '1']) {
      const passes = (v: string): boolean => v.includes(digit);
      const selected = map.select(passes);
      expect(selected).toEqual(map.values().filter(passes));
      expect(map.select(passes)).toEqual(selected);
      map.set(4_000 + digit.length, 'again');
      expect(map.select(passes)).toEqual(map.values().filter(passes));
    }
    const rest = map.values().filter((v) => !v.includes('7'));
    map.deleteWhere((v) => v.includes('7'));
    expect(map.values()).toEqual(rest);
    expect(map.size).toBe(rest.length);
  }
});
