import type { ExecNode } from '../../exec/exec-node.ts';
import type { Value } from '../../types/value.ts';
import type { Operator, OperatorContext } from '../operator.ts';
import type { Change, Row } from '../record.ts';
import { StreamPhysicalLookupJoin } from '../../rel/physical/stream-physical-lookup-join.ts';
import { valueOfLiteral } from '../../rel/rex/value-literal.ts';
import { isAccumulate } from '../record.ts';
import { fieldsKey, valueKey } from '../state/row-key.ts';

/**
 * Asks the dimension table for each row at the moment it comes: filter on the left row alone, lookup (none where a key is null), the
 * dimension's own projection and filter, the rest of the condition; LEFT pads where nothing is left. A materialised join remembers what it
 * gave for each upsert key and takes exactly that back.
 */
export function lookupJoin(node: ExecNode, context: OperatorContext): Operator {
  const { rel } = node;
  if (!(rel instanceof StreamPhysicalLookupJoin)) throw new Error(`${node.name} is no LookupJoin`);
  const { temporalTable, calc, joinType, upsertMaterialize } = rel.options;
  const leftCount = rel.input().rowType.fields.length;
  const tableCount = temporalTable.rowType.fields.length;
  const rightCount = rel.rightRowType.fields.length;
  const preFilter = context.condition(rel.conditions.preFilter, leftCount);
  const remaining = context.condition(rel.conditions.remaining, leftCount + rightCount);
  const keys = [...rel.lookupKeys].map(([column, key]) => {
    const literal = key.kind === 'constant' ? valueOfLiteral(key.literal) : null;
    return { column, value: (row: Row): Value => (key.kind === 'field' ? (row[key.index] ?? null) : literal) };
  });
  const calcPasses = context.condition(calc?.expandedCondition, tableCount);
  const projects = calc?.expandedProjects.map((e) => context.compile(e, tableCount));
  const padding: readonly Value[] = Array.from({ length: rightCount }, () => null);

  const fetch = (row: Row): readonly Row[] => {
    const wanted = keys.map((k) => ({ column: k.column, value: k.value(row) }));
    if (wanted.some((k) => k.value === null)) return [];
    return context
      .lookupRows(temporalTable.names)
      .filter((r) => wanted.every((k) => valueKey(r[k.column]) === valueKey(k.value)))
      .filter(calcPasses)
      .map((r) => (projects ? projects.map((p) => p(r)) : r))
      .filter((r) => remaining([...row, ...r]));
  };
  const joined = (row: Row): readonly Row[] => {
    const asked = preFilter(row);
    const found = asked ? fetch(row) : [];
    if (asked) context.watch.lookup?.(found);
    if (found.length === 0 && joinType === 'left') return [[...row, ...padding]];
    return found.map((r) => [...row, ...r]);
  };
  if (!upsertMaterialize) {
    return {
      onRecord(_input: number, { kind, row }: Change): void {
        for (const out of joined(row)) context.emit(kind, out);
      },
    };
  }
  const upsertKey = rel.cluster.mq.upsertKeys(rel.input())?.[0] ?? rel.input().rowType.fields.map((_, i) => i);
  const remembered = context.keyedState<readonly Row[]>('values');
  return {
    onRecord(_input: number, { kind, row }: Change): void {
      const key = fieldsKey(row, upsertKey);
      if (isAccumulate(kind)) {
        const rows = joined(row);
        remembered.set(key, rows);
        for (const out of rows) context.emit(kind, out);
        return;
      }
      const rows = remembered.get(key) ?? [];
      remembered.delete(key);
      for (const out of rows) context.emit('-D', out);
    },
  };
}
