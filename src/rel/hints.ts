import type { RelHint } from './rel-node.ts';

/** Flink's `JoinStrategy`: hints that name a way to join. */
const JOIN_STRATEGIES: ReadonlySet<string> = new Set(['BROADCAST', 'SHUFFLE_HASH', 'SHUFFLE_MERGE', 'NEST_LOOP', 'LOOKUP', 'MULTI_JOIN']);

/** Flink's `FlinkHints.HINT_ALIAS`: marks the root of a query block for join hints. */
export const ALIAS_HINT = 'ALIAS';
export const STATE_TTL_HINT = 'STATE_TTL';

export function isJoinHint(h: RelHint): boolean {
  return JOIN_STRATEGIES.has(h.name.toUpperCase());
}

export function isStateTtlHint(h: RelHint): boolean {
  return h.name.toUpperCase() === STATE_TTL_HINT;
}

export function isAliasHint(h: RelHint): boolean {
  return h.name.toUpperCase() === ALIAS_HINT;
}

/** Flink's `RelExplainUtil.hintsToString`: `[[STATE_TTL inheritPath:[0] options:{T=1d}][LOOKUP options:{…}]]`, nothing between hints. */
export function hintsText(hints: readonly RelHint[]): string {
  const one = (h: RelHint): string => {
    const path = h.inheritPath.length > 0 ? ` inheritPath:[${h.inheritPath.join(', ')}]` : '';
    const list = h.listOptions.length > 0 ? ` options:[${h.listOptions.join(', ')}]` : '';
    const map = h.kvOptions.length > 0 ? ` options:{${h.kvOptions.map(([k, v]) => `${k}=${v}`).join(', ')}}` : '';
    return `[${h.name}${path}${list === '' ? map : list}]`;
  };
  return `[${hints.map(one).join('')}]`;
}
