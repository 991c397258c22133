import { patternProblem, zoneIdProblem } from '../../types/java-time-names.ts';
import { arrayType, charType, MAX_LENGTH, simpleType, timestampLtzType, withNullability, withoutIndicator } from '../../types/sql-type.ts';
import { sumType } from '../../types/numeric-types.ts';
import type { SqlType } from '../../types/sql-type.ts';
import { isBinary, isCharacter, isIntegral, isNumeric } from '../../types/sql-type.ts';
import { flinkTypeText } from '../flink-type-text.ts';
import type { SqlOperator } from '../sql-operator.ts';
import type { InputStrategy } from './flink-inference.ts';
import { REFUSED, defineInferred } from './flink-inference.ts';
import { any, family, oneOf, root, sequence } from './input-strategies.ts';
import { mergeTypes } from './merge-types.ts';
import type { Returns } from './returns.ts';
import { BOOLEAN, NULLABLE_STRING, STRING, always, anyNullable, nullableIfArgs, operand } from './returns.ts';

const text = family('CHARACTER_STRING');
const bytes = family('BINARY_STRING');
const integer = family('INTEGER_NUMERIC');
const INT = simpleType('INTEGER', true);
const BYTES = charType('VARBINARY', MAX_LENGTH, true);

/** A function whose operands are all texts, with one name of the parameter a signature. */
function ofTexts(name: string, parameters: readonly string[], returns: Returns): SqlOperator {
  const shown = parameters.map((p) => (p === '' ? '<CHARACTER_STRING>' : `${p} <CHARACTER_STRING>`));
  return defineInferred({
    name,
    arity: [parameters.length, parameters.length],
    signatures: [`${name}(${shown.join(', ')})`],
    input: sequence(parameters.map(() => text)),
    returns,
  });
}

function ends(name: 'STARTSWITH' | 'ENDSWITH', parameter: string): SqlOperator {
  return defineInferred({
    name,
    arity: [2, 2],
    signatures: [
      `${name}(expr <CHARACTER_STRING>, ${parameter} <CHARACTER_STRING>)`,
      `${name}(expr <BINARY_STRING>, ${parameter} <BINARY_STRING>)`,
    ],
    input: oneOf(sequence([text, text]), sequence([bytes, bytes])),
    returns: nullableIfArgs(BOOLEAN),
  });
}

const elt: InputStrategy = (b) => {
  const [index, first] = b.operandTypes;
  if (index && index.name !== 'NULL' && !isIntegral(index)) return { ok: false, message: 'Index can only be an INTEGER NUMERIC type.' };
  const rest = b.operandTypes.slice(1);
  const sameKind = (test: (t: SqlType) => boolean): boolean => rest.every((t) => t.name === 'NULL' || test(t));
  if (first && (sameKind(isCharacter) || sameKind(isBinary))) {
    return { ok: true, types: b.operandTypes.map((t, i) => (t.name === 'NULL' ? (i === 0 ? INT : mergeTypes(rest)) : undefined)) };
  }
  return { ok: false, message: 'Could not infer arguments in range: [1, null].' };
};

const timestampLtzForms: InputStrategy = oneOf(
  sequence([text]),
  sequence([text, text]),
  sequence([text, text, text]),
  sequence([family('NUMERIC')]),
  sequence([family('NUMERIC'), integer]),
);

/** Literals are checked: a precision, a pattern, a time zone (`ToTimestampLtzTypeStrategy`). */
const timestampLtz: InputStrategy = (b) => {
  const [first, second] = b.operandTypes;
  if (first && second && isNumeric(first) && (isIntegral(second) || second.name === 'NULL')) {
    const message = 'Unsupported argument type. TO_TIMESTAMP_LTZ(<NUMERIC>, <INTEGER>) requires the second argument to be <INTEGER>.';
    if (second.name !== 'INTEGER') return { ok: false, message };
    const digits = b.literalValue(1);
    if (digits !== undefined && (Number(digits) < 0 || Number(digits) > 9)) {
      return { ok: false, message: `Precision for TO_TIMESTAMP_LTZ must be between 0 and 9 but was ${String(digits)}.` };
    }
  }
  const fit = timestampLtzForms(b);
  if (!fit.ok || !first || !isCharacter(first)) return fit;
  const problem = (i: number, what: string, check: (s: string) => string | undefined): string | undefined => {
    const value = i < b.operandTypes.length ? b.literalValue(i) : undefined;
    const found = typeof value === 'string' ? check(value) : undefined;
    return found === undefined ? undefined : `Invalid ${what} for parsing TIMESTAMP_LTZ: ${found}`;
  };
  const message = problem(1, 'pattern', patternProblem) ?? problem(2, 'timezone', zoneIdProblem);
  return message === undefined ? fit : { ok: false, message };
};

/** TO_TIMESTAMP_LTZ(n, 6) keeps six digits, a literal pattern as many as it ends with; everything else has three. */
const timestampLtzReturns: Returns = (b) => {
  const literal = b.operandTypes.length > 1 ? b.literalValue(1) : undefined;
  const text = typeof literal === 'string' && isCharacter(operand(b, 1));
  const digits = text ? (/S*$/.exec(literal)?.[0].length ?? 0) : literal === undefined ? 3 : Number(literal);
  return timestampLtzType(Math.max(3, Math.min(9, digits)), true);
};

const currentWatermark: InputStrategy = (b) => {
  const t = b.operandTypes[0];
  if (!t || b.operandTypes.length !== 1) return REFUSED;
  if (t.name !== 'TIMESTAMP' && t.name !== 'TIMESTAMP_WITH_LOCAL_TIME_ZONE') {
    return {
      ok: false,
      message: `CURRENT_WATERMARK() must be called with a single rowtime attribute argument, but '${flinkTypeText(t)}' cannot be a time attribute.`,
    };
  }
  if (t.indicator !== 'ROWTIME') {
    return { ok: false, message: `The argument of CURRENT_WATERMARK() must be a rowtime attribute, but was '${flinkTypeText(t)}'.` };
  }
  return { ok: true, types: [undefined] };
};

/** Functions of text, patterns and time with Flink's own type inference. */
export const INFERRED_TEXT_FUNCTIONS: readonly SqlOperator[] = [
  defineInferred({
    name: 'BTRIM',
    arity: [1, 2],
    signatures: ['BTRIM(str <CHARACTER_STRING>)', 'BTRIM(str <CHARACTER_STRING>, trimStr <CHARACTER_STRING>)'],
    input: oneOf(sequence([text]), sequence([text, text])),
    returns: nullableIfArgs(STRING),
  }),
  ofTexts('TRANSLATE3', ['expr', 'fromStr', 'toStr'], (b) => withNullability(STRING, operand(b, 0).nullable)),
  ends('STARTSWITH', 'startExpr'),
  ends('ENDSWITH', 'endExpr'),
  defineInferred({
    name: 'ELT',
    arity: [2, -1],
    signatures: [
      'ELT(index <INTEGER_NUMERIC>, expr <CHARACTER_STRING>, exprs <CHARACTER_STRING>...)',
      'ELT(index <INTEGER_NUMERIC>, expr <BINARY_STRING>, exprs <BINARY_STRING>...)',
    ],
    input: elt,
    returns: (b) => withNullability(mergeTypes(b.operandTypes.slice(1)) ?? operand(b, 1), true),
  }),
  defineInferred({
    name: 'PRINTF',
    arity: [1, -1],
    signatures: ['PRINTF(format <CHARACTER_STRING>, obj <ANY>...)'],
    input: sequence([text], any),
    returns: always(NULLABLE_STRING),
  }),
  ofTexts('SPLIT', ['', ''], nullableIfArgs(arrayType(NULLABLE_STRING, false))),
  ofTexts('REGEXP_COUNT', ['str', 'regex'], always(INT)),
  ofTexts('REGEXP_INSTR', ['str', 'regex'], always(INT)),
  ofTexts('REGEXP_SUBSTR', ['str', 'regex'], always(NULLABLE_STRING)),
  defineInferred({
    name: 'REGEXP_EXTRACT_ALL',
    arity: [2, 3],
    signatures: [
      'REGEXP_EXTRACT_ALL(str <CHARACTER_STRING>, regex <CHARACTER_STRING>)',
      'REGEXP_EXTRACT_ALL(str <CHARACTER_STRING>, regex <CHARACTER_STRING>, extractIndex <INTEGER_NUMERIC>)',
    ],
    input: oneOf(sequence([text, text]), sequence([text, text, integer])),
    returns: always(arrayType(NULLABLE_STRING, true)),
  }),
  ofTexts('UNHEX', ['expr'], always(BYTES)),
  ofTexts('URL_ENCODE', [''], always(NULLABLE_STRING)),
  ofTexts('URL_DECODE', [''], always(NULLABLE_STRING)),
  ofTexts('INET_ATON', [''], always(simpleType('BIGINT', true))),
  defineInferred({
    name: 'INET_NTOA',
    arity: [1, 1],
    signatures: ['INET_NTOA(<INTEGER_NUMERIC>)'],
    input: sequence([integer]),
    returns: always(NULLABLE_STRING),
  }),
  defineInferred({
    name: 'TO_TIMESTAMP_LTZ',
    arity: [1, 3],
    signatures: [
      'TO_TIMESTAMP_LTZ(<CHARACTER_STRING>)',
      'TO_TIMESTAMP_LTZ(<CHARACTER_STRING>, pattern <CHARACTER_STRING>)',
      'TO_TIMESTAMP_LTZ(<CHARACTER_STRING>, pattern <CHARACTER_STRING>, timezone <CHARACTER_STRING>)',
      'TO_TIMESTAMP_LTZ(<NUMERIC>)',
      'TO_TIMESTAMP_LTZ(<NUMERIC>, <INTEGER_NUMERIC>)',
    ],
    input: timestampLtz,
    returns: timestampLtzReturns,
  }),
  defineInferred({
    name: 'CURRENT_WATERMARK',
    arity: [1, 1],
    signatures: [
      'CURRENT_WATERMARK(<TIMESTAMP_WITHOUT_TIME_ZONE *ROWTIME*>)',
      'CURRENT_WATERMARK(<TIMESTAMP_WITH_LOCAL_TIME_ZONE *ROWTIME*>)',
    ],
    input: currentWatermark,
    returns: (b) => withNullability(withoutIndicator(operand(b, 0)), true),
    deterministic: false,
  }),
  defineInferred({
    name: 'SOURCE_WATERMARK',
    arity: [0, 0],
    signatures: ['SOURCE_WATERMARK()'],
    input: sequence([]),
    returns: always(timestampLtzType(3, true)),
  }),
  ...['AGG_DECIMAL_PLUS', 'AGG_DECIMAL_MINUS', 'HIVE_AGG_DECIMAL_PLUS'].map((name) =>
    defineInferred({
      name,
      arity: [2, 2],
      signatures: [`${name}(<DECIMAL>, <DECIMAL>)`],
      input: sequence([root('DECIMAL', 'DECIMAL'), root('DECIMAL', 'DECIMAL')]),
      returns: (b) => withNullability(sumType(mergeTypes(b.operandTypes) ?? operand(b, 0)), anyNullable(b)),
    }),
  ),
];
