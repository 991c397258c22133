import { NON_RESERVED_WORDS, RESERVED_WORDS } from '../../sql/keywords.ts';

/** Names of types, shown in their own colour. */
export const TYPE_WORDS: ReadonlySet<string> = new Set(
  `ARRAY BIGINT BINARY BOOLEAN BYTES CHAR DATE DEC DECIMAL DOUBLE FLOAT INT INTEGER MAP MULTISET NUMERIC RAW REAL ROW SMALLINT STRING TIME
  TIMESTAMP TIMESTAMP_LTZ TINYINT VARBINARY VARCHAR VARIANT`.split(/\s+/),
);

/** Words of the grammar that are functions where a parenthesis follows. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `ABS AVG CARDINALITY CAST CEIL CHARACTER_LENGTH CHAR_LENGTH COALESCE COLLECT CONCAT CONCAT_WS COUNT CUMULATE CURRENT_DATE CURRENT_TIME
  CURRENT_TIMESTAMP CURRENT_WATERMARK DATE_FORMAT DENSE_RANK DESCRIPTOR EXTRACT FIRST_VALUE FLOOR FROM_UNIXTIME HOP HOP_END HOP_PROCTIME
  HOP_ROWTIME HOP_START IF IFNULL JSON_EXISTS JSON_OBJECT JSON_QUERY JSON_VALUE LAG LAST_VALUE LEAD LISTAGG LOCALTIME LOCALTIMESTAMP LOWER
  MAX MD5 MIN MOD NOW NTILE NULLIF POWER PROCTIME RANK REGEXP_EXTRACT REGEXP_REPLACE REPLACE ROUND ROW_NUMBER SESSION SESSION_END
  SESSION_START SHA256 SOURCE_WATERMARK SPLIT_INDEX SQRT STDDEV_POP STDDEV_SAMP SUBSTRING SUM TIMESTAMPADD TIMESTAMPDIFF TO_DATE
  TO_TIMESTAMP TO_TIMESTAMP_LTZ TRIM TRY_CAST TUMBLE TUMBLE_END TUMBLE_PROCTIME TUMBLE_ROWTIME TUMBLE_START UNIX_TIMESTAMP UPPER UUID VAR_POP
  VAR_SAMP`.split(/\s+/),
);

/** Non-reserved words that are shown as keywords all the same: they hardly ever are names. */
const SHOWN_NON_RESERVED: ReadonlySet<string> = new Set(
  `BEGIN CATALOG COMMENT DATABASE DESCRIPTOR ENFORCED EXISTS FIRST FUNCTION IF INCLUDING EXCLUDING KEY LAST MATERIALIZED METADATA MODEL NULLS OPTIONS
  OVERWRITE PLAN SETS TEMPORARY TIES UNBOUNDED VIEW VIRTUAL ALL CONSTRAINTS GENERATED PAST FOLLOWING PRECEDING SECOND MINUTE HOUR DAY MONTH
  YEAR ROLLUP CUBE GROUPING ORDINALITY ESTIMATED_COST CHANGELOG_MODE JSON_EXECUTION_PLAN PLAN_ADVICE`.split(/\s+/),
);

/** True if a word is shown as a keyword. */
export function isKeyword(word: string): boolean {
  const upper = word.toUpperCase();
  return RESERVED_WORDS.has(upper) || (SHOWN_NON_RESERVED.has(upper) && (NON_RESERVED_WORDS.has(upper) || RESERVED_WORDS.has(upper)));
}

/** Words offered while typing. */
export const COMPLETION_KEYWORDS: readonly string[] = [...new Set([...RESERVED_WORDS, ...SHOWN_NON_RESERVED])]
  .filter((word) => /^[A-Z_]+$/.test(word))
  .sort();

export type SqlTokenKind = 'keyword' | 'type' | 'function' | 'string' | 'number' | 'comment' | 'directive' | 'name' | 'other';

export interface SqlToken {
  readonly kind: SqlTokenKind;
  readonly text: string;
}

const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'?|`(?:[^`]|``)*`?|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[\p{L}_][\p{L}\p{N}_$]*|\s+|./gsu;

/** Splits a script for colouring. The texts joined are the script. */
export function sqlTokens(sql: string): SqlToken[] {
  const out: SqlToken[] = [];
  const matches = [...sql.matchAll(TOKEN)];
  matches.forEach((match, i) => {
    const text = match[0];
    const next = matches[i + 1]?.[0];
    out.push({ kind: kindOf(text, next), text });
  });
  return out;
}

function kindOf(text: string, next: string | undefined): SqlTokenKind {
  if (text.startsWith('--@')) return 'directive';
  if (text.startsWith('--') || text.startsWith('/*')) return 'comment';
  if (text.startsWith("'")) return 'string';
  if (text.startsWith('`')) return 'name';
  if (/^\d/.test(text)) return 'number';
  if (!/^[\p{L}_]/u.test(text)) return 'other';
  const upper = text.toUpperCase();
  if (next === '(' && FUNCTION_WORDS.has(upper)) return 'function';
  if (TYPE_WORDS.has(upper)) return 'type';
  if (isKeyword(upper)) return 'keyword';
  return next === '(' ? 'function' : 'name';
}
