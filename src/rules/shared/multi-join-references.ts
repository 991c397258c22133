import type { RexNode } from '../../rel/rex/rex-node.ts';
import { visitRex } from '../../rel/rex/rex-visit.ts';

/** How often each field of each input is used, with the uses in one more condition added. */
export function addReferenceCounts(counts: readonly (readonly number[])[], condition: RexNode): readonly (readonly number[])[] {
  const result = counts.map((list) => [...list]);
  visitRex(condition, (e) => {
    if (e.rex !== 'inputRef') return;
    let local = e.index;
    for (const list of result) {
      if (local < list.length) {
        list[local] = (list[local] ?? 0) + 1;
        return;
      }
      local -= list.length;
    }
  });
  return result;
}
