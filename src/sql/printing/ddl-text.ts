import type { SqlCharStringLiteral, SqlIdentifier, SqlNode } from '../ast.ts';
import type {
  SqlAlterMaterializedTable,
  SqlAlterTable,
  SqlCreateOrAlterMaterializedTable,
  SqlDdl,
  SqlDistribution,
  SqlPartitionProperty,
  SqlTableColumn,
  SqlTableColumnPosition,
  SqlTableConstraint,
  SqlTableOption,
  SqlWatermark,
} from '../ast-ddl.ts';
import { charLiteralText, identifierText } from './literal-text.ts';
import { INSIDE, TOP, type Print } from './print-context.ts';
import { nullableTypeText } from './type-text.ts';

const names = (list: readonly SqlIdentifier[]): string => list.map((n) => identifierText(n)).join(', ');
const words = (...parts: readonly (string | false | undefined)[]): string => parts.filter(Boolean).join(' ');
const lines = (...parts: readonly (string | undefined)[]): string => parts.filter((p) => p !== undefined && p !== '').join('\n');

/** Entries on lines of their own, in parentheses. */
const block = (entries: readonly string[]): string => `(\n${entries.map((e) => `  ${e}`).join(',\n')}\n)`;

const optionText = (o: SqlTableOption): string => `${charLiteralText(o.key)} = ${charLiteralText(o.value)}`;

/** `WITH ( … )` on lines of its own; nothing if there are no options. */
export function withOptionsText(options: readonly SqlTableOption[]): string | undefined {
  return options.length === 0 ? undefined : `WITH ${block(options.map(optionText))}`;
}

const emptyBlock = (entries: readonly string[]): string => (entries.length === 0 ? '(\n)' : block(entries));
const setText = (options: readonly SqlTableOption[]): string => `SET ${emptyBlock(options.map(optionText))}`;
const resetText = (keys: readonly SqlCharStringLiteral[]): string => `RESET ${emptyBlock(keys.map(charLiteralText))}`;
const commentText = (comment: SqlCharStringLiteral | undefined): string | undefined => comment && `COMMENT ${charLiteralText(comment)}`;

/** `(k = 1, j)` of a PARTITION clause. */
export function partitionText(print: Print, spec: readonly SqlPartitionProperty[]): string {
  return `(${spec.map((p) => (p.value ? `${identifierText(p.key)} = ${print(p.value, INSIDE)}` : identifierText(p.key))).join(', ')})`;
}

export function columnText(print: Print, column: SqlTableColumn): string {
  const name = identifierText(column.name);
  const comment = commentText(column.comment);
  switch (column.type) {
    case 'SqlComputedColumn':
      return words(name, 'AS', print(column.expr, INSIDE), comment);
    case 'SqlMetadataColumn': {
      const alias = column.metadataAlias && `FROM ${charLiteralText(column.metadataAlias)}`;
      return words(name, nullableTypeText(column.dataType), 'METADATA', alias, column.isVirtual && 'VIRTUAL', comment);
    }
    case 'SqlRegularColumn':
      return words(name, nullableTypeText(column.dataType), column.constraint && constraintText(column.constraint), comment);
  }
}

function constraintText(c: SqlTableConstraint): string {
  const enforcement = c.enforced === undefined ? undefined : c.enforced ? 'ENFORCED' : 'NOT ENFORCED';
  return words(c.name && `CONSTRAINT ${identifierText(c.name)}`, c.unique, c.isTableConstraint && `(${names(c.columns)})`, enforcement);
}

function watermarkText(print: Print, w: SqlWatermark): string {
  return `WATERMARK FOR ${identifierText(w.eventTimeColumn)} AS ${print(w.strategy, INSIDE)}`;
}

interface Schema {
  readonly columns: readonly SqlTableColumn[];
  readonly columnNames?: readonly SqlIdentifier[];
  readonly constraints: readonly SqlTableConstraint[];
  readonly watermark?: SqlWatermark;
}

/** Columns, constraints and watermark, in this order whatever the order of the text; empty if there are none. */
function schemaText(print: Print, s: Schema): string | undefined {
  const entries = [
    ...s.columns.map((c) => columnText(print, c)),
    ...(s.columnNames ?? []).map((n) => identifierText(n)),
    ...s.constraints.map(constraintText),
    ...(s.watermark ? [watermarkText(print, s.watermark)] : []),
  ];
  return entries.length === 0 ? undefined : block(entries);
}

function positionText(print: Print, p: SqlTableColumnPosition): string {
  return words(columnText(print, p.column), p.preference, p.after && identifierText(p.after));
}

function changeText(
  print: Print,
  s: { columns: readonly SqlTableColumnPosition[]; constraints: readonly SqlTableConstraint[]; watermark?: SqlWatermark },
): string {
  const entries = [
    ...s.columns.map((c) => positionText(print, c)),
    ...s.constraints.map(constraintText),
    ...(s.watermark ? [watermarkText(print, s.watermark)] : []),
  ];
  return block(entries);
}

function distributionText(d: SqlDistribution, word: 'DISTRIBUTED' | 'DISTRIBUTION'): string {
  const into = d.bucketCount === undefined ? undefined : `INTO ${d.bucketCount} BUCKETS`;
  if (d.bucketColumns.length === 0) return words(word, into);
  const columns = `(${names(d.bucketColumns)})`;
  return words(word, 'BY', d.distributionKind ? `${d.distributionKind}${columns}` : columns, into);
}

const asQuery = (print: Print, query: SqlNode | undefined): string | undefined => query && `AS\n${print(query, TOP)}`;

interface TableHead {
  readonly comment?: SqlCharStringLiteral;
  readonly distribution?: SqlDistribution;
  readonly partitionKeys: readonly SqlIdentifier[];
  readonly options: readonly SqlTableOption[];
}

/** The clauses behind the columns. */
function tableClauses(t: TableHead): readonly (string | undefined)[] {
  return [
    commentText(t.comment),
    t.distribution && distributionText(t.distribution, 'DISTRIBUTED'),
    t.partitionKeys.length > 0 ? `PARTITIONED BY (${names(t.partitionKeys)})` : undefined,
    withOptionsText(t.options),
  ];
}

function materializedTableText(print: Print, node: SqlCreateOrAlterMaterializedTable): string {
  const head = words(
    node.isOrAlter ? 'CREATE OR ALTER' : 'CREATE',
    'MATERIALIZED TABLE',
    identifierText(node.name),
    schemaText(print, node),
  );
  const mode = node.startMode;
  const argument = mode?.argument ? `(${print(mode.argument, INSIDE)})` : '';
  return lines(
    head,
    ...tableClauses(node),
    mode && `START_MODE = ${mode.mode}${argument}`,
    node.freshness && `FRESHNESS = ${print(node.freshness, INSIDE)}`,
    node.refreshMode && `REFRESH_MODE = ${node.refreshMode}`,
    asQuery(print, node.query),
  );
}

function alterTableText(print: Print, node: SqlAlterTable): string {
  const head = words('ALTER TABLE', node.ifExists && 'IF EXISTS', identifierText(node.name));
  switch (node.type) {
    case 'SqlAlterTableRename':
      return `${head} RENAME TO ${identifierText(node.newName)}`;
    case 'SqlAlterTableRenameColumn':
      return `${head} RENAME ${identifierText(node.oldColumn)} TO ${identifierText(node.newColumn)}`;
    case 'SqlAlterTableReset':
      return `${head} ${resetText(node.keys)}`;
    case 'SqlAlterTableOptions':
      return `${head} ${setText(node.options)}`;
    case 'SqlAlterTableAdd':
    case 'SqlAlterTableModify':
      return `${head} ${node.type === 'SqlAlterTableAdd' ? 'ADD' : 'MODIFY'} ${changeText(print, node)}`;
    case 'SqlAlterTableAddDistribution':
    case 'SqlAlterTableModifyDistribution': {
      const verb = node.type === 'SqlAlterTableAddDistribution' ? 'ADD' : 'MODIFY';
      return `${head} ${verb} ${distributionText(node.distribution, 'DISTRIBUTION')}`;
    }
    case 'SqlAlterTableDropColumn':
      return `${head} DROP ${block(node.columns.map((c) => identifierText(c)))}`;
    case 'SqlAlterTableDropPrimaryKey':
      return `${head} DROP PRIMARY KEY`;
    case 'SqlAlterTableDropDistribution':
      return `${head} DROP DISTRIBUTION`;
    case 'SqlAlterTableDropWatermark':
      return `${head} DROP WATERMARK`;
    case 'SqlAlterTableDropConstraint':
      return `${head} DROP CONSTRAINT ${identifierText(node.constraintName)}`;
    case 'SqlAddPartitions': {
      const parts = node.partitions.map((p) =>
        words('PARTITION', partitionText(print, p.spec), p.options && `WITH (${p.options.map(optionText).join(', ')})`),
      );
      return lines(head, words('ADD', node.ifNotExists && 'IF NOT EXISTS'), ...parts);
    }
    case 'SqlDropPartitions': {
      const parts = node.partitions.map((p) => `PARTITION ${partitionText(print, p)}`).join(',\n');
      return lines(head, words('DROP', node.ifPartitionExists && 'IF EXISTS'), parts);
    }
  }
}

function alterMaterializedTableText(print: Print, node: SqlAlterMaterializedTable): string {
  const head = `ALTER MATERIALIZED TABLE ${identifierText(node.name)}`;
  switch (node.type) {
    case 'SqlAlterMaterializedTableSuspend':
      return `${head} SUSPEND`;
    case 'SqlAlterMaterializedTableResume':
      return lines(`${head} RESUME`, withOptionsText(node.options));
    case 'SqlAlterMaterializedTableRefresh':
      return words(head, 'REFRESH', node.partition.length > 0 && `PARTITION ${partitionText(print, node.partition)}`);
    case 'SqlAlterMaterializedTableFreshness':
      return `${head} SET FRESHNESS = ${print(node.freshness, INSIDE)}`;
    case 'SqlAlterMaterializedTableRefreshMode':
      return `${head} SET REFRESH_MODE = ${node.refreshMode}`;
    case 'SqlAlterMaterializedTableOptions':
      return `${head} ${setText(node.options)}`;
    case 'SqlAlterMaterializedTableReset':
      return `${head} ${resetText(node.keys)}`;
    case 'SqlAlterMaterializedTableAsQuery':
      return lines(head, asQuery(print, node.query));
    case 'SqlAlterMaterializedTableAddDistribution':
      return `${head} ADD ${distributionText(node.distribution, 'DISTRIBUTION')}`;
    case 'SqlAlterMaterializedTableModifyDistribution':
      return `${head} MODIFY ${distributionText(node.distribution, 'DISTRIBUTION')}`;
    case 'SqlAlterMaterializedTableAddSchema':
      return `${head} ADD ${changeText(print, node)}`;
    case 'SqlAlterMaterializedTableModifySchema':
      return `${head} MODIFY ${changeText(print, node)}`;
    case 'SqlAlterMaterializedTableDropColumn':
      return `${head} DROP ${block(node.columns.map((c) => identifierText(c)))}`;
    case 'SqlAlterMaterializedTableDropPrimaryKey':
      return `${head} DROP PRIMARY KEY`;
    case 'SqlAlterMaterializedTableDropDistribution':
      return `${head} DROP DISTRIBUTION`;
    case 'SqlAlterMaterializedTableDropWatermark':
      return `${head} DROP WATERMARK`;
    case 'SqlAlterMaterializedTableDropConstraint':
      return `${head} DROP CONSTRAINT ${identifierText(node.constraintName)}`;
  }
}

const temporary = (node: { readonly isTemporary: boolean }): string | false => node.isTemporary && 'TEMPORARY';
const unlessExists = (node: { readonly ifNotExists: boolean }): string | false => node.ifNotExists && 'IF NOT EXISTS';

/** A statement that defines, changes or drops something. */
export function ddlText(print: Print, node: SqlDdl): string {
  switch (node.type) {
    case 'SqlCreateTable':
    case 'SqlCreateTableAs':
    case 'SqlCreateTableLike': {
      const head = words('CREATE', temporary(node), 'TABLE', unlessExists(node), identifierText(node.name), schemaText(print, node));
      const tail =
        node.type === 'SqlCreateTableAs'
          ? asQuery(print, node.query)
          : node.type === 'SqlCreateTableLike'
            ? likeText(node.like)
            : undefined;
      return lines(head, ...tableClauses(node), tail);
    }
    case 'SqlReplaceTableAs': {
      const verb = node.isCreateOrReplace ? 'CREATE OR REPLACE' : 'REPLACE';
      const head = words(verb, temporary(node), 'TABLE', unlessExists(node), identifierText(node.name), schemaText(print, node));
      return lines(head, ...tableClauses(node), asQuery(print, node.query));
    }
    case 'SqlCreateOrAlterMaterializedTable':
      return materializedTableText(print, node);
    case 'SqlCreateView': {
      const fields = node.fieldList.length > 0 && `(${names(node.fieldList)})`;
      const head = words('CREATE', temporary(node), 'VIEW', unlessExists(node), identifierText(node.name), fields);
      return lines(head, commentText(node.comment), asQuery(print, node.query));
    }
    case 'SqlAlterViewRename':
      return `ALTER VIEW ${identifierText(node.name)} RENAME TO ${identifierText(node.newName)}`;
    case 'SqlAlterViewAs':
      return lines(`ALTER VIEW ${identifierText(node.name)}`, asQuery(print, node.query));
    case 'SqlCreateFunction': {
      const head = words('CREATE', temporary(node), node.isSystem && 'SYSTEM', 'FUNCTION', unlessExists(node), identifierText(node.name));
      const resources = node.resources.map((r) => `${r.resourceType} ${charLiteralText(r.path)}`).join(', ');
      const body = words(
        head,
        `AS ${charLiteralText(node.className)}`,
        node.language && `LANGUAGE ${node.language}`,
        resources && `USING ${resources}`,
      );
      return lines(body, withOptionsText(node.options));
    }
    case 'SqlAlterFunction': {
      const head = words(
        'ALTER',
        temporary(node),
        node.isSystem && 'SYSTEM',
        'FUNCTION',
        node.ifExists && 'IF EXISTS',
        identifierText(node.name),
      );
      return words(head, `AS ${charLiteralText(node.className)}`, node.language && `LANGUAGE ${node.language}`);
    }
    case 'SqlCreateCatalog':
    case 'SqlCreateDatabase':
    case 'SqlCreateConnection': {
      const what = node.type.slice('SqlCreate'.length).toUpperCase();
      const head = words('CREATE', temporary(node), node.isSystem && 'SYSTEM', what, unlessExists(node), identifierText(node.name));
      return lines(head, commentText(node.comment), withOptionsText(node.options));
    }
    case 'SqlCreateModel':
    case 'SqlCreateModelAs': {
      const input = node.inputColumns.length > 0 && `INPUT ${block(node.inputColumns.map((c) => columnText(print, c)))}`;
      const output = node.outputColumns.length > 0 && `OUTPUT ${block(node.outputColumns.map((c) => columnText(print, c)))}`;
      const head = words('CREATE', temporary(node), 'MODEL', unlessExists(node), identifierText(node.name), input, output);
      return lines(head, commentText(node.comment), withOptionsText(node.options), asQuery(print, node.query));
    }
    case 'SqlAlterCatalogOptions':
    case 'SqlAlterDatabase':
    case 'SqlAlterModelSet':
    case 'SqlAlterConnectionSet':
      return words(...alterHead(node), setText(node.options));
    case 'SqlAlterCatalogReset':
    case 'SqlAlterModelReset':
    case 'SqlAlterConnectionReset':
      return words(...alterHead(node), resetText(node.keys));
    case 'SqlAlterModelRename':
    case 'SqlAlterConnectionRename':
      return words(...alterHead(node), 'RENAME TO', identifierText(node.newName));
    case 'SqlAlterCatalogComment':
      return `ALTER CATALOG ${identifierText(node.name)} COMMENT ${charLiteralText(node.comment)}`;
    case 'SqlDropTable':
    case 'SqlDropView':
    case 'SqlDropFunction':
    case 'SqlDropDatabase':
    case 'SqlDropCatalog':
    case 'SqlDropModel':
    case 'SqlDropConnection':
    case 'SqlDropMaterializedTable': {
      const what = node.type === 'SqlDropMaterializedTable' ? 'MATERIALIZED TABLE' : node.type.slice('SqlDrop'.length).toUpperCase();
      // Catalogs and databases are never temporary, whatever was written.
      const isTemporary = node.isTemporary && what !== 'CATALOG' && what !== 'DATABASE';
      const tail = node.type === 'SqlDropDatabase' && (node.cascade ? 'CASCADE' : 'RESTRICT');
      return words(
        'DROP',
        isTemporary && 'TEMPORARY',
        node.isSystem && 'SYSTEM',
        what,
        node.ifExists && 'IF EXISTS',
        identifierText(node.name),
        tail,
      );
    }
    default:
      return node.type.startsWith('SqlAlterMaterializedTable')
        ? alterMaterializedTableText(print, node as SqlAlterMaterializedTable)
        : alterTableText(print, node as SqlAlterTable);
  }
}

function alterHead(node: { readonly type: string; readonly name: SqlIdentifier; readonly ifExists: boolean }): readonly (string | false)[] {
  const what = /Catalog|Database|Model|Connection/.exec(node.type)?.[0].toUpperCase() ?? '';
  return ['ALTER', what, node.ifExists && 'IF EXISTS', identifierText(node.name)];
}

function likeText(like: {
  readonly source: SqlIdentifier;
  readonly options: readonly { readonly strategy: string; readonly feature: string }[];
}): string {
  const head = `LIKE ${identifierText(like.source)}`;
  if (like.options.length === 0) return head;
  return `${head} (\n${like.options.map((o) => `  ${o.strategy} ${o.feature}`).join('\n')}\n)`;
}
