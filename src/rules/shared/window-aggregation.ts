import type { Aggregate } from '../../rel/core/aggregate.ts';
import type { FlinkLogicalAggregate } from '../../rel/flink-logical/flink-logical-aggregate.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { WindowProperties, Windowing } from '../../rel/physical/windowing.ts';
import { tableError } from '../../base/diagnostic.ts';
import { Aggregate as AggregateClass } from '../../rel/core/aggregate.ts';
import { Calc } from '../../rel/core/calc.ts';
import { Match } from '../../rel/core/match.ts';
import { Rank } from '../../rel/core/rank.ts';
import { SetOp } from '../../rel/core/set-op.ts';
import { BiRel } from '../../rel/core/single-rel.ts';
import { TableFunctionScan } from '../../rel/core/table-function-scan.ts';
import { Window } from '../../rel/core/window.ts';
import { isWindowTableFunctionCall } from '../../rel/core/window-table-function.ts';
import { windowColumns } from '../../rel/physical/windowing.ts';
import { calcCallsWindowColumns } from './window-columns.ts';

/** Grouping sets must have been decomposed before. */
export function checkSimpleGrouping(node: Aggregate): void {
  if (!node.isSimple) throw tableError('plan/grouping-sets', 'GROUPING SETS are currently not supported.');
}

/** True if the keys hold the start and the end of a window (Flink's `groupingContainsWindowStartEnd`). */
export function holdsWindowStartEnd(keys: readonly number[], p: WindowProperties | undefined): p is WindowProperties {
  return p !== undefined && keys.some((k) => p.start.includes(k)) && keys.some((k) => p.end.includes(k));
}

/** Keys by what they are (Flink's `groupingExcludeWindowStartEndTimeColumns`). */
export interface SplitWindowKeys {
  readonly start: readonly number[];
  readonly end: readonly number[];
  readonly time: readonly number[];
  readonly rest: readonly number[];
}

export function splitWindowKeys(keys: readonly number[], p: WindowProperties): SplitWindowKeys {
  const start = keys.filter((k) => p.start.includes(k));
  const end = keys.filter((k) => p.end.includes(k));
  const time = keys.filter((k) => p.time.includes(k));
  return { start, end, time, rest: keys.filter((k) => !start.includes(k) && !end.includes(k) && !time.includes(k)) };
}

/**
 * `true` if the aggregate can run window by window (Flink's `isValidWindowAggregate`), else why not. Processing-time windows must come
 * straight from their function, since their bounds are not known before.
 */
export function whyNoWindowAggregate(node: FlinkLogicalAggregate): true | string {
  const p = node.cluster.mq.windowProperties(node.input());
  if (!p) return 'the input has no window of a table-valued function';
  const keys = splitWindowKeys(node.groupSet, p);
  if (p.spec.kind === 'SESSION' && !sameSet(p.spec.partitionKeys, keys.rest)) {
    return 'the keys beside the window are not the partition keys of SESSION';
  }
  if (!holdsWindowStartEnd(node.groupSet, p)) return 'the keys do not hold both window_start and window_end';
  if (p.isRowtime) return true;
  const { foundFunction, calcs } = calcsDownToWindowFunction(node.input());
  if (!foundFunction) return 'a processing-time window does not come straight from its function';
  if (calcs.some(calcCallsWindowColumns)) return 'an expression reads a column of a processing-time window';
  const columns = windowColumns(p);
  const readsWindow = node.aggCalls.some((c) => c.args.some((a) => columns.includes(a)));
  return readsWindow ? 'an aggregate reads a column of a processing-time window' : true;
}

function sameSet(a: readonly number[], b: readonly number[]): boolean {
  return new Set(a).size === new Set(b).size && a.every((x) => b.includes(x));
}

function calcsDownToWindowFunction(start: RelNode): { readonly foundFunction: boolean; readonly calcs: readonly Calc[] } {
  const calcs: Calc[] = [];
  let node: RelNode | undefined = start.stripped();
  while (node) {
    if (node instanceof Calc) calcs.push(node);
    else if (node instanceof TableFunctionScan && isWindowTableFunctionCall(node.call)) return { foundFunction: true, calcs };
    else if (stopsProctime(node)) break;
    node = node.inputs[0]?.stripped();
  }
  return { foundFunction: false, calcs };
}

/** Nodes behind which a processing-time window cannot be used directly. */
function stopsProctime(node: RelNode): boolean {
  return (
    node instanceof AggregateClass ||
    node instanceof Match ||
    node instanceof Window ||
    node instanceof Rank ||
    node instanceof BiRel ||
    node instanceof SetOp
  );
}

/** The windowing by start and end columns that the input already has. */
export function attachedWindowing(p: WindowProperties, keys: SplitWindowKeys): Windowing {
  const { spec, timeType, isRowtime } = p;
  return { spec, timeType, isRowtime, columns: { by: 'window', startIndex: keys.start[0], endIndex: keys.end[0] ?? 0 } };
}
