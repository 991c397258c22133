import type { PlanSession } from './plan-session.ts';
import type { RunPlan } from './run-plan.ts';

/** What a plan depends on. */
interface PlannedFor {
  readonly sql: string;
  readonly statement: number;
  readonly options?: Readonly<Record<string, string>> | undefined;
}

interface Planned {
  readonly plan: RunPlan;
  readonly session: PlanSession;
}

/**
 * The plan that ran last. Edits of a feed leave it as it is, so a replay after one costs no planning. A plan holds no state of a run:
 * operators are made anew for each.
 */
export class RunPlans {
  private key = '';
  private planned: Planned | undefined = undefined;

  get(request: PlannedFor): Planned | undefined {
    return this.key === keyOf(request) ? this.planned : undefined;
  }

  keep(request: PlannedFor, planned: Planned): void {
    this.key = keyOf(request);
    this.planned = planned;
  }
}

function keyOf({ sql, statement, options = {} }: PlannedFor): string {
  return JSON.stringify([sql, statement, Object.entries(options).sort()]);
}
