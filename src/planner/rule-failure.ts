import { FlinkError, UnsupportedError } from '../base/diagnostic.ts';
import { InvariantError } from '../base/assert.ts';
import type { RelNode } from '../rel/rel-node.ts';
import { PlannerLimitError } from './limits.ts';

/** `rel#12:LogicalFilter.NONE.any…(input=RelSubset#5,condition=>($0, 1))`: a node as Calcite's messages and memos print it. */
export function relText(node: RelNode): string {
  return `rel#${node.id}:${digestText(node)}`;
}

/** The node's digest text: inputs by type and id, items without brackets. */
export function digestText(node: RelNode): string {
  const inputs = node.inputs.map((n, i) => `${node.inputName(i)}=${n.typeName}#${n.id}`);
  const items = node.describe('digest').filter((t) => !t.hidden);
  return `${node.typeName}.${node.traitSet.text}(${[...inputs, ...items.map((t) => `${t.name}=${t.text}`)].join(',')})`;
}

/** Whether an error goes through the engines as it is: limits, what we do not support, Java's Errors. */
function passes(error: unknown): boolean {
  if (error instanceof PlannerLimitError || error instanceof UnsupportedError) return true;
  return error instanceof FlinkError && error.causes[0]?.className === 'AssertionError';
}

/**
 * What Volcano throws when a rule failed: an error of Flink's gets the frame `Error while applying rule …` (or, while its production was
 * registered, `Error occurred while applying rule …`); a defect of ours names the rule.
 */
export function volcanoFailure(description: string, rels: readonly RelNode[] | undefined, error: unknown): unknown {
  if (passes(error)) return error;
  const frame = rels
    ? `Error while applying rule ${description}, args [${rels.map(relText).join(', ')}]`
    : `Error occurred while applying rule ${description}`;
  return error instanceof FlinkError ? error.wrap('RuntimeException', frame) : defectIn(description, error);
}

/** What a failed guard, and any failed rule in HEP, throws: errors of Flink's as they are, defects of ours with the rule's name. */
export function guardFailure(description: string, error: unknown): unknown {
  return passes(error) || error instanceof FlinkError ? error : defectIn(description, error);
}

/** The defect with the name of the rule in front, once. */
function defectIn(description: string, error: unknown): unknown {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof InvariantError && message.includes(description)) return error;
  const named = new InvariantError(`${description}: ${message}`);
  named.cause = error;
  return named;
}
