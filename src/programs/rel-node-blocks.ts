import type { Config } from '../catalog/config.ts';
import type { MiniBatchInterval } from '../rel/traits/changelog.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { RexNode } from '../rel/rex/rex-node.ts';
import { Aggregate } from '../rel/core/aggregate.ts';
import { Project } from '../rel/core/project.ts';
import { Union } from '../rel/core/set-op.ts';
import { Snapshot } from '../rel/core/snapshot.ts';
import { TableFunctionScan } from '../rel/core/table-function-scan.ts';
import { someRex } from '../rel/rex/rex-visit.ts';
import { NO_MINI_BATCH } from '../rel/traits/changelog.ts';

/**
 * Flink's `RelNodeBlock`: a piece of a statement set that is optimized by itself. A block ends in a sink, or in a node whose rows more than
 * one block reads; then a scan of an intermediate table stands for it in the blocks above.
 */
export class RelNodeBlock {
  readonly outputNode: RelNode;
  readonly children = new Set<RelNodeBlock>();
  /** The scan that blocks above read instead of `outputNode`, once the block was optimized. */
  newOutputNode: RelNode | undefined;
  optimizedPlan: RelNode | undefined;
  miniBatchInterval: MiniBatchInterval = NO_MINI_BATCH;
  private requiresUpdateBefore = false;
  private allowsDuplicates: boolean | undefined;

  constructor(outputNode: RelNode) {
    this.outputNode = outputNode;
  }

  get isUpdateBeforeRequired(): boolean {
    return this.requiresUpdateBefore;
  }

  /** One reader that needs UPDATE_BEFORE is enough. */
  requireUpdateBefore(isRequired: boolean): void {
    this.requiresUpdateBefore ||= isRequired;
  }

  get isDuplicateChangesAllowed(): boolean {
    return this.allowsDuplicates ?? false;
  }

  /** One reader that bears no duplicate changes is enough. */
  mergeAllowDuplicateChanges(isAllowed: boolean): void {
    if (this.allowsDuplicates ?? true) this.allowsDuplicates = isAllowed;
  }

  /** The block's tree over the scans that stand for the blocks below, which were optimized before. */
  plan(): RelNode {
    const visit = (node: RelNode): RelNode => {
      const below = [...this.children].find((b) => b.outputNode === node);
      if (below) {
        if (!below.newOutputNode) throw new Error('A block below was not optimized');
        return below.newOutputNode;
      }
      const inputs = node.inputs.map(visit);
      return inputs.every((n, i) => n === node.inputs[i]) ? node : node.copy(node.traitSet, inputs);
    };
    return visit(this.outputNode);
  }
}

/** What is known of a node while blocks are cut. */
class Wrapper {
  private readonly parents = new Set<RelNode>();
  private readonly visitedParents = new Set<RelNode>();
  private readonly blockOutputs = new Set<RelNode>();

  addParent(parent: RelNode | undefined): void {
    if (parent) this.parents.add(parent);
  }

  visitFrom(parent: RelNode | undefined, blockOutput: RelNode): void {
    this.blockOutputs.add(blockOutput);
    if (parent) this.visitedParents.add(parent);
  }

  get isVisitedFromAllParents(): boolean {
    return this.parents.size === this.visitedParents.size;
  }

  get hasSeveralBlockOutputs(): boolean {
    return this.blockOutputs.size > 1;
  }

  /** The output of the block that `node` belongs to. */
  blockOutput(node: RelNode): RelNode {
    return this.hasSeveralBlockOutputs ? node : ([...this.blockOutputs][0] ?? node);
  }
}

/**
 * Cuts a DAG with several sinks into blocks (Flink's `RelNodeBlockPlanBuilder`): a node that rows of more than one block come from ends a
 * block, unless it cannot be optimized by itself; then the valid nodes below end blocks. Gives the blocks of the sinks.
 */
export function buildRelNodeBlocks(sinks: readonly RelNode[], config: Config): readonly RelNodeBlock[] {
  const wrappers = new Map<RelNode, Wrapper>();
  const wrapper = (node: RelNode): Wrapper => {
    const known = wrappers.get(node) ?? new Wrapper();
    wrappers.set(node, known);
    return known;
  };
  const addParents = (node: RelNode, parent?: RelNode): void => {
    wrapper(node).addParent(parent);
    for (const input of node.inputs) addParents(input, node);
  };
  for (const sink of sinks) addParents(sink);
  findBlockOutputs(sinks, wrapper);
  return new BlockBuilder(wrapper, config.boolean('table.optimizer.union-all-as-breakpoint-enabled')).build(sinks);
}

/** Tells every node which blocks read it; a node hands on to its inputs only after all of its readers were seen. */
function findBlockOutputs(sinks: readonly RelNode[], wrapper: (node: RelNode) => Wrapper): void {
  for (const sink of sinks) wrapper(sink).visitFrom(undefined, sink);
  const waiting = [...sinks];
  const visit = (node: RelNode, blockOutput: RelNode, parent?: RelNode): void => {
    const w = wrapper(node);
    w.visitFrom(parent, blockOutput);
    if (!w.isVisitedFromAllParents) {
      waiting.push(node);
      return;
    }
    const next = w.hasSeveralBlockOutputs ? node : blockOutput;
    for (const input of node.inputs) visit(input, next, node);
    const place = waiting.indexOf(node);
    if (place >= 0) waiting.splice(place, 1);
  };
  for (let node = waiting.shift(); node; node = waiting.shift()) visit(node, wrapper(node).blockOutput(node));
}

class BlockBuilder {
  private readonly wrapper: (node: RelNode) => Wrapper;
  private readonly isUnionAllBreakPoint: boolean;
  private readonly blocks = new Map<RelNode, RelNodeBlock>();

  constructor(wrapper: (node: RelNode) => Wrapper, isUnionAllBreakPoint: boolean) {
    this.wrapper = wrapper;
    this.isUnionAllBreakPoint = isUnionAllBreakPoint;
  }

  build(sinks: readonly RelNode[]): readonly RelNodeBlock[] {
    return sinks.map((sink) => {
      const block = new RelNodeBlock(sink);
      this.visit(sink, block, false);
      return block;
    });
  }

  private visit(node: RelNode, current: RelNodeBlock, breaksAtNextValid: boolean): void {
    const isShared = this.wrapper(node).hasSeveralBlockOutputs;
    const isValid = this.isValidBreakPoint(node);
    if (isValid && (breaksAtNextValid || isShared)) {
      const child = this.blocks.get(node) ?? new RelNodeBlock(node);
      this.blocks.set(node, child);
      current.children.add(child);
      for (const input of node.inputs) this.visit(input, child, false);
      return;
    }
    for (const input of node.inputs) this.visit(input, current, breaksAtNextValid || (isShared && !isValid));
  }

  /** Nodes that become one physical node together with their readers cannot end a block. */
  private isValidBreakPoint(node: RelNode): boolean {
    if (node instanceof TableFunctionScan || node instanceof Snapshot) return false;
    if (node instanceof Union && node.all) return this.isUnionAllBreakPoint;
    if (node instanceof Project) return !node.projects.some(hasWindowGroup);
    if (node instanceof Aggregate) {
      const input = node.input();
      if (!(input instanceof Project)) return true;
      return !node.groupSet.some((k) => {
        const key = input.projects[k];
        return key !== undefined && hasWindowGroup(key);
      });
    }
    return true;
  }
}

/** Whether a window function of GROUP BY (TUMBLE) or one that reads its window (TUMBLE_START) is called. */
function hasWindowGroup(e: RexNode): boolean {
  return someRex(e, (x) => x.rex === 'call' && (x.op.category === 'groupWindow' || x.op.category === 'groupAuxiliary'));
}
