import type { Project } from '../../rel/core/project.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import { defined } from '../../base/assert.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { Project as ProjectClass } from '../../rel/core/project.ts';
import { inputRef } from '../../rel/rex/rex-factory.ts';
import { containsOver, countNodes, substituteRefs } from '../../rel/rex/rex-visit.ts';
import { isMergeable } from '../shared/mergeable.ts';

/** Calcite's bloat limit: how many nodes more the merged expressions may have than the two lists together. */
const BLOAT = 100;

/** Positions if the Project is a permutation of its input's columns. */
function permutation(p: Project): readonly number[] | undefined {
  const count = p.input().rowType.fields.length;
  if (p.projects.length !== count) return undefined;
  const positions = p.projects.map((e) => (e.rex === 'inputRef' ? e.index : -1));
  return new Set(positions).size === count && !positions.includes(-1) ? positions : undefined;
}

function isIdentityOrder(positions: readonly number[]): boolean {
  return positions.every((p, i) => p === i);
}

function sizeOf(list: readonly RexNode[]): number {
  return list.reduce((sum, e) => sum + countNodes(e), 0);
}

/**
 * Two Projects in a row become one. Refused if a non-deterministic expression below would be computed twice; given up if the merged
 * expressions get much larger than both lists, or if one of them is the identity, which ProjectRemoveRule takes away.
 */
export const FlinkProjectMergeRule = defineRule({
  description: 'FlinkProjectMergeRule',
  operand: some(ProjectClass, [any(ProjectClass)]),
  transformation: true,
  explain: { summary: 'Two Projects in a row become one.' },
  matches: (call) => isMergeable(call.rel<Project>(0).projects, call.rel<Project>(1).projects),
  onMatch: (call) => {
    const top = call.rel<Project>(0);
    const bottom = call.rel<Project>(1);
    const names = top.rowType.fields.map((f) => f.name);
    const topOrder = permutation(top);
    if (topOrder) {
      if (isIdentityOrder(topOrder)) return;
      const bottomOrder = permutation(bottom);
      if (bottomOrder) {
        if (isIdentityOrder(bottomOrder)) return;
        const fields = bottom.input().rowType.fields;
        const refs = topOrder.map((t) => {
          const column = defined(bottomOrder[t], 'permuted column');
          return inputRef(column, defined(fields[column], 'column').type);
        });
        call.transformTo(call.builder().push(bottom.input()).project(refs, names).build());
        return;
      }
    }
    if (top.projects.some(containsOver) && bottom.projects.some(containsOver)) return;
    const merged = top.projects.map((e) => substituteRefs(e, bottom.projects));
    if (sizeOf(merged) > sizeOf(top.projects) + sizeOf(bottom.projects) + BLOAT) return;
    const input = bottom.input();
    const isIdentity = merged.length === input.rowType.fields.length && merged.every((e, i) => e.rex === 'inputRef' && e.index === i);
    if (isIdentity) {
      call.transformTo(input);
      return;
    }
    call.transformTo(call.builder().push(input).project(merged, names).build());
  },
});
