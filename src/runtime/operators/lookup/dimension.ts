import type { StreamPhysicalLookupJoin } from '../../../rel/physical/stream-physical-lookup-join.ts';
import type { Value } from '../../../types/value.ts';
import type { OperatorContext } from '../../operator.ts';
import type { Row } from '../../record.ts';
import { physicalColumns } from '../../../catalog/table.ts';
import { valueOfLiteral } from '../../../rel/rex/value-literal.ts';
import { valueKey } from '../../state/row-key.ts';
import { fullCacheInterval, lookupOptions } from './lookup-cache.ts';
import { pushedDown } from '../source-scan.ts';

/** What a join asks its dimension table for. */
export interface LookupKey {
  /** Asked values by column of the table. */
  readonly values: ReadonlyMap<number, Value>;
  /** Equal for equal keys. */
  readonly text: string;
}

/** The dimension table as one join sees it: keys, rows of a key, and what is left of them after the join's own projection and filters. */
export class Dimension {
  readonly names: readonly string[];
  private readonly context: OperatorContext;
  private readonly keys: readonly { readonly column: number; readonly value: (row: Row) => Value }[];
  /** What was pushed into the source; undefined if nothing was. */
  private readonly shape: ((row: Row) => Row | undefined) | undefined;
  /** How often a FULL cache reads the table; undefined without one. */
  private readonly reload: number | undefined;
  /** The physical column behind a column of the lookup's rows. */
  private readonly physical: (column: number) => number;
  private readonly calc: (row: Row) => Row | undefined;
  private readonly remaining: (row: Row) => boolean;

  constructor(rel: StreamPhysicalLookupJoin, context: OperatorContext) {
    const { temporalTable, calc } = rel.options;
    const tableCount = temporalTable.rowType.fields.length;
    this.context = context;
    this.names = temporalTable.names;
    this.keys = [...rel.lookupKeys].map(([column, key]) => {
      const literal = key.kind === 'constant' ? valueOfLiteral(key.literal) : null;
      return { column, value: (row: Row): Value => (key.kind === 'field' ? (row[key.index] ?? null) : literal) };
    });
    const passes = context.condition(calc?.expandedCondition, tableCount);
    const projects = calc?.expandedProjects.map((e) => context.compile(e, tableCount));
    this.calc = (row) => (passes(row) ? (projects ? projects.map((p) => p(row)) : row) : undefined);
    this.remaining = context.condition(rel.conditions.remaining, rel.input().rowType.fields.length + rel.rightRowType.fields.length);
    this.shape = temporalTable.abilities.length === 0 ? undefined : pushedDown(temporalTable, context);
    const columns = temporalTable.table ? physicalColumns(temporalTable.table).map((c) => c.name) : [];
    this.reload = fullCacheInterval(lookupOptions(temporalTable));
    this.physical = (column) => columns.indexOf(temporalTable.rowType.fields[column]?.name ?? '');
  }

  /** Undefined where a part of the key is null: then nothing is asked. */
  keyOf(row: Row): LookupKey | undefined {
    const values = new Map(this.keys.map((k) => [k.column, k.value(row)]));
    const parts = [...values.values()];
    if (parts.includes(null)) return undefined;
    return { values, text: parts.map(valueKey).join() };
  }

  /** True if all rows are kept here (`LookupFullCache`): answers take no time, and asking again is of no use. */
  get isFullyCached(): boolean {
    return this.reload !== undefined;
  }

  /** What the table holds for a key now, or held when it was last read. */
  rowsOf({ values }: LookupKey): readonly Row[] {
    const wanted = [...values].map(([column, value]) => [column, valueKey(value)] as const);
    const { shape, reload, context } = this;
    const all = context.lookupRows(
      this.names,
      reload === undefined ? undefined : reload === Infinity ? 0 : context.now - (context.now % reload),
    );
    const rows = shape ? all.map(shape).filter((row) => row !== undefined) : all;
    return rows.filter((row) => wanted.every(([column, value]) => valueKey(row[column]) === value));
  }

  /** How long the answer for a key takes. */
  delayOf({ values }: LookupKey): number {
    if (this.isFullyCached) return 0;
    return this.context.lookupDelay(this.names, new Map([...values].map(([column, value]) => [this.physical(column), value])));
  }

  /** The right side of the join for a left row. */
  joined(left: Row, rows: readonly Row[]): readonly Row[] {
    return rows.flatMap((row) => {
      const right = this.calc(row);
      return right && this.remaining([...left, ...right]) ? [right] : [];
    });
  }
}
