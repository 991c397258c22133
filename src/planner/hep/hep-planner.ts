import { defined } from '../../base/assert.ts';
import type { ActivePlanner, Cluster } from '../../rel/cluster.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { PlannerListener } from '../planner-listener.ts';
import type { RelRule } from '../rule.ts';
import type { HepInstruction, HepProgram } from './hep-program.ts';
import type { MatchOrder } from './match-order.ts';
import { isExcludedByHint } from '../hints.ts';
import { StepBudget, drain } from '../limits.ts';
import { HepGraph } from './hep-graph.ts';
import { guardFailure } from '../rule-failure.ts';
import { matchOperands } from './hep-match.ts';
import { NO_MATCH_LIMIT } from './hep-program.ts';
import { HepRelVertex } from './hep-rel-vertex.ts';
import { HepRuleCall } from './hep-rule-call.ts';
import { restartsWalk, walkOrder } from './match-order.ts';

export interface HepOptions {
  readonly listener?: PlannerListener;
  /** Shared by the programs of a statement; a fresh one with the default limits if absent. */
  readonly budget?: StepBudget;
  /** Equal sub-trees are not shared (Calcite's `noDag`); for the decorrelator, whose nodes count by identity. */
  readonly noDag?: boolean;
  /** Hears when a node was copied to get vertices as inputs (Calcite's copy hook). */
  readonly onCopy?: (old: RelNode, copy: RelNode) => void;
}

/** Where a program stands: a fresh one starts depth first and without limit. */
interface ProgramState {
  order: MatchOrder;
  limit: number;
  group: RelRule[] | undefined;
}

/**
 * The heuristic planner (Calcite's `HepPlanner`): the plan is one graph of vertices in which equal sub-trees are shared; rules replace
 * vertices until a whole walk changes nothing. One planner runs one program over one tree.
 */
export class HepPlanner implements ActivePlanner {
  private readonly program: HepProgram;
  private readonly cluster: Cluster;
  private readonly listener: PlannerListener;
  private readonly budget: StepBudget;
  private readonly noDag: boolean;
  private readonly onCopy: HepOptions['onCopy'];
  private readonly graph = new HepGraph();
  private rootVertex: HepRelVertex | undefined;
  private transformations = 0;
  private transformationsAtSweep = 0;
  private sizeAtSweep = 0;

  constructor(program: HepProgram, cluster: Cluster, options: HepOptions = {}) {
    this.program = program;
    this.cluster = cluster;
    this.listener = options.listener ?? {};
    this.budget = options.budget ?? new StepBudget();
    this.noDag = options.noDag ?? false;
    this.onCopy = options.onCopy;
  }

  /** Runs the program over a tree, giving way from time to time; the value is the new tree (shared sub-trees are the same object). */
  *run(tree: RelNode): Generator<void, RelNode> {
    const outer = this.cluster.planner;
    this.cluster.planner = this;
    try {
      this.rootVertex = this.add(tree);
      yield* this.runProgram(this.program);
      this.collectGarbage();
      return this.build(this.root);
    } finally {
      this.cluster.planner = outer;
    }
  }

  /** `run` without a pause. */
  optimize(tree: RelNode): RelNode {
    return drain(this.run(tree));
  }

  /** HEP knows no other traits than a node's own. */
  changeTraits(node: RelNode): RelNode {
    return node;
  }

  /** The plan as it is now; its inputs are vertices. Only while a program runs. */
  get currentRoot(): RelNode {
    return this.root.current;
  }

  private get root(): HepRelVertex {
    return defined(this.rootVertex, 'root of the HEP graph');
  }

  private *runProgram(program: HepProgram): Generator<void, void> {
    const state: ProgramState = { order: 'DEPTH_FIRST', limit: NO_MATCH_LIMIT, group: undefined };
    for (const instruction of program.instructions) {
      yield* this.execute(instruction, state);
      if (this.transformations - this.transformationsAtSweep > this.sizeAtSweep) this.collectGarbage();
    }
  }

  private *execute(instruction: HepInstruction, state: ProgramState): Generator<void, void> {
    switch (instruction.kind) {
      case 'order':
        state.order = instruction.order;
        return;
      case 'limit':
        state.limit = instruction.limit;
        return;
      case 'begin-group':
        state.group = [];
        return;
      case 'end-group': {
        const rules = [...new Set(state.group)];
        state.group = undefined;
        yield* this.applyRules(rules, state);
        return;
      }
      case 'program': {
        let before: number;
        do {
          before = this.transformations;
          yield* this.runProgram(instruction.program);
        } while (this.transformations > before);
        return;
      }
      case 'rules':
        if (state.group) state.group.push(...instruction.rules);
        else yield* this.applyRules(instruction.rules, state);
    }
  }

  /** Walks until one complete walk changes nothing (orders that restart) or no pass skipped anything (the others). */
  private *applyRules(rules: readonly RelRule[], state: ProgramState): Generator<void, void> {
    const { order, limit } = state;
    let matches = 0;
    let again: boolean;
    do {
      again = false;
      let walk = this.startWalk(order, this.root);
      for (let next = 0; next < walk.length; next++) {
        const changed = this.applyFirst(rules, walk[next]);
        if (this.budget.isSliceOver()) yield;
        if (!changed) continue;
        if (++matches >= limit) return;
        if (restartsWalk(order)) {
          walk = this.startWalk(order, this.root);
        } else {
          again = true;
          walk = this.startWalk(order, changed);
          if (order === 'DEPTH_FIRST') {
            matches = yield* this.applyBelow(walk, rules, state, matches);
            if (matches >= limit) return;
            break;
          }
        }
        next = -1;
      }
    } while (again);
  }

  /** The nested walk of DEPTH_FIRST below a vertex that has just changed; gives the number of matches so far. */
  private *applyBelow(
    walk: readonly HepRelVertex[],
    rules: readonly RelRule[],
    state: ProgramState,
    matchesSoFar: number,
  ): Generator<void, number> {
    let matches = matchesSoFar;
    for (const v of walk) {
      const changed = this.applyFirst(rules, v);
      if (this.budget.isSliceOver()) yield;
      if (!changed) continue;
      if (++matches >= state.limit) return matches;
      matches = yield* this.applyBelow(this.startWalk(state.order, changed), rules, state, matches);
      if (matches >= state.limit) return matches;
    }
    return matches;
  }

  private startWalk(order: MatchOrder, start: HepRelVertex): readonly HepRelVertex[] {
    this.collectGarbage();
    return walkOrder(this.graph, order, start);
  }

  /** Tries the rules in order at one vertex; the vertex that replaced it, if one did. A result equal to the vertex does not count. */
  private applyFirst(rules: readonly RelRule[], v: HepRelVertex | undefined): HepRelVertex | undefined {
    if (!v) return undefined;
    for (const rule of rules) {
      const result = this.applyRule(rule, v);
      if (result && result !== v) return result;
    }
    return undefined;
  }

  private applyRule(rule: RelRule, v: HepRelVertex): HepRelVertex | undefined {
    if (!this.graph.has(v)) return undefined;
    const rels = matchOperands(rule.operand, v.current);
    if (!rels) return undefined;
    const call = new HepRuleCall(rule, this.cluster, rels);
    try {
      if (!this.fire(call)) return undefined;
    } catch (error) {
      throw guardFailure(rule.description, error);
    }
    return this.takeIn(v, call);
  }

  /** Asks the guard and tries the rule; true if it gave something. */
  private fire(call: HepRuleCall): boolean {
    const { rule, rels } = call;
    const answer = rule.matches(call);
    if (answer !== true) {
      this.listener.refused?.(rule, rels, answer);
      return false;
    }
    if (isExcludedByHint(rule, rels)) return false;
    this.budget.countStep(rule.description);
    this.listener.attempted?.(call);
    rule.onMatch(call);
    this.listener.attemptEnded?.(call);
    return call.results.length > 0;
  }

  private takeIn(v: HepRelVertex, call: HepRuleCall): HepRelVertex {
    const best = this.cheapest(call.results);
    this.transformations++;
    this.listener.produced?.(call, best);
    const parents = [...this.graph.parents(v)];
    const w = this.add(best);
    // A result that already stands above v would become its own input; it is left alone.
    if (w !== v && !parents.includes(w)) {
      this.listener.equivalent?.(w.current, w, true);
      for (const parent of parents) this.exchangeInput(parent, v, w);
      if (v === this.root) this.rootVertex = w;
    }
    this.collectGarbage();
    this.listener.productionEnded?.(call, best, this.root.current);
    return w;
  }

  private exchangeInput(parent: HepRelVertex, v: HepRelVertex, w: HepRelVertex): void {
    const node = parent.current;
    this.graph.unindex(parent);
    node.inputs.forEach((input, i) => {
      if (input === v) node.replaceInput(i, w);
    });
    this.forgetAbove(parent);
    this.graph.removeEdge(parent, v);
    this.graph.addEdge(parent, w);
    this.graph.index(parent);
    this.listener.equivalent?.(node, parent, true);
  }

  private forgetAbove(vertex: HepRelVertex): void {
    const above = new Set([vertex]);
    for (const v of above) {
      this.cluster.mq.forget(v.current);
      this.cluster.mq.forget(v);
      for (const parent of this.graph.parents(v)) above.add(parent);
    }
  }

  /** Takes a tree into the graph, children first; a node equal to one of the graph gets that one's vertex. */
  private add(tree: RelNode): HepRelVertex {
    if (tree instanceof HepRelVertex && this.graph.has(tree)) return tree;
    const kids = tree.inputs.map((n) => this.add(n));
    const node = kids.every((k, i) => k === tree.inputs[i]) ? tree : tree.copy(tree.traitSet, kids);
    if (node !== tree) this.onCopy?.(tree, node);
    node.forgetDigest();
    const known = this.noDag ? undefined : this.graph.find(node.digestKey);
    if (known) return known;
    this.budget.countNode();
    const v = new HepRelVertex(node);
    this.graph.addVertex(v);
    this.graph.index(v);
    this.listener.equivalent?.(node, v, true);
    for (const kid of kids) this.graph.addEdge(v, kid);
    this.transformations++;
    return v;
  }

  /** Among several results the one with the fewest rows over its tree; the first on a tie. A single result is never costed. */
  private cheapest(results: readonly RelNode[]): RelNode {
    let best = defined(results[0], 'result of a rule');
    if (results.length === 1) return best;
    let bestCost = this.rowsOfTree(best);
    for (const node of results.slice(1)) {
      const cost = this.rowsOfTree(node);
      if (cost >= bestCost) continue;
      best = node;
      bestCost = cost;
    }
    return best;
  }

  private rowsOfTree(node: RelNode): number {
    const current = node.stripped();
    return current.inputs.reduce((sum, n) => sum + this.rowsOfTree(n), this.cluster.mq.rowCount(current));
  }

  private collectGarbage(): void {
    if (this.transformations === this.transformationsAtSweep) return;
    this.transformationsAtSweep = this.transformations;
    const garbage = this.graph.sweep(this.root);
    this.sizeAtSweep = this.graph.size;
    for (const v of garbage) this.listener.discarded?.(v.current);
  }

  /** Puts plain nodes back in the place of vertices, in place; a shared vertex gives one shared node. */
  private build(v: HepRelVertex): RelNode {
    const node = v.current;
    this.listener.chosen?.(node);
    node.inputs.forEach((input, i) => {
      if (input instanceof HepRelVertex) node.replaceInput(i, this.build(input));
    });
    this.cluster.mq.forget(node);
    return node;
  }
}
