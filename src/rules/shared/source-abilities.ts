import type { RelOptTable, SourceAbility } from '../../rel/core/rel-opt-table.ts';
import type { RowType } from '../../types/sql-type.ts';
import { isInsertOnly, isUpsert } from '../../catalog/changelog-mode.ts';

/** An ability with the text that it prints inside `table=[[…]]`. */
export interface AppliedAbility {
  readonly ability: SourceAbility;
  readonly text: string;
}

/** The table after further push-downs: a newer one replaces the older one of its kind, and stands last (Flink's `TableSourceTable.copy`). */
export function withAbilities(table: RelOptTable, applied: readonly AppliedAbility[]): RelOptTable {
  const isKept = (i: number): boolean => !applied.some((a) => a.ability.kind === table.abilities[i]?.kind);
  return {
    ...table,
    abilities: [...table.abilities.filter((_, i) => isKept(i)), ...applied.map((a) => a.ability)],
    extraDigests: [...table.extraDigests.filter((_, i) => isKept(i)), ...applied.map((a) => a.text)],
  };
}

/** The table with another row; unique keys follow by name, and are lost with one of their columns. */
export function withRowType(table: RelOptTable, rowType: RowType): RelOptTable {
  const uniqueKeys = table.uniqueKeys
    .map((key) => key.map((i) => rowType.fields.findIndex((f) => f.name === table.rowType.fields[i]?.name)))
    .filter((key) => key.every((i) => i >= 0));
  return { ...table, rowType, uniqueKeys };
}

/** Whether a changelog will be completed by its primary key: an upsert source, or one that may repeat itself where the option says so. */
export function needsPrimaryKey(table: RelOptTable, eventsDuplicate: boolean): boolean {
  const mode = table.source?.changelogMode;
  const hasKey = table.table?.kind === 'connector' && table.table.primaryKey !== undefined;
  if (!mode || !hasKey || !table.source?.isScan) return false;
  return isUpsert(mode) || (eventsDuplicate && !isInsertOnly(mode));
}
