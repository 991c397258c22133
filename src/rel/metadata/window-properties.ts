import type { MetadataQuery } from './metadata-query.ts';
import type { NamedWindowProperty } from '../physical/window-property.ts';
import type { RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { WindowProperties, Windowing } from '../physical/windowing.ts';
import type { Join } from '../core/join.ts';
import { bitSet, intersection, shiftSet } from '../bit-set.ts';
import { Calc } from '../core/calc.ts';
import { Correlate } from '../core/correlate.ts';
import { Expand } from '../core/expand.ts';
import { Filter } from '../core/filter.ts';
import { Project } from '../core/project.ts';
import { Union } from '../core/set-op.ts';
import { TableFunctionScan } from '../core/table-function-scan.ts';
import { TableScan } from '../core/table-scan.ts';
import { WatermarkAssigner } from '../core/watermark-assigner.ts';
import { isWindowTableFunctionCall } from '../core/window-table-function.ts';
import { FlinkLogicalAggregate } from '../flink-logical/flink-logical-aggregate.ts';
import { FlinkLogicalJoin } from '../flink-logical/flink-logical-join.ts';
import { FlinkLogicalRank } from '../flink-logical/flink-logical-rank.ts';
import { StreamPhysicalGlobalWindowAggregate } from '../physical/stream-physical-global-window-aggregate.ts';
import { StreamPhysicalTemporalJoin } from '../physical/stream-physical-temporal-join.ts';
import { StreamPhysicalWindowAggregate } from '../physical/stream-physical-window-aggregate.ts';
import { StreamPhysicalWindowJoin } from '../physical/stream-physical-window-join.ts';
import { StreamPhysicalWindowTableFunction } from '../physical/stream-physical-window-table-function.ts';
import { windowingOf } from '../physical/windowing-of-call.ts';
import { sameWindowSpec } from '../physical/windowing.ts';
import { isCallOf } from '../rex/rex-node.ts';
import { joinColumns } from './join-columns.ts';

type Answer = WindowProperties | undefined;

const PASSING: ReadonlySet<string> = new Set([
  'StreamPhysicalExchange',
  'StreamPhysicalLocalWindowAggregate',
  'StreamPhysicalWindowRank',
  'StreamPhysicalCorrelate',
  'StreamPhysicalMiniBatchAssigner',
  'StreamPhysicalLookupJoin',
]);

/** Window columns are worth nothing without both start and end. */
function checked(p: WindowProperties): Answer {
  return p.start.length === 0 || p.end.length === 0 ? undefined : p;
}

/** Which columns of a node carry the window of a window table function (Flink's `FlinkRelMdWindowProperties`). */
export function windowProperties(mq: MetadataQuery, node: RelNode): Answer {
  if (node instanceof TableScan) return node.table.intermediate?.windowProperties;
  if (node instanceof Project || node instanceof Calc) return throughProjects(node.projects, () => mq.windowProperties(node.input()));
  if (node instanceof Filter || node instanceof WatermarkAssigner || node instanceof Correlate || PASSING.has(node.typeName)) {
    return mq.windowProperties(node.input(0));
  }
  if (node instanceof Expand) return throughExpand(node, mq.windowProperties(node.input()));
  if (node instanceof Union) return throughUnion(node.inputs.map((input) => mq.windowProperties(input)));
  if (node instanceof TableFunctionScan) {
    if (!isWindowTableFunctionCall(node.call)) return undefined;
    return lastThree(node, windowingOf(node.call, node.input(0).rowType));
  }
  if (node instanceof StreamPhysicalWindowTableFunction) return lastThree(node, node.windowing);
  if (node instanceof FlinkLogicalAggregate) return throughKeys(node.groupSet, mq.windowProperties(node.input()));
  if (node instanceof StreamPhysicalWindowAggregate || node instanceof StreamPhysicalGlobalWindowAggregate) {
    return ofProperties(node.grouping.length + node.aggCalls.length, node.properties, node.windowing);
  }
  if (node instanceof FlinkLogicalRank) {
    const p = mq.windowProperties(node.input());
    return p && holdsStartAndEnd(node.rank.partitionKey, p) ? p : undefined;
  }
  if (node instanceof StreamPhysicalTemporalJoin) return mq.windowProperties(node.left);
  if (node instanceof StreamPhysicalWindowJoin) return ofJoin(node, mq.windowProperties(node.left), mq.windowProperties(node.right));
  if (node instanceof FlinkLogicalJoin) {
    const left = mq.windowProperties(node.left);
    const right = mq.windowProperties(node.right);
    return isWindowJoin(node, left, right) ? ofJoin(node, left, right) : undefined;
  }
  return undefined;
}

function lastThree(node: RelNode, w: Windowing): WindowProperties {
  const count = node.rowType.fields.length;
  const { spec, timeType, isRowtime } = w;
  return { start: [count - 3], end: [count - 2], time: [count - 1], spec, timeType, isRowtime };
}

/** Plain references only: any operation on a window column loses the window. */
function throughProjects(projects: readonly RexNode[], below: () => Answer): Answer {
  const outputs = new Map<number, number[]>();
  projects.forEach((e, i) => {
    const source = isCallOf(e, 'AS') ? e.operands[0] : e;
    if (source?.rex === 'inputRef') outputs.set(source.index, [...(outputs.get(source.index) ?? []), i]);
  });
  const p = outputs.size === 0 ? undefined : below();
  if (!p) return undefined;
  let { spec } = p;
  if (spec.kind === 'SESSION') {
    const keys = spec.partitionKeys.map((k) => outputs.get(k)?.[0]);
    if (!keys.every((k): k is number => k !== undefined)) return undefined;
    spec = { ...spec, partitionKeys: keys };
  }
  const map = (columns: readonly number[]): number[] => bitSet(columns.flatMap((c) => outputs.get(c) ?? []));
  return checked({ ...p, start: map(p.start), end: map(p.end), time: map(p.time), spec });
}

function throughExpand(node: Expand, p: Answer): Answer {
  if (!p) return undefined;
  const kept = (columns: readonly number[]): number[] =>
    columns.filter((c) => node.projects.every((project) => project[c]?.rex === 'inputRef'));
  return checked({ ...p, start: kept(p.start), end: kept(p.end), time: kept(p.time) });
}

function throughUnion(inputs: readonly Answer[]): Answer {
  const [first] = inputs;
  if (!first) return undefined;
  let result = first;
  for (const p of inputs) {
    if (!p || !sameWindowSpec(p.spec, first.spec) || p.isRowtime !== first.isRowtime) return undefined;
    result = {
      ...result,
      start: intersection(result.start, p.start),
      end: intersection(result.end, p.end),
      time: intersection(result.time, p.time),
    };
  }
  return checked(result);
}

function holdsStartAndEnd(keys: readonly number[], p: WindowProperties): boolean {
  return keys.some((k) => p.start.includes(k)) && keys.some((k) => p.end.includes(k));
}

function throughKeys(keys: readonly number[], p: Answer): Answer {
  if (!p || !holdsStartAndEnd(keys, p)) return undefined;
  const map = (columns: readonly number[]): number[] => intersection(columns, keys).map((c) => keys.indexOf(c));
  return checked({ ...p, start: map(p.start), end: map(p.end), time: map(p.time) });
}

function ofProperties(offset: number, properties: readonly NamedWindowProperty[], w: Windowing): Answer {
  const at = (...kinds: readonly string[]): number[] => properties.flatMap((p, i) => (kinds.includes(p.kind) ? [offset + i] : []));
  const { spec, timeType, isRowtime } = w;
  return checked({ start: at('start'), end: at('end'), time: at('rowtime', 'proctime'), spec, timeType, isRowtime });
}

function ofJoin(join: Join, left: Answer, right: Answer): Answer {
  if (!left || !right) return undefined;
  const count = join.left.rowType.fields.length;
  const both = (a: readonly number[], b: readonly number[]): number[] => [...a, ...shiftSet(b, count)];
  return checked({ ...left, start: both(left.start, right.start), end: both(left.end, right.end), time: both(left.time, right.time) });
}

/** A join that equates start and end of equal windows (Flink's `satisfyWindowJoin`). */
function isWindowJoin(join: Join, left: Answer, right: Answer): boolean {
  if (!left || !right) return false;
  const info = joinColumns(join);
  const equates = (a: readonly number[], b: readonly number[]): boolean =>
    info.left.some((l, i) => a.includes(l) && b.includes(info.right[i] ?? -1));
  return (
    equates(left.start, right.start) &&
    equates(left.end, right.end) &&
    left.timeType.digest === right.timeType.digest &&
    sameWindowSpec(left.spec, right.spec)
  );
}
