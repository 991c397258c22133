import type { Value } from '../../types/value.ts';
import type { RexCall } from '../../rel/rex/rex-node.ts';
import type { CallCompiler, Evaluate } from './contract.ts';
import type { FlinkError } from '../../base/diagnostic.ts';
import { validationError } from '../../base/diagnostic.ts';
import { EvaluationError, strict, strictText } from './contract.ts';
import { groupCount, groupOf, javaPattern } from './java-regex.ts';

/** LIKE, SIMILAR TO and regular expressions. */

function escapeRegex(c: string): string {
  return /[\\^$.|?*+()[\]{}]/.test(c) ? `\\${c}` : c;
}

/** A LIKE pattern as a regular expression (`SqlLikeUtils`); there is no escape character unless one is given. */
export function likeToRegExp(pattern: string, escape?: string): RegExp {
  // With a literal pattern that has no `_` the empty escape stands for none.
  if (escape !== undefined && (escape.length > 1 || (escape === '' && pattern.includes('_'))))
    throw validationError('plan/escape-character', `Invalid escape character '${escape}'`);
  let source = '';
  const list = [...pattern];
  for (let i = 0; i < list.length; i++) {
    const c = list[i] as string;
    if (escape !== undefined && escape !== '' && c === escape) {
      const next = list[i + 1];
      if (next !== '%' && next !== '_' && next !== escape) {
        throw validationError('plan/escape-sequence', `Invalid escape sequence '${pattern}', ${i}`);
      }
      source += escapeRegex(next);
      i++;
    } else if (c === '%') {
      source += '[^]*';
    } else if (c === '_') {
      source += '[^\\n\\r\\u0085\\u2028\\u2029]';
    } else {
      source += escapeRegex(c);
    }
  }
  return new RegExp(`^${source}$`, 'u');
}

function constantText(call: RexCall, i: number): string | undefined {
  const e = call.operands[i];
  return e?.rex === 'literal' && e.value.kind === 'char' ? e.value.value : undefined;
}

/** LIKE with a pattern that is compiled once if it is a literal. */
export const like: CallCompiler = (call, args) => {
  const pattern = constantText(call, 1);
  const escape = call.operands.length > 2 ? constantText(call, 2) : undefined;
  if (pattern !== undefined && (call.operands.length === 2 || escape !== undefined)) {
    const regex = likeToRegExp(pattern, escape);
    return strict(args.slice(0, 1), (s) => regex.test(s as string));
  }
  return strictText(args, (s, p, e) => likeToRegExp(p, e).test(s));
};

const CLASSES: Readonly<Record<string, string>> = {
  alpha: '\\p{Alpha}',
  upper: '\\p{Upper}',
  lower: '\\p{Lower}',
  digit: '\\d',
  space: ' ',
  whitespace: '\\s',
  alnum: '\\p{Alnum}',
};
const SIMILAR_SPECIALS = '[]()|^-+*_%?{}';

function badEscape(pattern: string, at: number): FlinkError {
  return validationError('plan/escape-sequence', `Invalid escape sequence '${pattern}', ${at}`);
}

function badSimilar(pattern: string): EvaluationError {
  return new EvaluationError('RuntimeException', `Invalid regular expression '${pattern}'`);
}

/** What an escape character must not do (`SqlLikeUtils.similarEscapeRuleChecking`). */
function checkEscape(pattern: string, escape: string): void {
  if (escape.length !== 1) throw validationError('plan/escape-character', `Invalid escape character '${escape}'`);
  if (SIMILAR_SPECIALS.includes(escape)) {
    [...pattern].forEach((c, i, all) => {
      const next = all[i + 1];
      if (c === escape && (next === undefined || !SIMILAR_SPECIALS.includes(next))) throw badEscape(pattern, i);
    });
  }
  if (escape === ':' && !(pattern.includes('[:') && pattern.includes(':]'))) throw badEscape(pattern, -1);
}

/** The characters of `[…]`: the text up to the closing bracket, and where that stands. */
function enumeration(pattern: string, start: number, escape: string | undefined): readonly [string, number] {
  let source = '';
  let i = start;
  for (; i < pattern.length && pattern[i] !== ']'; i++) {
    const c = pattern[i] as string;
    const named = /^\[:([A-Za-z]+):\]/.exec(pattern.slice(i));
    if (c === escape) {
      const next = pattern[++i] ?? '';
      if (!SIMILAR_SPECIALS.includes(next) && next !== escape) throw badSimilar(pattern);
      source += escapeRegex(next);
    } else if (c === '-' || c === '^') {
      source += c;
    } else if (pattern.startsWith('[:', i)) {
      const name = named?.[1] ?? '';
      const members = name === name.toLowerCase() || name === name.toUpperCase() ? CLASSES[name.toLowerCase()] : undefined;
      if (!named || members === undefined) throw badSimilar(pattern);
      source += members;
      i += named[0].length - 1;
    } else if (SIMILAR_SPECIALS.includes(c)) {
      throw badSimilar(pattern);
    } else {
      source += c;
    }
  }
  return [source, i];
}

/** A SIMILAR TO pattern as a Java pattern (`SqlLikeUtils.sqlToRegexSimilar`). */
export function similarToRegExp(pattern: string, escape?: string): RegExp {
  if (escape !== undefined) checkEscape(pattern, escape);
  let source = '';
  for (let i = 0; i < pattern.length; i++) {
    const c = pattern[i] as string;
    if (c === escape) {
      const next = pattern[++i];
      if (next === undefined || (!SIMILAR_SPECIALS.includes(next) && next !== escape)) throw badEscape(pattern, i - 1);
      source += escapeRegex(next);
    } else if (c === '[') {
      const [members, end] = enumeration(pattern, i + 1, escape);
      if (end >= pattern.length) throw badSimilar(pattern);
      source += `[${members}]`;
      i = end;
    } else if (c === ']') {
      throw badSimilar(pattern);
    } else {
      source += c === '_' ? '.' : c === '%' ? '(?s:.*)' : c === '\\' || c === '$' ? `\\${c}` : c;
    }
  }
  const compiled = javaPattern(`\\A(?:${source})\\z`);
  if (!compiled) throw new EvaluationError('PatternSyntaxException', `near index ${source.length - 1}\n${source}`);
  return compiled;
}

export const similar: CallCompiler = (_call, args) => strictText(args, (s, p, e) => similarToRegExp(p, e).test(s));

/** REGEXP(s, pattern): an empty or malformed pattern finds nothing. */
export const regexp: CallCompiler = (_call, args) => strictText(args, (s, r) => r !== '' && (javaPattern(r)?.test(s) ?? false));

/** REGEXP_EXTRACT(s, pattern [, group]). */
export const regexpExtract: CallCompiler = (_call, args) =>
  strict(args, (s, r, group) => {
    const n = group === undefined ? 0 : Number(group);
    const pattern = javaPattern(r as string);
    const m = pattern?.exec(s as string);
    return (pattern && m && groupOf(pattern, m, n)) ?? null;
  });

/** REGEXP_REPLACE: the replacement is plain text. */
export const regexpReplace: CallCompiler = (_call, args) =>
  strictText(args, (s, r, by) => {
    const pattern = javaPattern(r, 'g');
    return pattern ? s.replace(pattern, () => by) : null;
  });

function withPattern(args: readonly Evaluate[], f: (s: string, pattern: RegExp, extra: Value | undefined) => Value): Evaluate {
  return strict(args, (s, r, extra) => {
    const pattern = javaPattern(r as string, 'g');
    return pattern ? f(s as string, pattern, extra) : null;
  });
}

export const regexpCount: CallCompiler = (_call, args) => withPattern(args, (s, p) => [...s.matchAll(p)].length);
export const regexpInstr: CallCompiler = (_call, args) => withPattern(args, (s, p) => s.search(p) + 1);
export const regexpSubstr: CallCompiler = (_call, args) => withPattern(args, (s, p) => s.match(p)?.[0] ?? null);

/** All matches' group (1 unless given); null if the pattern has no such group. */
export const regexpExtractAll: CallCompiler = (_call, args) =>
  withPattern(args, (s, p, group) => {
    const n = group === undefined ? 1 : Number(group);
    if (n < 0 || n > groupCount(p)) return null;
    return [...s.matchAll(p)].map((m) => groupOf(p, m, n) ?? null);
  });
