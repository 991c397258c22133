import type { RelNode } from '../../rel/rel-node.ts';
import { TRAIT_NAMES, traitTexts } from '../../rel/traits/trait-set.ts';
import { relText } from '../rule-failure.ts';
import { AbstractConverter } from './abstract-converter.ts';
import { RelSubset } from './rel-subset.ts';

const MOST_SUBSETS = 10;

/**
 * Why there is no plan, in Calcite's words (`RelSubset.CheapestPlanReplacer`): the wanted traits, the conversions that are missing, and the
 * sub-sets without a usable member with the part of the plan below them. Calcite's dump of the whole memo is left out.
 */
export function failureText(root: RelSubset): string {
  const texts = traitTexts(root.traitSet);
  const wanted = TRAIT_NAMES.map((name, i) => `${name}=${texts[i]}`).join(', ');
  let text = `There are not enough rules to produce a node with desired properties: ${wanted}.`;
  const empty = emptySubsets(root);
  if (empty.length === 0) return `${text} All the inputs have relevant nodes, however the cost is still infinite.`;
  const missing = missingConversions(empty);
  if (missing.length === 1) text += `\nMissing conversion is ${missing[0]}`;
  else if (missing.length > 1) text += `\nMissing conversions are ${missing.join(', ')}`;
  text += empty.length === 1 ? '\nThere is 1 empty subset: ' : `\nThere are ${empty.length} empty subsets:`;
  empty.slice(0, MOST_SUBSETS).forEach((s, i) => {
    text += empty.length === 1 ? '' : `\nEmpty subset ${i}: `;
    text += `rel#${s.id}:RelSubset#${s.setId}.${s.traitSet.text}, the relevant part of the original plan is as follows\n${planText(s.set.first)}`;
  });
  return text;
}

/** Sub-sets without a usable member, found from the root over members of sub-sets without a best one. */
function emptySubsets(root: RelSubset): readonly RelSubset[] {
  const seen = new Set<RelSubset>();
  const result: RelSubset[] = [];
  const visit = (s: RelSubset): void => {
    if (s.best || seen.has(s)) return;
    seen.add(s);
    const usable = s.members.filter((n) => !(n instanceof AbstractConverter));
    if (usable.length === 0) result.push(s);
    for (const node of usable) for (const input of node.inputs) if (input instanceof RelSubset) visit(input);
  };
  visit(root);
  return result;
}

/** `LogicalJoin[convention: NONE -> LOGICAL] (2 cases)`, the most frequent first. */
function missingConversions(subsets: readonly RelSubset[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const s of subsets) {
    const to = traitTexts(s.traitSet);
    for (const node of s.set.nodes) {
      if (node instanceof AbstractConverter) continue;
      const changes = traitTexts(node.traitSet).flatMap((from, i) => (from === to[i] ? [] : [`${TRAIT_NAMES[i]}: ${from} -> ${to[i]}`]));
      const text = `${node.typeName}[${changes.join(', ')}]`;
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  return sorted.map(([text, n]) => (n === 1 ? text : `${text} (${n} cases)`));
}

function planText(node: RelNode | undefined): string {
  const lines: string[] = [];
  const visit = (n: RelNode, depth: number): void => {
    lines.push(`${'  '.repeat(depth)}${relText(n)}`);
    if (depth < 20) n.inputs.forEach((input) => visit(input instanceof RelSubset ? (input.set.first ?? input) : input, depth + 1));
  };
  if (node) visit(node, 0);
  return `${lines.join('\n')}\n`;
}
