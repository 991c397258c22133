import type { SqlIdentifier, SqlNode } from '../ast.ts';
import type { RichSqlInsert, SqlDelete, SqlMerge, SqlStatementSet, SqlUpdate } from '../ast-statement.ts';
import { NAME, type Cursor } from './cursor.ts';
import type { Grammar } from './grammar.ts';
import {
  compoundIdentifier,
  compoundTableIdentifier,
  parenthesizedCompoundNames,
  parenthesizedNames,
  simpleIdentifier,
} from './identifier.ts';
import { call } from './node.ts';
import { from, placeOf, sum } from './place.ts';
import { partitionSpec } from './table-parts.ts';
import { extendedTable } from './table-ref.ts';
import { dataType, TYPE } from './type.ts';

/** Extended columns behind a target, by five tokens: `(a INT`, not `(a, b`. */
function extendAhead(c: Cursor): boolean {
  let i = c.looksAt(0, 'EXTEND') ? 1 : 0;
  if (!c.looksAt(i, '(') || !c.looksAt(i + 1, NAME)) return false;
  i += 2;
  while (i < 5 && c.looksAt(i, '.')) {
    if (i + 1 < 5 && !c.looksAt(i + 1, NAME)) return false;
    i += 2;
  }
  return i >= 5 || c.looksAt(i, TYPE);
}

function target(g: Grammar, isExtended: (c: Cursor) => boolean): SqlNode {
  const { c } = g;
  const node = g.tableHints(compoundTableIdentifier(c));
  return isExtended(c) ? extendedTable(c, node) : node;
}

/** RichSqlInsert. */
export function insert(g: Grammar): RichSqlInsert {
  const { c } = g;
  const isUpsert = c.require('INSERT', 'UPSERT').kind === 'UPSERT';
  const isOverwrite = c.require('INTO', 'OVERWRITE').kind === 'OVERWRITE';
  const start = c.last;
  if (isUpsert && isOverwrite) c.forbid('OVERWRITE expression is only used with INSERT statement.', start, 'ParseException');
  const table = target(g, extendAhead);
  const partition = c.take('PARTITION') ? partitionSpec(c) : [];
  const columns = c.ahead('(', NAME) ? parenthesizedCompoundNames(c, () => (c.atAny(TYPE) ? dataType(c) : undefined)) : undefined;
  const source = g.orderedQueryOrExpression('QUERY');
  const conflict = c.takeWords('ON', 'CONFLICT', 'DO')
    ? (c.require('ERROR', 'NOTHING', 'DEDUPLICATE').kind as RichSqlInsert['conflict'])
    : undefined;
  return {
    type: 'RichSqlInsert',
    target: table,
    source,
    ...(columns && { columns }),
    partition,
    isUpsert,
    isOverwrite,
    ...(conflict && { conflict }),
    ...sum(start, source),
  };
}

/** SqlStatementSet. */
export function statementSet(g: Grammar): SqlStatementSet {
  const { c } = g;
  c.require('STATEMENT');
  const start = c.last;
  c.require('SET');
  c.require('BEGIN');
  const inserts: RichSqlInsert[] = [];
  do {
    inserts.push(insert(g));
    c.require(';');
  } while (c.at('INSERT', 'UPSERT'));
  c.require('END');
  return { type: 'SqlStatementSet', inserts, ...placeOf(from(start, c.last)) };
}

function aliasOption(c: Cursor): SqlIdentifier | undefined {
  const hasAs = c.take('AS') !== undefined;
  return hasAs || c.atAny(NAME) ? simpleIdentifier(c) : undefined;
}

const isExtendNext = (c: Cursor): boolean => c.at('EXTEND', '(');

/** SqlDelete. */
export function deleteFrom(g: Grammar): SqlDelete {
  const { c } = g;
  c.require('DELETE');
  const start = c.last;
  c.require('FROM');
  const table = target(g, isExtendNext);
  const alias = aliasOption(c);
  const where = c.take('WHERE') ? g.expression('SUB_QUERY') : undefined;
  return { type: 'SqlDelete', target: table, ...(alias && { alias }), ...(where && { where }), ...sum(start, table, alias, where) };
}

interface Assignments {
  readonly columns: SqlIdentifier[];
  readonly expressions: SqlNode[];
}

function assignments(g: Grammar, column: (c: Cursor) => SqlIdentifier): Assignments {
  const { c } = g;
  const out: Assignments = { columns: [], expressions: [] };
  c.require('SET');
  do {
    out.columns.push(column(c));
    c.require('=');
    out.expressions.push(g.expression('SUB_QUERY'));
  } while (c.take(','));
  return out;
}

/** SqlUpdate. */
export function update(g: Grammar): SqlUpdate {
  const { c } = g;
  c.require('UPDATE');
  const start = c.last;
  const table = target(g, isExtendNext);
  const alias = aliasOption(c);
  const { columns, expressions } = assignments(g, simpleIdentifier);
  const where = c.take('WHERE') ? g.expression('SUB_QUERY') : undefined;
  const place = sum(start, ...columns, ...expressions, where);
  return { type: 'SqlUpdate', target: table, ...(alias && { alias }), columns, expressions, ...(where && { where }), ...place };
}

/** SqlMerge. */
export function merge(g: Grammar): SqlMerge {
  const { c } = g;
  c.require('MERGE');
  const start = c.last;
  c.require('INTO');
  const table = target(g, isExtendNext);
  const alias = aliasOption(c);
  c.require('USING');
  const source = g.tableRef('QUERY');
  c.require('ON');
  const condition = g.expression('SUB_QUERY');
  const updateCall = c.ahead('WHEN', 'MATCHED') ? whenMatched(g, table, alias) : undefined;
  const isInsertNext = updateCall === undefined || c.at('WHEN');
  const insertCall = isInsertNext ? whenNotMatched(g) : undefined;
  return {
    type: 'SqlMerge',
    target: table,
    ...(alias && { alias }),
    source,
    condition,
    ...(updateCall && { update: updateCall }),
    ...(insertCall && { insert: insertCall }),
    ...from(start, c.last),
  };
}

function whenMatched(g: Grammar, table: SqlNode, alias: SqlIdentifier | undefined): SqlUpdate {
  const { c } = g;
  c.require('WHEN');
  const start = c.last;
  for (const word of ['MATCHED', 'THEN', 'UPDATE']) c.require(word);
  const { columns, expressions } = assignments(g, compoundIdentifier);
  return { type: 'SqlUpdate', target: table, ...(alias && { alias }), columns, expressions, ...sum(start, ...expressions) };
}

function whenNotMatched(g: Grammar): SqlMerge['insert'] {
  const { c } = g;
  for (const word of ['WHEN', 'NOT', 'MATCHED', 'THEN', 'INSERT']) c.require(word);
  const columns = c.ahead('(', NAME) ? parenthesizedNames(c).names : undefined;
  const isEnclosed = c.take('(') !== undefined;
  c.require('VALUES');
  const start = c.last;
  const row = g.rowConstructor();
  if (isEnclosed) c.require(')');
  return { ...(columns && { columns }), values: call('VALUES', 'VALUES', [row], from(start, c.last)), isUpsert: false };
}
