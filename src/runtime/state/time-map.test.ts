import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../base/seeded-random.ts';
import { TimeMap } from './time-map.ts';

describe('TimeMap', () => {
  it('behaves as a map, whether it holds few times or many', () => {
    const random = new SeededRandom(7);
    for (const range of [3, 8, 12, 40]) {
      const map = new TimeMap<number>();
      const model = new Map<number, number>();
      for (let i = 0; i < 2_000; i++) {
        const time = 1_704_067_200_000 + Math.floor(random.next() * range);
        if (random.next() < 0.5) {
          map.set(time, i);
          model.set(time, i);
        } else {
          expect(map.take(time)).toBe(model.get(time));
          model.delete(time);
        }
        expect(map.size).toBe(model.size);
        expect(map.get(time)).toBe(model.get(time));
      }
      expect([...map.entries()]).toEqual([...model]);
    }
  });

  it('is empty again after a table was used', () => {
    const map = new TimeMap<string>();
    for (let t = 0; t < 20; t++) map.set(t, `v${t}`);
    for (let t = 0; t < 20; t++) expect(map.take(t)).toBe(`v${t}`);
    expect(map.take(0)).toBeUndefined();
    map.set(-5, 'again');
    expect([...map.entries()]).toEqual([[-5, 'again']]);
  });
});
