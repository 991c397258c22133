import type { RelNode } from '../../rel/rel-node.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import { SetOp } from '../../rel/core/set-op.ts';
import { LogicalAggregate } from '../../rel/logical/logical-aggregate.ts';
import { LogicalCorrelate } from '../../rel/logical/logical-correlate.ts';
import { LogicalFilter } from '../../rel/logical/logical-filter.ts';
import { LogicalJoin } from '../../rel/logical/logical-join.ts';
import { LogicalProject } from '../../rel/logical/logical-project.ts';
import { conjunctions } from '../../rel/rex/conditions.ts';
import { containsCorrelation, containsOver, containsSubQuery } from '../../rel/rex/rex-visit.ts';
import { toCnfWithinBudget } from '../../rel/rex/to-cnf.ts';

/** Nodes of sub-queries' plans with the correlation variables that the node around their sub-query sets. */
export type VariablesInScope = ReadonlyMap<RelNode, readonly number[]>;

/** A Filter's conjuncts by what correlation does to them. */
export interface SplitCondition {
  readonly correlated: readonly RexNode[];
  readonly plain: readonly RexNode[];
  readonly unsupported: readonly RexNode[];
}

/**
 * Splits a condition of a sub-query's Filter, brought to conjunctive normal form first. A correlated conjunct may use anything but OR
 * above a variable, and only variables of the scope right around; a nested sub-query over a variable is not supported either.
 */
export function splitCorrelated(condition: RexNode, variables: readonly number[]): SplitCondition {
  // True: correlated; false: correlated in a way that cannot be pulled out; undefined: not correlated.
  const visit = (e: RexNode): boolean | undefined => {
    switch (e.rex) {
      case 'correlVariable':
        return variables.includes(e.id);
      case 'fieldAccess':
        return visit(e.ref);
      case 'subQuery':
        return e.operands.map(visit).some((r) => r !== undefined) ? false : undefined;
      case 'call':
      case 'over': {
        const results = e.operands.map(visit);
        if (results.includes(false)) return false;
        return results.includes(true) ? e.op.kind !== 'OR' : undefined;
      }
      default:
        return undefined;
    }
  };
  const split = { correlated: [] as RexNode[], plain: [] as RexNode[], unsupported: [] as RexNode[] };
  for (const c of conjunctions(toCnfWithinBudget(condition))) {
    const result = visit(c);
    (result === undefined ? split.plain : result ? split.correlated : split.unsupported).push(c);
  }
  return split;
}

/** What is known of the correlations below a node with sub-queries. */
export interface SubQueryCorrelations {
  readonly scope: VariablesInScope;
  /** Some Filter sets a variable. */
  readonly hasCorrelation: boolean;
  /** Undefined if all correlations can be pulled out; else why not. */
  readonly obstacle: string | undefined;
}

/** Whether a Filter, Project or Join of a plan (its sub-queries' plans apart) uses a correlation variable. */
function usesCorrelation(node: RelNode): boolean {
  const isLookedAt = node instanceof LogicalFilter || node instanceof LogicalProject || node instanceof LogicalJoin;
  return (isLookedAt && node.rexNodes.some(containsCorrelation)) || node.inputs.some((n) => usesCorrelation(n));
}

function setVariables(node: RelNode): readonly number[] {
  return node instanceof LogicalFilter || node instanceof LogicalProject || node instanceof LogicalJoin ? node.variablesSet : [];
}

/** One look over the tree, sub-queries' plans included (the `CorelMapBuilder` of Flink's `SubQueryDecorrelator`). */
class CorrelationFinder {
  readonly scope = new Map<RelNode, readonly number[]>();
  hasCorrelation = false;
  nested = false;
  unsupported: string | undefined;
  // Of the sub-query that is being looked at: an Aggregate was passed; the last Project passed has OVER.
  private passedAggregate = false;
  private passedOver = false;
  private readonly around: RelNode[] = [];

  visit(placeholder: RelNode): void {
    const node = placeholder.stripped();
    if (node instanceof LogicalCorrelate) {
      this.refuseIfCorrelated(node.left, 'the left side of a correlate');
      this.refuseIfCorrelated(node.right, 'the right side of a correlate');
    } else if (node instanceof LogicalJoin) {
      if (node.joinType === 'left' || node.joinType === 'full') this.refuseIfCorrelated(node.right, 'the right side of an outer join');
      if (node.joinType === 'right' || node.joinType === 'full') this.refuseIfCorrelated(node.left, 'the left side of an outer join');
      this.visitExpressions(node, () => this.refuse(containsCorrelation(node.condition), 'a join condition is correlated'));
    } else if (node instanceof LogicalFilter) {
      this.visitExpressions(node, () => this.checkFilter(node));
      if (node.variablesSet.length > 0) this.hasCorrelation = true;
    } else if (node instanceof LogicalProject) {
      this.passedOver = node.projects.some(containsOver);
      this.visitExpressions(node, () => this.refuse(node.projects.some(containsCorrelation), 'a projection is correlated'));
    } else if (node instanceof LogicalAggregate) {
      this.passedAggregate = true;
    } else if (node instanceof SetOp) {
      for (const input of node.inputs) this.refuseIfCorrelated(input, 'an input of a set operation');
    }
    for (const input of node.inputs) this.visit(input);
  }

  private visitExpressions(node: RelNode, check: () => void): void {
    const outer = this.around.at(-1);
    if (outer) this.scope.set(node, setVariables(outer));
    const hasSubQuery = node.rexNodes.some(containsSubQuery);
    if (hasSubQuery) this.around.push(node);
    check();
    for (const e of node.rexNodes) this.visitExpression(e, node);
    if (hasSubQuery) this.around.pop();
  }

  private visitExpression(e: RexNode, node: RelNode): void {
    if (e.rex === 'subQuery') {
      this.passedAggregate = false;
      this.passedOver = false;
      this.visit(e.rel);
    } else if (e.rex === 'fieldAccess' && e.ref.rex === 'correlVariable') {
      const variables = this.scope.get(node);
      this.refuse(variables === undefined, 'a correlation outside of sub-queries');
      if (variables && !variables.includes(e.ref.id)) this.nested = true;
    }
    const children = e.rex === 'call' || e.rex === 'over' || e.rex === 'subQuery' ? e.operands : e.rex === 'fieldAccess' ? [e.ref] : [];
    for (const child of children) this.visitExpression(child, node);
  }

  private checkFilter(filter: LogicalFilter): void {
    const variables = this.scope.get(filter);
    if (!variables || this.unsupported !== undefined) return;
    const split = splitCorrelated(filter.condition, variables);
    this.refuse(split.unsupported.length > 0, 'a correlated condition has OR');
    const isNotEqual = split.correlated.some((c) => (c.rex === 'call' || c.rex === 'over') && c.op.kind !== 'EQUALS');
    this.refuse(isNotEqual && (this.passedAggregate || this.passedOver), 'an aggregation over a correlated condition that is no equation');
  }

  private refuseIfCorrelated(node: RelNode, what: string): void {
    this.refuse(usesCorrelation(node), `${what} is correlated`);
  }

  private refuse(condition: boolean, why: string): void {
    if (condition) this.unsupported ??= why;
  }
}

/** Looks at all sub-queries of a tree. */
export function findSubQueryCorrelations(root: RelNode): SubQueryCorrelations {
  const finder = new CorrelationFinder();
  finder.visit(root);
  const obstacle = finder.nested ? 'a sub-query reads a variable of a scope further out' : finder.unsupported;
  return { scope: finder.scope, hasCorrelation: finder.hasCorrelation, obstacle };
}
