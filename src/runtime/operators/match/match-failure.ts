import type { Cause } from '../../../base/diagnostic.ts';
import { EvaluationError } from '../../eval/contract.ts';
import { RunError } from '../../run-error.ts';

/** Packages of exceptions outside of `java.lang`: an exception around another one prints its full name. */
const PACKAGES: Readonly<Record<string, string>> = {
  DateTimeException: 'java.time',
  DateTimeParseException: 'java.time.format',
  ExceptionInChainedOperatorException: 'org.apache.flink.streaming.runtime.tasks',
  FlinkRuntimeException: 'org.apache.flink.util',
  TableException: 'org.apache.flink.table.api',
  TableRuntimeException: 'org.apache.flink.table.api',
};

/** Runs a condition: what it throws gets CEP's exception around it. */
export function guardCondition<T>(run: () => T): T {
  return rethrow(run, (causes) => [{ className: 'FlinkRuntimeException', message: 'Failure happened in filter function.' }, ...causes]);
}

/** Hands a row to the next operator of the chain; outermost, this exception is taken off again. */
export function guardForward(run: () => void): void {
  const chained = { className: 'ExceptionInChainedOperatorException', message: 'Could not forward element to next operator' };
  rethrow(run, (causes) => [chained, ...causes]);
}

/** Feeds rows from a buffer, where Flink wraps exceptions into a `RuntimeException`. */
export function guardBuffered<T>(run: () => T): T {
  return rethrow(run, (causes) => [{ className: 'RuntimeException', message: javaText(causes[0]) }, ...causes]);
}

/** Runs what a processing-time timer starts. */
export function guardProcessingTimer<T>(run: () => T): T {
  return rethrow(run, (causes) => [
    { className: 'AsynchronousException', message: 'Caught exception while processing timer.' },
    { className: 'TimerException', message: javaText(causes[0]) },
    ...causes,
  ]);
}

function rethrow<T>(run: () => T, wrap: (causes: readonly Cause[]) => readonly Cause[]): T {
  try {
    return run();
  } catch (error) {
    const causes = causesOf(error);
    if (!causes) throw error;
    const [outer, ...inner] = wrap(causes);
    throw outer ? new RunError(outer.className, outer.message, ...inner) : error;
  }
}

function causesOf(error: unknown): readonly Cause[] | undefined {
  return error instanceof RunError || error instanceof EvaluationError ? error.causes : undefined;
}

/** `Throwable.toString`. */
function javaText(cause: Cause | undefined): string {
  return cause ? `${PACKAGES[cause.className] ?? 'java.lang'}.${cause.className}: ${cause.message}` : '';
}
