import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runScript } from './run-script.ts';

const CORPUS = join(import.meta.dirname, '../../corpus');

/** What a released Flink gave for the same script and feed. */
const cases = ['runtime', 'random-runtime']
  .flatMap((folder) => readdirSync(join(CORPUS, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
  .filter((name) => name.endsWith('.feed'))
  .map((name) => name.slice(0, -'.feed'.length))
  .sort();

describe('replays give what Flink gives', () => {
  it.each(cases)('%s', (name) => {
    const read = (ending: string): string => readFileSync(join(CORPUS, `${name}.${ending}`), 'utf8');
    expect(runScript(read('sql'), read('feed'))).toBe(read('changelog'));
  });
});

describe('what cannot be run is said', () => {
  it('tells a bad line of the feed', () => {
    expect(runScript('', 'no feed line')).toBe(
      '=== unsupported\nrun/feed-line\nLine 1: Not a feed line; expected: table +I|-U|+U|-D|= {json}.\n',
    );
  });
});
