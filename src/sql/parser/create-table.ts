import type { SqlIdentifier, SqlIntervalLiteral, SqlNode } from '../ast.ts';
import type {
  SqlCreateOrAlterMaterializedTable,
  SqlCreateTable,
  SqlCreateTableAs,
  SqlCreateTableLike,
  SqlDistribution,
  SqlReplaceTableAs,
  SqlStartMode,
  SqlTableLike,
  SqlTableLikeOption,
  SqlTableOption,
} from '../ast-ddl.ts';
import type { SqlCharStringLiteral } from '../ast.ts';
import type { Cursor } from './cursor.ts';
import type { Grammar } from './grammar.ts';
import { compoundIdentifier, parenthesizedNames } from './identifier.ts';
import { commentOption, timestampLiteral } from './literal.ts';
import { from, type Place } from './place.ts';
import { columnsOption, distribution, ifNotExists, newSchema, withOption, type TableSchema } from './table-parts.ts';

const ONLY_NAMES = 'Columns identifiers without types in the schema are supported on CTAS/RTAS statements only.';

/** The clauses that all forms of CREATE TABLE share, from the columns to WITH. */
interface Definition extends TableSchema {
  readonly comment?: SqlCharStringLiteral;
  readonly distribution?: SqlDistribution;
  readonly partitionKeys: readonly SqlIdentifier[];
  readonly options: readonly SqlTableOption[];
}

function definition(g: Grammar): { body: Definition; namesOnly: Place | undefined } {
  const { c } = g;
  const columns = columnsOption(g);
  const comment = commentOption(c);
  const distributed = c.take('DISTRIBUTED') ? distribution(c) : undefined;
  const partitionKeys = c.takeWords('PARTITIONED', 'BY') ? parenthesizedNames(c).names : [];
  const options = withOption(c);
  const schema = columns?.schema ?? newSchema();
  const body = { ...schema, ...(comment && { comment }), ...(distributed && { distribution: distributed }), partitionKeys, options };
  return { body, namesOnly: schema.columnNames.length > 0 ? columns?.place : undefined };
}

const query = (g: Grammar): SqlNode => g.orderedQueryOrExpression('QUERY');

/** SqlCreateTable, from TABLE on. */
export function createTable(
  g: Grammar,
  modifiers: { start: Place; replace: boolean; isTemporary: boolean },
): SqlCreateTable | SqlCreateTableLike | SqlCreateTableAs | SqlReplaceTableAs {
  const { c } = g;
  const { start, replace, isTemporary } = modifiers;
  c.require('TABLE');
  const isConditional = ifNotExists(c);
  const name = compoundIdentifier(c);
  const { body, namesOnly } = definition(g);
  const head = { name, ...body, isTemporary, ifNotExists: isConditional };
  if (c.take('LIKE')) {
    const like = tableLike(c);
    if (namesOnly) c.forbid(ONLY_NAMES, namesOnly, 'ParseException');
    return { type: 'SqlCreateTableLike', ...head, like, ...from(start, c.last) };
  }
  if (c.take('AS')) {
    const q = query(g);
    if (replace) return { type: 'SqlReplaceTableAs', ...head, isCreateOrReplace: true, query: q, ...from(start, c.last) };
    return { type: 'SqlCreateTableAs', ...head, query: q, ...from(start, c.last) };
  }
  if (namesOnly) c.forbid(ONLY_NAMES, namesOnly, 'ParseException');
  return { type: 'SqlCreateTable', ...head, ...from(start, c.last) };
}

/** SqlReplaceTable: `REPLACE TABLE … AS`. */
export function replaceTable(g: Grammar): SqlReplaceTableAs {
  const { c } = g;
  c.require('REPLACE');
  const start = c.last;
  const isTemporary = c.take('TEMPORARY') !== undefined;
  c.require('TABLE');
  const isConditional = ifNotExists(c);
  const name = compoundIdentifier(c);
  const { body } = definition(g);
  c.require('AS');
  const q = query(g);
  return {
    type: 'SqlReplaceTableAs',
    name,
    ...body,
    isTemporary,
    ifNotExists: isConditional,
    isCreateOrReplace: false,
    query: q,
    ...from(start, c.last),
  };
}

const STRATEGIES = ['INCLUDING', 'EXCLUDING', 'OVERWRITING'] as const;
const FEATURES = ['ALL', 'CONSTRAINTS', 'DISTRIBUTION', 'GENERATED', 'METADATA', 'OPTIONS', 'PARTITIONS', 'WATERMARKS'] as const;

/** SqlTableLike, behind LIKE. */
function tableLike(c: Cursor): SqlTableLike {
  const start = c.last;
  const source = compoundIdentifier(c);
  const options: SqlTableLikeOption[] = [];
  if (c.take('(')) {
    do {
      const strategy = c.require(...STRATEGIES).kind as SqlTableLikeOption['strategy'];
      const feature = c.require(...FEATURES).kind as SqlTableLikeOption['feature'];
      options.push({ strategy, feature });
    } while (c.at(...STRATEGIES));
    c.require(')');
  }
  return { type: 'SqlTableLike', source, options, ...from(start, c.last) };
}

/** SqlCreateOrAlterMaterializedTable, from OR or MATERIALIZED on. */
export function createMaterializedTable(
  g: Grammar,
  modifiers: { start: Place; replace: boolean; isTemporary: boolean },
): SqlCreateOrAlterMaterializedTable {
  const { c } = g;
  const isOrAlter = c.takeWords('OR', 'ALTER');
  c.require('MATERIALIZED');
  if (modifiers.isTemporary) c.forbid('CREATE TEMPORARY MATERIALIZED TABLE is not supported.', c.last, 'ParseException');
  if (modifiers.replace) c.forbid('REPLACE MATERIALIZED TABLE is not supported.', c.last, 'ParseException');
  c.require('TABLE');
  const name = compoundIdentifier(c);
  const { body } = definition(g);
  const startMode = c.takeWords('START_MODE', '=') ? startModeClause(g) : undefined;
  const fresh = c.takeWords('FRESHNESS', '=') ? freshness(g) : undefined;
  const mode = c.takeWords('REFRESH_MODE', '=') ? refreshMode(c) : undefined;
  c.require('AS');
  const q = query(g);
  return {
    type: 'SqlCreateOrAlterMaterializedTable',
    name,
    ...body,
    isOrAlter,
    ...(startMode && { startMode }),
    ...(fresh && { freshness: fresh }),
    ...(mode && { refreshMode: mode }),
    query: q,
    ...from(modifiers.start, c.last),
  };
}

function interval(g: Grammar, message: string): SqlIntervalLiteral {
  const value = g.expression('NON_QUERY');
  return value.type === 'SqlIntervalLiteral' ? value : g.c.forbid(message, g.c.last, 'ParseException');
}

/** What stands behind `FRESHNESS =`. */
export function freshness(g: Grammar): SqlIntervalLiteral {
  return interval(g, 'MATERIALIZED TABLE only supports define interval type FRESHNESS, please refer to the materialized table document.');
}

/** What stands behind `REFRESH_MODE =`. */
export function refreshMode(c: Cursor): 'FULL' | 'CONTINUOUS' {
  return c.require('FULL', 'CONTINUOUS').kind === 'FULL' ? 'FULL' : 'CONTINUOUS';
}

const MODES = [
  'FROM_BEGINNING',
  'FROM_NOW',
  'FROM_TIMESTAMP',
  'RESUME_OR_FROM_BEGINNING',
  'RESUME_OR_FROM_NOW',
  'RESUME_OR_FROM_TIMESTAMP',
] as const;

function startModeClause(g: Grammar): SqlStartMode {
  const { c } = g;
  const mode = c.require(...MODES).kind as SqlStartMode['mode'];
  const start = c.last;
  let argument: SqlNode | undefined;
  if (mode.endsWith('FROM_TIMESTAMP')) {
    c.require('(');
    argument = timestampLiteral(c);
    c.require(')');
  } else if (mode.endsWith('FROM_NOW') && c.take('(')) {
    argument = interval(g, 'START_MODE literal must be an interval for FROM_NOW and RESUME_OR_FROM_NOW modes.');
    c.require(')');
  }
  return { type: 'SqlStartMode', mode, ...(argument && { argument }), ...from(start, c.last) };
}
