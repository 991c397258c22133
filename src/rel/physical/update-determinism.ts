import type { AggregateCall } from '../core/aggregate-call.ts';
import type { PhysicalRel } from './physical-rel.ts';
import { isInsertOnly } from '../../catalog/changelog-mode.ts';
import { metadataColumns } from '../../catalog/table.ts';
import { tableError } from '../../base/diagnostic.ts';
import { collectInputRefs } from '../rex/rex-visit.ts';
import { nonDeterministicCallName } from '../rex/rex-visit.ts';
import { inputsInsertOnly } from './changelog.ts';
import { changelogNormalizeEnabled } from './source-normalize.ts';
import { upsertKeysInRange } from './key-queries.ts';
import { physicalRel } from './physical-rel.ts';
import { checkColumns, checkCondition, checkProgram, metadataError } from './update-determinism-errors.ts';
import { PhysicalJoin } from './physical-join.ts';
import { StreamPhysicalCalc } from './stream-physical-calc.ts';
import { StreamPhysicalChangelogNormalize } from './stream-physical-changelog-normalize.ts';
import { StreamPhysicalCorrelate } from './stream-physical-correlate.ts';
import { StreamPhysicalExpand } from './stream-physical-expand.ts';
import { StreamPhysicalGroupAggregateBase } from './group-aggregate-base.ts';
import { StreamPhysicalLookupJoin } from './stream-physical-lookup-join.ts';
import { StreamPhysicalMatch } from './stream-physical-match.ts';
import { StreamPhysicalMultiJoin } from './stream-physical-multi-join.ts';
import { StreamPhysicalOverAggregate } from './stream-physical-over-aggregate.ts';
import { StreamPhysicalRank } from './stream-physical-rank.ts';
import { StreamPhysicalSink } from './stream-physical-sink.ts';
import { StreamPhysicalTableSourceScan } from './stream-physical-table-source-scan.ts';
import { StreamPhysicalWindowAggregateBase } from './window-aggregate-base.ts';
import { StreamPhysicalWindowDeduplicate } from './stream-physical-window-deduplicate.ts';
import { StreamPhysicalWindowRank } from './stream-physical-window-rank.ts';
import { StreamPhysicalWindowTableFunction } from './stream-physical-window-table-function.ts';

type Columns = ReadonlySet<number>;

const NONE: Columns = new Set();

/**
 * Follows which columns must not change between an update's rows, from the root down (Flink's `StreamNonDeterministicUpdatePlanVisitor`):
 * operators that retract by row need all of them, upsert keys are deterministic by nature. A lookup join that cannot promise its columns
 * gets a materialisation; anything else that cannot throws.
 */
export function resolveUpdateDeterminism(root: PhysicalRel): PhysicalRel {
  return visit(root, NONE);
}

function visit(node: PhysicalRel, required: Columns): PhysicalRel {
  const insertOnly = inputsInsertOnly(node);
  if (node instanceof StreamPhysicalSink) return transmit(node, insertOnly ? NONE : sinkColumns(node));
  if (node instanceof StreamPhysicalCalc) return insertOnly || required.size === 0 ? transmit(node, NONE) : visitCalc(node, required);
  if (node instanceof StreamPhysicalCorrelate)
    return insertOnly || required.size === 0 ? transmit(node, NONE) : visitCorrelate(node, required);
  if (node instanceof StreamPhysicalLookupJoin)
    return insertOnly || required.size === 0 ? transmit(node, NONE) : visitLookupJoin(node, required);
  if (node instanceof StreamPhysicalTableSourceScan) return visitScan(node, required);
  if (node instanceof StreamPhysicalGroupAggregateBase || node instanceof StreamPhysicalWindowAggregateBase) {
    if (!insertOnly) return transmit(node, allColumns(node.input()));
    checkAggregates(node, required, { start: node.grouping.length, calls: node.aggCalls });
    return transmit(node, NONE);
  }
  if (node instanceof StreamPhysicalExpand) return transmit(node, without(required, [node.expandIdIndex]));
  if (node instanceof PhysicalJoin) return visitJoin(node, required);
  if (node instanceof StreamPhysicalMultiJoin) return visitMultiJoin(node, required);
  if (node instanceof StreamPhysicalOverAggregate) return visitOver(node, required, insertOnly);
  if (node instanceof StreamPhysicalRank) return insertOnly ? transmit(node, NONE) : visitRank(node, required);
  if (node instanceof StreamPhysicalWindowDeduplicate) {
    const { orderKey, partitionKeys } = node.options;
    return transmit(node, insertOnly ? NONE : new Set([...without(required, [orderKey]), ...partitionKeys]));
  }
  if (node instanceof StreamPhysicalWindowRank)
    return transmit(node, insertOnly ? NONE : new Set([...below(required, fieldCount(node.input())), ...node.rank.partitionKey]));
  if (node instanceof StreamPhysicalWindowTableFunction)
    return transmit(node, insertOnly ? NONE : below(required, fieldCount(node.input())));
  if (node instanceof StreamPhysicalChangelogNormalize) checkCondition(node.filterCondition, node);
  if (node instanceof StreamPhysicalMatch) return transmit(node, NONE);
  return transmit(node, required);
}

function transmit(node: PhysicalRel, required: Columns): PhysicalRel {
  if (node.inputs.length === 0) return node;
  const inputs = node.inputs.map((placeholder) => {
    const input = physicalRel(placeholder);
    return visit(input, withoutUpsertKey(input, required));
  });
  return inputs.every((n, i) => n === node.inputs[i]) ? node : physicalRel(node.copy(node.traitSet, inputs));
}

/** Columns of an upsert key never change; the key that leaves the fewest counts. */
function withoutUpsertKey(input: PhysicalRel, required: Columns): Columns {
  const keys = input.cluster.mq.upsertKeys(input) ?? [];
  let best = required;
  for (const key of keys) {
    const left = without(required, key);
    if (left.size < best.size) best = left;
  }
  return best;
}

function sinkColumns(node: StreamPhysicalSink): Columns {
  const { table } = node.sink;
  const key = table.kind === 'connector' ? (table.primaryKey?.columns ?? []) : [];
  if (node.upsertMaterialize || key.length === 0) return allColumns(node.input());
  return new Set(key.map((c) => table.columns.findIndex((column) => column.name === c)));
}

function visitCalc(node: StreamPhysicalCalc, required: Columns): PhysicalRel {
  checkProgram(required, node.program, node);
  const projects = node.program.expandedProjects;
  const inputs = [...required].flatMap((i) => {
    const e = projects[i];
    return e ? [...collectInputRefs([e])] : [];
  });
  return transmit(node, new Set(inputs));
}

function visitCorrelate(node: StreamPhysicalCorrelate, required: Columns): PhysicalRel {
  const leftCount = fieldCount(node.input());
  checkCondition(node.options.condition, node);
  const name = nonDeterministicCallName(node.options.call);
  if (name !== undefined) {
    const right = [...required].filter((i) => i >= leftCount);
    checkColumns(required, new Map(right.map((i) => [i, name])), node);
  }
  return transmit(node, below(required, leftCount));
}

function visitLookupJoin(node: StreamPhysicalLookupJoin, required: Columns): PhysicalRel {
  const { preFilter, remaining } = node.conditions;
  checkCondition(preFilter, node);
  checkCondition(remaining, node);
  if (node.options.calc) checkProgram(required, node.options.calc, node);
  const leftCount = fieldCount(node.input());
  const right = [...required].filter((i) => i >= leftCount);
  const key = node.outputPrimaryKey;
  const keyIsLookedUp = key.every((k) => node.lookupKeys.has(k)) && right.every((i) => key.includes(i));
  return transmit(right.length === 0 || keyIsLookedUp ? node : node.withUpsertMaterialize(true), below(required, leftCount));
}

function visitScan(node: StreamPhysicalTableSourceScan, required: Columns): PhysicalRel {
  const { source, table } = node.table;
  if (required.size === 0 || !source?.metadata || !table || isInsertOnly(source.changelogMode)) return node;
  if (changelogNormalizeEnabled(node.table, node.cluster.config)) return node;
  const metadata = new Set(metadataColumns(table).map((c) => c.name));
  const columns = node.rowType.fields.flatMap((f, i) => (required.has(i) && metadata.has(f.name) ? [f.name] : []));
  if (columns.length > 0) throw metadataError(columns, node);
  return node;
}

function checkAggregates(node: PhysicalRel, required: Columns, o: { start: number; calls: readonly AggregateCall[] }): void {
  const functions = new Map<number, string>();
  o.calls.forEach((c, i) => {
    if (!c.op.deterministic || c.op.dynamic) functions.set(o.start + i, c.op.name);
  });
  checkColumns(required, functions, node);
}

function visitJoin(node: PhysicalJoin, required: Columns): PhysicalRel {
  const updates = node.inputs.map((n) => !isInsertOnlyInput(n.stripped()));
  const innerOrSemi = node.joinType === 'inner' || node.joinType === 'semi';
  if (updates.includes(true) || !innerOrSemi) checkCondition(node.condition, node);
  const leftCount = fieldCount(node.left);
  const inputs = node.inputs.map((placeholder, side) => {
    const input = physicalRel(placeholder);
    if (!updates[side]) return transmit(input, NONE);
    const joinKeys = side === 0 ? node.joinInfo.left : node.joinInfo.right;
    const keys = upsertKeysInRange(node.cluster.mq, input, joinKeys) ?? [];
    if (keys.length === 0) return transmit(input, allColumns(input));
    const own = side === 0 ? below(required, leftCount) : new Set([...required].filter((i) => i >= leftCount).map((i) => i - leftCount));
    return transmit(input, own);
  });
  const [left, right] = inputs;
  return left && right ? physicalRel(node.copyJoin(node.traitSet, node.condition, left, right, node.joinType)) : node;
}

/** Inputs without a unique key are retracted by row. */
function visitMultiJoin(node: StreamPhysicalMultiJoin, required: Columns): PhysicalRel {
  if (inputsInsertOnly(node) && node.joinTypes.every((t) => t === 'inner')) return transmit(node, NONE);
  checkCondition(node.multiJoinCondition, node);
  let offset = 0;
  const inputs = node.inputs.map((placeholder) => {
    const input = physicalRel(placeholder);
    const start = offset;
    offset += fieldCount(input);
    const own = new Set([...required].filter((i) => i >= start && i < offset).map((i) => i - start));
    const hasKey = (node.cluster.mq.uniqueKeys(input) ?? []).length > 0;
    const needed = isInsertOnlyInput(input) ? NONE : hasKey ? own : allColumns(input);
    return visit(input, withoutUpsertKey(input, needed));
  });
  return node.copy(node.traitSet, inputs);
}

function isInsertOnlyInput(node: { readonly traitSet: PhysicalRel['traitSet'] }): boolean {
  const { modifyKinds } = node.traitSet;
  return modifyKinds.insert && !modifyKinds.update && !modifyKinds.delete;
}

function visitOver(node: StreamPhysicalOverAggregate, required: Columns, insertOnly: boolean): PhysicalRel {
  const count = fieldCount(node.input());
  const calls = node.window.groups.flatMap((g) => g.calls);
  if (insertOnly) {
    const functions = new Map<number, string>();
    calls.forEach((c, i) => {
      if (!c.call.op.deterministic || c.call.op.dynamic) functions.set(count + i, c.call.op.name);
    });
    checkColumns(required, functions, node);
    return transmit(node, NONE);
  }
  const own = below(required, count);
  if (own.size === count) return transmit(node, own);
  const columns = new Set(own);
  for (const g of node.window.groups) for (const k of [...g.keys, ...g.orderKeys.map((o) => o.index)]) columns.add(k);
  calls.forEach((c, i) => {
    if (!required.has(count + i)) return;
    for (const index of collectInputRefs(c.call.operands)) if (index < count) columns.add(index);
  });
  return transmit(node, columns);
}

function visitRank(node: StreamPhysicalRank, required: Columns): PhysicalRel {
  const count = fieldCount(node.input());
  const { partitionKey, orderKey } = node.rank;
  if (node.strategy.kind === 'retract') return transmit(node, allColumns(node.input()));
  if (node.strategy.kind !== 'updateFast')
    throw tableError('plan/rank', 'Can not infer the determinism for unsupported rank strategy, this is a bug, please file an issue.');
  return transmit(node, without(required, [...partitionKey, ...orderKey.map((o) => o.index), count]));
}

function fieldCount(node: { readonly rowType: PhysicalRel['rowType'] }): number {
  return node.rowType.fields.length;
}

function allColumns(node: { readonly rowType: PhysicalRel['rowType'] }): Columns {
  return new Set(node.rowType.fields.keys());
}

function below(columns: Columns, count: number): Columns {
  return new Set([...columns].filter((i) => i < count));
}

function without(columns: Columns, removed: readonly number[]): Columns {
  return new Set([...columns].filter((i) => !removed.includes(i)));
}
