import type { Cluster } from '../../rel/cluster.ts';
import type { RankRange } from '../../rel/core/rank.ts';
import type { RexCall, RexNode } from '../../rel/rex/rex-node.ts';
import { decimalToNumber } from '../../types/decimal.ts';
import { composeConjunction } from '../../rel/rex/conditions.ts';
import { expandSearch } from '../../rel/rex/expand-search.ts';
import { isCallOf } from '../../rel/rex/rex-node.ts';
import { someRex } from '../../rel/rex/rex-visit.ts';
import { toCnfWithinBudget } from '../../rel/rex/to-cnf.ts';

/** The range that a condition gives a rank column, and what it says beside. */
export interface RankCondition {
  readonly range: RankRange;
  readonly remaining: RexNode | undefined;
}

type Bound = { readonly lower?: number; readonly upper?: number } | { readonly endIndex: number };

/** Flink's `RankUtil.extractRankRange`; undefined if the condition does not bound the rank. */
export function rankRangeOf(condition: RexNode, rankIndex: number, cluster: Cluster): RankCondition | undefined {
  const cnf = toCnfWithinBudget(expandSearch(condition));
  const parts = isCallOf(cnf, 'AND') ? cnf.operands : [cnf];
  const limits: { call: RexCall; rankOnLeft: boolean }[] = [];
  const others: RexNode[] = [];
  for (const part of parts) {
    const limit = limitPredicate(part, rankIndex);
    if (limit) limits.push(limit);
    else others.push(part);
  }
  const bounds = limits.map((l) => boundOf(l, cluster));
  const range = rangeOf(bounds);
  return range && { range, remaining: others.length === 0 ? undefined : composeConjunction(others) };
}

/** True if the expression reads the rank column. */
export function readsRank(e: RexNode, rankIndex: number): boolean {
  return someRex(e, (n) => n.rex === 'inputRef' && n.index === rankIndex);
}

function limitPredicate(e: RexNode, rankIndex: number): { call: RexCall; rankOnLeft: boolean } | undefined {
  if (e.rex !== 'call') return undefined;
  switch (e.op.kind) {
    case 'GREATER_THAN':
    case 'GREATER_THAN_OR_EQUAL':
    case 'LESS_THAN':
    case 'LESS_THAN_OR_EQUAL':
    case 'EQUALS':
      break;
    default:
      return undefined;
  }
  const [a, b] = e.operands;
  if (!a || !b) return undefined;
  const isRank = (x: RexNode): boolean => x.rex === 'inputRef' && x.index === rankIndex;
  if (isRank(a) && !readsRank(b, rankIndex)) return { call: e, rankOnLeft: true };
  return isRank(b) && !readsRank(a, rankIndex) ? { call: e, rankOnLeft: false } : undefined;
}

function boundOf({ call, rankOnLeft }: { call: RexCall; rankOnLeft: boolean }, cluster: Cluster): Bound | undefined {
  const { kind } = call.op;
  const isEqual = kind === 'EQUALS';
  const isLower = kind.startsWith('GREATER') === rankOnLeft;
  const other = call.operands[rankOnLeft ? 1 : 0];
  if (!other) return undefined;
  if (other.rex === 'inputRef') return isEqual || !isLower ? { endIndex: other.index } : undefined;
  const value = constantNumber(other, cluster);
  if (value === undefined) return undefined;
  if (isEqual) return { lower: value, upper: value };
  const isStrict = kind === 'GREATER_THAN' || kind === 'LESS_THAN';
  if (isLower) return { lower: isStrict ? value + 1 : value };
  return { upper: isStrict ? value - 1 : value };
}

/** The whole number that a constant stands for. */
function constantNumber(e: RexNode, cluster: Cluster): number | undefined {
  const folded = e.rex === 'literal' ? e : cluster.executor?.reduce([e])[0];
  if (folded?.rex !== 'literal') return undefined;
  const { value } = folded;
  return value.kind === 'decimal' || value.kind === 'bigint' || value.kind === 'double'
    ? Math.trunc(decimalToNumber(value.value))
    : undefined;
}

function rangeOf(bounds: readonly (Bound | undefined)[]): RankRange | undefined {
  const [a, b] = bounds;
  if (!a || bounds.length > 2) return undefined;
  if ('endIndex' in a) return bounds.length === 1 ? { kind: 'variable', endIndex: a.endIndex } : undefined;
  if (bounds.length === 1) {
    if (a.upper !== undefined) return { kind: 'constant', start: a.lower ?? 1, end: a.upper };
    return a.lower === undefined ? undefined : { kind: 'noEnd', start: a.lower };
  }
  if (!b || 'endIndex' in b) return undefined;
  const oneSided = (x: { readonly lower?: number; readonly upper?: number }): boolean =>
    (x.lower === undefined) !== (x.upper === undefined);
  if (!oneSided(a) || !oneSided(b)) return undefined;
  const start = a.lower ?? b.lower;
  const end = a.upper ?? b.upper;
  return start === undefined || end === undefined ? undefined : { kind: 'constant', start, end };
}
