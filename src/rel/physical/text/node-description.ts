import type { PhysicalRel } from '../physical-rel.ts';
import type { TextFormat } from './text-format.ts';
import { shortTypeName } from '../physical-rel.ts';
import { EXEC_TEXT } from './text-format.ts';

/** One node as operators and messages describe it, inputs left out: `GroupAggregate(groupBy=[a], select=[a, COUNT(*) AS cnt])`. */
export function nodeDescription(node: PhysicalRel, format: TextFormat = EXEC_TEXT): string {
  const items = node.describeAs(format).filter((t) => !t.hidden);
  const text = items.map((t) => `${t.name}=[${t.text}]`).join(', ');
  return items.length === 0 ? shortTypeName(node) : `${shortTypeName(node)}(${text})`;
}
