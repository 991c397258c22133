import type { Config } from '../../catalog/config.ts';
import type { RelHint } from '../rel-node.ts';
import { parseDuration } from '../../catalog/config.ts';

/** The LOOKUP hint of a join as its options say (Flink's `LookupJoinHintOptions`); keys are those of the hint. */
export interface LookupHint {
  /** Undefined: async is preferred but not demanded. */
  readonly async?: boolean;
  readonly outputMode?: string;
  readonly capacity?: number;
  /** Milliseconds. */
  readonly timeout?: number;
  readonly shuffle: boolean;
  readonly retry?: { readonly predicate: string; readonly strategy: string; readonly delay: number; readonly attempts: number };
}

/** Reads the first LOOKUP hint of a node. */
export function lookupHintOf(hints: readonly RelHint[]): LookupHint | undefined {
  const hint = hints.find((h) => h.name.toUpperCase() === 'LOOKUP');
  if (!hint) return undefined;
  const options = new Map(hint.kvOptions);
  const flag = (key: string): boolean | undefined => {
    const text = options.get(key)?.toLowerCase();
    return text === undefined ? undefined : text === 'true';
  };
  const duration = (key: string): number | undefined => {
    const text = options.get(key);
    return text === undefined ? undefined : parseDuration(text);
  };
  const delay = duration('fixed-delay');
  const capacity = options.get('capacity');
  return {
    async: flag('async'),
    outputMode: options.get('output-mode')?.toUpperCase(),
    capacity: capacity === undefined ? undefined : Number(capacity),
    timeout: duration('timeout'),
    shuffle: flag('shuffle') ?? false,
    retry:
      delay === undefined
        ? undefined
        : {
            predicate: options.get('retry-predicate') ?? 'null',
            strategy: options.get('retry-strategy')?.toUpperCase() ?? 'null',
            delay,
            attempts: Number(options.get('max-attempts') ?? 0),
          },
  };
}

/** How an asynchronous lookup runs. */
export interface AsyncLookupOptions {
  readonly mode: 'ORDERED' | 'UNORDERED';
  /** Results keep the order of records of one key only; then `mode` is ORDERED. */
  readonly keyOrdered: boolean;
  /** Milliseconds. */
  readonly timeout: number;
  readonly capacity: number;
}

/** Hint over options; UNORDERED only where the input just inserts (Flink's `getMergedAsyncOptions`). */
export function asyncLookupOptions(hint: LookupHint | undefined, config: Config, inputInsertOnly: boolean): AsyncLookupOptions {
  const unordered = (hint?.outputMode ?? config.enumeration('table.exec.async-lookup.output-mode')) === 'ALLOW_UNORDERED';
  return {
    mode: unordered && inputInsertOnly ? 'UNORDERED' : 'ORDERED',
    keyOrdered: unordered && !inputInsertOnly && config.boolean('table.exec.async-lookup.key-ordered-enabled'),
    timeout: hint?.timeout ?? config.duration('table.exec.async-lookup.timeout'),
    capacity: hint?.capacity ?? config.integer('table.exec.async-lookup.buffer-capacity'),
  };
}

/** `ORDERED, KEY_ORDERED: false, 180000ms, 100` */
export function asyncOptionsText({ mode, keyOrdered, timeout, capacity }: AsyncLookupOptions): string {
  return `${mode}, KEY_ORDERED: ${keyOrdered}, ${timeout}ms, ${capacity}`;
}
