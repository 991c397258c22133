import type { ConstantCompiler } from '../../rel/rex/expression-reducer.ts';
import type { EvalContext } from './contract.ts';
import { UnsupportedError } from '../../base/diagnostic.ts';
import { NoEvaluator } from './contract.ts';
import { compileExpression } from './compile-expression.ts';

/** Some functions see only at run time that they cannot do what is asked, for example with a Java-only pattern. */
function supported<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof NoEvaluator ? new UnsupportedError('function', error.operator) : error;
  }
}

/** What the planner's `ExpressionReducer` needs of the evaluators. */
export function constantCompiler(context: EvalContext): ConstantCompiler {
  return {
    compile(e) {
      try {
        const f = compileExpression(e, context);
        return { run: () => supported(() => f([])) };
      } catch (error) {
        if (error instanceof NoEvaluator) return { unsupported: error.operator };
        throw error;
      }
    },
  };
}
