import { expect, it } from 'vitest';
import { describeState } from './describe-state.ts';
import { StateLog } from './state-log.ts';

type Log = { readonly log: StateLog; readonly touches: string[] };

function logOf(ttl = 0): Log {
  const touches: string[] = [];
  const keys: string[] = [];
  const log = new StateLog({
    name: 's',
    ttl,
    describe: (value) => describeState(value, () => undefined),
    noteOf: (key) => keys.push(key) - 1,
    onTouch: (kind, note) => touches.push(`${kind} ${keys[note]}`),
  });
  return { log, touches };
}

const at = (step: number): number => step * 10;

function told({ log }: Log, step: number, most = 10): unknown {
  const { entries, total } = log.entriesAt(step, { at, most });
  return [total.entries, ...entries.map((e) => `${e.key}=${e.value}${e.change ? ` ${e.change}` : ''}`)];
}

it('tells what stood under each key after any step', () => {
  const made = logOf();
  const { log, touches } = made;
  log.write('1', 10n);
  log.write('2', 20n);
  log.endStep(1);
  log.read('2');
  log.write('1', 11n);
  log.write('1', 12n);
  log.endStep(2);
  log.clear('2');
  log.endStep(3);
  log.write('1', 12n);
  log.endStep(4);
  expect(touches).toEqual(['state-write 1', 'state-write 2', 'state-read 2', 'state-write 1', 'state-clear 2', 'state-write 1']);
  expect(told(made, 0)).toEqual([0]);
  expect(told(made, 1)).toEqual([2, '1=10 new', '2=20 new']);
  expect(told(made, 2)).toEqual([2, '1=12 changed', '2=20']);
  expect(told(made, 3)).toEqual([1, '2=20 purged', '1=12']);
  // Written again, but nothing is different.
  expect(told(made, 4)).toEqual([1, '1=12']);
  expect(told(made, 2, 1)).toEqual([2, '1=12 changed']);
  expect([log.valueAt('2', 2), log.valueAt('2', 3)]).toEqual(['20', undefined]);
});

it('leaves out what has expired', () => {
  const made = logOf(25);
  made.log.write('1', 1);
  made.log.endStep(1);
  made.log.write('2', 2);
  made.log.endStep(3);
  expect(told(made, 3)).toEqual([2, '2=2 new', '1=1']);
  expect(told(made, 4)).toEqual([1, '2=2']);
});

it('sees a change behind the part of a text that is shown', () => {
  const made = logOf();
  const rows = Array.from({ length: 6 }, (_, i) => ({ name: `${i}`.repeat(100) }));
  made.log.write('1', rows);
  made.log.endStep(1);
  made.log.write('1', [...rows.slice(0, 5), { name: 'x' }]);
  made.log.endStep(2);
  const [before, after] = [1, 2].map((step) => made.log.entriesAt(step, { at, most: 1 }).entries[0]);
  expect(after).toMatchObject({ change: 'changed', value: before?.value, written: 2 });
  expect(after?.bytes).toBe((before?.bytes ?? 0) - 99);
});

it('has totals that agree with the entries, however many changes lie between', () => {
  const made = logOf();
  for (let step = 1; step <= 2_000; step++) {
    const key = String((step * 7) % 300);
    if (step % 5 === 0) made.log.clear(key);
    else made.log.write(key, [{ step }, { step }]);
    made.log.endStep(step);
  }
  for (const step of [1, 299, 511, 512, 1_023, 1_024, 1_999, 2_000]) {
    const { entries, total } = made.log.entriesAt(step, { at, most: 1_000 });
    const kept = entries.filter((e) => e.change !== 'purged');
    const sum = (of: 'elements' | 'bytes'): number => kept.reduce((n, e) => n + e[of], 0);
    expect(total).toEqual({ entries: kept.length, elements: sum('elements'), bytes: sum('bytes') });
    expect(made.log.entriesAt(step, { at, most: 7 }).entries).toEqual(entries.slice(0, 7));
  }
});
