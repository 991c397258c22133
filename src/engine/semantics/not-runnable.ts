import { FlinkError, UnsupportedError } from '../../base/diagnostic.ts';
import { EvaluationError, NoEvaluator } from '../../runtime/eval/contract.ts';
import { RunError } from '../../runtime/run-error.ts';

/** A plan has no meaning over whole tables, or none that could be compared: the reason, for people. */
export class NotRunnable extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'NotRunnable';
  }
}

/** Why a plan could not be evaluated; undefined for a defect of ours. */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof NotRunnable) return error.message;
  if (error instanceof UnsupportedError) return error.message;
  if (error instanceof NoEvaluator) return `There is no evaluator for ${error.operator}.`;
  if (error instanceof EvaluationError) return `The job fails: ${error.className}: ${error.message}`;
  if (error instanceof RunError) return `The job fails: ${error.message}`;
  if (error instanceof FlinkError) return `Flink refuses it: ${error.message}`;
  return undefined;
}
