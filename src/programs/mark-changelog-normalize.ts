import type { NodeProgram } from './optimizer-program.ts';
import type { ProgramContext } from './program-context.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { RexNode } from '../rel/rex/rex-node.ts';
import { TableScan } from '../rel/core/table-scan.ts';
import { StreamPhysicalCalc } from '../rel/physical/stream-physical-calc.ts';
import { StreamPhysicalChangelogNormalize } from '../rel/physical/stream-physical-changelog-normalize.ts';
import { conjunctions } from '../rel/rex/conditions.ts';
import { expandSearch } from '../rel/rex/expand-search.ts';
import { pullFactors } from '../rel/rex/pull-factors.ts';
import { call } from '../rel/rex/rex-factory.ts';
import { isCallOf } from '../rel/rex/rex-node.ts';
import { OR } from '../rel/rex/standard-operators.ts';
import { toCnf } from '../rel/rex/to-cnf.ts';

interface Use {
  readonly normalize: StreamPhysicalChangelogNormalize;
  readonly condition: RexNode | undefined;
}

/**
 * Flink's `FlinkMarkChangelogNormalizeProgram`: normalizes over one scan can be shared in the end, unless different filters are pushed
 * below them. So they are marked, with the conjuncts that all filters have in common.
 */
export const markChangelogNormalizeProgram: NodeProgram = {
  kind: 'program',
  run: (root: RelNode, context: ProgramContext) => {
    const uses = new Map<RelNode, Use[]>();
    for (const input of root.inputs) gather(input, uses);
    const marked = new Map<RelNode, StreamPhysicalChangelogNormalize>();
    for (const [scan, list] of uses) {
      if (list.length <= 1) continue;
      const commonFilter = commonConditions(list);
      for (const { normalize } of list) {
        const result = normalize.copyWith(normalize.traitSet, normalize.input(), { sourceReused: true, commonFilter });
        marked.set(normalize, result);
        const action = `shares ${scan.typeName} with other normalizes, so only common filters may move below`;
        context.listener.visited({ node: normalize, result, action });
      }
    }
    return marked.size === 0 ? root : replaceNodes(root, marked);
  },
};

function gather(node: RelNode, uses: Map<RelNode, Use[]>): void {
  for (const input of node.inputs.map((n) => n.stripped())) {
    if (!(input instanceof StreamPhysicalChangelogNormalize)) {
      gather(input, uses);
      continue;
    }
    if (!(node instanceof StreamPhysicalCalc)) continue;
    const condition = node.condition && pullFactors(expandSearch(node.condition));
    scansBelow(input, (scan) => uses.set(scan, [...(uses.get(scan) ?? []), { normalize: input, condition }]));
  }
}

function scansBelow(node: RelNode, found: (scan: RelNode) => void): void {
  if (node instanceof TableScan) found(node);
  else for (const input of node.inputs) scansBelow(input.stripped(), found);
}

function commonConditions(uses: readonly Use[]): readonly RexNode[] {
  const conditions = uses.flatMap((u) => u.condition ?? []);
  if (conditions.length < uses.length) return [];
  const factors = pullFactors(call(OR, conditions));
  if (!isCallOf(factors, 'AND')) return [];
  const common: RexNode[] = [];
  for (const e of factors.operands) {
    if (isCallOf(e, 'OR')) break;
    common.push(...conjunctions(toCnf(e)));
  }
  return common;
}

/** The tree with nodes replaced; shared nodes stay shared. */
function replaceNodes(root: RelNode, replacements: ReadonlyMap<RelNode, RelNode>): RelNode {
  const done = new Map<RelNode, RelNode>();
  const visit = (placeholder: RelNode): RelNode => {
    const node = placeholder.stripped();
    const known = done.get(node);
    if (known) return known;
    const target = replacements.get(node) ?? node;
    const inputs = target.inputs.map(visit);
    const result = inputs.every((n, i) => n === target.inputs[i]) ? target : target.copy(target.traitSet, inputs);
    done.set(node, result);
    return result;
  };
  return visit(root);
}
