import type { Value } from '../../types/value.ts';
import type { RexCall } from '../../rel/rex/rex-node.ts';
import type { CallCompiler, Evaluate } from './contract.ts';
import { validationError } from '../../base/diagnostic.ts';
import { EvaluationError, strict, strictText } from './contract.ts';
import { javaPattern } from './java-regex.ts';

/** LIKE, SIMILAR TO and regular expressions. */

function escapeRegex(c: string): string {
  return /[\\^$.|?*+()[\]{}]/.test(c) ? `\\${c}` : c;
}

/** A LIKE pattern as a regular expression (`SqlLikeUtils`); there is no escape character unless one is given. */
export function likeToRegExp(pattern: string, escape?: string): RegExp {
  if (escape !== undefined && escape.length > 1) throw validationError('plan/escape-character', `Invalid escape character '${escape}'`);
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
      source += '[^]';
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
  ALPHA: 'A-Za-z',
  UPPER: 'A-Z',
  LOWER: 'a-z',
  DIGIT: '0-9',
  SPACE: ' ',
  WHITESPACE: '\\s',
  ALNUM: 'A-Za-z0-9',
};

/** A SIMILAR TO pattern as a regular expression (Calcite's `Like.sqlToRegexSimilar`). */
export function similarToRegExp(pattern: string, escape?: string): RegExp {
  let source = '';
  let inBrackets = false;
  for (let i = 0; i < pattern.length; i++) {
    const c = pattern[i] as string;
    const named = /^\[:([A-Za-z]+):\]/.exec(pattern.slice(i));
    if (escape !== undefined && escape !== '' && c === escape) {
      source += escapeRegex(pattern[++i] ?? '');
    } else if (inBrackets && named) {
      source += CLASSES[(named[1] ?? '').toUpperCase()] ?? '';
      i += named[0].length - 1;
    } else if (inBrackets) {
      if (c === ']') inBrackets = false;
      source += c;
    } else if (c === '[') {
      inBrackets = true;
      source += c;
    } else if (c === '%') {
      source += '[^]*';
    } else if (c === '_') {
      source += '[^]';
    } else {
      source += c;
    }
  }
  if (inBrackets) throw new EvaluationError('RuntimeException', `Invalid regular expression '${pattern}'`);
  return new RegExp(`^(?:${source})$`, 'u');
}

export const similar: CallCompiler = (_call, args) => strictText(args, (s, p, e) => similarToRegExp(p, e).test(s));

/** REGEXP(s, pattern): an empty or malformed pattern finds nothing. */
export const regexp: CallCompiler = (_call, args) => strictText(args, (s, r) => r !== '' && (javaPattern(r)?.test(s) ?? false));

/** REGEXP_EXTRACT(s, pattern [, group]). */
export const regexpExtract: CallCompiler = (_call, args) =>
  strict(args, (s, r, group) => {
    const n = group === undefined ? 0 : Number(group);
    return javaPattern(r as string)?.exec(s as string)?.[n] ?? null;
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
    const groups = (new RegExp(`${p.source}|`, p.flags).exec('')?.length ?? 1) - 1;
    if (n < 0 || n > groups) return null;
    return [...s.matchAll(p)].map((m) => m[n] ?? null);
  });
