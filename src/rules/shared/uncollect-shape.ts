import type { RelNode } from '../../rel/rel-node.ts';
import { Filter } from '../../rel/core/filter.ts';
import { Project } from '../../rel/core/project.ts';
import { Uncollect } from '../../rel/core/uncollect.ts';
import { Values } from '../../rel/core/values.ts';

/** True for the shapes that UNNEST converts to: an Uncollect, possibly below one Project and one Filter. */
export function hasUncollect(node: RelNode): boolean {
  const current = node.stripped();
  if (current instanceof Uncollect) return true;
  return (current instanceof Filter || current instanceof Project) && hasUncollect(current.input());
}

/** True if Projects and Filters lead down to constant rows: an array that no correlation feeds. */
export function endsInValues(node: RelNode): boolean {
  const current = node.stripped();
  if (current instanceof Values) return true;
  return (current instanceof Filter || current instanceof Project) && endsInValues(current.input());
}
