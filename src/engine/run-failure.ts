import type { Cause } from '../base/diagnostic.ts';
import { FlinkError, UnsupportedError } from '../base/diagnostic.ts';
import { PlannerLimitError } from '../base/planner-limit-error.ts';
import { EvaluationError, NoEvaluator } from '../runtime/eval/contract.ts';
import { RunError } from '../runtime/run-error.ts';

/** What a client sees around an exception of a job (`TableResult.collect`). */
const JOB_FAILED: readonly string[] = [
  'RuntimeException: Failed to fetch next result',
  'IOException: Failed to fetch job execution result',
  'ExecutionException: org.apache.flink.runtime.client.JobExecutionException: Job execution failed.',
  'JobExecutionException: Job execution failed.',
  'JobException: Recovery is suppressed by NoRestartBackoffTimeStrategy',
];

/** Why a run ended early. */
export type RunFailure =
  /** As in Flink: chain of causes, outermost first. `inJob`: the job failed; else it never began. */
  | { readonly kind: 'error'; readonly chain: readonly string[]; readonly inJob: boolean }
  | { readonly kind: 'unsupported' | 'limit' | 'defect'; readonly code: string; readonly message: string };

/** Sorts everything that planning and running throw. */
export function runFailure(error: unknown): RunFailure {
  if (error instanceof RunError || error instanceof EvaluationError) {
    return { kind: 'error', inJob: true, chain: [...JOB_FAILED, ...error.causes.map(causeText)] };
  }
  if (error instanceof FlinkError) return { kind: 'error', inJob: false, chain: error.causes.map(causeText) };
  if (error instanceof UnsupportedError) return { kind: 'unsupported', code: error.code, message: error.message };
  if (error instanceof NoEvaluator) {
    return { kind: 'unsupported', code: 'unsupported/function', message: `There is no evaluator for ${error.operator}.` };
  }
  if (error instanceof PlannerLimitError) return { kind: 'limit', code: `limit/${error.reason}`, message: error.message };
  return { kind: 'defect', code: 'internal/defect', message: error instanceof Error ? error.message : String(error) };
}

function causeText(c: Cause): string {
  return `${c.className}: ${c.message}`;
}
