import type { AggregateCall } from '../../rel/core/aggregate-call.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { RexLiteral, RexNode } from '../../rel/rex/rex-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { VariablesInScope } from './sub-query-correlations.ts';
import { defined } from '../../base/assert.ts';
import { range } from '../../rel/bit-set.ts';
import { adaptAggregateCall } from '../../rel/core/aggregate-call.ts';
import { Project } from '../../rel/core/project.ts';
import { Sort } from '../../rel/core/sort.ts';
import { Values } from '../../rel/core/values.ts';
import { LogicalAggregate } from '../../rel/logical/logical-aggregate.ts';
import { LogicalFilter } from '../../rel/logical/logical-filter.ts';
import { LogicalJoin } from '../../rel/logical/logical-join.ts';
import { LogicalProject } from '../../rel/logical/logical-project.ts';
import { LogicalSort } from '../../rel/logical/logical-sort.ts';
import { CALCITE_BUILDER_CONFIG, RelBuilder } from '../../rel/rel-builder.ts';
import { composeConjunction, composeConjunctionOrNone } from '../../rel/rex/conditions.ts';
import { inputRef } from '../../rel/rex/rex-factory.ts';
import { collectInputRefs, mapInputRefs, shiftRefs } from '../../rel/rex/rex-visit.ts';
import { splitCorrelated } from './sub-query-correlations.ts';

/** Where the fields of an old node are in the new one. */
export type FieldMap = ReadonlyMap<number, number>;

/**
 * A node of a sub-query's plan without its correlated conditions (the `Frame` of Flink's `SubQueryDecorrelator`).
 */
export interface SubQueryFrame {
  readonly rel: RelNode;
  /** What was taken out, over the fields of `rel` and the correlation variables; undefined if nothing was. */
  readonly condition: RexNode | undefined;
  readonly fields: FieldMap;
}

function identity(count: number): FieldMap {
  return new Map(range(0, count).map((i) => [i, i]));
}

/** References renumbered and typed by the new row. */
export function moveRefs(e: RexNode, map: FieldMap, row: RowType): RexNode {
  return mapInputRefs(
    e,
    (i) => defined(map.get(i), `place of field ${i}`),
    (i) => defined(row.fields[i], `field ${i}`).type,
  );
}

function fieldsOf(condition: RexNode | undefined): readonly number[] {
  return condition ? collectInputRefs(condition) : [];
}

/** The frame of a plan, or undefined if something in it cannot be rewritten (VALUES, or a node that cannot carry a condition past). */
export function frameOf(node: RelNode, scope: VariablesInScope): SubQueryFrame | undefined {
  if (node instanceof LogicalProject) return frameOfProject(node, scope);
  if (node instanceof LogicalFilter) return frameOfFilter(node, scope);
  if (node instanceof LogicalAggregate) return frameOfAggregate(node, scope);
  if (node instanceof LogicalJoin) return frameOfJoin(node, scope);
  if (node instanceof Sort) return frameOfSort(node, scope);
  if (node instanceof Values) return undefined;
  const inputs: RelNode[] = [];
  for (const input of node.inputs) {
    const frame = frameOf(input, scope);
    if (!frame || frame.condition) return undefined;
    inputs.push(frame.rel);
  }
  return { rel: node.copy(node.traitSet, inputs), condition: undefined, fields: identity(node.rowType.fields.length) };
}

/** Keeps its expressions and passes the fields that the condition needs behind them. */
function frameOfProject(node: LogicalProject, scope: VariablesInScope): SubQueryFrame | undefined {
  const frame = frameOf(node.input(), scope);
  if (!frame) return undefined;
  const row = frame.rel.rowType;
  const projects = node.projects.map((e) => moveRefs(e, frame.fields, row));
  const names = [...node.names];
  const passed = new Map<number, number>();
  projects.forEach((e, i) => {
    if (e.rex === 'inputRef') passed.set(e.index, i);
  });
  for (const i of fieldsOf(frame.condition)) {
    if (passed.has(i)) continue;
    const field = defined(row.fields[i], 'field of a correlated condition');
    passed.set(i, projects.length);
    projects.push(inputRef(i, field.type));
    names.push(field.name);
  }
  const project = projectNamed(frame.rel, projects, names).withHints(node.hints);
  return {
    rel: project,
    condition: frame.condition && moveRefs(frame.condition, passed, project.rowType),
    fields: identity(node.projects.length),
  };
}

/** A Project that is always made (Calcite's `RelOptUtil.createProject` without optimisation). */
function projectNamed(input: RelNode, projects: readonly RexNode[], names: readonly string[]): RelNode {
  return new RelBuilder(input.cluster, CALCITE_BUILDER_CONFIG).push(input).projectNamed(projects, names, true).build();
}

/** Keeps its plain conjuncts; the correlated ones go up with the frame. */
function frameOfFilter(node: LogicalFilter, scope: VariablesInScope): SubQueryFrame | undefined {
  const frame = frameOf(node.input(), scope);
  if (!frame) return undefined;
  const split = splitCorrelated(node.condition, scope.get(node) ?? []);
  const rest = moveRefs(composeConjunction(split.plain), frame.fields, frame.rel.rowType);
  const taken = frame.condition ? [...split.correlated, frame.condition] : split.correlated;
  return {
    rel: LogicalFilter.create(frame.rel, rest, node.variablesSet),
    condition: composeConjunctionOrNone(taken),
    fields: frame.fields,
  };
}

function projectedLiteral(node: RelNode, i: number): RexLiteral | undefined {
  const e = node instanceof Project ? node.projects[i] : undefined;
  return e?.rex === 'literal' ? e : undefined;
}

/** Groups by the fields of the condition too, behind the old keys. Constant keys are left out and put back by a Project above. */
function frameOfAggregate(node: LogicalAggregate, scope: VariablesInScope): SubQueryFrame | undefined {
  const frame = frameOf(node.input(), scope);
  if (!frame) return undefined;
  const row = frame.rel.rowType;
  const oldKeyCount = node.groupSet.length;
  const order: number[] = [];
  const constants: [number, RexLiteral][] = [];
  for (let i = 0; i < oldKeyCount; i++) {
    const constant = projectedLiteral(frame.rel, i);
    if (constant) constants.push([i, constant]);
    else order.push(defined(frame.fields.get(i), 'place of a group key'));
  }
  for (const i of fieldsOf(frame.condition)) if (!order.includes(i)) order.push(i);
  const keyCount = order.length;
  row.fields.forEach((_, i) => {
    if (!order.includes(i)) order.push(i);
  });
  const places: FieldMap = new Map(order.map((old, i) => [old, i]));
  const input = projectNamed(
    frame.rel,
    order.map((i) => inputRef(i, defined(row.fields[i], 'field').type)),
    order.map((i) => defined(row.fields[i], 'field').name),
  );
  const combined = new Map([...frame.fields].map(([old, i]) => [old, defined(places.get(i), 'place of a field')]));
  const fields = new Map([...combined].filter(([old]) => node.groupSet.includes(old)));
  const aggCalls = node.aggCalls.map((c): AggregateCall =>
    adaptAggregateCall(c, (i) => defined(combined.get(i), 'place of an argument'), input.rowType, { from: oldKeyCount, to: keyCount }),
  );
  const groupSet = range(0, keyCount);
  const builder = new RelBuilder(input.cluster);
  builder.push(LogicalAggregate.create(input, { groupSet, groupSets: [groupSet], aggCalls, hints: node.hints }));
  if (constants.length > 0) {
    const outputs: RexNode[] = builder.fields();
    for (const [i, constant] of constants) outputs.splice(defined(places.get(i), 'place of a constant key'), 0, constant);
    builder.project(outputs);
  }
  node.aggCalls.forEach((_, i) => fields.set(oldKeyCount + i, keyCount + constants.length + i));
  return { rel: builder.build(), condition: frame.condition && moveRefs(frame.condition, places, input.rowType), fields };
}

/** Conditions of both sides meet above the join. */
function frameOfJoin(node: LogicalJoin, scope: VariablesInScope): SubQueryFrame | undefined {
  const left = frameOf(node.left, scope);
  const right = frameOf(node.right, scope);
  if (!left || !right) return undefined;
  const oldLeftCount = node.left.rowType.fields.length;
  const leftCount = left.rel.rowType.fields.length;
  const fields = new Map(left.fields);
  for (const [old, i] of right.fields) fields.set(old + oldLeftCount, i + leftCount);
  const condition = mapInputRefs(node.condition, (i) => defined(fields.get(i), 'place of a join field'));
  const join = LogicalJoin.create(left.rel, right.rel, { ...node.joinOptions, condition });
  const taken: RexNode[] = [];
  if (left.condition) taken.push(left.condition);
  if (right.condition) taken.push(shiftRefs(right.condition, leftCount));
  return { rel: join, condition: composeConjunctionOrNone(taken), fields };
}

/** Keeps offset and fetch, which from now on count over all rows and not per correlated row (Flink does so). */
function frameOfSort(node: Sort, scope: VariablesInScope): SubQueryFrame | undefined {
  const frame = frameOf(node.input(), scope);
  if (!frame) return undefined;
  const collation = node.collation.map((c) => ({ ...c, index: defined(frame.fields.get(c.index), 'place of a sort key') }));
  const rel = LogicalSort.create(frame.rel, { collation, offset: node.offset, fetch: node.fetch });
  return { ...frame, rel };
}
