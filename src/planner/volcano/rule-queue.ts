import type { VolcanoRuleCall } from './volcano-rule-call.ts';

/**
 * Matches that wait to be tried (Calcite's `IterativeRuleQueue`): two first-in first-out lists, that of the substitution rules always
 * first. A match is known by its rule and the ids of its nodes and is never queued twice in a search.
 */
export class RuleQueue {
  private readonly names = new Set<string>();
  private readonly substitutions: VolcanoRuleCall[] = [];
  private readonly others: VolcanoRuleCall[] = [];
  private nextSubstitution = 0;
  private nextOther = 0;

  /** True if a match of this name was ever queued. */
  has(name: string): boolean {
    return this.names.has(name);
  }

  push(call: VolcanoRuleCall): void {
    if (this.names.has(call.name)) return;
    this.names.add(call.name);
    (call.rule.substitution ? this.substitutions : this.others).push(call);
  }

  /** The next match, whatever has become of its nodes; undefined if both lists are empty. */
  pop(): VolcanoRuleCall | undefined {
    if (this.nextSubstitution < this.substitutions.length) return this.substitutions[this.nextSubstitution++];
    return this.others[this.nextOther++];
  }
}
