import type { ExecNode } from '../../exec/exec-node.ts';
import type { RelOptTable, SourceAbility } from '../../rel/core/rel-opt-table.ts';
import type { Value } from '../../types/value.ts';
import type { Operator, OperatorContext } from '../operator.ts';
import type { Change, Row } from '../record.ts';
import type { SqlType } from '../../types/sql-type.ts';
import { UnsupportedError } from '../../base/diagnostic.ts';
import { TableScan } from '../../rel/core/table-scan.ts';
import { flinkTypeText } from '../../catalog/flink-type-text.ts';
import { metadataColumns, physicalColumns } from '../../catalog/table.ts';
import { isRowValue } from '../../types/value.ts';
import type { SourceWatermarks } from '../sources/source-watermarks.ts';
import { sourceWatermarks } from '../sources/source-watermarks.ts';
import { castFunction } from '../eval/cast.ts';
import { rowBuilder } from '../row-builder.ts';
import { compileMillis } from '../time-expression.ts';

/** True for a scan of the table; the name is that of the feed: a table's own name, or its whole path. */
export function isSourceOf(node: ExecNode, table: string): boolean {
  if (!(node.rel instanceof TableScan)) return false;
  const { names } = node.rel.table;
  return names.at(-1) === table || names.join('.') === table;
}

/**
 * A table's source with what was pushed into it. Its one input is the feed: rows with all physical columns; it gives the columns and rows
 * that the plan asked for. With a pushed-down watermark it makes watermarks itself, split by split; a row without a time moves nothing.
 */
export function sourceScan(node: ExecNode, context: OperatorContext): Operator {
  if (!(node.rel instanceof TableScan)) throw new Error(`${node.name} is no scan`);
  const { table } = node.rel;
  let watermarkOf: ((row: Row) => number | null) | undefined;
  let watermarks: SourceWatermarks | undefined;
  const shape = pushedDown(table, context, (ability, fieldCount) => {
    watermarkOf = compileMillis(ability.expr, fieldCount, context);
    watermarks = sourceWatermarks(table, ability, context);
  });
  const onRecord = (_input: number, change: Change): void => {
    const row = shape(change.row);
    // A filter of the source hides rows from everything behind it, watermarks included.
    if (!row) return;
    context.emit(change.kind, row);
    if (watermarkOf) watermarks?.onRow(watermarkOf(row));
  };
  return watermarks ? { ...watermarks.operator, onRecord } : { onRecord };
}

/** Without `evalContext` metadata keep the types that their columns have. */
type StepContext = Pick<OperatorContext, 'condition'> & Partial<Pick<OperatorContext, 'evalContext'>>;

interface Step {
  readonly apply: (row: Row) => Row | undefined;
  readonly fieldCount: number;
}

type WatermarkAbility = Extract<SourceAbility, { kind: 'watermark' }>;

/**
 * What was pushed into a table's source, over rows with all physical columns; undefined for rows that the source keeps to itself.
 * `onWatermark` gets a pushed-down watermark and the number of fields that the rows have there; without it there must be none.
 */
export function pushedDown(
  table: RelOptTable,
  context: StepContext,
  onWatermark?: (ability: WatermarkAbility, fieldCount: number) => void,
): (row: Row) => Row | undefined {
  let shape = (row: Row): Row | undefined => row;
  let fieldCount = table.table ? physicalColumns(table.table).length : table.rowType.fields.length;
  for (const ability of table.abilities) {
    if (ability.kind === 'watermark' && onWatermark) {
      onWatermark(ability, fieldCount);
      continue;
    }
    const before = shape;
    const step = abilityStep(ability, table, context, fieldCount);
    shape = (row) => {
      const shaped = before(row);
      return shaped && step.apply(shaped);
    };
    fieldCount = step.fieldCount;
  }
  return shape;
}

/** What something pushed into a source does to a row with so many fields; undefined where the source keeps the row to itself. */
export function abilityStep(ability: SourceAbility, table: RelOptTable, context: StepContext, fieldCount: number): Step {
  switch (ability.kind) {
    case 'project':
      return projection(ability, table, context);
    case 'filter': {
      const conditions = ability.predicates.map((p) => context.condition(p, fieldCount));
      return { apply: (row) => (conditions.every((c) => c(row)) ? row : undefined), fieldCount };
    }
    case 'limit': {
      let left = ability.limit;
      return { apply: (row) => (left-- > 0 ? row : undefined), fieldCount };
    }
    case 'metadata':
      return metadataStep(ability.keys, table, context);
    case 'partitions':
      return { apply: (row) => row, fieldCount };
    default:
      throw new UnsupportedError('source', `A source with ${ability.kind} cannot be replayed yet.`);
  }
}

/**
 * Where the feed's row holds the value of a metadata key: behind the physical columns, as the table's column declares it. The source gives
 * it in the connector's own type, which the plan casts.
 */
function metadataGetters(keys: readonly string[], table: RelOptTable, { evalContext }: StepContext): readonly ((row: Row) => Value)[] {
  if (!table.table) return keys.map(() => () => null);
  const physical = physicalColumns(table.table).length;
  const columns = metadataColumns(table.table);
  return keys.map((key) => {
    const i = columns.findIndex((c) => c.key === key);
    const declared = columns[i]?.type;
    if (!declared) return () => null;
    const given = table.source?.metadata?.find((m) => m.key === key)?.type;
    const cast = evalContext && given && !sameType(declared, given) ? castFunction(declared, given, evalContext) : undefined;
    return (row) => {
      const v = row[physical + i] ?? null;
      return cast && v !== null ? cast(v) : v;
    };
  });
}

/** Equal but for being nullable. */
function sameType(a: SqlType, b: SqlType): boolean {
  return flinkTypeText({ ...a, nullable: true }) === flinkTypeText({ ...b, nullable: true });
}

function metadataStep(keys: readonly string[], table: RelOptTable, context: StepContext): Step {
  const physical = table.table ? physicalColumns(table.table).length : 0;
  const getters = metadataGetters(keys, table, context);
  if (keys.length === 0) return { apply: (row) => (row.length === physical ? row : row.slice(0, physical)), fieldCount: physical };
  return { apply: (row) => [...row.slice(0, physical), ...getters.map((g) => g(row))], fieldCount: physical + keys.length };
}

/** Columns by path, then metadata. */
function projection({ fields, metadata }: SourceAbility & { readonly kind: 'project' }, table: RelOptTable, context: StepContext): Step {
  const columns = table.table ? physicalColumns(table.table) : [];
  const getters = fields.map((path): ((row: Row) => Value) => {
    const index = columns.findIndex((c) => c.name === path[0]);
    let type = columns[index]?.type;
    const steps = path.slice(1).map((name) => {
      const i = (type?.fields ?? []).findIndex((f) => f.name === name);
      type = type?.fields?.[i]?.type;
      return i;
    });
    if (steps.length === 0) return (row) => row[index] ?? null;
    return (row) => steps.reduce<Value>((v, i) => (isRowValue(v) ? (v.row[i] ?? null) : null), row[index] ?? null);
  });
  return { apply: rowBuilder([...getters, ...metadataGetters(metadata, table, context)]), fieldCount: fields.length + metadata.length };
}
