import { FlinkError } from '../../base/diagnostic.ts';
import type { Column, ConnectorTable, PrimaryKey, WatermarkSpec } from '../../catalog/table.ts';
import { columnTypeBelowWatermark } from '../../catalog/table.ts';
import { flinkTypeText } from '../../catalog/flink-type-text.ts';
import type { SqlNode } from '../../sql/ast.ts';
import type { Field, SqlType } from '../../types/sql-type.ts';
import { isProctime, timestampLtzType, timestampType, withNullability } from '../../types/sql-type.ts';
import { quoteName } from '../../catalog/object-path.ts';
import type { DdlContext } from './ddl-context.ts';
import { ddlError } from './ddl-context.ts';

/** A column before the table is resolved: a computed one has no type yet. */
export type DraftColumn =
  | { readonly kind: 'physical'; readonly name: string; readonly type: SqlType; readonly comment?: string }
  | {
      readonly kind: 'metadata';
      readonly name: string;
      readonly type: SqlType;
      readonly alias?: string;
      readonly isVirtual: boolean;
      readonly comment?: string;
    }
  | { readonly kind: 'computed'; readonly name: string; readonly expression: SqlNode; readonly sql: string; readonly comment?: string };

/** A watermark before the table is resolved; `column` is the name as written, dots included. */
export interface DraftWatermark {
  readonly column: string;
  readonly expression: SqlNode;
  readonly sql: string;
}

/** A schema as statements build it up (Flink's `Schema`). */
export interface SchemaDraft {
  readonly columns: readonly DraftColumn[];
  readonly watermarks: readonly DraftWatermark[];
  readonly primaryKey?: PrimaryKey;
}

/** What of a table depends on its schema. */
export interface ResolvedSchema {
  readonly columns: readonly Column[];
  readonly watermarks: readonly WatermarkSpec[];
  readonly primaryKey?: PrimaryKey;
}

/** The schema of a table as a draft that can be changed and resolved again. */
export function draftOf(table: ConnectorTable): SchemaDraft {
  return {
    columns: table.columns.map((c): DraftColumn => {
      switch (c.kind) {
        case 'physical':
          return { ...c, type: columnTypeBelowWatermark(table, c) };
        case 'metadata':
          return {
            kind: 'metadata',
            name: c.name,
            type: columnTypeBelowWatermark(table, c),
            alias: c.hasAlias ? c.key : undefined,
            isVirtual: c.isVirtual,
            comment: c.comment,
          };
        case 'computed':
          return { kind: 'computed', name: c.name, expression: c.expression, sql: c.sql, comment: c.comment };
      }
    }),
    watermarks: table.watermarks.map(({ column, expression, sql }) => ({ column, expression, sql })),
    primaryKey: table.primaryKey,
  };
}

/**
 * Types every expression and checks watermark and key (`DefaultSchemaResolver`): computed columns see physical and metadata columns
 * only, the watermark sees all columns.
 */
export function resolveSchema(draft: SchemaDraft, context: DdlContext): ResolvedSchema {
  const names = draft.columns.map((c) => c.name);
  const duplicates = [...new Set(names.filter((n, i) => names.indexOf(n) !== i))];
  if (duplicates.length > 0) {
    throw ddlError(`Schema must not contain duplicate column names. Found duplicates: [${duplicates.join(', ')}]`);
  }
  const sources: Field[] = draft.columns.flatMap((c) => (c.kind === 'computed' ? [] : [{ name: c.name, type: c.type }]));
  const columns = draft.columns.map((c): Column => {
    if (c.kind === 'physical') return c;
    if (c.kind === 'metadata') {
      const { alias, ...rest } = c;
      return { ...rest, key: alias ?? c.name, hasAlias: alias !== undefined };
    }
    const type = resolveAgain(c, sources, context, `Invalid expression for computed column '${c.name}'.`);
    return { ...c, type };
  });
  const watermarks = resolveWatermarks(draft.watermarks, columns, context);
  const withRowtime = columns.map((c) => (watermarks.some((w) => w.column === c.name) ? { ...c, type: rowtimeType(c.type) } : c));
  if (draft.primaryKey) checkPrimaryKey(draft.primaryKey, withRowtime);
  return { columns: withRowtime, watermarks, primaryKey: draft.primaryKey };
}

/** Types an expression that was validated before; a failure now is told with positions in its own text. */
function resolveAgain(
  e: { readonly expression: SqlNode; readonly sql: string },
  fields: readonly Field[],
  context: DdlContext,
  outer: string,
): SqlType {
  try {
    return context.resolver.resolveExpression(e.expression, fields).type;
  } catch (error) {
    if (!(error instanceof FlinkError)) throw error;
    let inner = error;
    try {
      context.resolver.resolveExpression(context.parseExpression(e.sql), fields);
    } catch (again) {
      if (again instanceof FlinkError) inner = again;
    }
    throw inner.wrap('ValidationException', `Invalid SQL expression: ${e.sql}`).wrap('ValidationException', outer);
  }
}

const TIME_TYPES = "The field must be of type TIMESTAMP(p) or TIMESTAMP_LTZ(p), the supported precision 'p' is from 0 to 3, but the";

function isTimeType(t: SqlType): boolean {
  return (t.name === 'TIMESTAMP' || t.name === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE') && (t.precision ?? 6) <= 3;
}

function resolveWatermarks(drafts: readonly DraftWatermark[], columns: readonly Column[], context: DdlContext): readonly WatermarkSpec[] {
  const [draft, second] = drafts;
  if (!draft) return [];
  if (second) throw ddlError('Multiple watermark definitions are not supported yet.');
  const column = columns.find((c) => c.name === draft.column);
  if (!column) {
    throw ddlError(
      `Invalid column name '${draft.column}' for rowtime attribute in watermark declaration. Available columns are: [${columns.map((c) => c.name).join(', ')}]`,
    );
  }
  if (!isTimeType(column.type)) {
    throw ddlError(
      `Invalid data type of time field for watermark definition. ${TIME_TYPES} time field type is ${flinkTypeText(column.type)}`,
    );
  }
  if (isProctime(column.type)) throw ddlError('A watermark can not be defined for a processing-time attribute.');
  const fields = columns.map((c) => ({ name: c.name, type: c.type }));
  const shown = `WATERMARK FOR ${quoteName(draft.column)} AS [${draft.sql}]`;
  const type = resolveAgain(draft, fields, context, `Invalid expression for watermark '${shown}'.`);
  if (!isTimeType(type)) {
    throw ddlError(
      `Invalid data type of expression for watermark definition. ${TIME_TYPES} watermark expression type is ${flinkTypeText(type)}`,
    );
  }
  return [{ ...draft, type }];
}

/** The type of a rowtime column: its own with the time attribute. */
export function rowtimeType(t: SqlType): SqlType {
  const precision = t.precision ?? 3;
  return t.name === 'TIMESTAMP' ? timestampType(precision, t.nullable, 'ROWTIME') : timestampLtzType(precision, t.nullable, 'ROWTIME');
}

function checkPrimaryKey(key: PrimaryKey, columns: readonly Column[]): void {
  const invalid = (what: string): FlinkError => ddlError(`Invalid primary key '${key.name}'. ${what}`);
  const duplicates = [...new Set(key.columns.filter((n, i) => key.columns.indexOf(n) !== i))];
  if (duplicates.length > 0) throw invalid(`A primary key must not contain duplicate columns. Found: [${duplicates.join(', ')}]`);
  for (const name of key.columns) {
    const column = columns.find((c) => c.name === name);
    if (!column) throw invalid(`Column '${name}' does not exist.`);
    if (column.kind !== 'physical') throw invalid(`Column '${name}' is not a physical column.`);
    if (column.type.nullable) throw invalid(`Column '${name}' is nullable.`);
  }
}

/** Columns of the key become NOT NULL. */
export function withKeyNotNull(columns: readonly DraftColumn[], key: readonly string[]): readonly DraftColumn[] {
  return columns.map((c) => (c.kind === 'physical' && key.includes(c.name) ? { ...c, type: withNullability(c.type, false) } : c));
}
