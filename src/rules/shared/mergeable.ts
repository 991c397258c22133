import type { RexNode } from '../../rel/rex/rex-node.ts';
import { isDeterministic, visitRex } from '../../rel/rex/rex-visit.ts';

/** How often each input column is referenced. */
function referenceCounts(list: readonly RexNode[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const e of list) {
    visitRex(e, (x) => {
      if (x.rex === 'inputRef') counts.set(x.index, (counts.get(x.index) ?? 0) + 1);
    });
  }
  return counts;
}

/**
 * Whether expressions on top may be merged with the ones below (`FlinkRelUtil.isMergeable`): every non-deterministic expression below is
 * referenced at most once, else it would be computed twice with different results.
 */
export function isMergeable(top: readonly RexNode[], bottom: readonly RexNode[]): true | string {
  const counts = referenceCounts(top);
  const twice = bottom.findIndex((e, i) => (counts.get(i) ?? 0) > 1 && !isDeterministic(e));
  return twice < 0 ? true : `the non-deterministic column ${twice} is read more than once`;
}
