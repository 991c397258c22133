import type { SqlType } from '../../types/sql-type.ts';
import { isCastAvoidable, supportsImplicitCast } from '../../types/cast-support.ts';
import { intervalType, isYearMonthInterval, withoutIndicator } from '../../types/sql-type.ts';
import { flinkTypeText } from '../flink-type-text.ts';
import type { AggregateTraits, CallBinding, SqlFunctionCategory, SqlOperator } from '../sql-operator.ts';
import type { Returns } from './returns.ts';

/** What a function makes of its operands: the types it wants them to have (undefined: as they are), or why it refuses them. */
export type Inferred =
  | { readonly ok: true; readonly types: readonly (SqlType | undefined)[] }
  /** Without a message Flink only says "Invalid input arguments.". */
  | { readonly ok: false; readonly message?: string };

/** Flink's `InputTypeStrategy`. */
export type InputStrategy = (b: CallBinding) => Inferred;

export const REFUSED: Inferred = { ok: false };

export interface InferenceSpec {
  readonly name: string;
  readonly category?: SqlFunctionCategory;
  /** Operands allowed; −1 for any number. */
  readonly arity: readonly [number, number];
  /** Signatures as Flink prints them. */
  readonly signatures: readonly string[];
  readonly input: InputStrategy;
  readonly returns: Returns;
  readonly deterministic?: boolean;
  readonly dynamic?: boolean;
  readonly aggregate?: AggregateTraits;
}

/** Flink's own types know two intervals; the fields of the operands' types are lost. */
export function flinkInterval(t: SqlType): SqlType {
  if (t.name !== 'INTERVAL') return t;
  return intervalType(isYearMonthInterval(t) ? { start: 'YEAR', end: 'MONTH' } : { start: 'DAY', end: 'SECOND' }, t.nullable);
}

/** The text of an operand's type in `Invalid function call`. */
function argumentText(b: CallBinding, i: number): string {
  const t = b.operandTypes[i];
  return t ? flinkTypeText(t) : '';
}

/**
 * A function with Flink's own type inference: operands are cast where its strategy wants another type and the cast is implicit; its
 * mistakes come as a chain under `Invalid function call`.
 */
export function defineInferred(spec: InferenceSpec): SqlOperator {
  const refuse = (b: CallBinding, message: string) => {
    const chain = [
      `Invalid function call:\n${spec.name}(${b.operandTypes.map((_, i) => argumentText(b, i)).join(', ')})`,
      `Invalid input arguments. Expected signatures are:\n${spec.signatures.join('\n')}`,
      message,
    ];
    return { ok: false, style: 'flink', message, chain } as const;
  };
  return {
    name: spec.name,
    kind: 'OTHER_FUNCTION',
    syntax: 'function',
    category: spec.category ?? 'scalar',
    deterministic: spec.deterministic ?? true,
    dynamic: spec.dynamic ?? false,
    nullPolicy: 'AS_IS',
    flinkInference: true,
    signatures: spec.signatures,
    arity: { min: spec.arity[0], max: spec.arity[1] },
    checkOperands(b) {
      const inferred = spec.input(b);
      const untyped = b.operandTypes.findIndex((t) => t.name === 'NULL');
      if (!inferred.ok && untyped >= 0) return { ok: false, style: 'calcite', message: "Illegal use of 'NULL'", operand: untyped };
      if (!inferred.ok) return refuse(b, inferred.message ?? 'Invalid input arguments.');
      const bad = inferred.types.findIndex((t, i) => {
        const actual = b.operandTypes[i];
        return t !== undefined && actual !== undefined && !supportsImplicitCast(withoutIndicator(actual), t);
      });
      const [wanted, actual] = [inferred.types[bad], b.operandTypes[bad]];
      if (!wanted || !actual) return { ok: true };
      return refuse(
        b,
        `Invalid argument type at position ${bad}. Data type ${flinkTypeText(wanted)} expected but ${flinkTypeText(actual)} passed.`,
      );
    },
    coerceOperands(b) {
      const inferred = spec.input(b);
      if (!inferred.ok) return undefined;
      const casts = inferred.types.map((t, i) => {
        const actual = b.operandTypes[i];
        return t && actual && !isCastAvoidable(actual, t) ? t : undefined;
      });
      return casts.some((t) => t !== undefined) ? casts : undefined;
    },
    inferReturnType: (b) => flinkInterval(spec.returns(b)),
    aggregate: spec.aggregate,
  };
}
