import { InvariantError } from '../base/assert.ts';
import type { RelRule } from './rule.ts';

/** Flink's `FlinkRuleSetProgram.add`: a rule that equals an earlier one of the list is left out. */
export function distinctRules(rules: readonly RelRule[]): readonly RelRule[] {
  const seen = new Set<string>();
  return rules.filter((rule) => {
    if (seen.has(rule.identity)) return false;
    seen.add(rule.identity);
    return true;
  });
}

/**
 * Volcano's `addRule`: descriptions are unique; an equal rule under the same description is ignored, another one is an error in Calcite's
 * words.
 */
export function distinctByDescription(rules: readonly RelRule[]): readonly RelRule[] {
  const known = new Map<string, RelRule>();
  return rules.filter((rule) => {
    const existing = known.get(rule.description);
    if (!existing) {
      known.set(rule.description, rule);
      return true;
    }
    if (existing.identity === rule.identity) return false;
    throw new InvariantError(`Rule's description should be unique; existing rule=${rule.description}; new rule=${rule.description}`);
  });
}
