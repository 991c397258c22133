import type { RelHint, RelNode } from '../rel/rel-node.ts';
import { Aggregate } from '../rel/core/aggregate.ts';
import { Correlate } from '../rel/core/correlate.ts';
import { Filter } from '../rel/core/filter.ts';
import { Join } from '../rel/core/join.ts';
import { Project } from '../rel/core/project.ts';
import { SetOp } from '../rel/core/set-op.ts';
import { Sort } from '../rel/core/sort.ts';
import { TableScan } from '../rel/core/table-scan.ts';
import { Values } from '../rel/core/values.ts';
import { isAliasHint } from '../rel/hints.ts';

/** Hints of SELECT: where they are put, and how they travel down to the nodes that they are about. */

/** Calcite's hintable classes, those included whose hints we never need. */
function takesHints(node: RelNode): boolean {
  return [Project, Filter, Join, Correlate, Aggregate, TableScan, SetOp, Sort, Values].some((cls) => node instanceof cls);
}

/** Flink's hint strategies: which nodes a hint may reach. */
function mayReach(hint: RelHint, node: RelNode): boolean {
  switch (hint.name) {
    case 'STATE_TTL':
      return node instanceof Join || node instanceof Correlate || node instanceof Aggregate;
    case 'LOOKUP':
    case 'BROADCAST':
    case 'SHUFFLE_HASH':
    case 'SHUFFLE_MERGE':
    case 'NEST_LOOP':
    case 'MULTI_JOIN':
      return node instanceof Join || node instanceof Correlate;
    default:
      return false;
  }
}

interface Source {
  readonly hints: readonly RelHint[];
  readonly path: readonly number[];
}

/** Hints waiting to be put on nodes of a plan, and the nodes at which a query block of its own begins. */
export class HintPlacement {
  private readonly attached = new Map<RelNode, readonly RelHint[]>();
  private readonly blocks = new WeakSet<RelNode>();

  /** Puts the hints of a SELECT on the first node of its plan that takes hints. */
  attach(root: RelNode, hints: readonly RelHint[]): void {
    const first = firstTaking(root);
    if (first) this.attached.set(first, [...(this.attached.get(first) ?? []), ...hints]);
  }

  /** A node was exchanged for an equal one. */
  move(from: RelNode, to: RelNode): void {
    const hints = this.attached.get(from);
    if (from === to || !hints) return;
    this.attached.delete(from);
    this.attached.set(to, hints);
  }

  /** Marks a node as the root of a query block: hints from above end here. */
  markBlock(node: RelNode): void {
    this.blocks.add(node);
  }

  /** The plan with every hint on the nodes that it reaches (Calcite's `propagateRelHints`). */
  propagate(root: RelNode): RelNode {
    return this.attached.size === 0 ? root : this.visit(root, []);
  }

  private visit(node: RelNode, inherited: readonly Source[]): RelNode {
    const above = this.blocks.has(node) ? [] : inherited;
    const own = this.attached.get(node) ?? [];
    const reaching = [...above]
      .sort((a, b) => a.path.length - b.path.length)
      .flatMap((s) => s.hints.filter((h) => mayReach(h, node)).map((h): RelHint => ({ ...h, inheritPath: s.path })));
    const below: readonly Source[] = own.length > 0 ? [...above, { hints: own, path: [] }] : above;
    const inputs = node.inputs.map((input, i) =>
      this.visit(
        input,
        below.map((s) => ({ hints: s.hints, path: [...s.path, i] })),
      ),
    );
    const copied = inputs.some((n, i) => n !== node.inputs[i]) ? node.copy(node.traitSet, inputs) : node;
    const hints = [...own, ...copied.hints, ...reaching];
    return copied.isHintable && hints.length > copied.hints.length ? copied.withHints(hints) : copied;
  }
}

function firstTaking(node: RelNode): RelNode | undefined {
  if (takesHints(node)) return node;
  for (const input of node.inputs) {
    const found = firstTaking(input);
    if (found) return found;
  }
  return undefined;
}

/** A node with the name of its query block, which hints refer to. */
export function withAlias(node: RelNode, alias: string): RelNode {
  if (!node.isHintable || node.hints.some(isAliasHint)) return node;
  return node.withHints([...node.hints, { name: 'ALIAS', inheritPath: [], listOptions: [alias], kvOptions: [] }]);
}
