import type { Direction, NullDirection } from '../rex/rex-node.ts';

export interface FieldCollation {
  readonly index: number;
  readonly direction: Direction;
  readonly nullDirection: NullDirection;
}

/** Flink's `FlinkRelDistribution`. `strict`: a hash on exactly these keys, not on a part of them. */
export type RelDistribution =
  | { readonly type: 'any' | 'single' | 'broadcast' | 'random' | 'rr' }
  | { readonly type: 'hash'; readonly keys: readonly number[]; readonly strict: boolean }
  | { readonly type: 'range'; readonly collation: readonly FieldCollation[] };

export const ANY_DISTRIBUTION: RelDistribution = { type: 'any' };
export const SINGLE_DISTRIBUTION: RelDistribution = { type: 'single' };

/** Hash on the keys; without keys it is `single`, as every caller in Flink decides. */
export function hashDistribution(keys: readonly number[], strict = true): RelDistribution {
  return { type: 'hash', keys, strict };
}

/** Trait text: `any`, `hash[0, 2]true`, `single`. */
export function distributionText(d: RelDistribution): string {
  switch (d.type) {
    case 'hash':
      return `hash[${d.keys.join(', ')}]${d.strict}`;
    case 'range':
      return `range[${d.collation.map((c) => `${c.index}${c.direction === 'ASCENDING' ? '' : ' DESC'}`).join(', ')}]true`;
    default:
      return d.type;
  }
}

/** Calcite's `x satisfies y` for distributions (table of traits: any, equal, hash keys contained, range prefix). */
export function distributionSatisfies(x: RelDistribution, y: RelDistribution): boolean {
  if (y.type === 'any') return true;
  if (distributionText(x) === distributionText(y)) return true;
  if (x.type === 'hash' && y.type === 'hash') return !y.strict && x.keys.every((k) => y.keys.includes(k));
  if (x.type === 'range' && y.type === 'range') {
    return (
      x.collation.length <= y.collation.length &&
      x.collation.every((c, i) => c.index === y.collation[i]?.index && c.direction === y.collation[i]?.direction)
    );
  }
  if (x.type === y.type) return true;
  return y.type === 'random' && (x.type === 'hash' || x.type === 'rr' || x.type === 'range');
}
