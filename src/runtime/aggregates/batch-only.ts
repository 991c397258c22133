import { tableError } from '../../base/diagnostic.ts';

const BATCH_ONLY: ReadonlySet<string> = new Set(['LEAD', 'NTILE', 'PERCENT_RANK', 'CUME_DIST']);

/** Refuses functions that need rows which are still to come, or how many there are: Flink has them for bounded input (`AggFunctionFactory`). */
export function checkStreaming(name: string): void {
  if (BATCH_ONLY.has(name)) throw tableError('plan/over-function', `${name} Function is not supported in stream mode.`);
}
