import type { Value } from '../../types/value.ts';
import type { Accumulators } from './aggregate-handler.ts';
import { valueKey } from '../state/row-key.ts';

/** True if accumulators of the same functions hold the same (Flink compares accumulator rows, not results). */
export function sameState(a: Accumulators, b: Accumulators): boolean {
  return a.length === b.length && a.every((acc, i) => stateKey(acc) === stateKey(b[i]));
}

function stateKey(v: unknown): string {
  if (typeof v === 'function' || v === undefined) return '';
  if (v === null || typeof v !== 'object') return valueKey(v as Value);
  if (v instanceof Map) return `{${[...v].map(([k, x]) => `${stateKey(k)}=${stateKey(x)}`).join()}}`;
  if (Array.isArray(v)) return `[${v.map(stateKey).join()}]`;
  return `(${Object.values(v).map(stateKey).join()})`;
}
