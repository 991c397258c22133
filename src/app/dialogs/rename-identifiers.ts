import { KEYWORDS } from '../../sql/keywords.ts';
import { FUNCTION_WORDS, isKeyword, TYPE_WORDS } from '../editor/sql-words.ts';

const TOKEN = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'?|`(?:[^`]|``)*`|\d+(?:\.\d+)?|[\p{L}_][\p{L}\p{N}_$]*|\s+|./gsu;

/** Options whose values name things of the reader's company. */
const TELLING_OPTION =
  /^'(?:topic|topic-pattern|url|table-name|path|index|hosts|hostname|username|password|database-name|schema-name|properties\..*|jdbc\..*)'$/i;

/** Names that Planscope and Flink give a meaning. */
const KEPT = /^(?:window_start|window_end|window_time|default_catalog|default_database|datastream)$/i;

function letters(n: number): string {
  let text = '';
  for (let rest = n; ; rest = Math.floor(rest / 26) - 1) {
    text = String.fromCharCode(97 + (rest % 26)) + text;
    if (rest < 26) return text;
  }
}

/**
 * The same script with names that tell nothing: every identifier gets a letter of its own, comments go, and the values of options that
 * name servers, topics and tables are replaced. The plan keeps its shape.
 */
export function renameIdentifiers(sql: string): string {
  const names = new Map<string, string>();
  const nameFor = (name: string): string => {
    const key = name.toLowerCase();
    let fresh = names.get(key);
    if (fresh === undefined) {
      do fresh = `n_${letters(names.size)}`;
      while (KEYWORDS.has(fresh.toUpperCase()));
      names.set(key, fresh);
    }
    return fresh;
  };
  const renameText = (text: string): string => {
    const tokens = text.match(TOKEN) ?? [];
    return tokens
      .map((token, i) => {
        if (token.startsWith('--') || (token.startsWith('/*') && !token.startsWith('/*+'))) return token.startsWith('/*') ? ' ' : '';
        if (token.startsWith("'")) return renameValue(tokens, i, token);
        if (token.startsWith('`')) return `\`${nameFor(token.slice(1, -1))}\``;
        if (!/^[\p{L}_]/u.test(token)) return token;
        const upper = token.toUpperCase();
        const isCall = tokens.slice(i + 1).find((next) => next.trim() !== '') === '(';
        if (isKeyword(upper) || TYPE_WORDS.has(upper) || (isCall && FUNCTION_WORDS.has(upper)) || KEPT.test(token)) return token;
        if (/^(?:PROCTIME|ROWTIME)$/i.test(token)) return token === upper ? token : nameFor(token);
        return nameFor(token);
      })
      .join('');
  };
  const renameValue = (tokens: readonly string[], at: number, token: string): string => {
    const before = tokens.slice(0, at).filter((text) => text.trim() !== '');
    if (before.at(-1) === '=' && TELLING_OPTION.test(before.at(-2) ?? '')) return hidden(token);
    return token;
  };
  return sql
    .split(/(^--@[^\n]*$)/m)
    .map((part) => (part.startsWith('--@') ? renameDirective(part, nameFor) : renameText(part)))
    .join('')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** A value that says nothing; an address keeps its scheme, which decides about the connector. */
function hidden(value: string): string {
  const scheme = /^'((?:jdbc:)?[a-z0-9+]+:\/\/)/i.exec(value)?.[1];
  return scheme === undefined ? "'hidden'" : `'${scheme}hidden:1/hidden'`;
}

const DIRECTIVE_WORDS = /^(?:datastream|temporal|table|function|ON|TIME|KEY|PROCTIME|ROWTIME)$/;

function renameDirective(line: string, nameFor: (name: string) => string): string {
  return line.replace(/[\p{L}_][\p{L}\p{N}_]*/gu, (word) =>
    DIRECTIVE_WORDS.test(word) || TYPE_WORDS.has(word.toUpperCase()) ? word : nameFor(word),
  );
}
