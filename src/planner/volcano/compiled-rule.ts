import { defined } from '../../base/assert.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { Operand, RelRule } from '../rule.ts';
import { distinctByDescription } from '../rule-list.ts';

/** An operand with its place in the rule (Calcite's `RelOptRuleOperand` once its rule has it). */
export interface CompiledOperand {
  readonly operand: Operand;
  /** Position in the pre-order of the operand tree. */
  readonly index: number;
  readonly parent: CompiledOperand | undefined;
  /** Which child of its parent. */
  readonly ordinal: number;
  readonly children: readonly CompiledOperand[];
  /** In which order the operands are bound when a new node matched this one: itself, its ancestors up to the root, then the rest. */
  readonly solveOrder: readonly CompiledOperand[];
}

export interface CompiledRule {
  readonly rule: RelRule;
  /** All operands in pre-order; each is an entry point. */
  readonly operands: readonly CompiledOperand[];
}

interface Draft {
  readonly operand: Operand;
  readonly index: number;
  readonly parent: Draft | undefined;
  readonly ordinal: number;
  readonly children: Draft[];
  solveOrder: readonly Draft[];
}

export function compileRule(rule: RelRule): CompiledRule {
  const operands: Draft[] = [];
  const visit = (operand: Operand, parent: Draft | undefined, ordinal: number): Draft => {
    const draft: Draft = { operand, index: operands.length, parent, ordinal, children: [], solveOrder: [] };
    operands.push(draft);
    operand.children.forEach((child, i) => draft.children.push(visit(child, draft, i)));
    return draft;
  };
  visit(rule.operand, undefined, 0);
  for (const draft of operands) {
    const climb: Draft[] = [];
    for (let o: Draft | undefined = draft; o; o = o.parent) climb.push(o);
    draft.solveOrder = [...climb, ...operands.filter((o) => !climb.includes(o))];
  }
  return { rule, operands };
}

/** Whether the operand fits the node, whose class is known to fit: convention, predicate. */
export function fitsBesidesClass(operand: Operand, node: RelNode): boolean {
  if (operand.convention !== undefined && node.traitSet.convention !== operand.convention) return false;
  return operand.predicate === undefined || operand.predicate(node);
}

/** Indexes by rule list: a cache of a pure function of an immutable list, the only module state here. */
const INDEXES = new WeakMap<readonly RelRule[], OperandIndex>();

/** The index of a list of rules, without those that equal an earlier one; made once a list, since every search asks for it. */
export function operandIndex(rules: readonly RelRule[]): OperandIndex {
  let index = INDEXES.get(rules);
  if (!index) INDEXES.set(rules, (index = new OperandIndex(distinctByDescription(rules))));
  return index;
}

/**
 * Which operands a node may enter by (Calcite's `classOperands`): for each class, rules in the order in which they were added, operands in
 * pre-order. Filled when a class is first seen.
 */
export class OperandIndex {
  private readonly rules: readonly CompiledRule[];
  private readonly roots = new Map<RelRule, CompiledOperand>();
  private readonly byClass = new Map<unknown, readonly (readonly [CompiledRule, CompiledOperand])[]>();

  constructor(rules: readonly RelRule[]) {
    this.rules = rules.map(compileRule);
    for (const { rule, operands } of this.rules) this.roots.set(rule, defined(operands[0], 'root operand'));
  }

  /** Entry points of the node's class, convention and predicates not yet asked. */
  entries(node: RelNode): readonly (readonly [CompiledRule, CompiledOperand])[] {
    let list = this.byClass.get(node.constructor);
    if (!list) {
      list = this.rules.flatMap((rule) =>
        rule.operands.filter((o) => node instanceof o.operand.nodeClass).map((o): readonly [CompiledRule, CompiledOperand] => [rule, o]),
      );
      this.byClass.set(node.constructor, list);
    }
    return list;
  }

  /** The root operand of a rule of the list. */
  root(rule: RelRule): CompiledOperand {
    return defined(this.roots.get(rule), `rule ${rule.description}`);
  }
}
