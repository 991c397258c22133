import type { RelRule } from '../rule.ts';
import type { MatchOrder } from './match-order.ts';

/**
 * One instruction of a HEP program (Calcite's `HepInstruction`). `order` and `limit` set the state; `rules` tries its rules together at
 * each vertex until nothing fires (a single rule is a list of one); rules between `begin-group` and `end-group` are only collected and
 * run as one list at the end; a sub-program runs again and again until a pass changes nothing.
 */
export type HepInstruction =
  | { readonly kind: 'order'; readonly order: MatchOrder }
  | { readonly kind: 'limit'; readonly limit: number }
  | { readonly kind: 'rules'; readonly rules: readonly RelRule[] }
  | { readonly kind: 'begin-group' }
  | { readonly kind: 'end-group' }
  | { readonly kind: 'program'; readonly program: HepProgram };

/** Calcite's `HepProgram`. */
export interface HepProgram {
  readonly instructions: readonly HepInstruction[];
}

/** Calcite's "no limit": the largest int. */
export const NO_MATCH_LIMIT = 2147483647;

/** Flink's `RULE_SEQUENCE`: each rule is an instruction of its own and runs to its fixpoint before the next one is looked at. */
export function sequenceProgram(rules: readonly RelRule[], order: MatchOrder = 'BOTTOM_UP'): HepProgram {
  return { instructions: [...prologue(order), ...rules.map((rule): HepInstruction => ({ kind: 'rules', rules: [rule] }))] };
}

/** Flink's `RULE_COLLECTION`: all rules are one instruction; at each vertex they are tried in list order. */
export function collectionProgram(rules: readonly RelRule[], order: MatchOrder = 'BOTTOM_UP'): HepProgram {
  return { instructions: [...prologue(order), { kind: 'rules', rules }] };
}

function prologue(order: MatchOrder): HepInstruction[] {
  return [
    { kind: 'order', order },
    { kind: 'limit', limit: NO_MATCH_LIMIT },
  ];
}
