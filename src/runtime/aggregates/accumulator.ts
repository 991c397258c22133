import type { Value } from '../../types/value.ts';

/**
 * The state of one aggregate function for one group (Flink's accumulator with its function). `args` are the values of the call's arguments;
 * rows that the FILTER clause refuses never get here.
 */
export interface Accumulator {
  accumulate(args: readonly Value[]): void;
  /** Undoes a row. Functions planned without retraction are never asked. */
  retract(args: readonly Value[]): void;
  /** Takes over what another accumulator of the same function has seen; the other one is left as it is. */
  merge(other: Accumulator): void;
  value(): Value;
}

export type AccumulatorFactory = () => Accumulator;
