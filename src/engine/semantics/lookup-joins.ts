import type { StreamPhysicalLookupJoin } from '../../rel/physical/stream-physical-lookup-join.ts';
import type { Row } from '../../runtime/record.ts';
import type { Value } from '../../types/value.ts';
import type { Bag } from './bag.ts';
import type { Scope } from './expressions.ts';
import type { PlanEvaluator } from './plan-evaluator.ts';
import { valueOfLiteral } from '../../rel/rex/value-literal.ts';
import { valueKey } from '../../runtime/state/row-key.ts';
import { nulls } from './bag.ts';
import { NotRunnable } from './not-runnable.ts';
import { tableRows } from './scans.ts';

/** Each row asks the dimension table: by its keys, then the table's own projection and filter, then what is left of the condition. */
export function lookupJoin(node: StreamPhysicalLookupJoin, e: PlanEvaluator, scope: Scope): Bag {
  const { temporalTable, calc, joinType } = node.options;
  if (joinType !== 'inner' && joinType !== 'left')
    throw new NotRunnable(`A lookup join of the type ${joinType} has no meaning over whole tables.`);
  const leftCount = node.input().rowType.fields.length;
  const rightCount = node.rightRowType.fields.length;
  const table = { fieldCount: temporalTable.rowType.fields.length, scope };
  const preFilter = e.expressions.condition(node.conditions.preFilter, { fieldCount: leftCount, scope });
  const remaining = e.expressions.condition(node.conditions.remaining, { fieldCount: leftCount + rightCount, scope });
  const calcPasses = e.expressions.condition(calc?.expandedCondition, table);
  const projects = calc?.expandedProjects.map((p) => e.expressions.compile(p, table));
  const dimension = tableRows(temporalTable, e).filter(calcPasses);
  const found = (row: Row): readonly Row[] => {
    const keys = [...node.lookupKeys].map(([column, key]) => ({
      column,
      value: key.kind === 'field' ? (row[key.index] ?? null) : valueOfLiteral(key.literal),
    }));
    if (keys.some((k) => k.value === null)) return [];
    return dimension
      .filter((r) => keys.every((k) => sameKey(r[k.column] ?? null, k.value)))
      .map((r) => (projects ? projects.map((p) => p(r)) : r))
      .filter((r) => remaining([...row, ...r]));
  };
  return e.rows(node.input(), scope).flatMap((row) => {
    const matches = preFilter(row) ? found(row) : [];
    if (matches.length === 0) return joinType === 'left' ? [[...row, ...nulls(rightCount)]] : [];
    return matches.map((r) => [...row, ...r]);
  });
}

function sameKey(a: Value, b: Value): boolean {
  return valueKey(a) === valueKey(b);
}
