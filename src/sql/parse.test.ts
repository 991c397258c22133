import { describe, expect, test } from 'vitest';
import type { SqlNode } from './ast.ts';
import { parseExpression, parseScript, parseStatement } from './parse.ts';
import { printSql } from './printer.ts';

const messageOf = (text: string): string | undefined => parseStatement(text).diagnostic?.message.split('\n')[0];
const expression = (text: string): SqlNode => {
  const { node, diagnostic } = parseExpression(text);
  if (!node) throw new Error(diagnostic.message);
  return node;
};

describe('scripts', () => {
  const script = [
    '-- a comment',
    '--@ datastream T (a INT, pt PROCTIME)',
    "SET 'a' = 'b;c';",
    'SELECT a /* not here */ FROM T;;',
    '',
    'SELEC a FROM T; SELECT 2',
  ].join('\n');

  test('statements are numbered, `--@` lines too, and a mistake leaves the others alone', () => {
    const { statements } = parseScript(script);
    expect(statements.map((s) => [s.index, s.node?.type ?? s.diagnostic?.code])).toEqual([
      [1, 'DatastreamDirective'],
      [2, 'SqlSet'],
      [3, 'SqlSelect'],
      [4, 'parse/not-allowed'],
      [5, 'SqlSelect'],
    ]);
  });

  test('the text has no comments; positions count in it, spans in the script', () => {
    const [, , select] = parseScript(script).statements;
    expect(select?.text).toBe('SELECT a  FROM T');
    const node = select?.node;
    if (node?.type !== 'SqlSelect' || !node.from) throw new Error('not a query');
    expect(node.from.pos).toEqual({ line: 1, column: 16, endLine: 1, endColumn: 16 });
    expect(script.slice(node.from.span.start, node.from.span.end)).toBe('T');
  });

  test('a statement set keeps its semicolons', () => {
    const { statements } = parseScript('EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1; INSERT INTO b SELECT 2; END; SELECT 1');
    expect(statements.map((s) => s.node?.type)).toEqual(['SqlExecute', 'SqlSelect']);
  });

  test('directives', () => {
    const types = (text: string): unknown => parseScript(text).statements[0]?.node;
    expect(types('--@ temporal-table-function F ON T TIME rt KEY k')).toMatchObject({
      name: 'F',
      table: 'T',
      timeAttribute: 'rt',
      key: 'k',
    });
    expect(types('--@ function f(INT, STRING) RETURNS BIGINT NOT DETERMINISTIC')).toMatchObject({ deterministic: false });
    expect(types('--@ function f(STRING) TABLE(word STRING, n INT)')).toMatchObject({ table: [{ name: 'word' }, { name: 'n' }] });
    expect(parseScript('--@ nonsense').statements[0]?.diagnostic?.message).toBe('Unknown pragma: --@ nonsense');
  });
});

describe('expressions', () => {
  test.each([
    ['a + b * c', '`a` + `b` * `c`'],
    ['(a + b) * c', '(`a` + `b`) * `c`'],
    ['NOT a = b AND c', 'NOT `a` = `b` AND `c`'],
    ['a BETWEEN 1 AND 2 + 3 AND b', '`a` BETWEEN ASYMMETRIC 1 AND 2 + 3 AND `b`'],
    ['a - (b - c)', '`a` - (`b` - `c`)'],
    ['- 1', '-1'],
    ['r.f[1].g', '`r`.`f`[1].`g`'],
    ['count(*) filter (where a > 1)', 'COUNT(*) FILTER (WHERE `a` > 1)'],
    ["U&'\\0041b' 'c'", "_UTF16'Ab'\n'c'"],
  ])('%s', (text, printed) => {
    expect(printSql(expression(text))).toBe(printed);
  });

  test('a call has the place of all its operands', () => {
    expect(expression('a +\n b').pos).toEqual({ line: 1, column: 1, endLine: 2, endColumn: 2 });
  });
});

describe('messages', () => {
  test.each([
    ['SELECT a, b, FROM t', "Incorrect syntax near the keyword 'FROM' at line 1, column 14."],
    ['SELECT a, b, from t', 'Encountered "from" at line 1, column 14.'],
    ['SELECT next FROM t', 'Encountered "next FROM" at line 1, column 8.'],
    ['SELECT CASE ELSE 1 END', "Incorrect syntax near the keyword 'ELSE' at line 1, column 13."],
    ["SELECT /*+ H('a' = 'b' */ a FROM t", "Encountered \"\\'a\\' = \\'b\\' */\" at line 1, column 14."],
    ['SELECT a FROM t /* open', 'Lexical error at line 1, column 24.  Encountered: <EOF> after : ""'],
    ['SELECT a; SELECT b', 'only single statement supported'],
  ])('%s', (text, message) => {
    expect(messageOf(text)).toBe(message);
  });

  test('the chain of causes is that of Flink', () => {
    const chain = parseStatement('SELECT a FROM').diagnostic?.chain ?? [];
    expect(chain.map((c) => c.split('\n')[0])).toEqual([
      'SqlParserEOFException: Encountered "<EOF>" at line 1, column 13.',
      'SqlParseException: Encountered "<EOF>" at line 1, column 13.',
      'ParseException: Encountered "<EOF>" at line 1, column 13.',
    ]);
  });
});
