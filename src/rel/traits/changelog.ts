/** Kinds of change that a node produces; the text lists I, U, D in this order. */
export interface ModifyKindSet {
  readonly insert: boolean;
  readonly update: boolean;
  readonly delete: boolean;
}

/** ONLY_UPDATE_AFTER: updates come without UPDATE_BEFORE. */
export type UpdateKind = 'NONE' | 'BEFORE_AND_AFTER' | 'ONLY_UPDATE_AFTER';

/** Whether deletes carry the whole row or only the key (Flink 2.1+). */
export type DeleteKind = 'NONE' | 'FULL_DELETE' | 'DELETE_BY_KEY';

/** Whether a consumer tolerates the same change twice (Flink 2.1+). */
export type DuplicateChanges = 'NONE' | 'DISALLOW' | 'ALLOW';

export interface MiniBatchInterval {
  /** Milliseconds. */
  readonly interval: number;
  readonly mode: 'None' | 'ProcTime' | 'RowTime';
}

export const NO_MINI_BATCH: MiniBatchInterval = { interval: 0, mode: 'None' };
export const EMPTY_MODIFY_KINDS: ModifyKindSet = { insert: false, update: false, delete: false };
export const INSERT_ONLY: ModifyKindSet = { insert: true, update: false, delete: false };
export const ALL_CHANGES: ModifyKindSet = { insert: true, update: true, delete: true };

/** `[I,U,D]`, `[NONE]` when empty. */
export function modifyKindsText(k: ModifyKindSet): string {
  const kinds = [k.insert && 'I', k.update && 'U', k.delete && 'D'].filter(Boolean);
  return `[${kinds.length === 0 ? 'NONE' : kinds.join(',')}]`;
}

export function modifyKindsSatisfy(x: ModifyKindSet, y: ModifyKindSet): boolean {
  return (!x.insert || y.insert) && (!x.update || y.update) && (!x.delete || y.delete);
}

/** `None: 0`, `ProcTime: 1000`. */
export function miniBatchText(m: MiniBatchInterval): string {
  return `${m.mode}: ${m.interval}`;
}
