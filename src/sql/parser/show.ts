import type { ShowLike, ShowScope } from '../ast-ddl.ts';
import type { SqlDescribe, SqlDescribeJob, SqlShow, SqlStatement } from '../ast-statement.ts';
import type { SqlNode } from '../ast.ts';
import { NAME, type Cursor, type Kinds } from './cursor.ts';
import { deleteFrom, insert, merge, update } from './dml.ts';
import { QUERY_OR_OPERAND } from './first-sets.ts';
import type { Grammar } from './grammar.ts';
import { compoundIdentifier, simpleIdentifier } from './identifier.ts';
import { quotedString } from './literal.ts';
import { from } from './place.ts';
import { partitionSpec } from './table-parts.ts';

/** Second words of SHOW. */
export const SHOW_WORDS: Kinds = new Set(
  (
    'CATALOGS CURRENT DATABASES USER FUNCTIONS MODELS CONNECTIONS TABLES VIEWS MATERIALIZED COLUMNS CREATE FULL MODULES PARTITIONS ' +
    'PROCEDURES JARS JOBS'
  ).split(' '),
);

function scopeOption(c: Cursor): { scope?: ShowScope } {
  const word = c.take('FROM', 'IN');
  if (!word) return {};
  return { scope: { preposition: word.kind === 'FROM' ? 'FROM' : 'IN', name: compoundIdentifier(c) } };
}

function likeOption(c: Cursor, allowIlike: boolean): { like?: ShowLike } {
  const negated = c.take('NOT') !== undefined;
  const words = allowIlike ? ['LIKE', 'ILIKE'] : ['LIKE'];
  const word = negated ? c.require(...words) : c.take(...words);
  if (!word) return {};
  return { like: { operator: word.kind === 'LIKE' ? 'LIKE' : 'ILIKE', negated, pattern: quotedString(c) } };
}

const LISTS: Readonly<Record<string, { readonly type: SqlShow['type']; readonly scope: boolean; readonly ilike: boolean }>> = {
  CATALOGS: { type: 'SqlShowCatalogs', scope: false, ilike: true },
  DATABASES: { type: 'SqlShowDatabases', scope: true, ilike: true },
  FUNCTIONS: { type: 'SqlShowFunctions', scope: true, ilike: true },
  PROCEDURES: { type: 'SqlShowProcedures', scope: true, ilike: true },
  MODELS: { type: 'SqlShowModels', scope: true, ilike: false },
  CONNECTIONS: { type: 'SqlShowConnections', scope: true, ilike: false },
};

/** SHOW with a second word that is known. */
export function show(g: Grammar): SqlShow {
  const { c } = g;
  c.require('SHOW');
  const start = c.last;
  const parts = showParts(c);
  return { ...parts, ...from(start, c.last) };
}

function showParts(c: Cursor): Omit<SqlShow, 'pos' | 'span'> {
  const { kind } = c.advance();
  const list = LISTS[kind];
  if (list) return { type: list.type, ...(list.scope && scopeOption(c)), ...likeOption(c, list.ilike) };
  switch (kind) {
    case 'CURRENT':
      return { type: c.require('CATALOG', 'DATABASE').kind === 'CATALOG' ? 'SqlShowCurrentCatalog' : 'SqlShowCurrentDatabase' };
    case 'USER':
      c.require('FUNCTIONS');
      return { type: 'SqlShowFunctions', modifier: 'USER', ...scopeOption(c), ...likeOption(c, true) };
    case 'FULL':
      c.require('MODULES');
      return { type: 'SqlShowModules', modifier: 'FULL' };
    case 'MODULES':
      return { type: 'SqlShowModules' };
    case 'TABLES':
    case 'VIEWS':
      return { type: 'SqlShowTables', listed: kind, ...scopeOption(c), ...likeOption(c, false) };
    case 'MATERIALIZED':
      c.require('TABLES');
      return { type: 'SqlShowTables', listed: 'MATERIALIZED TABLES', ...scopeOption(c), ...likeOption(c, false) };
    case 'COLUMNS':
      if (!c.at('FROM', 'IN')) c.fail();
      return { type: 'SqlShowColumns', ...scopeOption(c), ...likeOption(c, false) };
    case 'CREATE':
      return showCreate(c);
    case 'PARTITIONS': {
      const name = compoundIdentifier(c);
      return { type: 'SqlShowPartitions', name, ...(c.take('PARTITION') && { partition: partitionSpec(c) }) };
    }
    default:
      return { type: kind === 'JARS' ? 'SqlShowJars' : 'SqlShowJobs' };
  }
}

const CREATED: Readonly<Record<string, SqlShow['type']>> = {
  TABLE: 'SqlShowCreateTable',
  VIEW: 'SqlShowCreateView',
  CATALOG: 'SqlShowCreateCatalog',
  MODEL: 'SqlShowCreateModel',
  CONNECTION: 'SqlShowCreateConnection',
};

function showCreate(c: Cursor): Omit<SqlShow, 'pos' | 'span'> {
  const word = c.take(...Object.keys(CREATED));
  const type = word && CREATED[word.kind];
  if (word && type) return { type, name: word.kind === 'CATALOG' ? simpleIdentifier(c) : compoundIdentifier(c) };
  const isOrAlter = c.takeWords('OR', 'ALTER');
  c.require('MATERIALIZED');
  c.require('TABLE');
  return { type: 'SqlShowCreateMaterializedTable', name: compoundIdentifier(c), ...(isOrAlter && { modifier: 'OR ALTER' }) };
}

const DESCRIBED: Readonly<Record<string, SqlDescribe['type']>> = {
  CATALOG: 'SqlDescribeCatalog',
  DATABASE: 'SqlDescribeDatabase',
  FUNCTION: 'SqlRichDescribeFunction',
  MODEL: 'SqlRichDescribeModel',
  CONNECTION: 'SqlRichDescribeConnection',
};
const DESCRIBED_WORDS: Kinds = new Set(Object.keys(DESCRIBED));

/** DESCRIBE and DESC with a second word that Flink's own statements have; undefined leaves it to Calcite's. */
export function describe(g: Grammar): SqlDescribe | SqlDescribeJob | undefined {
  const { c } = g;
  const isKnown = c.looksAt(1, DESCRIBED_WORDS) || c.looksAt(1, 'JOB') || c.looksAt(1, 'EXTENDED') || c.looksAt(1, NAME);
  if (!isKnown) return undefined;
  c.advance();
  const start = c.last;
  if (c.kind === 'JOB') {
    c.advance();
    return { type: 'SqlDescribeJob', jobId: quotedString(c), ...from(start, c.last) };
  }
  const type = DESCRIBED[c.kind] ?? 'SqlRichDescribeTable';
  if (type !== 'SqlRichDescribeTable') c.advance();
  const isExtended = c.take('EXTENDED') !== undefined;
  const name = type === 'SqlDescribeCatalog' ? simpleIdentifier(c) : compoundIdentifier(c);
  return { type, name, isExtended, ...from(start, c.last) };
}

/** SqlDescribe: Calcite's DESCRIBE TABLE and DESCRIBE STATEMENT. */
export function plainDescribe(g: Grammar): SqlStatement {
  const { c } = g;
  c.require('DESCRIBE');
  const start = c.last;
  if (c.looksAt(0, 'TABLE')) {
    c.advance();
    const name = compoundIdentifier(c);
    const column = c.atAny(NAME) ? simpleIdentifier(c) : undefined;
    return { type: 'SqlDescribeTable', name, isExtended: false, ...(column && { column }), ...from(start, c.last) };
  }
  c.take('STATEMENT');
  const statement = queryOrDml(g);
  return { type: 'SqlExplain', statement, level: 'EXPPLAN_ATTRIBUTES', depth: 'PHYSICAL', format: 'TEXT', ...from(start, c.last) };
}

/** SqlQueryOrDml. */
export function queryOrDml(g: Grammar): SqlNode | SqlStatement {
  const { c } = g;
  if (c.atAny(QUERY_OR_OPERAND)) return g.orderedQueryOrExpression('QUERY');
  if (c.at('INSERT', 'UPSERT')) return insert(g);
  if (c.at('DELETE')) return deleteFrom(g);
  if (c.at('UPDATE')) return update(g);
  if (c.at('MERGE')) return merge(g);
  return c.fail();
}
