/** What stands before the name of a rule in an id of the gallery: `#/x/rule:JoinToMultiJoinRule`. */
const PREFIX = 'rule:';

export function ruleId(rule: string): string {
  return PREFIX + rule;
}

/** The rule that an id of the gallery names; undefined for an example. */
export function ruleOfId(id: string): string | undefined {
  return id.startsWith(PREFIX) ? id.slice(PREFIX.length) : undefined;
}
