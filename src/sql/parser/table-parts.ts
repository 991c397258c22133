import type { SqlIdentifier } from '../ast.ts';
import type {
  SqlDistribution,
  SqlMetadataColumn,
  SqlPartitionProperty,
  SqlRegularColumn,
  SqlTableColumn,
  SqlTableConstraint,
  SqlTableOption,
  SqlWatermark,
} from '../ast-ddl.ts';
import type { SqlCharStringLiteral } from '../ast.ts';
import { NAME, type Cursor, type Kinds } from './cursor.ts';
import type { Grammar } from './grammar.ts';
import { compoundIdentifier, parenthesizedNames, simpleIdentifier } from './identifier.ts';
import { commentOption, literal, textLiteral, unsignedNumericLiteral } from './literal.ts';
import { from, type Place } from './place.ts';
import { extendedDataType, TYPE } from './type.ts';

/** What a list of columns holds. */
export interface TableSchema {
  readonly columns: SqlTableColumn[];
  readonly columnNames: SqlIdentifier[];
  readonly constraints: SqlTableConstraint[];
  watermark?: SqlWatermark;
}

export const newSchema = (): TableSchema => ({ columns: [], columnNames: [], constraints: [] });

const CONSTRAINT_WORDS: Kinds = new Set(['CONSTRAINT', 'PRIMARY', 'UNIQUE']);
const TYPE_OR_DOT: Kinds = new Set([...TYPE, '.']);

/** A column with a type, by two tokens. */
const typedColumnAhead = (c: Cursor): boolean => c.ahead(NAME, TYPE_OR_DOT);

/** Whether a column, a constraint or a watermark stands here, not just a name, by two tokens. */
function tableColumnAhead(c: Cursor): boolean {
  return (
    typedColumnAhead(c) ||
    c.ahead('CONSTRAINT', NAME) ||
    c.ahead('PRIMARY', 'KEY') ||
    c.ahead('UNIQUE', '(') ||
    c.ahead(NAME, 'AS') ||
    c.ahead('WATERMARK', 'FOR')
  );
}

/** TableColumnsOrIdentifiers, in parentheses; undefined if there are none. The place is that of the list, for messages. */
export function columnsOption(g: Grammar): { schema: TableSchema; place: Place } | undefined {
  const { c } = g;
  if (!c.take('(')) return undefined;
  const start = c.last;
  const schema = newSchema();
  if (tableColumnAhead(c)) {
    do tableColumn(g, schema);
    while (c.take(','));
  } else {
    do schema.columnNames.push(compoundIdentifier(c));
    while (c.take(','));
  }
  const place = from(start, c.last);
  c.require(')');
  return { schema, place };
}

/** TableColumn. */
export function tableColumn(g: Grammar, schema: TableSchema): void {
  const { c } = g;
  if (typedColumnAhead(c)) schema.columns.push(typedColumn(c));
  else if (c.atAny(CONSTRAINT_WORDS)) schema.constraints.push(tableConstraint(c));
  else if (c.atAny(NAME)) schema.columns.push(computedColumn(g));
  else watermark(g, schema);
}

/** A column of ALTER TABLE, by the same look ahead. */
export function alteredColumn(g: Grammar): SqlTableColumn {
  return typedColumnAhead(g.c) ? typedColumn(g.c) : computedColumn(g);
}

/** TypedColumn. */
function typedColumn(c: Cursor): SqlRegularColumn | SqlMetadataColumn {
  const name = compoundIdentifier(c);
  const dataType = extendedDataType(c);
  if (c.take('METADATA')) {
    const metadataAlias = c.take('FROM') ? textLiteral(c) : undefined;
    const isVirtual = c.take('VIRTUAL') !== undefined;
    const comment = commentOption(c);
    const optional = { ...(metadataAlias && { metadataAlias }), ...(comment && { comment }) };
    return { type: 'SqlMetadataColumn', name, dataType, isVirtual, ...optional, ...from(name, c.last) };
  }
  const constraint = c.atAny(CONSTRAINT_WORDS) ? columnConstraint(c, name) : undefined;
  const comment = commentOption(c);
  return {
    type: 'SqlRegularColumn',
    name,
    dataType,
    ...(constraint && { constraint }),
    ...(comment && { comment }),
    ...from(name, c.last),
  };
}

/** ComputedColumn. */
function computedColumn(g: Grammar): SqlTableColumn {
  const { c } = g;
  const name = simpleIdentifier(c);
  c.require('AS');
  const expr = g.expression('NON_QUERY');
  const comment = commentOption(c);
  return { type: 'SqlComputedColumn', name, expr, ...(comment && { comment }), ...from(name, c.last) };
}

/** Watermark. */
export function watermark(g: Grammar, schema: TableSchema): void {
  const { c } = g;
  c.require('WATERMARK');
  const place = c.last;
  c.require('FOR');
  const eventTimeColumn = compoundIdentifier(c);
  c.require('AS');
  const strategy = g.expression('NON_QUERY');
  if (schema.watermark) c.forbid('Multiple WATERMARK declarations are not supported yet.', place, 'ParseException');
  schema.watermark = { type: 'SqlWatermark', eventTimeColumn, strategy, ...place };
}

function constraintName(c: Cursor): SqlIdentifier | undefined {
  return c.take('CONSTRAINT') ? simpleIdentifier(c) : undefined;
}

function uniqueSpec(c: Cursor): SqlTableConstraint['unique'] {
  if (c.takeWords('PRIMARY', 'KEY')) return 'PRIMARY KEY';
  c.require('UNIQUE');
  return 'UNIQUE';
}

function enforcement(c: Cursor): boolean | undefined {
  if (c.take('ENFORCED')) return true;
  return c.takeWords('NOT', 'ENFORCED') ? false : undefined;
}

function columnConstraint(c: Cursor, column: SqlIdentifier): SqlTableConstraint {
  const name = constraintName(c);
  const unique = uniqueSpec(c);
  const enforced = enforcement(c);
  const optional = { ...(name && { name }), ...(enforced !== undefined && { enforced }) };
  return { type: 'SqlTableConstraint', unique, columns: [column], isTableConstraint: false, ...optional, ...c.last };
}

export function tableConstraint(c: Cursor): SqlTableConstraint {
  const name = constraintName(c);
  const unique = uniqueSpec(c);
  const { names } = parenthesizedNames(c);
  const enforced = enforcement(c);
  const optional = { ...(name && { name }), ...(enforced !== undefined && { enforced }) };
  return { type: 'SqlTableConstraint', unique, columns: names, isTableConstraint: true, ...optional, ...c.last };
}

/** Properties: `('k' = 'v', …)`. */
export function properties(c: Cursor): SqlTableOption[] {
  c.require('(');
  const list: SqlTableOption[] = [];
  if (!c.at(')')) {
    do {
      const key = textLiteral(c);
      c.require('=');
      const value = textLiteral(c);
      list.push({ type: 'SqlTableOption', key, value, ...from(key, value) });
    } while (c.take(','));
  }
  c.require(')');
  return list;
}

/** `WITH (…)`, or nothing. */
export const withOption = (c: Cursor): SqlTableOption[] => (c.take('WITH') ? properties(c) : []);

/** PropertyKeys: `('k', …)`. */
export function propertyKeys(c: Cursor): SqlCharStringLiteral[] {
  c.require('(');
  const list: SqlCharStringLiteral[] = [];
  if (!c.at(')')) {
    do list.push(textLiteral(c));
    while (c.take(','));
  }
  c.require(')');
  return list;
}

/** PartitionSpecCommaList: `(k = literal, …)`; a key alone only where `allowKeys`. */
export function partitionSpec(c: Cursor, allowKeys = false): SqlPartitionProperty[] {
  c.require('(');
  const list: SqlPartitionProperty[] = [];
  do {
    const key = simpleIdentifier(c);
    const hasValue = allowKeys ? c.take('=') !== undefined : c.require('=') !== undefined;
    const value = hasValue ? literal(c) : undefined;
    list.push({ type: 'SqlPartitionProperty', key, ...(value && { value }), ...from(key, c.last) });
  } while (c.take(','));
  c.require(')');
  return list;
}

/** SqlDistribution, behind its word. */
export function distribution(c: Cursor): SqlDistribution {
  const start = c.last;
  if (c.at('INTO')) {
    const bucketCount = intoBuckets(c);
    return { type: 'SqlDistribution', bucketColumns: [], bucketCount, ...start };
  }
  c.require('BY');
  const kind = c.take('HASH', 'RANGE')?.kind;
  const { names } = parenthesizedNames(c);
  const bucketCount = c.at('INTO') ? intoBuckets(c) : undefined;
  const distributionKind = kind === 'HASH' || kind === 'RANGE' ? kind : undefined;
  return {
    type: 'SqlDistribution',
    bucketColumns: names,
    ...(distributionKind && { distributionKind }),
    ...(bucketCount !== undefined && { bucketCount }),
    ...start,
  };
}

function intoBuckets(c: Cursor): string {
  c.require('INTO');
  const count = unsignedNumericLiteral(c);
  if (!count.exact || count.text.includes('.')) {
    c.forbid('Bucket count must be a positive integer.', c.last, 'ParseException');
  }
  c.require('BUCKETS');
  return count.text;
}

/** `IF NOT EXISTS`, by three tokens. */
export function ifNotExists(c: Cursor): boolean {
  return takeAhead(c, 'IF', 'NOT', 'EXISTS');
}

/** `IF EXISTS`, by two tokens. */
export function ifExists(c: Cursor): boolean {
  return takeAhead(c, 'IF', 'EXISTS');
}

/** Takes words if all of them stand here. */
export function takeAhead(c: Cursor, ...words: readonly string[]): boolean {
  if (!c.ahead(...words)) return false;
  for (let i = 0; i < words.length; i++) c.advance();
  return true;
}
