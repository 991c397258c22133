import type { Position } from '../../base/span.ts';
import type { PrimaryKey } from '../../catalog/table.ts';
import { flinkTypeText } from '../../catalog/flink-type-text.ts';
import type { SqlTableColumn, SqlTableConstraint, SqlTableLikeOption, SqlWatermark } from '../../sql/ast-ddl.ts';
import type { Field, SqlType } from '../../types/sql-type.ts';
import { withNullability } from '../../types/sql-type.ts';
import { primaryKeyOf } from './constraints.ts';
import { deriveDataType } from './data-type.ts';
import type { DdlContext } from './ddl-context.ts';
import { ddlError } from './ddl-context.ts';
import type { DraftColumn, DraftWatermark, SchemaDraft } from './schema-draft.ts';

export type LikeFeature = Exclude<SqlTableLikeOption['feature'], 'ALL'>;
export type MergingStrategy = SqlTableLikeOption['strategy'];
export type MergingStrategies = Readonly<Record<LikeFeature, MergingStrategy>>;

const DEFAULTS: MergingStrategies = {
  OPTIONS: 'OVERWRITING',
  WATERMARKS: 'INCLUDING',
  GENERATED: 'INCLUDING',
  METADATA: 'INCLUDING',
  CONSTRAINTS: 'INCLUDING',
  DISTRIBUTION: 'INCLUDING',
  PARTITIONS: 'INCLUDING',
};

/** What LIKE takes from its base: the defaults, over them ALL, over that single features. */
export function mergingStrategies(options: readonly SqlTableLikeOption[]): MergingStrategies {
  const all = options.find((o) => o.feature === 'ALL')?.strategy;
  const result: Record<LikeFeature, MergingStrategy> = { ...DEFAULTS };
  if (all) for (const feature of Object.keys(DEFAULTS) as LikeFeature[]) result[feature] = all; // keys of our own record
  for (const o of options) if (o.feature !== 'ALL') result[o.feature] = o.strategy;
  return result;
}

/** `line 1, column 38`, the start of a place as Flink's own messages print it. */
export function startText(pos: Position): string {
  return `line ${pos.line}, column ${pos.column}`;
}

/**
 * Builds the schema of CREATE TABLE, with or without a base (`MergeTableLikeUtil`). A computed column sees the physical columns and the
 * statement's own metadata columns written before it; the watermark sees computed columns too.
 */
export class SchemaBuilder {
  private readonly context: DdlContext;
  private readonly strategies: MergingStrategies;
  private readonly columns = new Map<string, DraftColumn>();
  private readonly watermarks = new Map<string, DraftWatermark>();
  private primaryKey: PrimaryKey | undefined;
  private readonly physical = new Map<string, SqlType>();
  private readonly metadata = new Map<string, SqlType>();
  private readonly computed = new Map<string, SqlType>();

  constructor(context: DdlContext, base: SchemaDraft | undefined, strategies: MergingStrategies = DEFAULTS) {
    this.context = context;
    this.strategies = strategies;
    if (base) this.takeFromBase(base);
  }

  private takeFromBase(base: SchemaDraft): void {
    for (const c of base.columns) {
      if (c.kind === 'physical') this.physical.set(c.name, c.type);
      if (c.kind === 'computed' && this.strategies.GENERATED === 'EXCLUDING') continue;
      if (c.kind === 'metadata' && this.strategies.METADATA === 'EXCLUDING') continue;
      this.columns.set(c.name, c);
    }
    if (this.strategies.WATERMARKS !== 'EXCLUDING') for (const w of base.watermarks) this.watermarks.set(w.column, w);
    if (this.strategies.CONSTRAINTS === 'INCLUDING') this.primaryKey = base.primaryKey;
  }

  /** Adds the statement's columns; `key` names those that become NOT NULL. */
  addColumns(list: readonly SqlTableColumn[], key: readonly string[]): void {
    this.collectPhysical(list, key);
    for (const column of list) {
      const name = nameOf(column);
      switch (column.type) {
        case 'SqlRegularColumn':
          this.columns.set(name, {
            kind: 'physical',
            name,
            type: this.physical.get(name) ?? deriveDataType(column.dataType),
            comment: column.comment?.value,
          });
          break;
        case 'SqlComputedColumn': {
          this.checkOverwrite(name, 'computed');
          const resolved = this.context.resolver.resolveExpression(column.expr, fieldsOf(this.physical, this.metadata));
          const expression = resolved.expression ?? column.expr;
          this.columns.set(name, {
            kind: 'computed',
            name,
            expression,
            sql: this.context.toSql(expression),
            comment: column.comment?.value,
          });
          this.computed.set(name, resolved.type);
          break;
        }
        case 'SqlMetadataColumn': {
          this.checkOverwrite(name, 'metadata');
          const type = deriveDataType(column.dataType);
          this.metadata.set(name, type);
          this.columns.set(name, {
            kind: 'metadata',
            name,
            type,
            alias: column.metadataAlias?.value,
            isVirtual: column.isVirtual,
            comment: column.comment?.value,
          });
        }
      }
    }
  }

  private collectPhysical(list: readonly SqlTableColumn[], key: readonly string[]): void {
    for (const column of list) {
      if (column.type !== 'SqlRegularColumn') continue;
      const name = nameOf(column);
      if (this.columns.has(name)) throw ddlError(`A column named '${name}' already exists in the base table.`);
      const type = deriveDataType(column.dataType);
      const isDouble = this.physical.has(name);
      this.physical.set(name, key.includes(name) ? withNullability(type, false) : type);
      if (isDouble) throw ddlError(`A regular Column named '${name}' already exists in the table.`);
    }
  }

  private checkOverwrite(name: string, kind: 'computed' | 'metadata'): void {
    const [short, plural, word, feature]: readonly [string, string, string, LikeFeature] =
      kind === 'computed' ? ['compute', 'Computed', 'generated', 'GENERATED'] : ['metadata', 'Metadata', 'metadata', 'METADATA'];
    if (this.physical.has(name)) {
      throw ddlError(
        `A column named '${name}' already exists in the table. Duplicate columns exist in the ${short} column and regular column. `,
      );
    }
    const old = this.columns.get(name);
    if (!old) return;
    if (old.kind !== kind) {
      throw ddlError(
        `A column named '${name}' already exists in the base table. ${plural} columns can only overwrite other ${plural.toLowerCase()} columns.`,
      );
    }
    if (this.strategies[feature] !== 'OVERWRITING') {
      throw ddlError(
        `A ${word} column named '${name}' already exists in the base table. You might want to specify EXCLUDING ${feature} or OVERWRITING ${feature}.`,
      );
    }
  }

  addWatermark(w: SqlWatermark): void {
    const name = w.eventTimeColumn.names.join('.');
    if (this.strategies.WATERMARKS !== 'OVERWRITING' && this.watermarks.has(name)) {
      throw ddlError(
        `There already exists a watermark spec for column '${name}' in the base table. You might want to specify EXCLUDING WATERMARKS or OVERWRITING WATERMARKS.`,
      );
    }
    this.watermarks.set(name, watermarkDraft(w, fieldsOf(this.physical, this.metadata, this.computed), this.context));
  }

  addPrimaryKey(constraint: SqlTableConstraint): void {
    if (this.primaryKey) throw ddlError('The base table already has a primary key. You might want to specify EXCLUDING CONSTRAINTS.');
    this.primaryKey = checkedPrimaryKey(constraint, this.columns);
  }

  build(): SchemaDraft {
    return { columns: [...this.columns.values()], watermarks: [...this.watermarks.values()], primaryKey: this.primaryKey };
  }
}

export function nameOf(column: SqlTableColumn): string {
  return column.name.names.join('.');
}

function fieldsOf(...maps: readonly ReadonlyMap<string, SqlType>[]): readonly Field[] {
  const merged = new Map(maps.flatMap((m) => [...m]));
  return [...merged].map(([name, type]) => ({ name, type }));
}

/** Checks that the time column is there and that the strategy is a valid expression over the columns. */
export function watermarkDraft(w: SqlWatermark, fields: readonly Field[], context: DdlContext): DraftWatermark {
  const { names, pos, parts } = w.eventTimeColumn;
  const full = names.join('.');
  const first = fields.find((f) => f.name === names[0]);
  if (!first) {
    throw ddlError(
      `The rowtime attribute field '${full}' is not defined in the table schema, at ${startText(pos)}\nAvailable fields: [${fields.map((f) => `'${f.name}'`).join(', ')}]`,
    );
  }
  let type = first.type;
  names.slice(1).forEach((name, i) => {
    const field = type.fields?.find((f) => f.name === name);
    if (!field) {
      throw ddlError(
        `The rowtime attribute field '${full}' is not defined in the table schema, at ${startText(parts[i + 1]?.pos ?? pos)}\n` +
          `Nested field '${name}' was not found in a composite type: ${flinkTypeText(first.type)}.`,
      );
    }
    type = field.type;
  });
  const expression = context.resolver.resolveExpression(w.strategy, fields).expression ?? w.strategy;
  return { column: full, expression, sql: context.toSql(expression) };
}

/** A key may only stand on physical columns of the schema. */
export function checkedPrimaryKey(constraint: SqlTableConstraint, columns: ReadonlyMap<string, DraftColumn>): PrimaryKey {
  for (const id of constraint.columns) {
    const name = id.names.join('.');
    const column = columns.get(name);
    if (!column) throw ddlError(`Primary key column '${name}' is not defined in the schema at ${startText(id.pos)}`);
    if (column.kind !== 'physical') {
      throw ddlError(
        `Could not create a PRIMARY KEY with column '${name}' at ${startText(id.pos)}.\nA PRIMARY KEY constraint must be declared on physical columns.`,
      );
    }
  }
  return primaryKeyOf(constraint);
}
