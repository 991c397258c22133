import type { Cause } from '../base/diagnostic.ts';

/**
 * An exception of a Flink operator: the job fails. Exceptions of expressions are `EvaluationError`s; both end a replay and are shown with
 * what a client sees around them.
 */
export class RunError extends Error {
  readonly causes: readonly Cause[];

  constructor(className: string, message: string, ...inner: readonly Cause[]) {
    super(message);
    this.name = 'RunError';
    this.causes = [{ className, message }, ...inner];
  }
}
