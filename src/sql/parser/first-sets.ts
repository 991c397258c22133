import { CONTEXT_VARIABLE_WORDS, RESERVED_FUNCTION_WORDS } from '../keywords.ts';
import { LBRACE_D, LBRACE_FN, LBRACE_T, LBRACE_TS, QUOTED_STRING, type TokenKind } from '../lexer.ts';
import { NAME, type Cursor, type Kinds } from './cursor.ts';
import { NUMBER, STRING } from './literal.ts';

/*
 * What an expression may begin with. Flink's parser looks at two tokens before it takes an operand, so most words are known together
 * with what must follow them: `COUNT` alone begins nothing, `COUNT (` does.
 */

const OPEN: Kinds = new Set(['(']);
const OPEN_OR_BRACKET: Kinds = new Set(['(', '[']);

/** Functions with syntax of their own; a parenthesis follows. */
export const BUILT_IN_FUNCTIONS: Kinds = new Set(
  (
    'CAST SAFE_CAST TRY_CAST EXTRACT POSITION CONVERT TRANSLATE OVERLAY FLOOR CEIL CEILING SUBSTRING TRIM CONTAINS_SUBSTR DATE_DIFF DATE_TRUNC ' +
    'DATETIME_TRUNC TIMESTAMPADD DATETIME_DIFF TIMESTAMPDIFF TIMESTAMP_DIFF TIMESTAMP_TRUNC TIME_DIFF TIME_TRUNC CLASSIFIER MATCH_NUMBER ' +
    'FIRST LAST PREV NEXT JSON_EXISTS JSON_VALUE JSON_QUERY JSON_OBJECT JSON_OBJECTAGG JSON_ARRAY JSON_ARRAYAGG TUMBLE HOP SESSION ' +
    'DATE TIME DATETIME TIMESTAMP'
  ).split(' '),
);

/** Aggregates with ORDER BY inside their parentheses. */
export const STRING_AGGREGATES: Kinds = new Set(['ARRAY_AGG', 'ARRAY_CONCAT_AGG', 'GROUP_CONCAT', 'STRING_AGG']);

/** Signs and words in front of an operand. */
export const PREFIX_OPERATORS: Kinds = new Set(['+', '-', 'NOT', 'EXISTS', 'UNIQUE']);

/** Reserved words that a function may have as its name. */
export const FUNCTION_WORDS: Kinds = RESERVED_FUNCTION_WORDS;

/** What may follow `INTERVAL`. */
const INTERVAL_NEXT: Kinds = new Set(['-', '+', QUOTED_STRING, '(', ...NUMBER, ...NAME]);

/** Names behind `{fn`. */
const JDBC_NEXT: Kinds = new Set([
  ...(
    'CONTAINS_SUBSTR DATE_DIFF DATETIME_DIFF TIMESTAMPADD DATE_TRUNC TIMESTAMP_TRUNC TIME_TRUNC TIMESTAMP_DIFF TIME_DIFF TIMESTAMPDIFF ' +
    'CONVERT INSERT LEFT RIGHT TRUNCATE SUBSTRING'
  ).split(' '),
  ...FUNCTION_WORDS,
  ...NAME,
]);

/** Tokens that are an operand, or begin one, whatever follows. */
const ALONE = new Set<TokenKind>([...STRING, ...NUMBER, ...NAME, ...CONTEXT_VARIABLE_WORDS, 'TRUE', 'FALSE', 'UNKNOWN', 'NULL', '?']);
ALONE.delete('DECIMAL');

/** First token of AtomicRowExpression, with what must stand behind it; true where nothing must. */
const ATOM = new Map<TokenKind, Kinds | true>();
for (const k of FUNCTION_WORDS) ATOM.set(k, OPEN);
for (const k of BUILT_IN_FUNCTIONS) ATOM.set(k, OPEN);
for (const k of STRING_AGGREGATES) ATOM.set(k, OPEN);
for (const k of ALONE) ATOM.set(k, true);
for (const k of [LBRACE_D, LBRACE_T, LBRACE_TS, 'DECIMAL']) ATOM.set(k, new Set([QUOTED_STRING]));
for (const k of ['DATE', 'TIME', 'DATETIME']) ATOM.set(k, new Set([QUOTED_STRING, '(']));
ATOM.set('TIMESTAMP', new Set([QUOTED_STRING, 'WITH', '(']));
ATOM.set('INTERVAL', INTERVAL_NEXT);
ATOM.set(LBRACE_FN, JDBC_NEXT);
ATOM.set('MULTISET', OPEN_OR_BRACKET);
ATOM.set('ARRAY', OPEN_OR_BRACKET);
ATOM.set('PERIOD', OPEN);
ATOM.set('SPECIFIC', new Set([...FUNCTION_WORDS, ...NAME]));
ATOM.set('NEW', NAME);
ATOM.set('NEXT', new Set(['VALUE', '(']));
ATOM.set('CURRENT', new Set(['VALUE']));
// Signs begin a literal where no operator may stand: POSITION(-1 IN x).
ATOM.set('+', NUMBER);
ATOM.set('-', NUMBER);

const ATOM_START: Kinds = new Set([...ATOM.keys(), 'CASE', 'RUNNING'].filter((k) => k !== '+' && k !== '-'));

/** What an operand may begin with. */
export const OPERAND: Kinds = new Set([...PREFIX_OPERATORS, ...ATOM_START, 'CURSOR', 'ROW', '(']);
ATOM.set('CASE', true);
ATOM.set('RUNNING', OPERAND);

/** What may follow a complete operand within an expression. */
export const CONTINUES: Kinds = new Set(
  (
    '. ( [ < <= > >= = <> != + - * / % || NOT IN BETWEEN LIKE ILIKE RLIKE SIMILAR AND OR IS MEMBER SUBMULTISET CONTAINS OVERLAPS EQUALS ' +
    `PRECEDES SUCCEEDS IMMEDIATELY MULTISET FORMAT UESCAPE ${QUOTED_STRING}`
  ).split(' '),
);

/** What a query begins with. */
export const QUERY: Kinds = new Set(['SELECT', 'VALUES', 'VALUE', 'TABLE']);
/** What a query or an expression begins with. */
export const QUERY_OR_OPERAND: Kinds = new Set([...OPERAND, ...QUERY, 'WITH']);

/**
 * Whether an AtomicRowExpression begins at a distance, by one or two tokens. A sign counts only where the caller says so, since an
 * operand's signs are operators.
 */
export function atomAhead(c: Cursor, offset: number, depth: number, signs = false): boolean {
  if (!c.looksAt(offset, signs ? SIGNED_ATOM : ATOM_START)) return false;
  const next = ATOM.get(c.kindAt(offset)) ?? true;
  if (depth < 2) return true;
  if (next !== true) return c.looksAt(offset + 1, next);
  return true;
}

const SIGNED_ATOM: Kinds = new Set([...ATOM_START, '+', '-']);

/** Whether an operand with its prefix operators begins at a distance, by at most so many tokens. */
export function operandAhead(c: Cursor, offset: number, depth: number): boolean {
  if (depth <= 0) return true;
  if (c.looksAt(offset, OPERAND)) {
    const kind = c.kindAt(offset);
    if (PREFIX_OPERATORS.has(kind)) return operandAhead(c, offset + 1, depth - 1);
    if (depth < 2) return true;
    if (kind === 'ROW') return c.looksAt(offset + 1, '(');
    if (kind === '(') return c.looksAt(offset + 1, QUERY_OR_OPERAND);
    if (kind === 'CURSOR') return c.looksAt(offset + 1, OPERAND);
    return atomAhead(c, offset, depth);
  }
  return false;
}

/** Operands that are complete after one token, so that a look ahead of two sees what stands behind them. */
const COMPLETE: Kinds = new Set([...ALONE].filter((k) => k !== 'SPECIFIC'));

/**
 * Whether an operand begins here and, where it is complete after one token, something follows that may: more of the expression, or one of
 * the given kinds.
 */
export function operandBefore(c: Cursor, offset: number, followers: Kinds): boolean {
  if (!operandAhead(c, offset, 2)) return false;
  if (!COMPLETE.has(c.kindAt(offset))) return true;
  return c.looksAt(offset + 1, new Set([...CONTINUES, ...followers]));
}
