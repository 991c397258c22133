import type { SqlHint, SqlIdentifier, SqlNode, SqlTableRef } from '../ast.ts';
import { NAME, type Cursor, type Kinds } from './cursor.ts';
import { parenthesizedNames, simpleIdentifier } from './identifier.ts';
import { NUMBER, signedNumericLiteral, STRING, stringLiteral } from './literal.ts';
import { from, NOWHERE, sum, type Place } from './place.ts';

const KEY: Kinds = new Set([...NAME, ...STRING]);
const VALUE: Kinds = new Set(['+', '-', ...NUMBER, ...STRING]);
const AFTER_STRING: Kinds = new Set([',', ')', '<QUOTED_STRING>', 'UESCAPE']);
const NEXT: Kinds = new Set([',', ')']);

/** Hints from `/*+` on, or none. */
export function hints(c: Cursor): SqlHint[] {
  if (!c.take('/*+')) return [];
  const list = [hint(c)];
  while (c.take(',')) list.push(hint(c));
  c.require('*/');
  return list;
}

/** TableHints: a name with hints behind it; without hints just the name. */
export function tableHints(c: Cursor, name: SqlIdentifier): SqlIdentifier | SqlTableRef {
  const list = hints(c);
  if (list.length === 0) return name;
  return { type: 'SqlTableRef', name, hints: list, ...sum(name, ...list, c.last) };
}

type Options = Pick<SqlHint, 'format' | 'options'> & { readonly place: Place };

/** AddHint. */
function hint(c: Cursor): SqlHint {
  const name = simpleIdentifier(c);
  const { format, options, place } = hintOptions(c);
  return { type: 'SqlHint', name, format, options, ...sum(place, c.last) };
}

/** The form of the options is found by looking up to five tokens ahead. */
function hintOptions(c: Cursor): Options {
  if (keyValuesAhead(c)) return keyValues(c);
  if (c.ahead('(', NAME, NEXT)) {
    const { names, node } = parenthesizedNames(c);
    return { format: 'ID_LIST', options: names, place: node };
  }
  if (literalsAhead(c)) return literals(c);
  // What looks like options but is none of these ends here.
  if (c.take('(')) c.require(')');
  return { format: 'EMPTY', options: [], place: NOWHERE };
}

function keyValuesAhead(c: Cursor): boolean {
  if (!c.ahead('(', KEY)) return false;
  let i = 2;
  if (STRING.has(c.kindAt(1))) while (i < 5 && c.looksAt(i, '<QUOTED_STRING>')) i++;
  if (i >= 5) return true;
  if (!c.looksAt(i, '=')) return false;
  if (i + 1 >= 5) return true;
  if (!c.looksAt(i + 1, STRING)) return false;
  return i + 2 >= 5 || c.looksAt(i + 2, AFTER_STRING);
}

function literalsAhead(c: Cursor): boolean {
  if (!c.ahead('(', VALUE)) return false;
  const sign = c.kindAt(1);
  if (sign === '+' || sign === '-') return c.looksAt(2, NUMBER);
  return c.looksAt(2, AFTER_STRING);
}

function keyValues(c: Cursor): Options {
  const before = c.last;
  const options: SqlNode[] = [];
  c.require('(');
  do {
    options.push(c.atAny(NAME) ? simpleIdentifier(c) : stringLiteral(c));
    c.require('=');
    options.push(stringLiteral(c));
  } while (c.take(','));
  c.require(')');
  return { format: 'KV_LIST', options, place: from(before, c.last) };
}

function literals(c: Cursor): Options {
  const before = c.last;
  const options: SqlNode[] = [];
  c.require('(');
  do {
    options.push(c.atAny(STRING) ? stringLiteral(c) : signedNumericLiteral(c));
  } while (c.take(','));
  c.require(')');
  return { format: 'LITERAL_LIST', options, place: from(before, c.last) };
}
