import { describe, expect, it } from 'vitest';
import { runScript } from '../engine/run-script.ts';

const TABLE = "CREATE TABLE t (a INT, s STRING) WITH ('connector' = 'values');\n";
const FEED = 't +I {"a":1,"s":"x"}\n';

describe('functions of a user have no body', () => {
  it.each([
    ['a scalar one', '--@ function f(INT) RETURNS BIGINT\n', 'SELECT f(a) FROM t;', 'f'],
    ['one that is called as a built-in one', '--@ function upper(STRING) RETURNS STRING\n', 'SELECT upper(s) FROM t;', 'upper'],
    ['a table function', '--@ function words(STRING) TABLE(w STRING)\n', 'SELECT w FROM t, LATERAL TABLE(words(s));', 'words'],
  ])('%s', (_, directive, query, name) => {
    expect(runScript(`${directive}${TABLE}${query}`, FEED)).toContain(
      `=== unsupported\nunsupported/function-body\nThe function ${name} is known by its signature only; it has no body that could run.\n`,
    );
  });
});
