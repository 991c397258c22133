import type { NamePart, SqlDataTypeSpec, SqlIdentifier, SqlNodeList } from '../ast.ts';
import { QUOTED_IDENTIFIER, QUOTED_STRING, UNICODE_IDENTIFIER } from '../lexer.ts';
import { NAME, type Cursor } from './cursor.ts';
import { nodeList } from './node.ts';
import { from, placeOf, sum } from './place.ts';
import { checkedEscape, stringText, unescapeUnicode } from './text.ts';

/** Flink allows this many characters in a name. */
const MAX_LENGTH = 256;

/** IdentifierSegment: one name. */
export function namePart(c: Cursor): NamePart {
  if (!c.atAny(NAME)) c.fail();
  const token = c.advance();
  const start = c.last;
  let name = token.image;
  let place = start;
  if (token.kind === QUOTED_IDENTIFIER) name = name.slice(1, -1).replaceAll('``', '`');
  else if (token.kind === UNICODE_IDENTIFIER) {
    const raw = name.slice(name.indexOf('"') + 1, -1).replaceAll('""', '"');
    const escape = c.take('UESCAPE') ? checkedEscape(c, stringText(c.require(QUOTED_STRING).image)) : '\\';
    place = from(start, c.last);
    name = unescapeUnicode(c, raw, escape, place);
  }
  if (name.length > MAX_LENGTH) c.forbid(`Length of identifier '${name}' must be less than or equal to ${MAX_LENGTH} characters`, place);
  return { name, quoted: token.kind === QUOTED_IDENTIFIER || token.kind === UNICODE_IDENTIFIER, ...placeOf(place) };
}

function identifier(parts: readonly NamePart[]): SqlIdentifier {
  return { type: 'SqlIdentifier', names: parts.map((p) => p.name), parts, ...sum(...parts) };
}

/** SimpleIdentifier. */
export function simpleIdentifier(c: Cursor): SqlIdentifier {
  return identifier([namePart(c)]);
}

/** CompoundTableIdentifier: `a.b.c`. */
export function compoundTableIdentifier(c: Cursor): SqlIdentifier {
  const parts = [namePart(c)];
  while (c.ahead('.', NAME)) {
    c.advance();
    parts.push(namePart(c));
  }
  return identifier(parts);
}

/** CompoundIdentifier: `a.b.c` or `a.b.*`. */
export function compoundIdentifier(c: Cursor): SqlIdentifier {
  const name = compoundTableIdentifier(c);
  if (!c.ahead('.', '*')) return name;
  c.advance();
  c.advance();
  return identifier([...name.parts, { name: '', quoted: false, ...c.last }]);
}

/** SimpleIdentifierCommaList. */
export function simpleIdentifiers(c: Cursor): SqlIdentifier[] {
  const list = [simpleIdentifier(c)];
  while (c.take(',')) list.push(simpleIdentifier(c));
  return list;
}

/** ParenthesizedSimpleIdentifierList, as a list and as a node. */
export function parenthesizedNames(c: Cursor): { readonly names: readonly SqlIdentifier[]; readonly node: SqlNodeList } {
  c.require('(');
  const start = c.last;
  const names = simpleIdentifiers(c);
  c.require(')');
  return { names, node: nodeList(names, from(start, c.last)) };
}

/** SimpleIdentifierOrList. */
export function nameOrNames(c: Cursor): SqlNodeList {
  if (c.atAny(NAME)) {
    const id = simpleIdentifier(c);
    return nodeList([id], id);
  }
  return parenthesizedNames(c).node;
}

/** ParenthesizedCompoundIdentifierList: the target columns of INSERT. A type behind a name is grammar, but Flink does not allow it. */
export function parenthesizedCompoundNames(c: Cursor, dataType: () => SqlDataTypeSpec | undefined): readonly SqlIdentifier[] {
  c.require('(');
  const list: SqlIdentifier[] = [];
  do {
    list.push(compoundIdentifier(c));
    const type = dataType();
    if (type) c.forbid('Extended columns not allowed under the current SQL conformance level', type, 'SqlValidatorException');
  } while (c.take(','));
  c.require(')');
  return list;
}
