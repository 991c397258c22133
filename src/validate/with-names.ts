import type { SqlWithItem } from '../sql/ast.ts';
import type { QueryPlace } from './expression/context.ts';

/** The items of WITH that a name in FROM may mean, innermost first. */
export interface WithNames {
  readonly item: SqlWithItem;
  /** Where the item's own query stands: it sees the items before it. */
  readonly place: QueryPlace;
  readonly next: WithNames | undefined;
}

export function findWithItem(names: WithNames | undefined, name: string): WithNames | undefined {
  for (let w = names; w; w = w.next) if (w.item.name.names[0] === name) return w;
  return undefined;
}
