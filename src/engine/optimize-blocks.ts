import type { Config } from '../catalog/config.ts';
import type { MiniBatchInterval } from '../rel/traits/changelog.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { RunProgress } from '../programs/run-program.ts';
import type { TreeOptimizer, TreeRequirements } from './optimize-tree.ts';
import { validationError } from '../base/diagnostic.ts';
import { reuseLogicalTrees } from '../exec/reuse/sub-plan-reuse.ts';
import { TableScan } from '../rel/core/table-scan.ts';
import { LogicalTableScan } from '../rel/logical/logical-table-scan.ts';
import { NO_MINI_BATCH } from '../rel/traits/changelog.ts';
import { RelNodeBlock, buildRelNodeBlocks } from '../programs/rel-node-blocks.ts';
import { shouldSkipMiniBatch } from '../programs/skip-mini-batch.ts';

const MINI_BATCH_ENABLED = 'table.exec.mini-batch.enabled';

/**
 * Optimizes the trees of a statement as Flink's `StreamCommonSubGraphBasedOptimizer` does: cut into blocks, mini-batches off where they would
 * only delay rows. The trees that come back hold no scans of intermediate tables; nodes of shared blocks are the same object.
 */
export function* optimizeInBlocks(roots: readonly RelNode[], optimizer: TreeOptimizer): Generator<RunProgress, readonly RelNode[]> {
  const { cluster } = optimizer.session;
  const original = cluster.config;
  const blocks = cutIntoBlocks(roots, original);
  if (original.boolean(MINI_BATCH_ENABLED) && shouldSkipMiniBatch(blocks.map((b) => b.outputNode))) {
    cluster.config = original.with(MINI_BATCH_ENABLED, 'false');
  }
  try {
    yield* new BlockOptimizer(optimizer).optimizeSinkBlocks(blocks);
  } finally {
    cluster.config = original;
  }
  return expandIntermediateScans(blocks.map(optimizedPlan));
}

function cutIntoBlocks(roots: readonly RelNode[], config: Config): readonly RelNodeBlock[] {
  if (roots.length === 1) return roots.map((root) => new RelNodeBlock(root));
  const reusesTrees = config.boolean('table.optimizer.reuse-optimize-block-with-digest-enabled');
  return buildRelNodeBlocks(reusesTrees ? reuseLogicalTrees(roots) : roots, config);
}

/** What a sink, or the client that reads a SELECT, wants of its block. */
export function sinkRequirements(config: Config): TreeRequirements {
  return {
    isUpdateBeforeRequired: false,
    isAllowDuplicateChanges: false,
    miniBatchInterval: rootMiniBatchInterval(config),
    isSinkBlock: true,
  };
}

function rootMiniBatchInterval(config: Config): MiniBatchInterval {
  if (!config.boolean(MINI_BATCH_ENABLED)) return NO_MINI_BATCH;
  const interval = config.duration('table.exec.mini-batch.allow-latency');
  if (!(interval > 0)) throw validationError('plan/mini-batch', 'MiniBatch Latency must be greater than 0 ms.');
  return { interval, mode: 'ProcTime' };
}

class BlockOptimizer {
  private readonly optimizer: TreeOptimizer;
  private nextId = 0;

  constructor(optimizer: TreeOptimizer) {
    this.optimizer = optimizer;
  }

  /**
   * One block is optimized once. Several are optimized three times: from the leaves on, to learn which kinds of change they produce; from the
   * sinks on, to hand down what readers want; and with those wishes.
   */
  *optimizeSinkBlocks(sinkBlocks: readonly RelNodeBlock[]): Generator<RunProgress, void> {
    const wanted = sinkRequirements(this.optimizer.session.cluster.config);
    for (const block of sinkBlocks) {
      block.requireUpdateBefore(wanted.isUpdateBeforeRequired);
      block.miniBatchInterval = wanted.miniBatchInterval;
      block.mergeAllowDuplicateChanges(wanted.isAllowDuplicateChanges);
    }
    if (sinkBlocks.length > 1) {
      for (const block of sinkBlocks) yield* this.optimizeBlock(block, true);
      for (const block of sinkBlocks) yield* this.propagate(block, true);
      sinkBlocks.forEach(reset);
    }
    for (const block of sinkBlocks) yield* this.optimizeBlock(block, true);
  }

  private *optimizeBlock(block: RelNodeBlock, isSinkBlock: boolean): Generator<RunProgress, void> {
    for (const child of block.children) if (!child.newOutputNode) yield* this.optimizeBlock(child, false);
    const optimized = yield* this.optimizePlan(block, isSinkBlock);
    block.optimizedPlan = optimized;
    if (!isSinkBlock) block.newOutputNode = intermediateScan(`IntermediateRelTable_${this.nextId++}`, optimized, block);
  }

  private *optimizePlan(block: RelNodeBlock, isSinkBlock: boolean): Generator<RunProgress, RelNode> {
    return yield* this.optimizer.optimize(block.plan(), {
      isUpdateBeforeRequired: block.isUpdateBeforeRequired,
      isAllowDuplicateChanges: block.isDuplicateChangesAllowed,
      miniBatchInterval: block.miniBatchInterval,
      isSinkBlock,
    });
  }

  /** Optimizes a block, tells the blocks that it reads what it wants of them, and goes on with those; once for each reader. */
  private *propagate(block: RelNodeBlock, isSinkBlock: boolean): Generator<RunProgress, void> {
    handDown(yield* this.optimizePlan(block, isSinkBlock), block);
    for (const child of block.children) yield* this.propagate(child, false);
  }
}

function handDown(placeholder: RelNode, block: RelNodeBlock): void {
  const node = placeholder.stripped();
  if (node instanceof TableScan) {
    const child = [...block.children].find((b) => (b.newOutputNode as TableScan | undefined)?.table === node.table);
    if (!child) return;
    child.miniBatchInterval = node.traitSet.miniBatch;
    child.requireUpdateBefore(node.traitSet.updateKind === 'BEFORE_AND_AFTER');
    child.mergeAllowDuplicateChanges(node.traitSet.duplicateChanges === 'ALLOW');
    return;
  }
  for (const input of node.inputs) handDown(input, block);
}

function reset(block: RelNodeBlock): void {
  block.newOutputNode = undefined;
  block.optimizedPlan = undefined;
  for (const child of block.children) if (child.newOutputNode) reset(child);
}

function optimizedPlan(block: RelNodeBlock): RelNode {
  if (!block.optimizedPlan) throw new Error('A block was not optimized');
  return block.optimizedPlan;
}

/** A scan of a block's output with all that is known of it (Flink's `IntermediateRelTable`). */
function intermediateScan(name: string, placeholder: RelNode, block: RelNodeBlock): LogicalTableScan {
  const plan = placeholder.stripped();
  const { cluster } = plan;
  const { mq } = cluster;
  const monotonicity = mq.modifiedMonotonicity(plan);
  const windowProperties = mq.windowProperties(plan);
  return LogicalTableScan.create(cluster, {
    names: [name],
    rowType: plan.rowType,
    kind: 'intermediate',
    abilities: [],
    extraDigests: [],
    uniqueKeys: (mq.uniqueKeys(plan) ?? []).filter((k) => k.length > 0),
    hintOptions: [],
    eventTimeSnapshotRequired: false,
    intermediate: {
      plan,
      modifyKinds: plan.traitSet.modifyKinds,
      isUpdateBeforeRequired: block.isUpdateBeforeRequired,
      upsertKeys: mq.upsertKeys(plan),
      ...(monotonicity && { monotonicity }),
      ...(windowProperties && { windowProperties }),
    },
  });
}

/** The trees with the blocks' trees where scans stood for them. */
function expandIntermediateScans(roots: readonly RelNode[]): readonly RelNode[] {
  const expanded = new Map<RelNode, RelNode>();
  const visit = (placeholder: RelNode): RelNode => {
    const node = placeholder.stripped();
    const below = node instanceof TableScan ? node.table.intermediate?.plan : undefined;
    if (below) {
      const known = expanded.get(below) ?? visit(below);
      expanded.set(below, known);
      return known;
    }
    const inputs = node.inputs.map(visit);
    return inputs.every((n, i) => n === node.inputs[i]) ? node : node.copy(node.traitSet, inputs);
  };
  return roots.map(visit);
}
