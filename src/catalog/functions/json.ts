import { charType, isCharacter, simpleType } from '../../types/sql-type.ts';
import { isBinary, isNumeric, isTimestamp } from '../../types/sql-type.ts';
import type { SqlType } from '../../types/sql-type.ts';
import { flinkTypeText } from '../flink-type-text.ts';
import type { CallBinding, OperandCheck, SqlOperator } from '../sql-operator.ts';
import { define, unchecked } from './define.ts';
import { defineInferred } from './flink-inference.ts';
import { family, oneOf, root, sequence } from './input-strategies.ts';
import type { ArgumentStrategy } from './input-strategies.ts';
import { BOOLEAN, NULLABLE_STRING, STRING, always, nullableIfArgs, operand } from './returns.ts';

const text = family('CHARACTER_STRING');

function isJson(name: string): SqlOperator {
  return define({ name, kind: 'OTHER', syntax: 'postfix', forms: [['CHARACTER']], returns: always(BOOLEAN), nullPolicy: 'NOT_NULL' });
}

/** Document, path, and then symbols and defaults of ON EMPTY and ON ERROR, of any number and type. */
function pathFunction(name: string, signature: string, type: SqlType): SqlOperator {
  return define({
    name,
    syntax: 'special',
    forms: [{ families: ['ANY', 'CHARACTER'], rest: 'ANY' }],
    signatures: [signature],
    returns: always(type),
  });
}

const refuse = (message: string, i: number): OperandCheck => ({ ok: false, style: 'calcite', message, operand: i });

/** Keys must be texts that are never null; the first operand says what becomes of nulls. */
function checkObject(b: CallBinding): OperandCheck {
  for (let i = 1; i < b.operandTypes.length; i += 2) {
    const key = operand(b, i);
    if (!isCharacter(key)) return refuse('Expected a character type', i);
    if (key.nullable) return refuse("Argument to function 'JSON_OBJECT' must not be NULL", i);
  }
  return { ok: true };
}

const jsonStringOperand: ArgumentStrategy = (b, i) => {
  const t = b.operandTypes[i];
  if (t?.name === 'NULL') return { type: NULLABLE_STRING };
  const ok =
    t &&
    (isCharacter(t) ||
      isBinary(t) ||
      isTimestamp(t) ||
      isNumeric(t) ||
      ['BOOLEAN', 'VARIANT', 'STRUCTURED', 'ARRAY', 'MAP', 'MULTISET', 'ROW'].includes(t.name));
  if (ok) return { type: undefined };
  return {
    message: `Unsupported argument type. Expected type of family 'CHARACTER_STRING' but actual type was '${t ? flinkTypeText(t) : ''}'.`,
  };
};

function parse(name: 'PARSE_JSON' | 'TRY_PARSE_JSON'): SqlOperator {
  const type = simpleType('VARIANT', name === 'TRY_PARSE_JSON');
  return defineInferred({
    name,
    arity: [1, 2],
    signatures: [`${name}(<CHARACTER_STRING>)`, `${name}(<CHARACTER_STRING>, <BOOLEAN>)`],
    input: oneOf(sequence([text]), sequence([text, root('BOOLEAN', 'BOOLEAN', simpleType('BOOLEAN', true))])),
    returns: name === 'TRY_PARSE_JSON' ? always(type) : nullableIfArgs(type),
  });
}

const PLAIN = { requiresOrder: false, requiresOver: false, allowsFraming: true, allowsNullTreatment: false };
const DOCUMENT = charType('VARCHAR', 2000, false);

/** Functions of JSON texts. */
export const JSON_FUNCTIONS: readonly SqlOperator[] = [
  ...['VALUE', 'OBJECT', 'ARRAY', 'SCALAR'].flatMap((what) => [isJson(`IS JSON ${what}`), isJson(`IS NOT JSON ${what}`)]),
  pathFunction('JSON_EXISTS', 'JSON_EXISTS(json_doc, path [{TRUE | FALSE| UNKNOWN | ERROR} ON ERROR])', simpleType('BOOLEAN', true)),
  pathFunction(
    'JSON_VALUE',
    'JSON_VALUE(json_doc, path [RETURNING type] [{NULL | ERROR | DEFAULT value} ON EMPTY] [{NULL | ERROR | DEFAULT value} ON ERROR])',
    NULLABLE_STRING,
  ),
  pathFunction(
    'JSON_QUERY',
    "'JSON_QUERY(<ANY> <CHARACTER> RETURNING <ANY> <ANY> WRAPPER <ANY> ON EMPTY <ANY> ON ERROR)'",
    NULLABLE_STRING,
  ),
  { ...unchecked('JSON_OBJECT', 'OTHER_FUNCTION', always(STRING), { syntax: 'special' }), checkOperands: checkObject },
  unchecked('JSON_ARRAY', 'OTHER_FUNCTION', always(STRING), { syntax: 'special' }),
  unchecked('JSON_VALUE_EXPRESSION', 'JSON_VALUE_EXPRESSION', (b) => operand(b, 0), { syntax: 'special' }),
  ...['NULL_ON_NULL', 'ABSENT_ON_NULL'].flatMap((onNull) => [
    define({
      name: `JSON_OBJECTAGG_${onNull}`,
      category: 'aggregate',
      forms: [['CHARACTER', 'ANY']],
      returns: always(DOCUMENT),
      aggregate: PLAIN,
    }),
    define({
      name: `JSON_ARRAYAGG_${onNull}`,
      category: 'aggregate',
      forms: [['ANY']],
      returns: always(DOCUMENT),
      aggregate: PLAIN,
    }),
  ]),
  defineInferred({
    name: 'JSON_STRING',
    arity: [1, 1],
    signatures: [
      'JSON_STRING([<CHARACTER_STRING> | <BINARY_STRING> | <TIMESTAMP> | <CONSTRUCTED> | <NUMERIC> | <STRUCTURED_TYPE> | <DISTINCT_TYPE> | <BOOLEAN> | <VARIANT>])',
    ],
    input: sequence([jsonStringOperand]),
    returns: nullableIfArgs(STRING),
  }),
  ...['JSON_QUOTE', 'JSON_UNQUOTE'].map((name) =>
    defineInferred({
      name,
      arity: [1, 1],
      signatures: [`${name}(<CHARACTER_STRING>)`],
      input: sequence([text]),
      returns: nullableIfArgs(STRING),
    }),
  ),
  defineInferred({
    name: 'JSON',
    arity: [1, 1],
    signatures: ['JSON(<CHARACTER_STRING>)'],
    input: sequence([text]),
    returns: nullableIfArgs(STRING),
  }),
  parse('PARSE_JSON'),
  parse('TRY_PARSE_JSON'),
];
