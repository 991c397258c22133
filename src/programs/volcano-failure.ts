import type { RelNode } from '../rel/rel-node.ts';
import { FlinkError } from '../base/diagnostic.ts';
import { CannotPlanError } from '../planner/volcano/best-plan.ts';
import { explainTree } from '../rel/explain.ts';

const CHECK_DOCS = 'Please check the documentation for the set of currently supported SQL features.';

/**
 * What Flink makes of an exception of a Volcano search (`FlinkVolcanoProgram.optimize`): the input tree is put into the message. Errors that
 * Flink hands on as they are, and defects of ours, are given back unchanged.
 */
export function inputTreeFailure(error: unknown, input: RelNode): unknown {
  const head = 'Cannot generate a valid execution plan for the given query: \n\n';
  const tree = `${explainTree(input, { level: 'digest' }).trimEnd()}\n\n`;
  if (error instanceof CannotPlanError) {
    const message = `${head}${tree}This exception indicates that the query uses an unsupported SQL feature.\n${CHECK_DOCS}`;
    return new FlinkError('plan/no-plan', [
      { className: 'TableException', message },
      { className: 'CannotPlanException', message: error.message },
    ]);
  }
  if (!(error instanceof FlinkError)) return error;
  const [outer, inner] = error.causes;
  if (!outer) return error;
  if (outer.className === 'TableException') {
    return new FlinkError(
      error.code,
      [{ className: 'TableException', message: `${head}${tree}${outer.message}\n${CHECK_DOCS}` }, ...error.causes],
      error.span,
    );
  }
  if (outer.className === 'RuntimeException' && inner?.className === 'TableException') {
    const message = `Sql optimization: ${head}${tree}${inner.message}\n${CHECK_DOCS}`;
    return new FlinkError(error.code, [{ className: 'TableException', message }, ...error.causes.slice(1)], error.span);
  }
  if (outer.className === 'AssertionError') {
    const causes = [{ className: 'AssertionError', message: `Sql optimization: Assertion error: ${outer.message}` }, ...error.causes];
    return new FlinkError(error.code, causes, error.span);
  }
  return error;
}
