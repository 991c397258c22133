import type { Calc } from '../../rel/core/calc.ts';
import { collectInputRefs } from '../../rel/rex/rex-visit.ts';
import { windowColumns } from '../../rel/physical/windowing.ts';

/**
 * True if the Calc filters by a window column of its input or calls something on one (Flink's `calcContainsCallsOnWindowColumns`): then the
 * window function cannot move above it.
 */
export function calcCallsWindowColumns(calc: Calc): boolean {
  const p = calc.cluster.mq.windowProperties(calc.input());
  if (!p) return false;
  const columns = windowColumns(p);
  const { condition, projects } = calc;
  if (condition && collectInputRefs(condition).some((i) => columns.includes(i))) return true;
  return projects.some((e) => e.rex === 'call' && collectInputRefs(e).some((i) => columns.includes(i)));
}
