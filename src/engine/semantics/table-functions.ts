import type { Correlate } from '../../rel/core/correlate.ts';
import type { TableFunctionScan } from '../../rel/core/table-function-scan.ts';
import type { Uncollect } from '../../rel/core/uncollect.ts';
import type { RexCall } from '../../rel/rex/rex-node.ts';
import type { StreamPhysicalCorrelate } from '../../rel/physical/stream-physical-correlate.ts';
import type { Row } from '../../runtime/record.ts';
import type { Bag } from './bag.ts';
import type { Scope } from './expressions.ts';
import type { PlanEvaluator } from './plan-evaluator.ts';
import { isWindowTableFunctionCall } from '../../rel/core/window-table-function.ts';
import { windowingOf } from '../../rel/physical/windowing-of-call.ts';
import { visitRex } from '../../rel/rex/rex-visit.ts';
import { tableFunctionRows, unnestRows } from '../../runtime/operators/correlate.ts';
import { nulls } from './bag.ts';
import { EMPTY_SCOPE } from './expressions.ts';
import { NotRunnable } from './not-runnable.ts';
import { ROW_OF_CORRELATE, readsCorrelatedRow } from './plan-keys.ts';
import { windowedRows } from './windows.ts';

/** The right side once for each left row. */
export function correlate(node: Correlate, e: PlanEvaluator, scope: Scope): Bag {
  const { joinType, correlationId } = node;
  const padding = nulls(node.right.rowType.fields.length);
  return e.rows(node.left, scope).flatMap((left) => {
    const right = e.rows(node.right, new Map([...scope, [correlationId, left], [ROW_OF_CORRELATE, left]]));
    if (joinType === 'semi' || joinType === 'anti') return right.length > 0 === (joinType === 'semi') ? [left] : [];
    if (right.length === 0) return joinType === 'left' ? [[...left, ...padding]] : [];
    return right.map((r) => [...left, ...r]);
  });
}

/** A table function for each row of the input. */
export function physicalCorrelate(node: StreamPhysicalCorrelate, e: PlanEvaluator, scope: Scope): Bag {
  const { call, condition, joinType, outputRowType } = node.options;
  const inputCount = node.input().rowType.fields.length;
  const functionCount = outputRowType.fields.length - inputCount;
  const rowsOf = functionOf(call, functionCount, { e, inputCount });
  const passes = e.expressions.condition(condition, { fieldCount: functionCount, scope });
  return e.rows(node.input(), scope).flatMap((row) => {
    const found = rowsOf(row).filter(passes);
    if (found.length === 0) return joinType === 'left' ? [[...row, ...nulls(functionCount)]] : [];
    return found.map((r) => [...row, ...r]);
  });
}

function functionOf(
  call: RexCall,
  columns: number,
  o: { readonly e: PlanEvaluator; readonly inputCount: number },
): (row: Row) => readonly Row[] {
  const context = {
    compile: (x: Parameters<typeof o.e.expressions.compile>[0], n: number) =>
      o.e.expressions.compile(x, { fieldCount: n, scope: EMPTY_SCOPE }),
  };
  return tableFunctionRows(call, columns, { context, inputCount: o.inputCount });
}

/** Table functions of the logical plan: windows over the input, or rows made from the row that the correlation variable stands for. */
export function tableFunction(node: TableFunctionScan, e: PlanEvaluator, scope: Scope): Bag {
  const { call } = node;
  if (call.rex !== 'call') throw new NotRunnable('A table function is no call.');
  if (isWindowTableFunctionCall(call)) {
    return windowedRows(e.rows(node.input(), scope), windowingOf(call, node.input().rowType), e);
  }
  if (node.inputs.length > 0) throw new NotRunnable('A table function over tables cannot be evaluated.');
  const row = readsCorrelatedRow(node) ? scope.get(ROW_OF_CORRELATE) : correlatedRow(call, scope);
  if (!row) throw new NotRunnable('A table function reads a row that is not there.');
  return functionOf(call, node.rowType.fields.length, { e, inputCount: row.length })(row);
}

function correlatedRow(call: RexCall, scope: Scope): Row | undefined {
  const ids = new Set<number>();
  visitRex(call, (n) => {
    if (n.rex === 'correlVariable') ids.add(n.id);
  });
  const [id, second] = ids;
  if (second !== undefined) throw new NotRunnable('A table function reads several rows.');
  return id === undefined ? [] : scope.get(id);
}

/** UNNEST of the one collection of each row. */
export function uncollect(node: Uncollect, e: PlanEvaluator, scope: Scope): Bag {
  const [field, second] = node.input().rowType.fields;
  if (!field || second) throw new NotRunnable('UNNEST of several collections cannot be evaluated.');
  const element = field.type.element;
  const expands = node.itemAliases.length === 0 && (element?.name === 'ROW' || element?.name === 'STRUCTURED');
  return e
    .rows(node.input(), scope)
    .flatMap((row) => unnestRows(row[0] ?? null, { expands, ordinality: node.withOrdinality, columns: node.rowType.fields.length }));
}
