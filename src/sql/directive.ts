import type { DatastreamDirective, Directive, DirectiveColumn, FunctionDirective } from './ast-statement.ts';
import { EOF } from './lexer.ts';
import { NAME, type Cursor } from './parser/cursor.ts';
import { createGrammar } from './parser/rules.ts';
import { namePart } from './parser/identifier.ts';
import { from } from './parser/place.ts';
import { dataType } from './parser/type.ts';
import type { SqlDataTypeSpec } from './ast.ts';

/**
 * A comment line that starts with `--@`: what a Java program registers and SQL cannot. The words behind the mark are:
 *
 * - `datastream T (a INT, pt PROCTIME, rt ROWTIME)`
 * - `temporal-table-function F ON T TIME rt KEY k`
 * - `function f(INT, STRING) RETURNS BIGINT NOT DETERMINISTIC`, `function f(STRING) TABLE(word STRING, n INT)`
 */
export function parseDirective(text: string, toScript: (offset: number) => number = (o) => o): Directive {
  // The mark is a comment to the lexer; blanks in its place keep every position.
  const { c } = createGrammar(`   ${text.slice(3)}`, toScript);
  const start = c.tokens[0] ? c.placeOfToken(c.tokens[0]) : c.last;
  const first = c.image.toLowerCase();
  const directive =
    first === 'datastream'
      ? datastream(c)
      : first === 'temporal'
        ? temporalTableFunction(c)
        : first === 'function'
          ? functionDirective(c)
          : unknown(c, text);
  c.require(EOF);
  return { ...directive, ...from(start, c.last) };
}

function unknown(c: Cursor, text: string): never {
  return c.forbid(`Unknown pragma: ${text}`, c.placeOfToken(c.advance()), 'IllegalArgumentException');
}

/** A word, whatever the grammar makes of it. */
function word(c: Cursor): string {
  return c.atAny(NAME) ? namePart(c).name : c.advance().image;
}

function requireWord(c: Cursor, expected: string): void {
  if (c.image.toUpperCase() === expected) c.advance();
  else c.require(expected);
}

type Bare<T> = Omit<T, 'pos' | 'span'>;

function datastream(c: Cursor): Bare<DatastreamDirective> {
  c.advance();
  const name = word(c);
  c.require('(');
  const columns: DirectiveColumn[] = [];
  do {
    const column = word(c);
    const start = c.last;
    const words: string[] = [];
    let depth = 0;
    while (c.kind !== EOF && !(depth === 0 && (c.kind === ',' || c.kind === ')'))) {
      if (c.kind === '(') depth++;
      if (c.kind === ')') depth--;
      words.push(c.advance().image.toUpperCase());
    }
    columns.push({ name: column, dataType: words.join(''), ...from(start, c.last) });
  } while (c.take(','));
  c.require(')');
  return { type: 'DatastreamDirective', name, columns };
}

function temporalTableFunction(c: Cursor): Bare<Extract<Directive, { type: 'TemporalTableFunctionDirective' }>> {
  for (const w of ['TEMPORAL', '-', 'TABLE', '-', 'FUNCTION']) requireWord(c, w);
  const name = word(c);
  requireWord(c, 'ON');
  const table = word(c);
  requireWord(c, 'TIME');
  const timeAttribute = word(c);
  requireWord(c, 'KEY');
  return { type: 'TemporalTableFunctionDirective', name, table, timeAttribute, key: word(c) };
}

/** A type with or without NOT NULL; NOT may also begin NOT DETERMINISTIC. */
function argumentType(c: Cursor): SqlDataTypeSpec {
  const type = dataType(c);
  const isNotNull = c.ahead('NOT', 'NULL');
  if (isNotNull) {
    c.advance();
    c.advance();
  }
  return { ...type, nullable: !isNotNull };
}

function functionDirective(c: Cursor): Bare<FunctionDirective> {
  c.advance();
  const name = word(c);
  c.require('(');
  const argumentTypes: SqlDataTypeSpec[] = [];
  if (!c.at(')')) {
    do argumentTypes.push(argumentType(c));
    while (c.take(','));
  }
  c.require(')');
  const head = { type: 'FunctionDirective' as const, name, argumentTypes };
  const returns = c.take('RETURNS') ? argumentType(c) : undefined;
  let table: { name: string; dataType: SqlDataTypeSpec }[] | undefined;
  if (c.take('TABLE')) {
    c.require('(');
    table = [];
    do table.push({ name: word(c), dataType: argumentType(c) });
    while (c.take(','));
    c.require(')');
  }
  const isUncertain = c.take('NOT') !== undefined;
  if (isUncertain) requireWord(c, 'DETERMINISTIC');
  if (!returns && !table) c.require('RETURNS', 'TABLE');
  return { ...head, ...(returns && { returns }), ...(table && { table }), deterministic: !isUncertain };
}
