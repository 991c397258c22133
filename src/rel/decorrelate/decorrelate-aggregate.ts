import type { Aggregate } from '../core/aggregate.ts';
import type { Decorrelator } from './decorrelator.ts';
import type { CorOutput, Frame } from './frame.ts';
import type { RelNode } from '../rel-node.ts';
import type { RexLiteral, RexNode } from '../rex/rex-node.ts';
import { defined } from '../../base/assert.ts';
import { compareBitSets, range, union } from '../bit-set.ts';
import { adaptAggregateCall } from '../core/aggregate-call.ts';
import { Project } from '../core/project.ts';
import { inputRef } from '../rex/rex-factory.ts';

function projectedLiteral(node: RelNode, i: number): RexLiteral | undefined {
  const e = node instanceof Project ? node.projects[i] : undefined;
  return e?.rex === 'literal' ? e : undefined;
}

/**
 * An Aggregate over an input with correlated columns groups by these too, behind its own keys. Constant keys are left out (grouping by
 * nothing would give a row for no input) and put back above.
 */
export function decorrelateAggregate(d: Decorrelator, node: Aggregate, inCorrelate: boolean): Frame | undefined {
  const frame = d.frameOf(node.input(), inCorrelate);
  if (!frame) return undefined;
  const { fields: columns } = frame.rel.rowType;
  const order: number[] = [];
  const constants: [number, RexLiteral][] = [];
  // Old outputs that are group keys are known by the input's index, as Calcite does.
  const fields = new Map<number, number>();
  for (const key of node.groupSet) {
    const constant = projectedLiteral(frame.rel, key);
    if (constant) {
      constants.push([key, constant]);
      continue;
    }
    fields.set(key, order.length);
    order.push(defined(frame.fields.get(key), 'place of a group key'));
  }
  const outputs = frame.outputs.map((o): CorOutput => {
    order.push(o.position);
    return { ...o, position: order.length - 1 };
  });
  const keyCount = order.length;
  columns.forEach((_, i) => {
    if (!order.includes(i)) order.push(i);
  });
  // A column that is key and correlated column at once is found at its last place.
  const places = new Map(order.map((old, i) => [old, i]));
  const input = d.builder
    .push(frame.rel)
    .projectNamed(
      order.map((i) => inputRef(i, defined(columns[i], 'column').type)),
      order.map((i) => defined(columns[i], 'column').name),
      true,
    )
    .build();
  const moved = new Map([...frame.fields].map(([old, i]) => [old, defined(places.get(i), 'place of a field')]));
  d.register(node.input(), input, moved, outputs);

  const oldKeyCount = node.groupSet.length;
  const aggCalls = node.aggCalls.map((c, i) => {
    fields.set(oldKeyCount + i, keyCount + i);
    const target = (old: number): number => defined(moved.get(old), 'place of an argument');
    return adaptAggregateCall(c, target, input.rowType, { from: oldKeyCount, to: keyCount });
  });
  const added = range(oldKeyCount, keyCount);
  const keys = range(0, keyCount);
  const groupSets = node.isSimple ? [keys] : node.groupSets.map((s) => union(s, added)).sort(compareBitSets);
  const b = d.builder.push(input);
  b.aggregate(node.isSimple ? b.groupKey(b.fields(keys)) : b.groupKeyOf(keys, groupSets), aggCalls);
  if (constants.length > 0) {
    const projects: RexNode[] = b.fields();
    for (const [key, constant] of [...constants].reverse()) {
      const at = key + frame.outputs.length;
      projects.splice(at, 0, constant);
      for (const [old, place] of fields) if (place >= at) fields.set(old, place + 1);
      fields.set(key, at);
    }
    b.project(projects);
  }
  return d.register(node, b.build(), fields, outputs);
}
