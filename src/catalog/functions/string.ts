import type { SqlType } from '../../types/sql-type.ts';
import { MAX_LENGTH, charType, isBinary, isCharacter, mapType, withNullability } from '../../types/sql-type.ts';
import { leastRestrictive } from '../../types/least-restrictive.ts';
import type { CallBinding, SqlOperator } from '../sql-operator.ts';
import type { Form } from './define.ts';
import { define } from './define.ts';
import type { Returns } from './returns.ts';
import {
  BOOLEAN,
  BYTES,
  INTEGER,
  NULLABLE_STRING,
  STRING,
  always,
  anyNullable,
  argument,
  nullableIfArgs,
  operand,
  varying,
} from './returns.ts';

const TEXT: readonly Form[] = [['CHARACTER']];
const TEXT_TEXT: Form = ['CHARACTER', 'CHARACTER'];

function toString(name: string, forms: readonly Form[]): SqlOperator {
  return define({ name, forms, returns: nullableIfArgs(STRING) });
}

/** A text that may be null whatever the operands (`VARCHAR_FORCE_NULLABLE`). */
function toNullableString(name: string, forms: readonly Form[]): SqlOperator {
  return define({ name, forms, returns: always(NULLABLE_STRING) });
}

function toInteger(name: string, forms: readonly Form[]): SqlOperator {
  return define({ name, forms, returns: nullableIfArgs(INTEGER) });
}

/** Length of two texts one after the other; CHAR only if both are. */
function joined(b: CallBinding, lengthOf: (x: number, y: number) => number): SqlType {
  const [x, y] = [operand(b, 0), operand(b, 1)];
  const isFixed = (x.name === 'CHAR' || x.name === 'BINARY') && (y.name === 'CHAR' || y.name === 'BINARY');
  const isText = isCharacter(x);
  const length = Math.min(MAX_LENGTH, lengthOf(x.precision ?? 1, y.precision ?? 1));
  const name = isText ? (isFixed ? 'CHAR' : 'VARCHAR') : isFixed ? 'BINARY' : 'VARBINARY';
  return charType(name, length, anyNullable(b));
}

const concatenation: Returns = (b) => {
  const first = operand(b, 0);
  if (isCharacter(first) || isBinary(first)) return joined(b, (x, y) => x + y);
  return leastRestrictive(b.operandTypes) ?? first;
};

/** Text of at most the operand's length, possibly null (`ARG0_VARCHAR_FORCE_NULLABLE`). */
const partOfFirst: Returns = (b) => withNullability(varying(argument(0)(b)), true);

function hash(name: string, length: number): SqlOperator {
  return define({ name, forms: [['STRING']], returns: nullableIfArgs(charType('CHAR', length, false)) });
}

const SUBSTRING_FORMS: readonly Form[] = [
  ['CHARACTER', 'INTEGER'],
  ['CHARACTER', 'INTEGER', 'INTEGER'],
];

function sameKind(b: CallBinding, i: number, j: number): boolean {
  const [x, y] = [operand(b, i), operand(b, j)];
  return isCharacter(x) === isCharacter(y) || x.name === 'NULL' || y.name === 'NULL';
}

/** LIKE and SIMILAR TO: value, pattern, optional escape character, all of one kind. A bare NULL is refused; the message shows the type it would take. */
function matching(name: string, kind: 'LIKE' | 'SIMILAR'): SqlOperator {
  return define({
    name,
    kind,
    syntax: 'special',
    forms: [
      ['STRING', 'STRING'],
      ['STRING', 'STRING', 'STRING'],
    ],
    signatures: [`'${name}(<STRING>, <STRING>, <STRING>)'`],
    template: (operands) => `${name}(${operands.map((o) => (o === '<NULL>' ? (operands[0] ?? o) : o)).join(', ')})`,
    check: (b) => sameKind(b, 0, 1) && !b.operandTypes.some((t) => t.name === 'NULL'),
    returns: nullableIfArgs(BOOLEAN),
    nullPolicy: 'ANY',
  });
}

/** Functions of text. */
export const STRING_FUNCTIONS: readonly SqlOperator[] = [
  define({
    name: '||',
    kind: 'OTHER',
    syntax: 'binary',
    forms: [
      ['STRING', 'STRING'],
      ['ARRAY', 'ARRAY'],
    ],
    signatures: ["'<STRING> || <STRING>'", "'<EQUIVALENT_TYPE> || <EQUIVALENT_TYPE>'"],
    check: (b) => operand(b, 0).name === 'ARRAY' || sameKind(b, 0, 1),
    returns: concatenation,
  }),
  ...['UPPER', 'LOWER', 'INITCAP'].map((name) => define({ name, forms: TEXT, returns: argument(0) })),
  define({
    name: 'TRIM',
    kind: 'TRIM',
    syntax: 'special',
    forms: [['ANY', 'STRING', 'STRING']],
    signatures: ["'TRIM([BOTH|LEADING|TRAILING] <ANY> FROM <STRING>)'"],
    template: ([flag, characters]) => `TRIM([BOTH|LEADING|TRAILING] ${flag ?? ''} FROM ${characters ?? ''})`,
    check: (b) => sameKind(b, 1, 2),
    returns: (b) => withNullability(varying(operand(b, 2)), operand(b, 1).nullable || operand(b, 2).nullable),
    nullPolicy: 'ANY',
  }),
  ...['LTRIM', 'RTRIM'].map((name) =>
    define({ name, forms: [['CHARACTER'], TEXT_TEXT], returns: nullableIfArgs((b) => varying(operand(b, 0))) }),
  ),
  ...['SUBSTRING', 'SUBSTR'].map((name) => define({ name, forms: SUBSTRING_FORMS, returns: partOfFirst })),
  ...['LEFT', 'RIGHT'].map((name) => define({ name, forms: [['CHARACTER', 'INTEGER']], returns: partOfFirst })),
  define({
    name: 'POSITION',
    kind: 'POSITION',
    syntax: 'special',
    forms: [
      ['STRING', 'STRING'],
      ['STRING', 'STRING', 'INTEGER'],
    ],
    signatures: [
      "'POSITION(<STRING> IN <STRING>)'",
      "'POSITION(<STRING> IN <STRING> FROM <INTEGER>)'",
      'INSTR(<STRING>, <STRING>, <INTEGER>, <INTEGER>)',
    ],
    template: ([part, whole, from]) => `POSITION(${part ?? ''} IN ${whole ?? ''}${from === undefined ? '' : ` FROM ${from}`})`,
    check: (b) => sameKind(b, 0, 1),
    returns: nullableIfArgs(INTEGER),
  }),
  toInteger('LOCATE', [TEXT_TEXT, ['CHARACTER', 'CHARACTER', 'INTEGER']]),
  toInteger('INSTR', [TEXT_TEXT, ['CHARACTER', 'CHARACTER', 'INTEGER'], ['CHARACTER', 'CHARACTER', 'INTEGER', 'INTEGER']]),
  define({
    name: 'OVERLAY',
    syntax: 'special',
    forms: [
      ['STRING', 'STRING', 'INTEGER'],
      ['STRING', 'STRING', 'INTEGER', 'INTEGER'],
    ],
    template: ([whole, part, from, length]) =>
      `OVERLAY(${whole ?? ''} PLACING ${part ?? ''} FROM ${from ?? ''}${length === undefined ? '' : ` FOR ${length}`})`,
    check: (b) => sameKind(b, 0, 1),
    returns: (b) =>
      varying(
        withNullability(
          joined(b, (x, y) => x + y),
          anyNullable(b),
        ),
      ),
  }),
  toString('REPLACE', [['CHARACTER', 'CHARACTER', 'CHARACTER']]),
  toString('LPAD', [['CHARACTER', 'INTEGER', 'CHARACTER']]),
  toString('RPAD', [['CHARACTER', 'INTEGER', 'CHARACTER']]),
  toString('REPEAT', [['CHARACTER', 'INTEGER']]),
  toNullableString('REVERSE', TEXT),
  define({ name: 'CONCAT', forms: [{ families: ['CHARACTER'], rest: 'CHARACTER' }], returns: nullableIfArgs(STRING) }),
  define({ name: 'CONCAT_WS', forms: [{ families: ['CHARACTER'], rest: 'CHARACTER' }], returns: nullableIfArgs(STRING) }),
  toInteger('CHAR_LENGTH', TEXT),
  toInteger('CHARACTER_LENGTH', TEXT),
  toInteger('ASCII', TEXT),
  toNullableString('CHR', [['INTEGER']]),
  toNullableString('SPLIT_INDEX', [
    ['CHARACTER', 'INTEGER', 'INTEGER'],
    ['CHARACTER', 'CHARACTER', 'INTEGER'],
  ]),
  define({
    name: 'STR_TO_MAP',
    forms: [['CHARACTER'], ['CHARACTER', 'CHARACTER', 'CHARACTER']],
    returns: always(mapType(NULLABLE_STRING, NULLABLE_STRING, true)),
  }),
  ...['IS_ALPHA', 'IS_DECIMAL', 'IS_DIGIT'].map((name) => define({ name, forms: [['CHARACTER'], ['NUMERIC']], returns: always(BOOLEAN) })),
  define({ name: 'UUID', forms: [[]], returns: always(charType('CHAR', 36, false)), deterministic: false }),
  matching('LIKE', 'LIKE'),
  matching('SIMILAR TO', 'SIMILAR'),
  // Checked under these names, then converted to NOT around the plain one.
  matching('NOT LIKE', 'LIKE'),
  matching('NOT SIMILAR TO', 'SIMILAR'),

  define({ name: 'REGEXP', forms: [TEXT_TEXT], returns: nullableIfArgs(BOOLEAN) }),
  toNullableString('REGEXP_EXTRACT', [['CHARACTER', 'CHARACTER', 'INTEGER'], TEXT_TEXT]),
  toString('REGEXP_REPLACE', [['CHARACTER', 'CHARACTER', 'CHARACTER']]),

  hash('MD5', 32),
  hash('SHA1', 40),
  hash('SHA224', 56),
  hash('SHA256', 64),
  hash('SHA384', 96),
  hash('SHA512', 128),
  define({ name: 'SHA2', forms: [['STRING', 'INTEGER']], returns: nullableIfArgs(charType('VARCHAR', 128, false)) }),
  define({ name: 'ENCODE', forms: [TEXT_TEXT], returns: nullableIfArgs(BYTES) }),
  define({ name: 'DECODE', forms: [['BINARY', 'CHARACTER']], returns: nullableIfArgs(STRING) }),
  define({ name: 'TO_BASE64', forms: [['STRING']], returns: nullableIfArgs(STRING) }),
  define({ name: 'FROM_BASE64', forms: [['STRING']], returns: nullableIfArgs(STRING) }),
  toNullableString('PARSE_URL', [TEXT_TEXT, ['CHARACTER', 'CHARACTER', 'CHARACTER']]),
  define({
    name: 'HASH_CODE',
    forms: [['BOOLEAN'], ['NUMERIC'], ['CHARACTER'], ['TIMESTAMP'], ['TIME'], ['DATE']],
    returns: nullableIfArgs(INTEGER),
  }),
  define({ name: 'PRINT', forms: [['CHARACTER', 'ANY']], returns: argument(1), deterministic: false }),
];
