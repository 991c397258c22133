import { defined } from '../../base/assert.ts';
import type { ActivePlanner, Cluster } from '../../rel/cluster.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { Convention, TraitSet } from '../../rel/traits/trait-set.ts';
import type { PlannerListener } from '../planner-listener.ts';
import type { GuardAnswer, RelRule } from '../rule.ts';
import type { CompiledOperand, OperandIndex } from './compiled-rule.ts';
import type { MemoOwner } from './memo.ts';
import { replaceTraits, sameTraits } from '../../rel/traits/trait-set.ts';
import { isExcludedByHint } from '../hints.ts';
import { StepBudget } from '../limits.ts';
import { guardFailure, volcanoFailure } from '../rule-failure.ts';
import { buildBestPlan } from './best-plan.ts';
import { operandIndex } from './compiled-rule.ts';
import { Memo } from './memo.ts';
import { RuleQueue } from './rule-queue.ts';
import { matchFrom } from './volcano-match.ts';
import { VolcanoRuleCall, matchName } from './volcano-rule-call.ts';

export interface SearchRequest {
  readonly rules: readonly RelRule[];
  /** The convention that the result must have; the other traits are those of the tree. */
  readonly convention: Convention;
  readonly listener?: PlannerListener;
  readonly budget?: StepBudget;
}

/** One search: a memo, the matches that wait, and the loop that tries them until none is left (Calcite's `IterativeRuleDriver`). */
export class VolcanoSearch implements ActivePlanner, MemoOwner {
  private readonly memo: Memo;
  private readonly request: SearchRequest;
  private readonly listener: PlannerListener;
  private readonly budget: StepBudget;
  private readonly operands: OperandIndex;
  private readonly queue = new RuleQueue();

  constructor(cluster: Cluster, request: SearchRequest, firstSetId: number) {
    this.request = request;
    this.listener = request.listener ?? {};
    this.budget = request.budget ?? new StepBudget();
    this.operands = operandIndex(request.rules);
    this.memo = new Memo({ cluster, owner: this, listener: this.listener, budget: this.budget, firstSetId });
  }

  get nextSetId(): number {
    return this.memo.nextSetId;
  }

  *run(tree: RelNode): Generator<void, RelNode> {
    const { memo } = this;
    try {
      const wanted = replaceTraits(tree.traitSet, { convention: this.request.convention });
      const start = sameTraits(wanted, tree.traitSet) ? tree : memo.changeTraits(tree, wanted);
      memo.root = memo.ensureRegistered(start);
      memo.ensureRootConverters();
      for (let call = this.queue.pop(); call; call = this.queue.pop()) {
        if (this.isStale(call) || !this.isRunnable(call)) continue;
        this.tryMatch(call);
        memo.root = memo.canonical(defined(memo.root, 'root of the search'));
        if (this.budget.isSliceOver()) yield;
      }
      return buildBestPlan(defined(memo.root, 'root of the search'), this.listener);
    } finally {
      this.listener.searchEnded?.(memo);
    }
  }

  changeTraits(node: RelNode, traits: TraitSet): RelNode {
    return this.memo.changeTraits(node, traits);
  }

  /** Queues all matches in which the node stands at some operand. */
  fireRules(node: RelNode): void {
    for (const [compiled, entry] of this.operands.entries(node)) {
      matchFrom(this.memo, compiled, entry, node, (rels) => this.offer(compiled.rule, rels));
    }
  }

  private offer(rule: RelRule, rels: readonly RelNode[]): void {
    if (this.queue.has(matchName(rule, rels))) return;
    const call = new VolcanoRuleCall(this.memo, rule, rels);
    const answer = this.askGuard(call);
    if (answer === true) this.queue.push(call);
    else this.listener.refused?.(rule, rels, answer);
  }

  /** Errors of Flink's leave a guard without a frame of their own. */
  private askGuard(call: VolcanoRuleCall): GuardAnswer {
    try {
      return call.rule.matches(call);
    } catch (error) {
      throw guardFailure(call.rule.description, error);
    }
  }

  /** Passed over at the head of the queue: a bound node was pruned, or a node consumes its own sub-set. */
  private isStale(call: VolcanoRuleCall): boolean {
    return call.rels.some((r) => this.memo.isPruned(r)) || this.hasCycle(this.operands.root(call.rule), call.rels, []);
  }

  private hasCycle(operand: CompiledOperand, rels: readonly RelNode[], path: readonly RelNode[]): boolean {
    const home = this.memo.home(defined(rels[operand.index], 'bound node'));
    if (!home || path.includes(home)) return true;
    return operand.children.some((child) => this.hasCycle(child, rels, [...path, home]));
  }

  /** Refused when its turn comes: a bound node is no longer a member of its set. */
  private isRunnable(call: VolcanoRuleCall): boolean {
    if (isExcludedByHint(call.rule, call.rels)) return false;
    return call.rels.every((r) => {
      const set = this.memo.home(r)?.set;
      return set && !set.mergedInto && set.nodes.has(r);
    });
  }

  private tryMatch(call: VolcanoRuleCall): void {
    this.budget.countStep(call.rule.description);
    this.listener.attempted?.(call);
    try {
      call.rule.onMatch(call);
    } catch (error) {
      throw volcanoFailure(call.rule.description, call.rels, error);
    }
    this.listener.attemptEnded?.(call);
  }
}
