import type { Config } from '../catalog/config.ts';
import type { RelNode } from '../rel/rel-node.ts';
import { parseDuration } from '../catalog/config.ts';
import { isStateTtlHint } from '../rel/hints.ts';

/**
 * How long state of a node lives, in milliseconds; 0 for ever. A STATE_TTL hint on the node wins over `table.exec.state.ttl` (Flink's
 * `StateMetadata`): one time for a node with one input, one for each side of a join, a list of them for a MultiJoin.
 */
export function stateTtl(rel: RelNode, config: Config, side?: 'LEFT' | 'RIGHT' | number): number {
  const hint = rel.hints.find(isStateTtlHint);
  const text = typeof side === 'string' ? hint?.kvOptions.find(([name]) => name === side)?.[1] : hint?.listOptions[side ?? 0];
  return text === undefined ? config.duration('table.exec.state.ttl') : parseDuration(text);
}
