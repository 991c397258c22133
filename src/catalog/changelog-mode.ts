/** Kinds of row in a changelog: insert, update before, update after, delete. */
export type RowKind = 'I' | 'UB' | 'UA' | 'D';

/**
 * Which kinds a source may produce or a sink accepts (Flink's `ChangelogMode`). `keyOnlyDeletes`: a delete may carry the key alone;
 * it prints as `PD` and counts only if `D` is in the set.
 */
export interface ChangelogMode {
  readonly kinds: ReadonlySet<RowKind>;
  readonly keyOnlyDeletes: boolean;
}

const ORDER: readonly RowKind[] = ['I', 'UB', 'UA', 'D'];

export function changelogMode(kinds: Iterable<RowKind>, keyOnlyDeletes = false): ChangelogMode {
  return { kinds: new Set(kinds), keyOnlyDeletes };
}

export const INSERT_ONLY_MODE: ChangelogMode = changelogMode(['I']);
/** `ChangelogMode.upsert(false)`. */
export const UPSERT_MODE: ChangelogMode = changelogMode(['I', 'UA', 'D']);
export const ALL_MODE: ChangelogMode = changelogMode(ORDER);

export function isInsertOnly(mode: ChangelogMode): boolean {
  return mode.kinds.size === 1 && mode.kinds.has('I');
}

export function hasUpdates(mode: ChangelogMode): boolean {
  return mode.kinds.has('UA') || mode.kinds.has('UB');
}

/** Updates come without the row before them: the planner must normalise such a source by its key. */
export function isUpsert(mode: ChangelogMode): boolean {
  return mode.kinds.has('UA') && !mode.kinds.has('UB');
}

/** The same mode without one kind. */
export function withoutKind(mode: ChangelogMode, kind: RowKind): ChangelogMode {
  return { kinds: new Set([...mode.kinds].filter((k) => k !== kind)), keyOnlyDeletes: mode.keyOnlyDeletes };
}

/** `[I,UB,UA,D]`; a key-only delete prints `PD`. */
export function changelogModeText(mode: ChangelogMode): string {
  const kinds = ORDER.filter((k) => mode.kinds.has(k)).map((k) => (k === 'D' && mode.keyOnlyDeletes ? 'PD' : k));
  return `[${kinds.join(',')}]`;
}

const SHORT: Readonly<Record<RowKind, string>> = { I: '+I', UB: '-U', UA: '+U', D: '-D' };

/** `+I, -U`: kinds as `RowKind.toString` prints them, in order. */
export function rowKindsText(kinds: ReadonlySet<RowKind>, separator = ', '): string {
  return ORDER.filter((k) => kinds.has(k))
    .map((k) => SHORT[k])
    .join(separator);
}

/** `INSERT`, `UPDATE_BEFORE` … */
export const ROW_KIND_NAMES: Readonly<Record<RowKind, string>> = { I: 'INSERT', UB: 'UPDATE_BEFORE', UA: 'UPDATE_AFTER', D: 'DELETE' };
