import type { RelNode } from '../../rel/rel-node.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import { Correlate } from '../../rel/core/correlate.ts';
import { Filter } from '../../rel/core/filter.ts';
import { Project } from '../../rel/core/project.ts';
import { TableFunctionScan } from '../../rel/core/table-function-scan.ts';
import { FlinkLogicalMultiJoin } from '../../rel/flink-logical/flink-logical-multi-join.ts';
import { MultiJoin } from '../../rel/logical/multi-join.ts';
import { StreamPhysicalCorrelate } from '../../rel/physical/stream-physical-correlate.ts';
import { rexText } from '../../rel/rex/rex-text.ts';
import { containsInputRef, visitRex } from '../../rel/rex/rex-visit.ts';

/** A tree as far as its rows depend on it. */
export interface PlanKey {
  /** The same for trees that are written alike. */
  readonly id: number;
  /** Correlation variables that have no value inside the tree. */
  readonly free: ReadonlySet<number>;
}

/** Numbers trees by what they say, whatever objects they are made of; the planners change nodes in place, so this is asked each time. */
export class PlanKeys {
  private readonly ids = new Map<string, number>();

  of(root: RelNode): PlanKey {
    const done = new Map<RelNode, PlanKey>();
    const visit = (placeholder: RelNode): PlanKey => {
      const node = placeholder.stripped();
      const known = done.get(node);
      if (known) return known;
      const key = this.keyOf(node, node.inputs.map(visit), visit);
      done.set(node, key);
      return key;
    };
    return visit(root);
  }

  private keyOf(node: RelNode, inputs: readonly PlanKey[], visit: (n: RelNode) => PlanKey): PlanKey {
    const free = new Set(inputs.flatMap((k) => [...k.free]));
    const expressions = expressionsOf(node);
    const inner: number[] = [];
    for (const e of expressions) {
      visitRex(e, (n) => {
        if (n.rex === 'correlVariable') free.add(n.id);
        if (n.rex !== 'subQuery') return;
        const key = visit(n.rel);
        inner.push(key.id);
        key.free.forEach((id) => free.add(id));
      });
    }
    if (readsCorrelatedRow(node)) free.add(ROW_OF_CORRELATE);
    for (const id of boundBy(node)) free.delete(id);
    const terms = node.describe('digest').map((t) => `${t.name}=${t.text}`);
    const text = [
      node.typeName,
      ...terms,
      ...expressions.map(rexText),
      node.rowType.digest,
      inner.join(),
      inputs.map((k) => k.id).join(),
    ].join('\n');
    let id = this.ids.get(text);
    if (id === undefined) this.ids.set(text, (id = this.ids.size));
    return { id, free };
  }
}

/**
 * Stands for the left row of the Correlate around a table function. The function that repeats rows for INTERSECT ALL and EXCEPT ALL has
 * plain references where others have a correlation variable; Flink's rule writes it so.
 */
export const ROW_OF_CORRELATE = -1;

export function readsCorrelatedRow(node: RelNode): boolean {
  return node instanceof TableFunctionScan && node.inputs.length === 0 && containsInputRef(node.call);
}

/** All expressions of a node, those among them that it does not show as its own. */
function expressionsOf(node: RelNode): readonly RexNode[] {
  const given = (list: readonly (RexNode | undefined)[]): readonly RexNode[] => list.filter((e) => e !== undefined);
  if (node instanceof StreamPhysicalCorrelate) return given([node.options.call, node.options.condition]);
  if (node instanceof MultiJoin) return given([node.join.joinFilter, ...node.join.outerJoinConditions, node.join.postJoinFilter]);
  if (node instanceof FlinkLogicalMultiJoin) return given([node.join.joinFilter, ...node.join.joinConditions, node.join.postJoinFilter]);
  return node.rexNodes;
}

/** Correlation variables that stand for a row of the node's own input. */
function boundBy(node: RelNode): readonly number[] {
  if (node instanceof Correlate) return [node.correlationId, ROW_OF_CORRELATE];
  if (node instanceof Filter || node instanceof Project) return node.variablesSet;
  if (!(node instanceof StreamPhysicalCorrelate)) return [];
  const ids: number[] = [];
  for (const e of expressionsOf(node)) {
    visitRex(e, (n) => {
      if (n.rex === 'correlVariable') ids.push(n.id);
    });
  }
  return ids;
}
