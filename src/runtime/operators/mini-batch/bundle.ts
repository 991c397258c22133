import type { Config } from '../../../catalog/config.ts';
import type { SqlType } from '../../../types/sql-type.ts';
import type { Row } from '../../record.ts';
import { binaryRowHash } from '../../state/binary-row-hash.ts';
import { JavaHashMap } from '../../state/java-hash-map.ts';
import { rowKey } from '../../state/row-key.ts';
import { RunError } from '../../run-error.ts';

/** True if operators gather rows before they work on them. */
export function hasMiniBatch(config: Config): boolean {
  return config.boolean('table.exec.mini-batch.enabled');
}

/** Rows of an operator after which a bundle is over (`table.exec.mini-batch.size`). */
export function bundleSize(config: Config): number {
  const size = config.integer('table.exec.mini-batch.size');
  if (size > 0) return size;
  throw new RunError('IllegalArgumentException', "Key: 'table.exec.mini-batch.size' , default: -1 (fallback keys: []) must be > 0.");
}

/** A Java hash map whose keys are rows as Flink's serializer writes them. */
export function rowMap<V>(types: readonly SqlType[]): JavaHashMap<Row, V> {
  return new JavaHashMap<Row, V>(rowKey, (row) => binaryRowHash(row, types));
}

/**
 * Flink's `AbstractMapBundleOperator`: values by key until so many rows have come, a watermark passes or the input ends. Keys then come in
 * the order of Java's hash map, which keeps the size that it once grew to.
 */
export class Bundle<V> {
  private readonly values: JavaHashMap<Row, V>;
  private readonly size: number;
  private readonly finishBundle: (entries: readonly (readonly [Row, V])[]) => void;
  private elements = 0;

  constructor(o: {
    readonly keyTypes: readonly SqlType[];
    readonly config: Config;
    readonly finishBundle: (entries: readonly (readonly [Row, V])[]) => void;
  }) {
    this.values = rowMap(o.keyTypes);
    this.size = bundleSize(o.config);
    this.finishBundle = o.finishBundle;
  }

  add(key: Row, fold: (known: V | undefined) => V): void {
    this.values.set(key, fold(this.values.get(key)));
    this.elements++;
    if (this.elements >= this.size) this.finish();
  }

  finish(): void {
    if (this.values.size > 0) {
      this.finishBundle(this.values.entries());
      this.values.clear();
    }
    this.elements = 0;
  }
}
