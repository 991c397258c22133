import { SeededRandom } from '../base/seeded-random.ts';

const TOKEN = /\s+|'(?:[^']|'')*'|`[^`]*`|[\p{L}\p{N}_$]+|<>|<=|>=|\|\||./gsu;

const EXTREME_LITERALS: readonly string[] = [
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '1E400',
  '1E-400',
  '0.00000000000000000000000000000000000001',
  '99999999999999999999999999999999999999',
  '999999999999999999999999999999999999999',
  "''",
  "DATE '0000-00-00'",
  "DATE '9999-12-31'",
  "DATE '10000-01-01'",
  "TIMESTAMP '9999-12-31 23:59:59.999999999'",
  "TIME '24:00:00'",
  "INTERVAL '99999999' DAY",
  "INTERVAL '0' SECOND",
  "INTERVAL '-1' DAY",
  "X'F'",
  'NULL',
  'TRUE',
  'ARRAY[]',
  "U&'\\FFFF'",
];

const STRANGE_TEXTS: readonly string[] = [
  '`日本語`',
  '`💥`',
  '`a.b`',
  '``',
  '`\u0000`',
  '\u00a0',
  '\ufeff',
  '\u202e',
  '\ud800',
  "'\ud800'",
  "'👩‍👩‍👧'",
  '`__proto__`',
  'constructor',
  '`toString`',
  '`hasOwnProperty`',
  '`$f0`',
  '`EXPR$0`',
  '\r',
  '\t',
  '\\',
  '"',
  '/*',
  '--',
];

function tokens(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

type Mutation = (list: string[], random: SeededRandom) => string[];

/** Position of a token that is not white space. */
function spot(list: readonly string[], random: SeededRandom): number {
  for (let tries = 0; tries < 8; tries++) {
    const i = random.below(Math.max(1, list.length));
    if (list[i]?.trim() !== '') return i;
  }
  return 0;
}

function replaceMatching(list: string[], random: SeededRandom, pattern: RegExp, by: (token: string) => string): string[] {
  const found = list.flatMap((t, i) => (pattern.test(t) ? [i] : []));
  if (found.length === 0) return list;
  const at = random.pick(found);
  return list.map((t, i) => (i === at ? by(t) : t));
}

const MUTATIONS: readonly Mutation[] = [
  function deletion(list, random) {
    const at = spot(list, random);
    return list.filter((_, i) => i < at || i >= at + random.between(1, 3));
  },
  function duplication(list, random) {
    const at = spot(list, random);
    const length = random.between(1, 12);
    return [...list.slice(0, at + length), ' ', ...list.slice(at)];
  },
  function swap(list, random) {
    const [a, b] = [spot(list, random), spot(list, random)];
    return list.map((t, i) => (i === a ? (list[b] ?? t) : i === b ? (list[a] ?? t) : t));
  },
  function literal(list, random) {
    return replaceMatching(list, random, /^(?:\d|')/, () => random.pick(EXTREME_LITERALS));
  },
  function nameForName(list, random) {
    const names = list.filter((t) => /^[a-z_]\w*$/i.test(t));
    return names.length === 0 ? list : replaceMatching(list, random, /^[a-z_]\w*$/i, () => random.pick(names));
  },
  function nesting(list, random) {
    const depth = random.pick([3, 30, 300]);
    const [open, close] = random.pick([
      ['(', ')'],
      ['ABS(', ')'],
      ['NOT (', ')'],
      ['- ', ''],
      ['CAST(', ' AS STRING)'],
      ['COALESCE(', ', NULL)'],
    ] as const);
    return replaceMatching(list, random, /^[a-z_\d]\w*$/i, (t) => open.repeat(depth) + t + close.repeat(depth));
  },
  function nestedQuery(list, random) {
    const depth = random.pick([2, 8, 40]);
    return replaceMatching(list, random, /^T\d$|^(?:MyTable|Orders)$/, (t) => `${'(SELECT * FROM '.repeat(depth)}${t}${')'.repeat(depth)}`);
  },
  function strange(list, random) {
    const at = spot(list, random);
    return [...list.slice(0, at), random.pick(STRANGE_TEXTS), ...list.slice(at + random.below(2))];
  },
  function hugeName(list, random) {
    const name = random.pick(['x', 'é', '文']).repeat(random.pick([129, 1000, 20_000]));
    return replaceMatching(list, random, /^[a-z_]\w*$/i, () => random.pick([name, `\`${name}\``, `'${name}'`]));
  },
  function truncation(list, random) {
    return tokens(list.join('').slice(0, random.below(list.join('').length + 1)));
  },
  function renamedEverywhere(list, random) {
    const names = list.filter((t) => /^[a-z_]\w*$/i.test(t));
    if (names.length === 0) return list;
    const old = random.pick(names);
    const by = random.pick([
      '`日本語`',
      '`a``b`',
      '`__proto__`',
      '`constructor`',
      '`SELECT`',
      '`EXPR$0`',
      '`$f1`',
      '` `',
      `\`${'n'.repeat(120)}\``,
    ]);
    return list.map((t) => (t === old ? by : t));
  },
];

/** The script with one to four random changes; the same seed, the same text. */
export function mutateScript(script: string, seed: number): string {
  const random = new SeededRandom(seed);
  let list = tokens(script);
  for (let i = random.between(1, 4); i > 0; i--) list = tokens(random.pick(MUTATIONS)(list, random).join(''));
  return list.join('');
}
