import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { EvalContext, Evaluate } from './contract.ts';
import { isRowValue } from '../../types/value.ts';
import { valueOfLiteral } from '../../rel/rex/value-literal.ts';
import { NoEvaluator } from './contract.ts';
import { evaluatorOf } from './function-evaluators.ts';

/**
 * Compiles a row expression to a function over rows, once; each node becomes a closure. Input references count the fields of the row.
 * Throws `NoEvaluator` if some operator inside cannot be evaluated.
 */
export function compileExpression(e: RexNode, context: EvalContext): Evaluate {
  switch (e.rex) {
    case 'literal': {
      if (e.value.kind === 'sarg') return () => null;
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
      const args = e.operands.map((o) => compileExpression(o, context));
      return compile(e, args, context);
    }
    default:
      throw new NoEvaluator(e.rex);
  }
}
