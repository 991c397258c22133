import type { RexCall } from '../../rel/rex/rex-node.ts';
import type { SqlType } from '../../types/sql-type.ts';
import { unsupportedCall } from '../../rel/rex/unsupported-call.ts';

/**
 * Operand types for which Flink's code generator has a method (`FunctionGenerator.addSqlFunctionMethod`). The validator lets more through;
 * such a call fails when code is made for it. A number may stand where a wider primitive is listed, a decimal only where one is.
 */

const WIDTH: Readonly<Record<string, number>> = { TINYINT: 1, SMALLINT: 2, INTEGER: 3, BIGINT: 4, FLOAT: 5, DOUBLE: 6 };

const NUMBER = ['DOUBLE', 'DECIMAL'];
const PAIRS = ['DOUBLE DOUBLE', 'DECIMAL DECIMAL'];
const TEXT = ['CHAR', 'VARCHAR'];
const OF_NUMBER = [
  'LOG10',
  'LN',
  'EXP',
  'SIN',
  'COS',
  'TAN',
  'COT',
  'ASIN',
  'ACOS',
  'ATAN',
  'DEGREES',
  'RADIANS',
  'LOG2',
  'SINH',
  'COSH',
  'TANH',
];
const HASHED = 'BOOLEAN INTEGER BIGINT FLOAT DOUBLE DATE TIME TIMESTAMP VARBINARY BINARY DECIMAL CHAR VARCHAR'.split(' ');
const JSON_TESTS = ['VALUE', 'OBJECT', 'ARRAY', 'SCALAR'].flatMap((w) => [`IS JSON ${w}`, `IS NOT JSON ${w}`]);

const SIGNATURES: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...OF_NUMBER.map((name) => [name, NUMBER] as const),
  ...JSON_TESTS.map((name) => [name, TEXT] as const),
  ['ATAN2', PAIRS],
  ['LOG', [...NUMBER, ...PAIRS, 'DECIMAL DOUBLE', 'DOUBLE DECIMAL']],
  ['POWER', [...PAIRS, 'DECIMAL DOUBLE', 'DOUBLE DECIMAL']],
  ['HEX', ['BIGINT', ...TEXT]],
  ['HASH_CODE', HASHED],
  ['JSON_EXISTS', ['CHAR CHAR', 'VARCHAR CHAR', 'CHAR CHAR SYMBOL', 'VARCHAR CHAR SYMBOL']],
  ['FROM_UNIXTIME', ['BIGINT', 'BIGINT VARCHAR', 'BIGINT CHAR']],
]);

function fits(listed: string, type: SqlType): boolean {
  const from = WIDTH[type.name];
  const to = WIDTH[listed];
  return type.name === listed || (from !== undefined && to !== undefined && from < to);
}

/** Throws Flink's `CodeGenException` for operand types without a method. */
export function checkSignature(call: RexCall): void {
  const listed = SIGNATURES.get(call.op.name.toUpperCase());
  if (!listed) return;
  const found = listed.some((text) => {
    const types = text.split(' ');
    return types.length === call.operands.length && types.every((t, i) => fits(t, (call.operands[i] as { readonly type: SqlType }).type));
  });
  if (!found) throw unsupportedCall(call);
}
