import type { ConnectorTable, Distribution } from '../../catalog/table.ts';
import type { ObjectPath } from '../../catalog/object-path.ts';
import { quotedPath } from '../../catalog/object-path.ts';
import type { SqlCreateTable, SqlCreateTableLike, SqlDistribution, SqlTableOption } from '../../sql/ast-ddl.ts';
import { checkConstraints, checkLikeOptions } from './constraints.ts';
import type { DdlContext } from './ddl-context.ts';
import { ddlError } from './ddl-context.ts';
import { SchemaBuilder, mergingStrategies, startText } from './schema-builder.ts';
import type { MergingStrategies } from './schema-builder.ts';
import type { SchemaDraft } from './schema-draft.ts';
import { draftOf, resolveSchema } from './schema-draft.ts';

export function optionsOf(list: readonly SqlTableOption[]): ReadonlyMap<string, string> {
  return new Map(list.map((o) => [o.key.value, o.value.value]));
}

/** `DISTRIBUTED BY HASH(k) INTO n BUCKETS` as data. */
export function distributionOf(d: SqlDistribution): Distribution {
  return {
    kind: d.distributionKind ?? 'UNKNOWN',
    bucketCount: d.bucketCount === undefined ? undefined : Number(d.bucketCount),
    bucketKeys: d.bucketColumns.map((c) => c.names.join('.')),
  };
}

/** What a table is made of besides its schema. */
export interface TableParts {
  readonly path: ObjectPath;
  readonly isTemporary: boolean;
  readonly options: ReadonlyMap<string, string>;
  readonly partitionKeys: readonly string[];
  readonly distribution?: Distribution;
  readonly comment?: string;
}

/** Resolves a schema and checks what refers to it (`CatalogManager.resolveCatalogTable`). */
export function resolveTable(draft: SchemaDraft, parts: TableParts, context: DdlContext): ConnectorTable {
  const schema = resolveSchema(draft, context);
  const physical = schema.columns.filter((c) => c.kind === 'physical').map((c) => c.name);
  for (const key of parts.distribution?.bucketKeys ?? []) {
    if (!physical.includes(key)) {
      throw ddlError(
        `Invalid bucket key '${key}'. A bucket key for a distribution must reference a physical column in the schema. Available columns are: [${physical.join(', ')}]`,
      );
    }
  }
  const count = parts.distribution?.bucketCount;
  if (count !== undefined && count <= 0) {
    throw ddlError(`Invalid bucket count '${count}'. The number of buckets for a distributed table must be at least 1.`);
  }
  return { kind: 'connector', ...parts, ...schema };
}

/** Partition columns must be columns. */
export function checkPartitionKeys(keys: readonly string[], draft: SchemaDraft): void {
  const names = draft.columns.map((c) => c.name);
  const missing = keys.find((k) => !names.includes(k));
  if (missing === undefined) return;
  throw ddlError(
    `Partition column '${missing}' not defined in the table schema. Available columns: [${names.map((n) => `'${n}'`).join(', ')}]`,
  );
}

/** CREATE TABLE, and CREATE TABLE … LIKE, as a table; does not put it into the catalog. */
export function createTableOf(node: SqlCreateTable | SqlCreateTableLike, context: DdlContext): ConnectorTable {
  const constraint = checkConstraints(node.constraints, node.columns);
  if (node.type === 'SqlCreateTableLike') checkLikeOptions(node.like.options);
  const base = node.type === 'SqlCreateTableLike' ? baseTable(node, context) : undefined;
  const strategies = mergingStrategies(node.type === 'SqlCreateTableLike' ? node.like.options : []);

  const builder = new SchemaBuilder(context, base && draftOf(base), strategies);
  builder.addColumns(node.columns, constraint?.columns.map((c) => c.names.join('.')) ?? []);
  if (node.watermark) builder.addWatermark(node.watermark);
  if (constraint) builder.addPrimaryKey(constraint);
  const draft = builder.build();

  const own: Omit<TableParts, 'path'> = {
    isTemporary: node.isTemporary,
    options: optionsOf(node.options),
    partitionKeys: node.partitionKeys.map((k) => k.names.join('.')),
    distribution: node.distribution && distributionOf(node.distribution),
    comment: node.comment?.value,
  };
  const merged = base ? mergeParts(base, own, strategies) : own;
  checkPartitionKeys(merged.partitionKeys, draft);
  return resolveTable(draft, { ...merged, path: context.catalog.qualify(node.name.names) }, context);
}

function baseTable(node: SqlCreateTableLike, context: DdlContext): ConnectorTable {
  const { source } = node.like;
  const path = context.catalog.qualify(source.names);
  const table = context.catalog.findTable(path);
  const where = `Source table '${quotedPath(path)}' of the LIKE clause`;
  if (!table) throw ddlError(`${where} not found in the catalog, at ${startText(source.pos)}`);
  if (table.kind !== 'connector') throw ddlError(`${where} can not be a VIEW, at ${startText(source.pos)}`);
  return table;
}

function mergeParts(base: ConnectorTable, own: Omit<TableParts, 'path'>, strategies: MergingStrategies): Omit<TableParts, 'path'> {
  if (own.distribution && base.distribution && strategies.DISTRIBUTION !== 'EXCLUDING') {
    throw ddlError('The base table already has a distribution defined. You might want to specify EXCLUDING DISTRIBUTION.');
  }
  if (own.partitionKeys.length > 0 && base.partitionKeys.length > 0 && strategies.PARTITIONS !== 'EXCLUDING') {
    throw ddlError('The base table already has partitions defined. You might want to specify EXCLUDING PARTITIONS.');
  }
  const options = new Map(strategies.OPTIONS === 'EXCLUDING' ? [] : base.options);
  for (const [key, value] of own.options) {
    if (strategies.OPTIONS !== 'OVERWRITING' && options.has(key)) {
      throw ddlError(
        `There already exists an option ['${key}' -> '${options.get(key)}']  in the base table. You might want to specify EXCLUDING OPTIONS or OVERWRITING OPTIONS.`,
      );
    }
    options.set(key, value);
  }
  return {
    ...own,
    options,
    // Excluding only allows other keys; without own ones the base's stay.
    partitionKeys: own.partitionKeys.length > 0 ? own.partitionKeys : base.partitionKeys,
    distribution: own.distribution ?? base.distribution,
  };
}
