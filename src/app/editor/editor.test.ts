import { expect, test } from 'vitest';
import { EXAMPLES } from '../../examples/example-catalog.ts';
import { aliasesIn } from './completion.ts';
import { isKeyword, sqlTokens } from './sql-words.ts';

test('tokens joined are the script, for every example', () => {
  for (const { sql } of EXAMPLES)
    expect(
      sqlTokens(sql)
        .map((token) => token.text)
        .join(''),
    ).toBe(sql);
});

test('words have their colours', () => {
  const kinds = Object.fromEntries(
    sqlTokens("SELECT a, CAST(b AS STRING), f(1) FROM t -- c\n WHERE x = 'y'").map((token) => [token.text, token.kind]),
  );
  expect(kinds).toMatchObject({
    SELECT: 'keyword',
    CAST: 'function',
    STRING: 'type',
    f: 'function',
    '1': 'number',
    t: 'name',
    '-- c': 'comment',
    "'y'": 'string',
  });
  expect(['select', 'FOR', 'SYSTEM_TIME', 'Orders', 'name'].map(isKeyword)).toEqual([true, true, true, false, false]);
});

test('aliases stand for their tables', () => {
  const entry = (name: string) => ({ name, kind: 'table' as const, columns: [] });
  const aliases = aliasesIn('SELECT * FROM MyTable AS T JOIN LookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.a = D.id, Orders o', [
    entry('c.d.MyTable'),
    entry('LookupTable'),
    entry('Orders'),
  ]);
  expect(aliases.get('t')?.name).toBe('c.d.MyTable');
  expect(aliases.get('d')?.name).toBe('LookupTable');
  expect(aliases.get('o')?.name).toBe('Orders');
  expect(aliases.get('mytable')?.name).toBe('c.d.MyTable');
});
