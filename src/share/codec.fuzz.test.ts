import { expect, test } from 'vitest';
import { SeededRandom } from '../base/seeded-random.ts';
import { randomScript } from '../testing/script-generator.ts';
import { decodeLink, encodeLink } from './codec.ts';

/** Number of links; a large run sets `PLANSCOPE_FUZZ`. */
const SIZE = Number(process.env['PLANSCOPE_FUZZ'] ?? 600);
const ALPHABET = [
  ...'ABCxyz019-_=+/?&#%.~:!"\\',
  '%',
  '%2',
  '%ff',
  '%F0%9F',
  '\u0000',
  '💥',
  '\ud800',
  '日',
  ' ',
  '/v1/',
  '/v2/',
  '/v999999/',
  '/x/',
  '__proto__',
];
const PARAMETERS = [
  'q=1',
  'q=-1',
  'q=1e9',
  'stage=physical',
  'stage=%',
  'step=99999999',
  'sel=zz',
  'view=memo',
  'view=__proto__',
  'constructor=1',
  'q',
  '=',
  '&&',
];

function link(random: SeededRandom): string {
  const cursor = { q: random.between(1, 9), stage: random.pick(['physical', 'ast', undefined]), step: random.below(50) };
  if (random.chance(0.2)) return encodeLink({ kind: 'example', example: random.pick(['interval-join', 'a b', '日', '../x']), cursor });
  const document = {
    sql: randomScript(random.below(1000)),
    feed: random.pick(['t +I {"a":1} @ 5\n', undefined]),
    name: random.pick(['n', undefined]),
    options: { 'table.exec.state.ttl': '1 h' },
  };
  return encodeLink({ kind: 'document', document, cursor });
}

/** A link of ours with pieces taken out, doubled, exchanged or cut off, or no link at all. */
function fragment(seed: number): string {
  const random = new SeededRandom(seed);
  if (random.chance(0.25)) return `#${random.times(random.below(60), () => random.pick(ALPHABET)).join('')}`;
  let text = link(random);
  for (let i = random.between(1, 4); i > 0; i--) {
    const at = random.below(text.length + 1);
    const piece = random.pick([
      '',
      random.pick(ALPHABET),
      text.slice(at, at + random.below(40)).repeat(2),
      random.chance(0.2) ? text.repeat(3) : '',
      `?${random.pick(PARAMETERS)}&${random.pick(PARAMETERS)}`,
    ]);
    text = text.slice(0, at) + piece + text.slice(random.chance(0.2) ? text.length : at + random.below(6));
  }
  return text;
}

test('every fragment opens as a state or says why not', { timeout: 60_000 + SIZE * 100 }, () => {
  const failures: string[] = [];
  for (let seed = 1; seed <= SIZE; seed++) {
    const text = fragment(seed);
    try {
      const opened = decodeLink(text);
      const isEmpty = ['', '#', '#/', '/'].includes(text);
      if (!opened.link && opened.notices.length === 0 && !isEmpty) failures.push(`seed ${seed}: neither a state nor a notice: ${text}`);
      if (opened.link) encodeLink(opened.link);
    } catch (error) {
      failures.push(`seed ${seed}: ${String(error)}: ${text}`);
    }
  }
  expect(failures).toEqual([]);
});

test('what is written opens as it was', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const text = link(new SeededRandom(seed));
    const { link: opened, notices } = decodeLink(text);
    expect(notices.filter((n) => n.code !== 'bad-parameter')).toEqual([]);
    expect(opened && encodeLink(opened)).toBe(text);
  }
});
