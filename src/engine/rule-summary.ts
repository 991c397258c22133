import type { RelRule } from '../planner/rule.ts';
import * as catalog from '../rules/rule-catalog.ts';

/** What a rule does, in one sentence, by its printed name; undefined for rules that are not built yet. */
export function ruleSummary(name: string): string | undefined {
  const groups: readonly (readonly RelRule[])[] = Object.values(catalog);
  for (const rules of groups) {
    const rule = rules.find((r) => r.description === name && !r.notYet);
    if (rule) return rule.explain.summary;
  }
  return undefined;
}
