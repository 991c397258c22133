import type { RelHint, RelNode } from '../rel/rel-node.ts';
import type { RelRule } from './rule.ts';

/**
 * Flink's hint strategies as far as the engines ask for them: on which nodes a hint may stand. Calcite tests base classes; the last word
 * of a type's name tells the same here.
 */
const ALLOWED: ReadonlyMap<string, RegExp> = new Map([
  ['OPTIONS', /Scan$/],
  ['JSON_AGGREGATE_WRAPPED', /Aggregate$/],
  ['STATE_TTL', /(Join|Correlate|Aggregate)$/],
  ['ALIAS', /(Join|Correlate)$/],
  ['LOOKUP', /(Join|Correlate)$/],
  ['BROADCAST', /(Join|Correlate)$/],
  ['SHUFFLE_HASH', /(Join|Correlate)$/],
  ['SHUFFLE_MERGE', /(Join|Correlate)$/],
  ['NEST_LOOP', /(Join|Correlate)$/],
  ['MULTI_JOIN', /(Join|Correlate)$/],
]);

/** Rules that a hint switches off on its node. */
const EXCLUDED: ReadonlyMap<string, string> = new Map([['JSON_AGGREGATE_WRAPPED', 'WrapJsonAggFunctionArgumentsRule']]);

const DEEPEST = 3;

function isAllowed(hint: RelHint, node: RelNode): boolean {
  return ALLOWED.get(hint.name)?.test(node.typeName) ?? false;
}

/** Whether a hint on one of the bound nodes keeps the rule from being tried. */
export function isExcludedByHint(rule: RelRule, rels: readonly RelNode[]): boolean {
  return rels.some((r) => r.hints.some((h) => EXCLUDED.get(h.name) === rule.description));
}

/**
 * Calcite's `RelOptUtil.propagateRelHints`: hands the hints of a replaced node on to the first nodes of the new tree that may carry them,
 * four levels deep. A node that has hints already ends the way down. Planner placeholders have no inputs, so old nodes are never reached.
 */
export function propagateHints(original: RelNode, node: RelNode): RelNode {
  if (!original.isHintable || original.hints.length === 0 || node === original) return node;
  return attach(node, original.hints, []);
}

function attach(node: RelNode, hints: readonly RelHint[], path: readonly number[]): RelNode {
  if (node.isHintable) {
    if (node.hints.length > 0) return node;
    const fitting = hints.filter((h) => isAllowed(h, node)).map((h) => ({ ...h, inheritPath: [...h.inheritPath, ...path] }));
    if (fitting.length > 0) return node.withHints(fitting);
  }
  if (path.length >= DEEPEST) return node;
  const inputs = node.inputs.map((n, i) => attach(n, hints, [...path, i]));
  return inputs.every((n, i) => n === node.inputs[i]) ? node : node.copy(node.traitSet, inputs);
}
