import type { Filter } from '../../rel/core/filter.ts';
import type { RexCall, RexNode } from '../../rel/rex/rex-node.ts';
import { defined } from '../../base/assert.ts';
import { any, defineRule } from '../../planner/rule.ts';
import { Filter as FilterClass } from '../../rel/core/filter.ts';
import { composeConjunction, composeDisjunction, conjunctions, disjunctions, not } from '../../rel/rex/conditions.ts';
import { makeIn } from '../../rel/rex/make-in.ts';
import { rexText } from '../../rel/rex/rex-text.ts';
import { isApproximateNumeric } from '../../types/sql-type.ts';

interface Direction {
  readonly comparison: 'EQUALS' | 'NOT_EQUALS';
  readonly split: (e: RexNode) => RexNode[];
  readonly join: (list: readonly RexNode[]) => RexNode;
  readonly innerKind: 'AND' | 'OR';
  readonly innerSplit: (e: RexNode) => RexNode[];
  readonly innerJoin: (list: readonly RexNode[]) => RexNode;
  readonly make: (ref: RexNode, values: readonly RexNode[]) => RexNode;
}

const TO_IN: Direction = {
  comparison: 'EQUALS',
  split: disjunctions,
  join: composeDisjunction,
  innerKind: 'AND',
  innerSplit: conjunctions,
  innerJoin: composeConjunction,
  make: makeIn,
};

const TO_NOT_IN: Direction = {
  comparison: 'NOT_EQUALS',
  split: conjunctions,
  join: composeConjunction,
  innerKind: 'OR',
  innerSplit: disjunctions,
  innerJoin: composeDisjunction,
  make: (ref, values) => not(makeIn(ref, values)),
};

/** Fewer comparisons than these are faster one by one than in a hash set. */
const THRESHOLD = 4;
const FRACTIONAL_THRESHOLD = 20;

function isWorthSet(ref: RexNode, count: number): boolean {
  return count >= (isApproximateNumeric(ref.type) ? FRACTIONAL_THRESHOLD : THRESHOLD);
}

/** A comparison with a literal as (expression, literal), whichever side the literal is on. */
function comparedLiteral(e: RexCall): readonly [RexNode, RexNode] | undefined {
  const [a, b] = e.operands;
  if (!a || !b) return undefined;
  if (b.rex === 'literal') return [a, b];
  return a.rex === 'literal' ? [b, a] : undefined;
}

/** The condition with large groups of comparisons as one SEARCH; undefined if there is none. */
function convert(e: RexNode, d: Direction): RexNode | undefined {
  const groups = new Map<string, { ref: RexNode; calls: RexNode[]; values: RexNode[] }>();
  const rest: RexNode[] = [];
  let converted = false;
  for (const term of d.split(e)) {
    const pair = term.rex === 'call' && term.op.kind === d.comparison ? comparedLiteral(term) : undefined;
    if (pair) {
      const [ref, value] = pair;
      const key = rexText(ref);
      const group = groups.get(key) ?? { ref, calls: [], values: [] };
      group.calls.push({ ...(term as RexCall), operands: [ref, value] });
      group.values.push(value);
      groups.set(key, group);
    } else if (term.rex === 'call' && term.op.kind === d.innerKind) {
      const inner = d.innerSplit(term).map((t) => {
        const c = convert(t, d);
        if (c) converted = true;
        return c ?? t;
      });
      rest.push(d.innerJoin(inner));
    } else rest.push(term);
  }
  for (const group of groups.values()) {
    if (isWorthSet(group.ref, group.values.length)) {
      rest.push(d.make(group.ref, group.values));
      converted = true;
    } else rest.push(d.join(group.calls));
  }
  return converted ? d.join(rest) : undefined;
}

/** Many equalities of one expression with literals under OR become one IN (a SEARCH), inequalities under AND one NOT IN. */
export const ConvertToNotInOrInRule = defineRule({
  description: 'ConvertToNotInOrInRule',
  operand: any(FilterClass),
  explain: { summary: 'Four or more comparisons of one expression with literals become one IN or NOT IN.' },
  onMatch: (call) => {
    const filter = call.rel<Filter>(0);
    const asIn = convert(filter.condition, TO_IN);
    const asNotIn = convert(asIn ?? filter.condition, TO_NOT_IN);
    const condition = asNotIn ?? asIn;
    if (condition) call.transformTo(defined(filter.withRexNodes([condition]), 'filter'));
  },
});
