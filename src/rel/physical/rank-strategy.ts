/** How a Top-N operator processes its changelog (Flink's `RankProcessStrategy`). */
export type RankStrategy =
  | { readonly kind: 'undefined' }
  | { readonly kind: 'appendFast' }
  | { readonly kind: 'retract' }
  /** Rows are found by the key; their order only improves. */
  | { readonly kind: 'updateFast'; readonly primaryKeys: readonly number[] };

export const UNDEFINED_STRATEGY: RankStrategy = { kind: 'undefined' };
export const APPEND_FAST_STRATEGY: RankStrategy = { kind: 'appendFast' };
export const RETRACT_STRATEGY: RankStrategy = { kind: 'retract' };

export function rankStrategyText(s: RankStrategy): string {
  switch (s.kind) {
    case 'undefined':
      return 'UndefinedStrategy';
    case 'appendFast':
      return 'AppendFastStrategy';
    case 'retract':
      return 'RetractStrategy';
    default:
      return `UpdateFastStrategy[${s.primaryKeys.join(',')}]`;
  }
}
