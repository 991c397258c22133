import type { RexCall, RexNode } from '../../rel/rex/rex-node.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { CallCompiler, EvalContext, Evaluate } from './contract.ts';
import { tableError } from '../../base/diagnostic.ts';
import { isYearMonthInterval } from '../../types/sql-type.ts';
import { isRowValue } from '../../types/value.ts';
import { valueOfLiteral } from '../../rel/rex/value-literal.ts';
import { checkSignature } from './code-signatures.ts';
import { NoEvaluator } from './contract.ts';
import { evaluatorOf } from './function-evaluators.ts';
import { nestedJson } from './json-construct.ts';

/** Flink's intervals of days have at most three digits in front. */
function checkInterval(type: SqlType): void {
  const precision = type.interval?.startPrecision ?? 0;
  if (type.name === 'INTERVAL' && precision > 3 && !isYearMonthInterval(type)) {
    throw tableError('plan/interval-precision', `DAY_INTERVAL_TYPES precision is not supported: ${precision}`);
  }
}

const JSON_CONSTRUCTORS: ReadonlySet<string> = new Set(['JSON_OBJECT', 'JSON_ARRAY']);

function isCallNamed(e: RexNode, name: string): e is RexCall {
  return e.rex === 'call' && e.op.name === name;
}

function compileCall(e: RexCall, compile: CallCompiler, context: EvalContext): Evaluate {
  return compile(
    e,
    e.operands.map((o) => compileExpression(o, context)),
    context,
  );
}

/**
 * Compiles a row expression to a function over rows, once; each node becomes a closure. Input references count the fields of the row.
 * Throws `NoEvaluator` if some operator inside cannot be evaluated.
 */
export function compileExpression(e: RexNode, context: EvalContext): Evaluate {
  switch (e.rex) {
    case 'literal': {
      if (e.value.kind === 'sarg') return () => null;
      checkInterval(e.type);
      const value = valueOfLiteral(e);
      return () => value;
    }
    case 'inputRef': {
      const { index } = e;
      return (row) => row[index] ?? null;
    }
    case 'fieldAccess': {
      const ref = compileExpression(e.ref, context);
      const { fieldIndex } = e;
      return (row) => {
        const v = ref(row);
        return isRowValue(v) ? (v.row[fieldIndex] ?? null) : null;
      };
    }
    case 'call': {
      const compile = evaluatorOf(e.op);
      if (!compile) throw new NoEvaluator(e.op.name);
      if (!e.op.isUserDefined) checkSignature(e);
      const args = e.operands.map((o) =>
        JSON_CONSTRUCTORS.has(e.op.name) && isCallNamed(o, 'JSON') ? compileCall(o, nestedJson, context) : compileExpression(o, context),
      );
      return compile(e, args, context);
    }
    default:
      throw new NoEvaluator(e.rex);
  }
}
