import type { PhysicalRel } from '../rel/physical/physical-rel.ts';
import { collectInputRefs } from '../rel/rex/rex-visit.ts';
import { StreamPhysicalCalc } from '../rel/physical/stream-physical-calc.ts';

/**
 * True for a Calc whose condition reads columns beside an upsert key: such a filter may let an update pass whose former row it kept back,
 * so it needs UPDATE_BEFORE and full deletes.
 */
export function isNonUpsertKeyCondition(node: PhysicalRel): boolean {
  if (!(node instanceof StreamPhysicalCalc)) return false;
  const { condition } = node;
  if (!condition) return false;
  const keys = node.cluster.mq.upsertKeys(node.input()) ?? [];
  if (keys.length === 0) return true;
  const used = collectInputRefs(condition);
  return !keys.some((key) => used.every((c) => key.includes(c)));
}
