import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { SqlType } from '../../types/sql-type.ts';
import { inputRef } from '../../rel/rex/rex-factory.ts';
import { mapRex } from '../../rel/rex/rex-visit.ts';

/** References typed as the row that they read now (`RexUtil.fixUp`): a join that got stricter makes columns NOT NULL. */
export function fixNullability(e: RexNode, types: readonly SqlType[]): RexNode {
  return mapRex(e, (x) => {
    if (x.rex !== 'inputRef') return undefined;
    const type = types[x.index];
    return type && type.digest !== x.type.digest ? inputRef(x.index, type) : x;
  });
}
