import type { CorDef } from './correlation-map.ts';
import type { RelNode } from '../rel-node.ts';
import { range } from '../bit-set.ts';

/** A correlated field and the column that holds it. */
export interface CorOutput extends CorDef {
  readonly position: number;
}

/** Where the fields of an old node are in the new one. */
export type FieldMap = ReadonlyMap<number, number>;

/** What a node became: where its fields are and which columns hold correlated fields (Calcite's `RelDecorrelator.Frame`). */
export interface Frame {
  readonly rel: RelNode;
  /** Ordered by variable and field. */
  readonly outputs: readonly CorOutput[];
  readonly fields: FieldMap;
}

export function identityMap(count: number): FieldMap {
  return new Map(range(0, count).map((i) => [i, i]));
}

/** Where a correlated field is. */
export function outputOf(outputs: readonly CorOutput[], def: CorDef): CorOutput | undefined {
  return outputs.find((o) => o.corr === def.corr && o.field === def.field);
}

/** The outputs with more of them, which win over equal ones. */
export function withOutputs(outputs: readonly CorOutput[], more: readonly CorOutput[]): readonly CorOutput[] {
  const kept = outputs.filter((o) => !outputOf(more, o));
  const last = more.filter((o, i) => !more.some((p, k) => k > i && p.corr === o.corr && p.field === o.field));
  return [...kept, ...last].sort((a, b) => a.corr - b.corr || a.field - b.field);
}

/** The outputs with their columns moved. */
export function shiftOutputs(outputs: readonly CorOutput[], offset: number): readonly CorOutput[] {
  return outputs.map((o) => ({ ...o, position: o.position + offset }));
}
