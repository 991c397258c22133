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
