import type { OperatorContext } from '../../operator.ts';
import type { Change, Row } from '../../record.ts';
import { isAccumulate } from '../../record.ts';
import { fieldsKey, rowKey } from '../../state/row-key.ts';

/** How a materializer keys its state and tells rows apart. */
export interface MaterializerKeys {
  /** Columns of the sink's primary key. */
  readonly primaryKey: readonly number[];
  /** Upsert key of the input; rows are compared whole where it is not known. */
  readonly upsertKey: readonly number[] | undefined;
}

/** What two rows have equal if one stands for the other. */
export function rowIdentity({ upsertKey }: MaterializerKeys): (row: Row) => string {
  return upsertKey && upsertKey.length > 0 ? (row) => fieldsKey(row, upsertKey) : rowKey;
}

/**
 * Flink's `SinkUpsertMaterializer`: keeps all rows of a primary key in the order in which they came, so that the end of the last one brings
 * back the one before. A row of a known upsert key takes its place. `SinkUpsertMaterializerV2` (strategies VALUE, MAP, ADAPTIVE) gives the
 * same changes from other state, without time to live.
 */
export function upsertMaterializer(keys: MaterializerKeys, context: OperatorContext): (change: Change) => void {
  const strategy = context.config.enumeration('table.exec.sink.upsert-materialize-strategy.type') || 'LEGACY';
  const state = context.keyedState<Row[]>('values', strategy === 'LEGACY' ? undefined : 0);
  const identity = rowIdentity(keys);
  const replaces = (keys.upsertKey ?? []).length > 0;
  const add = (key: string, row: Row): void => {
    const rows = state.get(key) ?? [];
    const kind = rows.length === 0 ? '+I' : '+U';
    const at = replaces ? rows.findIndex((r) => identity(r) === identity(row)) : -1;
    const next = at < 0 ? [...rows, row] : rows.map((r, i) => (i === at ? row : r));
    context.emit(kind, row);
    state.set(key, next);
  };
  const retract = (key: string, row: Row): void => {
    const rows = state.get(key) ?? [];
    const at = rows.findIndex((r) => identity(r) === identity(row));
    // Not there: state of a past time to live.
    if (at < 0) return;
    const next = rows.filter((_, i) => i !== at);
    const last = next.at(-1);
    if (!last) {
      state.delete(key);
      context.emit('-D', row);
      return;
    }
    if (at === rows.length - 1) context.emit('+U', last);
    state.set(key, next);
  };
  return ({ kind, row }) => {
    const key = fieldsKey(row, keys.primaryKey);
    if (isAccumulate(kind)) add(key, row);
    else retract(key, row);
  };
}
