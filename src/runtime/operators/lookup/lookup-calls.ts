import type { LookupHint } from '../../../rel/physical/lookup-hint.ts';
import type { OperatorContext } from '../../operator.ts';
import type { Row } from '../../record.ts';
import type { Alarms } from './alarms.ts';
import type { Dimension, LookupKey } from './dimension.ts';
import type { LookupCache } from './lookup-cache.ts';

/** `'retry-predicate'='lookup_miss'` with `'retry-strategy'='fixed_delay'`. */
export interface LookupRetry {
  readonly delay: number;
  readonly attempts: number;
}

/** The retry that a hint asks for; others than this one are never tried (Flink's `RetryLookupOptions.toRetryStrategy`). */
export function lookupRetry(hint: LookupHint | undefined): LookupRetry | undefined {
  const retry = hint?.retry;
  if (retry?.predicate.toLowerCase() !== 'lookup_miss' || retry.strategy !== 'FIXED_DELAY') return undefined;
  return retry;
}

export interface LookupCallOptions {
  readonly dimension: Dimension;
  readonly cache: LookupCache | undefined;
  readonly retry: LookupRetry | undefined;
  readonly alarms: Alarms;
  readonly context: OperatorContext;
}

/**
 * Questions to a dimension table: the cache first (`CachingLookupFunction`), then the table, and again after the retry's delay while it has
 * nothing for the key and attempts are left (`RetryableLookupFunctionDelegator`: `max-attempts` counts those after the first). Only the
 * last answer goes into the cache. A table that takes its time answers with what it holds when it answers.
 */
export class LookupCalls {
  private readonly o: LookupCallOptions;

  constructor(options: LookupCallOptions) {
    this.o = options;
  }

  /** Asks; `answer` is called once, before this returns if nothing takes time. */
  ask(key: LookupKey, answer: (rows: readonly Row[]) => void): void {
    const { cache, context } = this.o;
    const cached = cache?.get(key.text, context.now);
    if (!cached) {
      this.attempt(key, 1, answer);
      return;
    }
    context.watch.lookupCached?.(key.text);
    answer(cached);
  }

  private attempt(key: LookupKey, attempt: number, answer: (rows: readonly Row[]) => void): void {
    const { dimension, alarms, context } = this.o;
    const delay = dimension.delayOf(key);
    if (delay > 0 || attempt > 1) context.watch.lookupCalled?.(key.text, attempt);
    const settle = (): void => this.settle(key, { attempt, rows: dimension.rowsOf(key) }, answer);
    if (delay > 0) alarms.set(context.now + delay, settle);
    else settle();
  }

  private settle(
    key: LookupKey,
    { attempt, rows }: { readonly attempt: number; readonly rows: readonly Row[] },
    answer: (rows: readonly Row[]) => void,
  ): void {
    const { cache, retry, alarms, context } = this.o;
    if (rows.length === 0 && retry && attempt <= retry.attempts) {
      context.watch.lookup?.([]);
      const again = (): void => this.attempt(key, attempt + 1, answer);
      if (retry.delay > 0) alarms.set(context.now + retry.delay, again);
      else again();
      return;
    }
    cache?.put(key.text, rows, context.now);
    answer(rows);
  }
}
