import type { OperatorTable } from '../catalog/sql-operator.ts';
import type { Config } from '../catalog/config.ts';
import type { Cost } from './metadata/cost.ts';
import type { RelNode } from './rel-node.ts';
import type { RexExecutor } from './rex/rex-simplify/contract.ts';
import type { TraitSet } from './traits/trait-set.ts';
import { MetadataQuery } from './metadata/metadata-query.ts';

/** What nodes and rules may ask of the planner that is running. */
export interface ActivePlanner {
  /** The node (or sub-set) that stands for `node` with the wanted traits; HEP gives the node back. */
  changeTraits(node: RelNode, traits: TraitSet): RelNode;
  /** Cheapest cost found so far for a node of the search (a sub-set's best); undefined if the planner keeps none. */
  costOf?(node: RelNode): Cost | undefined;
}

/**
 * What all nodes of one session share: counters, options, the metadata cache, the planner at work. One per table environment, so counters
 * run on from statement to statement. Never global: two engines do not share one.
 */
export class Cluster {
  readonly operators: OperatorTable;
  /** Options in force; exchanged when a SET statement ran. */
  config: Config;
  /** The planner whose search is running, if any. */
  planner: ActivePlanner | undefined;
  readonly mq: MetadataQuery;
  /** Folds constants; without one they stay as they are. Set by whoever owns the evaluators. */
  executor: RexExecutor | undefined;
  /**
   * Turns a catalog table into its logical tree (scan, computed columns, watermark). Set by the conversion; a rule that replaces a temporal
   * table function by its history table asks it.
   */
  expandTable: ((path: readonly string[]) => RelNode) | undefined;
  private lastRelId = 0;
  private nextCorrel = 0;

  constructor(operators: OperatorTable, config: Config) {
    this.operators = operators;
    this.config = config;
    this.mq = new MetadataQuery();
  }

  nextRelId(): number {
    return ++this.lastRelId;
  }

  /** The number in `$cor0`. */
  nextCorrelId(): number {
    return this.nextCorrel++;
  }
}
