import type { CorDef, CorRef } from './correlation-map.ts';
import type { Decorrelator } from './decorrelator.ts';
import type { CorOutput, Frame } from './frame.ts';
import type { RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import { defined } from '../../base/assert.ts';
import { Filter } from '../core/filter.ts';
import { TRUE_LITERAL } from '../rex/rex-factory.ts';
import { isCallOf } from '../rex/rex-node.ts';
import { identityMap, outputOf, withOutputs } from './frame.ts';

/**
 * The input of a node with the correlated fields as columns. A Filter with `x = $cor0.y` for every field has them already: the other
 * operand supplies the column. Otherwise the distinct values of the outer input are joined to it (Calcite's value generator).
 */
export function withCorrelatedColumns(d: Decorrelator, node: RelNode, frame: Frame, uses: readonly CorRef[]): Frame {
  const local = node instanceof Filter ? fromCondition(d, node, frame, uses) : undefined;
  if (local) return local;
  const generator = valueGenerator(d, uses);
  const offset = frame.rel.rowType.fields.length;
  const outputs = generator.outputs.map((o) => ({ ...o, position: o.position + offset }));
  const join = d.builder.push(frame.rel).push(generator.rel).join('inner', TRUE_LITERAL).build();
  return d.register(node.input(), join, frame.fields, withOutputs(frame.outputs, outputs));
}

function fromCondition(d: Decorrelator, node: Filter, frame: Frame, uses: readonly CorRef[]): Frame | undefined {
  const found: CorOutput[] = [];
  const added: RexNode[] = [];
  for (const use of uses) {
    if (outputOf(frame.outputs, use) || outputOf(found, use)) continue;
    const e = equivalentOf(use, node.condition);
    if (!e) continue;
    const count = frame.rel.rowType.fields.length;
    const position = e.rex === 'inputRef' ? e.index : count + added.push(e) - 1;
    found.push({ corr: use.corr, field: use.field, position });
  }
  if (found.length !== uses.length) return undefined;
  const b = d.builder.push(frame.rel);
  if (added.length > 0) b.project([...b.fields(), ...added]);
  return d.register(node.input(), b.build(), frame.fields, withOutputs(found, frame.outputs));
}

/** The operand that a conjunct compares the correlated field with. */
function equivalentOf(use: CorDef, e: RexNode): RexNode | undefined {
  if (isCallOf(e, 'EQUALS')) {
    const [a, b] = e.operands as readonly [RexNode, RexNode];
    if (isUse(a, use)) return b;
    return isUse(b, use) ? a : undefined;
  }
  if (!isCallOf(e, 'AND')) return undefined;
  for (const operand of e.operands) {
    const found = equivalentOf(use, operand);
    if (found) return found;
  }
  return undefined;
}

/** The correlated field, also widened by a cast. */
function isUse(e: RexNode, use: CorDef): boolean {
  if (isCallOf(e, 'CAST')) {
    const x = e.operands[0] as RexNode;
    return e.type.name === x.type.name && (e.type.precision ?? -1) >= (x.type.precision ?? -1) && isUse(x, use);
  }
  return e.rex === 'fieldAccess' && e.ref.rex === 'correlVariable' && e.ref.id === use.corr && e.fieldIndex === use.field;
}

/** The outer input that a variable stands for, as it is now. */
function outerFrame(d: Decorrelator, use: CorDef): Frame {
  const outer = defined(d.state.map.providerOf(use.corr), `provider of $cor${use.corr}`).input(0);
  return d.knownFrame(outer) ?? { rel: outer, outputs: [], fields: identityMap(outer.rowType.fields.length) };
}

/** Distinct correlated values of each outer input, several inputs joined. */
function valueGenerator(d: Decorrelator, uses: readonly CorRef[]): { rel: RelNode; outputs: readonly CorOutput[] } {
  const columns = new Map<RelNode, number[]>();
  const place = (use: CorDef): { rel: RelNode; column: number } => {
    const frame = outerFrame(d, use);
    return { rel: frame.rel, column: defined(frame.fields.get(use.field), 'place of a correlated field') };
  };
  for (const use of uses) {
    const { rel, column } = place(use);
    const list = columns.get(rel) ?? [];
    if (!list.includes(column)) list.push(column);
    columns.set(rel, list);
  }
  const offsets = new Map<RelNode, number>();
  let joined: RelNode | undefined;
  let offset = 0;
  for (const [rel, list] of columns) {
    const b = d.builder.push(rel);
    const distinct = b.project(b.fields(list)).distinct().build();
    offsets.set(rel, offset);
    offset += distinct.rowType.fields.length;
    joined = joined ? d.builder.push(joined).push(distinct).join('inner', TRUE_LITERAL).build() : distinct;
  }
  const outputs = uses.map((use): CorOutput => {
    const { rel, column } = place(use);
    const position = (columns.get(rel) ?? []).indexOf(column) + (offsets.get(rel) ?? 0);
    return { corr: use.corr, field: use.field, position };
  });
  return { rel: defined(joined, 'value generator'), outputs };
}
