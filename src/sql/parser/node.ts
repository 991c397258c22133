import type { SqlBasicCall, SqlIdentifier, SqlKind, SqlNode, SqlNodeList, SqlSymbolLiteral } from '../ast.ts';
import { NOWHERE, placeOf, type Place } from './place.ts';

/** Kinds of calls that are queries. */
const QUERY_CALLS: ReadonlySet<SqlKind> = new Set<SqlKind>(['UNION', 'INTERSECT', 'EXCEPT', 'VALUES', 'EXPLICIT_TABLE']);

/** Calcite's kind QUERY. */
export function isQuery(node: SqlNode): boolean {
  if (node.type === 'SqlBasicCall') return QUERY_CALLS.has(node.kind);
  return node.type === 'SqlSelect' || node.type === 'SqlOrderBy' || node.type === 'SqlWith';
}

export type CallExtras = Pick<SqlBasicCall, 'quantifier' | 'functionName' | 'syntax' | 'specific'>;

export function call(
  kind: SqlKind,
  operator: string,
  operands: readonly (SqlNode | undefined)[],
  place: Place,
  extras: CallExtras = {},
): SqlBasicCall {
  return { type: 'SqlBasicCall', kind, operator, operands, ...extras, ...placeOf(place) };
}

/** A call of a function with syntax of its own or a fixed name. */
export function functionCall(
  operator: string,
  operands: readonly (SqlNode | undefined)[],
  place: Place,
  kind: SqlKind = 'OTHER_FUNCTION',
): SqlBasicCall {
  return call(kind, operator, operands, place, { syntax: 'SPECIAL' });
}

/** A call of a function that is looked up by its name later. */
export function unresolvedCall(
  name: SqlIdentifier,
  operands: readonly SqlNode[],
  place: Place,
  quantifier?: SqlSymbolLiteral,
): SqlBasicCall {
  return call('OTHER_FUNCTION', name.names.join('.'), operands, place, { functionName: name, quantifier, syntax: 'FUNCTION' });
}

export function nodeList(list: readonly SqlNode[], place: Place): SqlNodeList {
  return { type: 'SqlNodeList', list, ...placeOf(place) };
}

export function symbol(name: string, value: string, place: Place = NOWHERE): SqlSymbolLiteral {
  return { type: 'SqlSymbolLiteral', symbol: name, value, ...placeOf(place) };
}

/** An identifier that the parser makes of one word. */
export function identifierOf(name: string, place: Place): SqlIdentifier {
  return { type: 'SqlIdentifier', names: [name], parts: [{ name, quoted: false, ...placeOf(place) }], ...placeOf(place) };
}

export function starAt(place: Place): SqlIdentifier {
  return identifierOf('', place);
}
