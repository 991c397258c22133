import type { ExecNode } from '../../exec/exec-node.ts';
import type { RelOptTable, SourceAbility } from '../../rel/core/rel-opt-table.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { Value } from '../../types/value.ts';
import type { Operator, OperatorContext } from '../operator.ts';
import type { Change, Row } from '../record.ts';
import { UnsupportedError } from '../../base/diagnostic.ts';
import { TableScan } from '../../rel/core/table-scan.ts';
import { metadataColumns, physicalColumns } from '../../catalog/table.ts';
import { isRowValue } from '../../types/value.ts';
import { MAX_WATERMARK, MIN_WATERMARK } from '../event-time.ts';
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
 * that the plan asked for. With a pushed-down watermark it emits watermarks after rows, each one greater than the last; a row without a
 * time moves nothing (Flink's `on-event`, and `on-periodic` with a period of 0).
 */
export function sourceScan(node: ExecNode, context: OperatorContext): Operator {
  if (!(node.rel instanceof TableScan)) throw new Error(`${node.name} is no scan`);
  const { table } = node.rel;
  let shape: (row: Row) => Row | undefined = (row) => row;
  let fieldCount = table.table ? physicalColumns(table.table).length : table.rowType.fields.length;
  let watermarkOf: ((row: Row) => number | undefined) | undefined;
  for (const ability of table.abilities) {
    if (ability.kind === 'watermark') {
      watermarkOf = watermarkFunction(ability.expr, fieldCount, context);
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
  let last = MIN_WATERMARK;
  return {
    onRecord(_input: number, change: Change): void {
      const row = shape(change.row);
      // A filter of the source hides rows from everything behind it, watermarks included.
      if (!row) return;
      context.emit(change.kind, row);
      const watermark = watermarkOf?.(row);
      if (watermark === undefined || watermark <= last) return;
      last = watermark;
      context.emitWatermark(watermark);
    },
    onWatermark(watermark: number): void {
      if (watermark !== MAX_WATERMARK && watermark <= last) return;
      last = watermark;
      context.emitWatermark(watermark);
    },
  };
}

function watermarkFunction(expr: RexNode, fieldCount: number, context: OperatorContext): (row: Row) => number | undefined {
  const millis = compileMillis(expr, fieldCount, context);
  return (row) => millis(row) ?? undefined;
}

interface Step {
  readonly apply: (row: Row) => Row | undefined;
  readonly fieldCount: number;
}

/** What something pushed into a source does to a row with so many fields; undefined where the source keeps the row to itself. */
export function abilityStep(
  ability: SourceAbility,
  table: RelOptTable,
  context: Pick<OperatorContext, 'condition'>,
  fieldCount: number,
): Step {
  switch (ability.kind) {
    case 'project':
      return projection(ability.fields, ability.metadata, table);
    case 'filter': {
      const conditions = ability.predicates.map((p) => context.condition(p, fieldCount));
      return { apply: (row) => (conditions.every((c) => c(row)) ? row : undefined), fieldCount };
    }
    case 'limit': {
      let left = ability.limit;
      return { apply: (row) => (left-- > 0 ? row : undefined), fieldCount };
    }
    case 'metadata':
      return metadataStep(ability.keys, table);
    case 'partitions':
      return { apply: (row) => row, fieldCount };
    default:
      throw new UnsupportedError('source', `A source with ${ability.kind} cannot be replayed yet.`);
  }
}

/** Where the feed's row holds the value of a metadata key: behind the physical columns. */
function metadataGetters(keys: readonly string[], table: RelOptTable): readonly ((row: Row) => Value)[] {
  if (!table.table) return keys.map(() => () => null);
  const physical = physicalColumns(table.table).length;
  const columns = metadataColumns(table.table);
  return keys.map((key) => {
    const i = columns.findIndex((c) => c.key === key);
    return i < 0 ? () => null : (row) => row[physical + i] ?? null;
  });
}

function metadataStep(keys: readonly string[], table: RelOptTable): Step {
  const physical = table.table ? physicalColumns(table.table).length : 0;
  const getters = metadataGetters(keys, table);
  if (keys.length === 0) return { apply: (row) => (row.length === physical ? row : row.slice(0, physical)), fieldCount: physical };
  return { apply: (row) => [...row.slice(0, physical), ...getters.map((g) => g(row))], fieldCount: physical + keys.length };
}

/** Columns by path, then metadata. */
function projection(fields: readonly (readonly string[])[], metadata: readonly string[], table: RelOptTable): Step {
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
  return { apply: rowBuilder([...getters, ...metadataGetters(metadata, table)]), fieldCount: fields.length + metadata.length };
}
