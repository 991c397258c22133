import type { SqlCharStringLiteral, SqlIdentifier, SqlIntervalQualifier, SqlNumericLiteral } from '../ast.ts';
import { qualifierText } from '../parser/interval.ts';

/** A name in back-ticks. */
export const quoteName = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

/** Text in quotes; characters that are not ASCII are written as escapes unless a character set stands in front. */
export function stringText(value: string, charset?: string): string {
  // Control characters other than line ends count as well.
  if (charset === undefined && /[^\n\r\u0020-\u007f]/.test(value)) return unicodeText(value);
  return `${charset === undefined ? '' : `_${charset}`}'${value.replaceAll("'", "''")}'`;
}

function unicodeText(value: string): string {
  let out = "u&'";
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    const c = value.charAt(i);
    if (code < 32 || code >= 128) out += `\\${code.toString(16).padStart(4, '0')}`;
    else out += c === "'" || c === '\\' ? c + c : c;
  }
  return `${out}'`;
}

export function charLiteralText(node: SqlCharStringLiteral): string {
  const [first = '', ...rest] = node.pieces ?? [node.value];
  return [stringText(first, node.charset), ...rest.map((p) => stringText(p))].join('\n');
}

/** A number as Java prints it: plain digits, or scientific notation with at most twenty digits. */
export function numberText(node: SqlNumericLiteral): string {
  return node.exact ? node.text : scientific(node.text);
}

function scientific(text: string): string {
  const m = /^(-?)(\d*)(?:\.(\d*))?[eE]([+-]?\d+)$/.exec(text);
  if (!m) return text;
  const fraction = m[3] ?? '';
  const all = ((m[2] ?? '') + fraction).replace(/^0+(?=\d)/, '');
  const scale = fraction.length - Number(m[4]);
  const exponent = all.length - scale - 1;
  let digits = all.slice(0, 20);
  if (scale === 0) digits = digits.replace(/(?<=.)0+$/, '');
  return `${m[1] ?? ''}${digits.charAt(0)}${digits.length > 1 ? `.${digits.slice(1)}` : ''}E${exponent}`;
}

/** The unit behind an interval, a function or a cast. */
export function unitText(node: SqlIntervalQualifier): string {
  return node.timeFrameName === undefined ? qualifierText(node) : quoteName(node.timeFrameName);
}

/** Functions of Calcite's standard table, which print without back-ticks when they were written so. */
const STANDARD_FUNCTIONS: ReadonlySet<string> = new Set(
  (
    '$SUM0 ABS ACOS ANY_VALUE APPROX_COUNT_DISTINCT ARG_MAX ARG_MIN ASCII ASIN ATAN ATAN2 AVG BIT_AND BIT_OR BIT_XOR CARDINALITY CAST CBRT ' +
    'CEIL CHARACTER_LENGTH CHAR_LENGTH CLASSIFIER COALESCE COLLECT CONVERT COS COT COUNT COVAR_POP COVAR_SAMP CUME_DIST CURRENT_CATALOG ' +
    'CURRENT_DATE CURRENT_PATH CURRENT_ROLE CURRENT_SCHEMA CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER DAYOFMONTH DAYOFWEEK DAYOFYEAR DEGREES ' +
    'DENSE_RANK DESCRIPTOR ELEMENT EVERY EXP EXTRACT FIRST FIRST_VALUE FLOOR FUSION GROUPING GROUPING_ID GROUP_ID HOP HOP_END HOP_START HOUR ' +
    'INITCAP INTERSECTION JSON_ARRAY JSON_DEPTH JSON_EXISTS JSON_INSERT JSON_KEYS JSON_LENGTH JSON_OBJECT JSON_PRETTY JSON_QUERY JSON_REMOVE ' +
    'JSON_REPLACE JSON_SET JSON_STORAGE_SIZE JSON_TYPE JSON_VALUE LAG LAST LAST_DAY LAST_VALUE LEAD LISTAGG LN LOCALTIME LOCALTIMESTAMP LOG10 ' +
    'LOWER MATCH_NUMBER MAX MIN MINUTE MOD MODE MONTH NEXT NTH_VALUE NTILE NULLIF OCTET_LENGTH OVERLAY PERCENTILE_CONT PERCENTILE_DISC ' +
    'PERCENT_RANK PI POSITION POWER PREV QUARTER RADIANS RAND RAND_INTEGER RANK REGR_COUNT REGR_SXX REGR_SYY REPLACE ROUND ROW_NUMBER SECOND ' +
    'SESSION SESSION_END SESSION_START SESSION_USER SIGN SIN SINGLE_VALUE SOME SQRT STDDEV STDDEV_POP STDDEV_SAMP SUBSTRING SUM SYSTEM_USER TAN ' +
    'TIMESTAMPADD TIMESTAMPDIFF TRANSLATE TRIM TRUNCATE TUMBLE TUMBLE_END TUMBLE_START UPPER USER VARIANCE VAR_POP VAR_SAMP WEEK YEAR'
  ).split(' '),
);
/** Standard functions without parentheses. */
const VALUE_FUNCTIONS: ReadonlySet<string> = new Set(
  (
    'CURRENT_CATALOG CURRENT_DATE CURRENT_PATH CURRENT_ROLE CURRENT_SCHEMA CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER LOCALTIME LOCALTIMESTAMP ' +
    'PI SESSION_USER SYSTEM_USER USER'
  ).split(' '),
);

/** A name; as the name of a function it loses its back-ticks if the function is a standard one. */
export function identifierText(node: SqlIdentifier, isFunction = false): string {
  const [first] = node.parts;
  if (node.names.length === 1 && first && !first.quoted) {
    const upper = first.name.toUpperCase();
    if ((isFunction ? STANDARD_FUNCTIONS : VALUE_FUNCTIONS).has(upper)) return upper;
  }
  return node.names.map((n) => (n === '' ? '*' : quoteName(n))).join('.');
}
