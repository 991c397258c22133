import type { GuardAnswer } from '../../planner/rule.ts';
import type { Join } from '../../rel/core/join.ts';
import { projectsRight } from '../../rel/core/join.ts';

/** `true` for a semi or anti join. */
export function isSemiOrAnti(join: Join): GuardAnswer {
  return !projectsRight(join.joinType) || 'the join is neither a semi nor an anti join';
}
