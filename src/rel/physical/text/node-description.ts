import type { PhysicalRel } from '../physical-rel.ts';
import type { TextFormat } from './text-format.ts';
import { shortTypeName } from '../physical-rel.ts';
import { EXEC_TEXT } from './text-format.ts';

type Terms = readonly { readonly name: string; readonly text: string }[];

/** The items of a node's description, inputs left out. */
export function descriptionTerms(node: PhysicalRel, format: TextFormat = EXEC_TEXT): Terms {
  return node.describeAs(format).filter((t) => !t.hidden);
}

/** `GroupAggregate(groupBy=[a], select=[a, COUNT(*) AS cnt])`. */
export function descriptionText(name: string, terms: Terms): string {
  return terms.length === 0 ? name : `${name}(${terms.map((t) => `${t.name}=[${t.text}]`).join(', ')})`;
}

/** One node as operators and messages describe it, inputs left out. */
export function nodeDescription(node: PhysicalRel, format: TextFormat = EXEC_TEXT): string {
  return descriptionText(shortTypeName(node), descriptionTerms(node, format));
}
