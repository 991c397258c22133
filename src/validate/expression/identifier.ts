import type { SqlIdentifier } from '../../sql/ast.ts';
import type { Field } from '../../types/sql-type.ts';
import type { BoundColumn, BoundExpr, Origin } from '../bound.ts';
import type { Place } from '../errors.ts';
import type { NameScope, ScopeChild } from '../name-scope.ts';
import type { ExprContext } from './context.ts';
import { UnsupportedError } from '../../base/diagnostic.ts';
import { withNullability } from '../../types/sql-type.ts';
import { NO_PLACE, contextError, joinPositions } from '../errors.ts';

/** What a child of a scope and the scope itself are to a name. */
interface Found {
  readonly scope: NameScope;
  readonly child: ScopeChild;
}

/** The name as written, for messages: parts joined by points. */
export function identifierText(id: SqlIdentifier): string {
  return id.names.map((n) => (n === '' ? '*' : n)).join('.');
}

/** The place of parts `from` (inclusive) to `to` (exclusive) of a name. */
export function partsPlace(id: SqlIdentifier, from: number, to: number): Place {
  const parts = id.parts.slice(from, to);
  return parts.length === 0 ? id : joinPositions(parts);
}

export function originOf(node: { readonly pos: Place['pos']; readonly span: NonNullable<Place['span']> }, text?: string): Origin {
  return { pos: node.pos, span: node.span, text };
}

/**
 * Ways to reach names through rows: a field by its name, else through any ROW field that has it inside (Calcite peeks into rows of kind
 * `PEEK_FIELDS_NO_EXPAND`). Each way is a list of field indexes.
 */
function pathsTo(
  fields: readonly Field[],
  names: readonly string[],
  matches: (a: string, b: string) => boolean,
): readonly (readonly number[])[] {
  const [name, ...rest] = names;
  if (name === undefined) return [[]];
  const index = fields.findIndex((f) => matches(f.name, name));
  if (index >= 0) {
    const inner = fields[index]?.type.fields ?? [];
    return rest.length === 0 ? [[index]] : pathsTo(inner, rest, matches).map((p) => [index, ...p]);
  }
  return fields.flatMap((f, i) => {
    const peeks = f.type.structKind === 'peek' && f.type.fields;
    return peeks ? pathsTo(peeks, names, matches).map((p) => [i, ...p]) : [];
  });
}

/** Relations around a place that have a column of this name: those of the innermost scope that has any. */
function relationsWithColumn(scope: NameScope | undefined, column: string, matches: (a: string, b: string) => boolean): Found[] {
  for (let s = scope; s; s = s.parent) {
    const found = s.children.filter((c) => pathsTo(c.fields, [column], matches).length > 0);
    if (found.length > 0) return found.map((child) => ({ scope: s, child }));
  }
  return [];
}

const exact = (a: string, b: string): boolean => a === b;
const anyCase = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase();

function relationNamed(scope: NameScope | undefined, name: string, matches: (a: string, b: string) => boolean): Found | undefined {
  for (let s = scope; s; s = s.parent) {
    const child = s.children.find((c) => matches(c.name, name));
    if (child) return { scope: s, child };
  }
  return undefined;
}

/** A column by its index in a relation. */
export function columnAt(found: Found, index: number, origin: Origin): BoundColumn {
  const field = found.child.fields[index];
  if (!field) throw new Error(`no column ${index} in ${found.child.name}`);
  const type = found.child.nullable ? withNullability(field.type, true) : field.type;
  return { kind: 'column', scope: found.scope, child: found.child, index, name: field.name, type, origin };
}

/** Fields of a ROW value along `names`; undefined if one is missing. */
export function accessFields(start: BoundExpr, names: readonly string[], origin: Origin): BoundExpr | undefined {
  let expr = start;
  for (const name of names) {
    const index = expr.type.fields?.findIndex((f) => f.name === name) ?? -1;
    const field = expr.type.fields?.[index];
    if (!field) return undefined;
    const type = expr.type.nullable ? withNullability(field.type, true) : field.type;
    expr = { kind: 'field', ref: expr, name, index, type, origin };
  }
  return expr;
}

/** Binds a name of one or more parts. */
export function bindIdentifier(id: SqlIdentifier, cx: ExprContext): BoundExpr {
  const origin = originOf(id, identifierText(id));
  if (cx.parameters) return bindParameter(id, cx, origin);
  if (cx.match) return bindMatchColumn(id, cx, origin);
  const [first] = id.names;
  if (first === undefined) throw new Error('empty identifier');
  if (id.names.length === 1) {
    const common = cx.common?.get(first);
    if (common) return common;
    return bindSimple(id, first, cx, origin);
  }
  return bindQualified(id, cx, origin);
}

function bindSimple(id: SqlIdentifier, name: string, cx: ExprContext, origin: Origin): BoundExpr {
  const found = relationsWithColumn(cx.scope, name, exact);
  const [only] = found;
  if (!only) {
    const like = relationsWithColumn(cx.scope, name, anyCase)[0]?.child.fields.find((f) => anyCase(f.name, name));
    throw contextError(
      'validate/unknown-column',
      id,
      like ? `Column '${name}' not found in any table; did you mean '${like.name}'?` : `Column '${name}' not found in any table`,
    );
  }
  const ambiguous = (): Error => contextError('validate/ambiguous-column', id, `Column '${name}' is ambiguous`);
  if (found.length > 1 || only.child.fields.filter((f) => f.name === name).length > 1) throw ambiguous();
  const result = along(only, [name], origin);
  if (result === 'ambiguous' || result === undefined) throw ambiguous();
  return result;
}

/** The expression for names inside a relation; the shortest way wins. */
function along(found: Found, names: readonly string[], origin: Origin): BoundExpr | 'ambiguous' | undefined {
  const paths = [...pathsTo(found.child.fields, names, exact)].sort((a, b) => a.length - b.length);
  const [best, next] = paths;
  if (!best) return undefined;
  if (next && next.length === best.length) return 'ambiguous';
  const [first, ...rest] = best;
  if (first === undefined) return undefined;
  let expr: BoundExpr = columnAt(found, first, origin);
  for (const i of rest) {
    const field: Field | undefined = expr.type.fields?.[i];
    const inner: BoundExpr | undefined = field && accessFields(expr, [field.name], origin);
    if (!inner) return undefined;
    expr = inner;
  }
  return expr;
}

function bindQualified(id: SqlIdentifier, cx: ExprContext, origin: Origin): BoundExpr {
  const { names } = id;
  const qualifier = names[0] ?? '';
  let found = relationNamed(cx.scope, qualifier, exact);
  let from = 1;
  if (!found) {
    const like = relationNamed(cx.scope, qualifier, anyCase);
    if (like) {
      const text = names.slice(0, 1).join('.');
      throw contextError('validate/unknown-table', partsPlace(id, 0, 1), `Table '${text}' not found; did you mean '${like.child.name}'?`);
    }
    const relations = relationsWithColumn(cx.scope, qualifier, exact);
    if (relations.length !== 1) {
      const prefix = names.slice(0, -1).join('.');
      throw contextError('validate/unknown-table', partsPlace(id, 0, names.length - 1), `Table '${prefix}' not found`);
    }
    found = relations[0];
    from = 0;
    const field = found?.child.fields.find((f) => f.name === qualifier);
    if (field && !field.type.fields) {
      const prefix = names.slice(0, -1).join('.');
      throw contextError('validate/unknown-table', partsPlace(id, 0, names.length - 1), `Table '${prefix}' not found`);
    }
  }
  if (!found) throw new Error('unreachable: a relation was found');
  const columns = found.child.fields.filter((f) => f.name === names[from]);
  const table = from === 1 ? qualifier : found.child.name;
  if (columns.length > 1) {
    throw contextError('validate/ambiguous-column', id, `Column '${names.slice(from).join('.')}' is ambiguous`);
  }
  const result = along(found, names.slice(from), origin);
  if (result === 'ambiguous') throw contextError('validate/ambiguous-column', id, `Column '${names.slice(from).join('.')}' is ambiguous`);
  if (result) return result;
  throw columnMissing(id, { found, from, table });
}

function columnMissing(id: SqlIdentifier, at: { readonly found: Found; readonly from: number; readonly table: string }): Error {
  const { names } = id;
  const { from, table } = at;
  // The shortest beginning of the path that cannot be resolved is named.
  let end = from + 1;
  while (end < names.length && pathsTo(at.found.child.fields, names.slice(from, end), exact).length > 0) end++;
  const text = names.slice(from, end).join('.');
  const like = at.found.child.fields.find((f) => anyCase(f.name, names[from] ?? ''));
  if (like && names.length === from + 1) {
    const place = partsPlace(id, from, names.length);
    return contextError(
      'validate/unknown-column',
      place,
      `Column '${names.slice(from).join('.')}' not found in table '${table}'; did you mean '${like.name}'?`,
    );
  }
  return contextError('validate/unknown-column', partsPlace(id, from, end), `Column '${text}' not found in table '${table}'`);
}

function bindParameter(id: SqlIdentifier, cx: ExprContext, origin: Origin): BoundExpr {
  const fields = cx.parameters ?? [];
  const index = fields.findIndex((f) => f.name === id.names[0]);
  const field = fields[index];
  const unknown = (): Error => contextError('validate/unknown-column', id, `Unknown identifier '${identifierText(id)}'`);
  if (!field) throw unknown();
  const start: BoundExpr = { kind: 'parameter', index, name: field.name, type: field.type, origin };
  const result = accessFields(start, id.names.slice(1), origin);
  if (!result) throw unknown();
  return result;
}

function bindMatchColumn(id: SqlIdentifier, cx: ExprContext, origin: Origin): BoundExpr {
  const match = cx.match;
  if (!match) throw new Error('no MATCH_RECOGNIZE around');
  const [first = '', second] = id.names;
  const qualified = second !== undefined && match.variables.has(first);
  const alpha = qualified ? first : match.variable;
  const path = qualified ? id.names.slice(1) : id.names;
  if (qualified && path[0] === '') throw contextError('validate/unknown-column', partsPlace(id, 1, 2), "Unknown field '*'");
  const index = match.fields.findIndex((f) => f.name === path[0]);
  const field = match.fields[index];
  if (!field) {
    if (second !== undefined && !qualified) {
      throw contextError('validate/unknown-table', partsPlace(id, 0, 1), `Table '${first}' not found`);
    }
    if (qualified) {
      throw contextError(
        'validate/unknown-column',
        partsPlace(id, 1, id.names.length),
        `Column '${path[0] ?? ''}' not found in table '${first}'`,
      );
    }
    throw contextError('validate/unknown-column', id, `Column '${first}' not found in any table`);
  }
  if (path.length > 1) throw noFieldOfMatch(id, path, qualified);
  const start: BoundExpr = { kind: 'patternColumn', alpha, index, type: field.type, origin };
  return start;
}

/** Calcite mixes up fields of rows in MATCH_RECOGNIZE. */
function noFieldOfMatch(id: SqlIdentifier, [column = '', field = '', ...deeper]: readonly string[], qualified: boolean): Error {
  const code = 'validate/unknown-column';
  if (!qualified && deeper.length === 0) return contextError(code, NO_PLACE, `Unknown field '${column}'`);
  if (qualified && deeper.length === 0)
    return contextError(code, partsPlace(id, 1, 2), `Column '${column}.${column}' not found in table '*'`);
  if (qualified && deeper.length === 1) return contextError(code, partsPlace(id, 2, 3), `Table '${field}.${column}.${field}' not found`);
  return new UnsupportedError('match-row-field', 'A field of a row in MATCH_RECOGNIZE is not supported.', id.span);
}
