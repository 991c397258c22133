import { FlinkError } from '../../base/diagnostic.ts';

/** Errors that Flink raises while it generates code for an expression: a constant one fails in planning. */

export function codegenError(message: string): FlinkError {
  return new FlinkError('plan/code-generation', [{ className: 'CodeGenException', message }]);
}

/** Flink generates code that Java refuses, which is seen when the code is used: not by EXPLAIN. */
export function uncompilable(): FlinkError {
  return new FlinkError('plan/uncompilable-code', [
    { className: 'InvalidProgramException', message: 'Table program cannot be compiled. This is a bug. Please file an issue.' },
  ]);
}
