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

/** A question until its last answer. */
interface Question {
  readonly id: number;
  readonly key: LookupKey;
  /** True once listeners know of it: its answer does not come at once. */
  isTold: boolean;
  readonly answer: (rows: readonly Row[]) => void;
}

/**
 * Questions to a dimension table: the cache first (`CachingLookupFunction`), then the table, and again after the retry's delay while it has
 * nothing for the key and attempts are left (`RetryableLookupFunctionDelegator`: `max-attempts` counts those after the first). Only the
 * last answer goes into the cache. A table that takes its time answers with what it holds when it answers.
 */
export class LookupCalls {
  private readonly o: LookupCallOptions;
  private questions = 0;

  constructor(options: LookupCallOptions) {
    this.o = options;
  }

  /** Asks; `answer` is called once, before this returns if nothing takes time. */
  ask(key: LookupKey, answer: (rows: readonly Row[]) => void): void {
    const { cache, context } = this.o;
    const cached = cache?.get(key.text, context.now);
    if (!cached) {
      this.attempt({ id: this.questions++, key, isTold: false, answer }, 1);
      return;
    }
    context.watch.lookupCached?.(key.text);
    answer(cached);
  }

  private attempt(question: Question, attempt: number): void {
    const { dimension, alarms, context } = this.o;
    const delay = dimension.delayOf(question.key);
    if (delay > 0 || attempt > 1) this.tell(question, attempt);
    if (delay > 0) alarms.set(context.now + delay, () => this.settle(question, attempt));
    else this.settle(question, attempt);
  }

  private settle(question: Question, attempt: number): void {
    const { dimension, cache, retry, alarms, context } = this.o;
    const { key } = question;
    const rows = dimension.rowsOf(key);
    if (rows.length === 0 && retry && attempt <= retry.attempts) {
      if (!question.isTold) this.tell(question, attempt);
      context.watch.lookup?.([]);
      const again = (): void => this.attempt(question, attempt + 1);
      if (retry.delay > 0) alarms.set(context.now + retry.delay, again);
      else again();
      return;
    }
    cache?.put(key.text, rows, context.now);
    if (question.isTold) context.watch.lookupAnswered?.(question.id, rows.length);
    question.answer(rows);
  }

  private tell(question: Question, attempt: number): void {
    question.isTold = true;
    this.o.context.watch.lookupCalled?.({ id: question.id, key: question.key.text, attempt });
  }
}
