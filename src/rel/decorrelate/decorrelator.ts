import type { Correlate } from '../core/correlate.ts';
import type { CorRef } from './correlation-map.ts';
import type { DecorrelationState } from './decorrelation-state.ts';
import type { FieldMap, Frame, CorOutput } from './frame.ts';
import type { Join } from '../core/join.ts';
import type { RelHint, RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import { defined } from '../../base/assert.ts';
import { Aggregate } from '../core/aggregate.ts';
import { Correlate as CorrelateClass } from '../core/correlate.ts';
import { Filter } from '../core/filter.ts';
import { Join as JoinClass, projectsRight } from '../core/join.ts';
import { Project } from '../core/project.ts';
import { Sort } from '../core/sort.ts';
import { Values } from '../core/values.ts';
import { LogicalSnapshot } from '../logical/logical-snapshot.ts';
import { LogicalTableFunctionScan } from '../logical/logical-table-function-scan.ts';
import { hintText } from '../rel-node.ts';
import { CALCITE_BUILDER_CONFIG, RelBuilder } from '../rel-builder.ts';
import { composeConjunction } from '../rex/conditions.ts';
import { call, inputRef } from '../rex/rex-factory.ts';
import { containsCorrelation, mapRex } from '../rex/rex-visit.ts';
import { EQUALS } from '../rex/standard-operators.ts';
import { CorrelationMap } from './correlation-map.ts';
import { decorrelateAggregate } from './decorrelate-aggregate.ts';
import { identityMap, outputOf, shiftOutputs, withOutputs } from './frame.ts';
import { withCorrelatedColumns } from './value-generator.ts';

/** Told of each node: what it became, or that it has no decorrelated form. */
export type FrameListener = (node: RelNode, frame: Frame | undefined) => void;

/**
 * The walk of Calcite's `RelDecorrelator` (Flink's copy): each node becomes one that yields the correlated fields that it needs as columns
 * of its own, and a Correlate becomes a join on those. A node without such a form has no frame, and then nothing above it has one.
 */
export class Decorrelator {
  readonly state: DecorrelationState;
  readonly builder: RelBuilder;
  private readonly frames = new Map<RelNode, Frame>();
  private readonly listener: FrameListener;

  constructor(state: DecorrelationState, root: RelNode, listener: FrameListener) {
    this.state = state;
    this.builder = new RelBuilder(root.cluster, CALCITE_BUILDER_CONFIG);
    this.listener = listener;
  }

  /** The frame of a node; `inCorrelate`: it stands somewhere right of a Correlate. */
  frameOf(node: RelNode, inCorrelate: boolean): Frame | undefined {
    const frame = this.rewrite(node, inCorrelate);
    // Limits hold for each correlated row; after decorrelation they would hold for all rows together.
    const usable = frame && inCorrelate && node instanceof Sort && (node.offset || node.fetch) ? undefined : frame;
    if (usable) this.frames.set(node, usable);
    this.listener(node, usable);
    return usable;
  }

  /** The frame of a node that was looked at already. */
  knownFrame(node: RelNode): Frame | undefined {
    return this.frames.get(node);
  }

  /** Notes what a node became. Hints go over to a node that may carry them. */
  register(node: RelNode, rel: RelNode, fields: FieldMap, outputs: readonly CorOutput[]): Frame {
    const frame: Frame = { rel: copyHints(node, rel), outputs, fields };
    this.frames.set(node, frame);
    return frame;
  }

  private rewrite(node: RelNode, inCorrelate: boolean): Frame | undefined {
    if (node instanceof Sort) return this.rewriteSort(node, inCorrelate);
    if (node instanceof Values) return undefined;
    if (node instanceof Aggregate) return decorrelateAggregate(this, node, inCorrelate);
    if (node instanceof Project) return this.rewriteProject(node, inCorrelate);
    if (node instanceof Filter) return this.rewriteFilter(node, inCorrelate);
    if (node instanceof CorrelateClass) return this.rewriteCorrelate(node, inCorrelate);
    if (node instanceof JoinClass && projectsRight(node.joinType)) return this.rewriteJoin(node, inCorrelate);
    if (node instanceof LogicalSnapshot && containsCorrelation(node.period)) return undefined;
    if (node instanceof LogicalTableFunctionScan && containsCorrelation(node.call)) return undefined;
    return this.rewriteOther(node, inCorrelate);
  }

  /** Any other node over new inputs, none of which may bring correlated columns. */
  private rewriteOther(node: RelNode, inCorrelate: boolean): Frame | undefined {
    const inputs: RelNode[] = [];
    for (const input of node.inputs) {
      const frame = this.frameOf(input, inCorrelate);
      if (!frame || frame.outputs.length > 0) return undefined;
      inputs.push(frame.rel);
    }
    const isSame = inputs.every((n, i) => n === node.inputs[i]);
    return this.register(node, isSame ? node : node.copy(node.traitSet, inputs), identityMap(node.rowType.fields.length), []);
  }

  private rewriteSort(node: Sort, inCorrelate: boolean): Frame | undefined {
    const frame = this.frameOf(node.input(), inCorrelate);
    if (!frame) return undefined;
    const b = this.builder.push(frame.rel);
    const keys = node.collation.map((c) => ({
      expr: b.field(defined(frame.fields.get(c.index), 'place of a sort key')),
      direction: c.direction,
      nullDirection: c.nullDirection,
    }));
    return this.register(node, b.sortLimit(keys, node.offset, node.fetch).build(), frame.fields, frame.outputs);
  }

  /** The old expressions, then the correlated columns. */
  private rewriteProject(node: Project, inCorrelate: boolean): Frame | undefined {
    let frame = this.frameOf(node.input(), inCorrelate);
    if (!frame) return undefined;
    const uses = this.state.map.usesOf(node);
    if (uses) frame = withCorrelatedColumns(this, node, frame, uses);
    const { fields } = frame.rel.rowType;
    const projects = node.projects.map((e) => this.rewriteExpression(node, e, this.state.map));
    const names = node.rowType.fields.map((f) => f.name);
    const outputs = frame.outputs.map((o): CorOutput => {
      const field = defined(fields[o.position], 'correlated column');
      projects.push(inputRef(o.position, field.type));
      names.push(field.name);
      return { ...o, position: projects.length - 1 };
    });
    const rel = this.builder.push(frame.rel).projectNamed(projects, names, true).build();
    return this.register(node, rel, identityMap(node.projects.length), outputs);
  }

  /** A condition over correlated fields becomes one over columns: `x = $cor0.y` supplies the column itself, anything else needs values. */
  private rewriteFilter(node: Filter, inCorrelate: boolean): Frame | undefined {
    let frame = this.frameOf(node.input(), inCorrelate);
    if (!frame) return undefined;
    const { outputs } = frame;
    const needs = CorrelationMap.of(frame.rel, node).usesOf(node) ?? [];
    if (needs.some((n) => !outputOf(outputs, n))) {
      frame = withCorrelatedColumns(this, node, frame, this.state.map.usesOf(node) ?? []);
    }
    const condition = this.rewriteExpression(node, node.condition, CorrelationMap.of(node));
    const rel = this.builder.push(frame.rel).filter(condition).build();
    return this.register(node, rel, frame.fields, frame.outputs);
  }

  private rewriteJoin(node: Join, inCorrelate: boolean): Frame | undefined {
    const left = this.frameOf(node.left, inCorrelate);
    const right = this.frameOf(node.right, inCorrelate);
    if (!left || !right) return undefined;
    const condition = this.rewriteExpression(node, node.condition, this.state.map);
    const rel = this.builder.push(left.rel).push(right.rel).join(node.joinType, condition).build();
    const leftCount = left.rel.rowType.fields.length;
    const outputs = withOutputs(left.outputs, shiftOutputs(right.outputs, leftCount));
    return this.register(node, rel, bothFields(node, left, right), outputs);
  }

  /** A join of the left row with those right rows whose correlated columns are equal to it. */
  private rewriteCorrelate(node: Correlate, inCorrelate: boolean): Frame | undefined {
    const left = this.frameOf(node.left, inCorrelate);
    const right = this.frameOf(node.right, true);
    if (!left || !right || right.outputs.length === 0) return undefined;
    const leftRow = left.rel.rowType;
    const leftCount = leftRow.fields.length;
    const conditions: RexNode[] = [];
    const passed: CorOutput[] = [];
    for (const output of right.outputs) {
      if (output.corr !== node.correlationId) {
        passed.push({ ...output, position: output.position + leftCount });
        continue;
      }
      const at = defined(left.fields.get(output.field), 'place of a correlated field');
      const column = inputRef(at, defined(leftRow.fields[at], 'correlated field').type);
      const type = defined(right.rel.rowType.fields[output.position], 'correlated column').type;
      conditions.push(call(EQUALS, [column, inputRef(leftCount + output.position, type)]));
    }
    const rel = this.builder.push(left.rel).push(right.rel).join(node.joinType, composeConjunction(conditions)).build();
    return this.register(node, rel, bothFields(node, left, right), withOutputs(passed, left.outputs));
  }

  /** Fields and correlated fields by their new places. Correlated fields that no input supplies stay. */
  private rewriteExpression(node: RelNode, e: RexNode, map: CorrelationMap): RexNode {
    return mapRex(e, (x) => {
      if (x.rex === 'inputRef') return this.movedRef(node, x.index);
      if (x.rex !== 'fieldAccess') return undefined;
      return this.correlatedColumn(node, map.refOf(x)) ?? x;
    });
  }

  private correlatedColumn(node: RelNode, ref: CorRef | undefined): RexNode | undefined {
    let offset = 0;
    for (const input of node.inputs) {
      const frame = this.frames.get(input);
      const output = ref && frame && outputOf(frame.outputs, ref);
      if (output && frame) {
        const field = defined(frame.rel.rowType.fields[output.position], 'correlated column');
        return inputRef(offset + output.position, field.type);
      }
      offset += (frame?.rel ?? input).rowType.fields.length;
    }
    return undefined;
  }

  private movedRef(node: RelNode, index: number): RexNode {
    let local = index;
    let offset = 0;
    for (const input of node.inputs) {
      const frame = defined(this.frames.get(input), 'frame of an input');
      const count = input.rowType.fields.length;
      if (local < count) {
        const at = frame.fields.size === 0 ? local : defined(frame.fields.get(local), 'place of a field');
        return inputRef(offset + at, defined(frame.rel.rowType.fields[at], 'field').type);
      }
      offset += frame.rel.rowType.fields.length;
      local -= count;
    }
    throw new Error(`no input of ${node.typeName} has field ${index}`);
  }
}

/** Left fields, then right ones behind all new left columns. */
function bothFields(node: Join | Correlate, left: Frame, right: Frame): FieldMap {
  const fields = new Map(left.fields);
  const oldLeftCount = node.left.rowType.fields.length;
  const leftCount = left.rel.rowType.fields.length;
  node.right.rowType.fields.forEach((_, i) => {
    fields.set(i + oldLeftCount, defined(right.fields.get(i), 'place of a right field') + leftCount);
  });
  return fields;
}

/** Join hints go from Correlates and Joins to Joins, others to nodes of their own kind (Calcite's `RelOptUtil.copyRelHints`). */
function copyHints(from: RelNode, to: RelNode): RelNode {
  if (from === to || from.hints.length === 0 || !to.isHintable) return to;
  const isJoin = (n: RelNode): boolean => n instanceof JoinClass || n instanceof CorrelateClass;
  if (from.typeName !== to.typeName && !(isJoin(from) && isJoin(to))) return to;
  const known = new Set(to.hints.map(hintText));
  const more = from.hints.filter((h: RelHint) => !known.has(hintText(h)));
  return more.length > 0 ? to.withHints([...to.hints, ...more]) : to;
}
