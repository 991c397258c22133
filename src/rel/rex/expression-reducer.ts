import type { Value } from '../../types/value.ts';
import type { RexExecutor } from './rex-simplify/contract.ts';
import type { RexNode } from './rex-node.ts';
import { FlinkError, UnsupportedError } from '../../base/diagnostic.ts';
import { compareDecimal, DECIMAL_ZERO, decimalOf } from '../../types/decimal.ts';
import { isCallOf } from './rex-node.ts';
import { literalOfValue } from './value-literal.ts';

/** Makes a function of a constant expression. Implemented over the evaluators of the runtime and handed in. */
export interface ConstantCompiler {
  /**
   * Code that gives the value and may throw what Flink's code would throw, or `UnsupportedError` with an operator's name; or at once the
   * name of the operator for which there is no evaluator. A `FlinkError` thrown here is one of planning.
   */
  compile(e: RexNode): { readonly run: () => Value } | { readonly unsupported: string };
}

export interface ReducerOptions {
  /** Told for each operator that Flink would fold and we cannot evaluate; the call stays in the plan. */
  readonly onUnsupported?: (operator: string) => void;
  /** A null may replace an expression of a NOT NULL type, and nullable results get no CAST (partition pruning only). */
  readonly allowChangeNullability?: boolean;
}

/** Flink's `ExpressionReducer`: evaluates constant expressions while planning. */
export class ExpressionReducer implements RexExecutor {
  private readonly compiler: ConstantCompiler;
  private readonly options: ReducerOptions;

  constructor(compiler: ConstantCompiler, options: ReducerOptions = {}) {
    this.compiler = compiler;
    this.options = options;
  }

  /**
   * Each expression as a literal, where it can be evaluated and its type has literals. One that fails leaves all of them as they are; a
   * division by a literal zero is an error of planning.
   */
  reduce(expressions: readonly RexNode[]): readonly RexNode[] {
    const runs = expressions.map((e) => this.prepare(e));
    const values: (Value | undefined)[] = [];
    try {
      for (const run of runs) values.push(run?.());
    } catch (error) {
      if (error instanceof UnsupportedError) this.options.onUnsupported?.(error.message);
      return expressions;
    }
    return expressions.map((e, i) => {
      const value = values[i];
      return value === undefined ? e : this.toLiteral(e, value);
    });
  }

  private prepare(e: RexNode): (() => Value) | undefined {
    if (!hasLiteral(e)) return undefined;
    checkDivision(e);
    const compiled = this.compiler.compile(e);
    if ('run' in compiled) return compiled.run;
    this.options.onUnsupported?.(compiled.unsupported);
    return undefined;
  }

  private toLiteral(e: RexNode, value: Value): RexNode {
    const { allowChangeNullability = false } = this.options;
    if (value === null && !e.type.nullable && !allowChangeNullability) return e;
    const made = literalOfValue(value, e.type);
    if (!made) return e;
    return allowChangeNullability && isCallOf(made, 'CAST') && made.operands[0]?.rex === 'literal' ? made.operands[0] : made;
  }
}

/** False for types without literals and for JSON constructors, whose text depends on where they stand. */
function hasLiteral(e: RexNode): boolean {
  switch (e.type.name) {
    case 'ANY':
    case 'RAW':
    case 'ROW':
    case 'STRUCTURED':
    case 'ARRAY':
    case 'MAP':
    case 'MULTISET':
    case 'VARIANT':
    case 'BITMAP':
    case 'SYMBOL':
    case 'NULL':
      return false;
    default:
      return !(e.rex === 'call' && (e.op.name === 'JSON_OBJECT' || e.op.name === 'JSON_ARRAY' || e.op.name === 'JSON'));
  }
}

/** Division by a literal zero fails in the planner, as Flink's does. */
function checkDivision(e: RexNode): void {
  if (!isCallOf(e, 'DIVIDE')) return;
  const divisor = e.operands.at(-1);
  if (divisor?.rex !== 'literal') {
    throw new FlinkError('plan/division', [
      {
        className: 'ClassCastException',
        message:
          'class org.apache.calcite.rex.RexCall cannot be cast to class org.apache.calcite.rex.RexLiteral ' +
          "(org.apache.calcite.rex.RexCall and org.apache.calcite.rex.RexLiteral are in unnamed module of loader 'app')",
      },
    ]);
  }
  const { value } = divisor;
  const number =
    value.kind === 'decimal' || value.kind === 'double' || value.kind === 'bigint'
      ? value.value
      : value.kind === 'interval'
        ? decimalOf(value.value)
        : undefined;
  if (number && compareDecimal(number, DECIMAL_ZERO) === 0) {
    throw new FlinkError('plan/division-by-zero', [{ className: 'ArithmeticException', message: 'Division by zero' }]);
  }
}
