import type { SqlNode } from '../ast.ts';
import { LBRACE_FN } from '../lexer.ts';
import { builtInCall } from './built-in-call.ts';
import type { Kinds } from './cursor.ts';
import { FUNCTION_WORDS } from './first-sets.ts';
import type { Grammar } from './grammar.ts';
import { namePart } from './identifier.ts';
import { functionCall, starAt, symbol } from './node.ts';
import { from } from './place.ts';

const LIKE_BUILT_IN: Kinds = new Set(
  'CONTAINS_SUBSTR DATE_DIFF DATETIME_DIFF TIMESTAMPADD DATE_TRUNC TIMESTAMP_TRUNC TIME_TRUNC TIMESTAMP_DIFF TIME_DIFF'.split(' '),
);
const WORDS: Kinds = new Set(['INSERT', 'LEFT', 'RIGHT', 'TRUNCATE', 'SUBSTRING', ...FUNCTION_WORDS]);
// prettier-ignore
const DATA_TYPES: Kinds = new Set(
  (
    'CHAR VARCHAR DATE TIME TIMESTAMP DECIMAL NUMERIC BOOLEAN INTEGER BINARY VARBINARY TINYINT SMALLINT BIGINT REAL DOUBLE FLOAT ' +
    'SQL_CHAR SQL_VARCHAR SQL_DATE SQL_TIME SQL_TIMESTAMP SQL_DECIMAL SQL_NUMERIC SQL_BOOLEAN SQL_INTEGER SQL_BINARY SQL_VARBINARY SQL_TINYINT ' +
    'SQL_SMALLINT SQL_BIGINT SQL_REAL SQL_DOUBLE SQL_FLOAT SQL_INTERVAL_YEAR SQL_INTERVAL_YEAR_TO_MONTH SQL_INTERVAL_MONTH SQL_INTERVAL_DAY ' +
    'SQL_INTERVAL_DAY_TO_HOUR SQL_INTERVAL_DAY_TO_MINUTE SQL_INTERVAL_DAY_TO_SECOND SQL_INTERVAL_HOUR SQL_INTERVAL_HOUR_TO_MINUTE ' +
    'SQL_INTERVAL_HOUR_TO_SECOND SQL_INTERVAL_MINUTE SQL_INTERVAL_MINUTE_TO_SECOND SQL_INTERVAL_SECOND'
  ).split(' '),
);

/** JdbcFunctionCall: `{fn UCASE('x')}`. The operator is the name as written. */
export function jdbcFunctionCall(g: Grammar): SqlNode {
  const { c } = g;
  c.require(LBRACE_FN);
  const start = c.last;
  const { name, operands } = inBraces(g);
  c.require('}');
  return functionCall(name, operands, from(start, c.last), 'JDBC_FN');
}

function inBraces(g: Grammar): { name: string; operands: readonly (SqlNode | undefined)[] } {
  const { c } = g;
  const { kind } = c;
  if (LIKE_BUILT_IN.has(kind) || c.ahead('TIMESTAMPDIFF', '(')) {
    const node = builtInCall(g);
    return { name: kind, operands: node.type === 'SqlBasicCall' ? node.operands : [] };
  }
  if (kind === 'CONVERT') return convert(g);
  const name = c.atAny(WORDS) ? c.advance().image : namePart(c).name;
  if (c.ahead('(', '*')) {
    c.advance();
    c.advance();
    const star = starAt(c.last);
    c.require(')');
    return { name, operands: [star] };
  }
  if (c.ahead('(', ')')) {
    c.advance();
    c.advance();
    return { name, operands: [] };
  }
  return { name, operands: g.parenthesizedList('SUB_QUERY').list };
}

function convert(g: Grammar): { name: string; operands: readonly SqlNode[] } {
  const { c } = g;
  const name = c.advance().image;
  c.require('(');
  const value = g.expression('SUB_QUERY');
  c.require(',');
  const { kind } = c.require(...DATA_TYPES);
  const type = symbol('SqlJdbcDataTypeName', kind.startsWith('SQL_') ? kind : `SQL_${kind}`, c.last);
  c.require(')');
  return { name, operands: [value, type] };
}
