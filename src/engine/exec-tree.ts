import type { ExecNode } from '../exec/exec-node.ts';
import type { NodeRef } from '../trace/plan-trace.ts';
import type { PlanInterner } from '../planner/plan-interner.ts';
import { changelogText } from '../rel/explain.ts';
import { nodeText } from '../trace/node-table.ts';

/** Writes the execution graph below a root into the trace's node table; shared nodes stay shared. */
export function internExec(root: ExecNode, interner: PlanInterner): NodeRef {
  const done = new Map<ExecNode, NodeRef>();
  const visit = (node: ExecNode): NodeRef => {
    const known = done.get(node);
    if (known !== undefined) return known;
    const changelogMode = changelogText(node.rel.traitSet);
    const text = nodeText({
      type: node.name,
      terms: node.terms.map(({ name, text: value }) => ({ name, text: value })),
      columns: interner.columnsOf(node.rel.rowType),
      convention: 'EXEC',
      ...(changelogMode !== 'NONE' && { changelogMode }),
    });
    const ref = interner.table.intern(text, node.inputs.map(visit));
    done.set(node, ref);
    return ref;
  };
  return visit(root);
}
