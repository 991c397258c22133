import { describe, expect, test } from 'vitest';
import type { SqlType } from '../../types/sql-type.ts';
import { simpleType, timestampType } from '../../types/sql-type.ts';
import { CatalogManager } from '../catalog-manager.ts';
import { parseFlinkType } from '../connectors/type-text.ts';
import { flinkTypeText } from '../flink-type-text.ts';
import type { CallBinding, OperandCheck, SqlOperator, SqlSyntax } from '../sql-operator.ts';
import { BUILT_IN_OPERATORS, FUNCTION_CATALOG, functionCatalog } from './function-catalog.ts';
import { userScalarFunction } from './user-functions.ts';

/** An operand: a type as text, `NULL`, `'x'` or a number for a literal of the type behind it, or `:UNIT` for a symbol. */
interface Operand {
  readonly type: SqlType;
  readonly literal?: string;
  readonly symbol?: string;
}

function operandOf(text: string): Operand {
  if (text.startsWith(':')) return { type: simpleType('SYMBOL', false), symbol: text.slice(1) };
  if (text === 'NULL') return { type: simpleType('NULL', true) };
  if (text === 'ROWTIME') return { type: timestampType(3, true, 'ROWTIME') };
  const literal = /^(-?\d+|'.*') (.*)$/.exec(text);
  const type = parseFlinkType(literal?.[2] ?? text);
  if (!type) throw new Error(`no type: ${text}`);
  return { type, literal: literal?.[1]?.replaceAll("'", '') };
}

function binding(operands: readonly string[], aggregation: Partial<Pick<CallBinding, 'groupCount' | 'hasFilter'>> = {}): CallBinding {
  const list = operands.map(operandOf);
  return {
    operandTypes: list.map((o) => o.type),
    isLiteral: (i) => list[i]?.literal !== undefined,
    isNullLiteral: (i) => list[i]?.type.name === 'NULL',
    literalValue: (i) => list[i]?.literal,
    symbol: (i) => list[i]?.symbol,
    groupCount: -1,
    hasFilter: false,
    ...aggregation,
  };
}

function operator(name: string, syntax?: SqlSyntax): SqlOperator {
  const [found] = FUNCTION_CATALOG.lookup(name, syntax);
  if (!found) throw new Error(`no function ${name}`);
  return found;
}

/** The result type of a call as Flink prints it, after the casts that the function asks for; or the message of its refusal. */
function call(name: string, operands: readonly string[], syntax?: SqlSyntax): string {
  const op = operator(name, syntax);
  const b = binding(operands);
  const check = op.checkOperands(b);
  if (!check.ok) return messageOf(check);
  const casts = op.coerceOperands?.(b);
  const operandTypes = b.operandTypes.map((t, i) => casts?.[i] ?? t);
  return flinkTypeText(op.inferReturnType({ ...b, operandTypes }));
}

function messageOf(check: Exclude<OperandCheck, { ok: true }>): string {
  return check.chain ? check.chain.join(' <- ') : check.message;
}

const N = 'NOT NULL';

describe('result types', () => {
  test.each<[string, readonly string[], string]>([
    ['+', [`INT ${N}`, `BIGINT ${N}`], `BIGINT ${N}`],
    ['+', ['DECIMAL(10, 2)', 'INT'], 'DECIMAL(13, 2)'],
    ['+', ['FLOAT', 'DOUBLE'], 'FLOAT'],
    ['+', ['TIMESTAMP(3)', `INTERVAL SECOND ${N}`], 'TIMESTAMP(3)'],
    ['+', [`DATE ${N}`, `INTERVAL SECOND ${N}`], `DATE ${N}`],
    ['+', ['ROWTIME', `INTERVAL SECOND ${N}`], 'TIMESTAMP(3) *ROWTIME*'],
    ['-', ['INT', 'INT'], 'INT'],
    ['*', [`DECIMAL(20, 10) ${N}`, `DECIMAL(20, 10) ${N}`], `DECIMAL(38, 17) ${N}`],
    ['*', [`INTERVAL SECOND ${N}`, 'INT'], 'INTERVAL SECOND(3)'],
    ['/', [`DECIMAL(10, 2) ${N}`, `DECIMAL(10, 2) ${N}`], `DECIMAL(23, 13) ${N}`],
    ['MOD', ['BIGINT', 'INT'], 'INT'],
    ['MOD', [`DECIMAL(10, 3) ${N}`, `DECIMAL(5, 1) ${N}`], `DECIMAL(7, 3) ${N}`],
    ['=', ['INT', `STRING ${N}`], 'BOOLEAN'],
    ['IS DISTINCT FROM', ['INT', 'BIGINT'], `BOOLEAN ${N}`],
    ['BETWEEN ASYMMETRIC', ['INT', 'BIGINT', 'DOUBLE'], 'BOOLEAN'],
    ['AND', [`BOOLEAN ${N}`, 'BOOLEAN'], 'BOOLEAN'],
    ['IS NULL', ['INT'], `BOOLEAN ${N}`],
    ['ABS', ['TINYINT'], 'TINYINT'],
    ['POWER', ['INT', `INT ${N}`], 'DOUBLE'],
    ['FLOOR', [`DECIMAL(5, 2) ${N}`], `DECIMAL(5, 0) ${N}`],
    ['FLOOR', ['TIMESTAMP(9)', ':SECOND'], 'TIMESTAMP(9)'],
    ['ROUND', ['DECIMAL(10, 2)', `1 INT ${N}`], 'DECIMAL(10, 1)'],
    ['ROUND', ['DECIMAL(5, 3)', `-1 INT ${N}`], 'DECIMAL(3, 0)'],
    ['ROUND', ['DECIMAL(10, 2)', 'INT'], 'DECIMAL(10, 2)'],
    ['TRUNCATE', ['DECIMAL(5, 3)', `1 INT ${N}`], 'DECIMAL(4, 1)'],
    ['UPPER', [`CHAR(3) ${N}`], `CHAR(3) ${N}`],
    ['||', ['CHAR(8)', `CHAR(1) ${N}`], 'CHAR(9)'],
    ['||', ['CHAR(8)', 'VARCHAR(3)'], 'VARCHAR(11)'],
    ['||', ['STRING', 'VARCHAR(3)'], 'STRING'],
    ['TRIM', [':BOTH', `CHAR(1) ${N}`, 'CHAR(8)'], 'VARCHAR(8)'],
    ['SUBSTRING', [`CHAR(5) ${N}`, `INT ${N}`], 'VARCHAR(5)'],
    ['OVERLAY', [`VARCHAR(7) ${N}`, `CHAR(1) ${N}`, `INT ${N}`], `VARCHAR(8) ${N}`],
    ['MD5', ['STRING'], 'CHAR(32)'],
    ['UUID', [], `CHAR(36) ${N}`],
    ['REGEXP_EXTRACT', [`STRING ${N}`, `STRING ${N}`], 'STRING'],
    ['EXTRACT', [':YEAR', 'DATE'], 'BIGINT'],
    ['YEAR', [`DATE ${N}`], `BIGINT ${N}`],
    ['TIMESTAMPADD', [':DAY', 'INT', 'DATE'], 'DATE'],
    ['TIMESTAMPADD', [':HOUR', `INT ${N}`, `DATE ${N}`], `TIMESTAMP(6) ${N}`],
    ['TIMESTAMPADD', [':MICROSECOND', `INT ${N}`, 'TIMESTAMP(3)'], 'TIMESTAMP(6)'],
    ['TIMESTAMPDIFF', [':DAY', 'DATE', 'TIMESTAMP(3)'], 'INT'],
    ['TO_TIMESTAMP_LTZ', ['BIGINT', `6 INT ${N}`], 'TIMESTAMP_LTZ(6)'],
    ['TO_TIMESTAMP_LTZ', ['BIGINT', 'INT'], 'TIMESTAMP_LTZ(3)'],
    ['MINUS_DATE', ['DATE', 'DATE', ':MONTH'], 'INTERVAL MONTH'],
    ['PROCTIME', [], `TIMESTAMP_LTZ(3) ${N} *PROCTIME*`],
    ['CURRENT_WATERMARK', ['ROWTIME'], 'TIMESTAMP(3)'],
    ['COALESCE', ['INT', `BIGINT ${N}`], `BIGINT ${N}`],
    ['COALESCE', ['TIMESTAMP(3)', 'TIMESTAMP_LTZ(3)'], 'TIMESTAMP_LTZ(3)'],
    ['COALESCE', ['DECIMAL(10, 2)', 'FLOAT'], 'FLOAT'],
    ['IFNULL', [`CHAR(1) ${N}`, `CHAR(2) ${N}`], `CHAR(1) ${N}`],
    ['IFNULL', ['INT', 'DOUBLE'], 'DOUBLE'],
    ['GREATEST', ['INT', `DECIMAL(5, 2) ${N}`], 'DECIMAL(12, 2)'],
    ['IF', ['BOOLEAN', `INT ${N}`, `BIGINT ${N}`], 'BIGINT'],
    ['NULLIF', [`INT ${N}`, `BIGINT ${N}`], 'INT'],
    ['ARRAY', [`INT ${N}`, 'DOUBLE'], `ARRAY<DOUBLE> ${N}`],
    ['MAP', [`CHAR(1) ${N}`, `INT ${N}`, `CHAR(3) ${N}`, `DECIMAL(2, 1) ${N}`], `MAP<VARCHAR(3) ${N}, DECIMAL(11, 1) ${N}> ${N}`],
    ['ITEM', [`ARRAY<INT ${N}> ${N}`, `INT ${N}`], 'INT'],
    ['ITEM', ['MAP<STRING, INT>', 'STRING'], 'INT'],
    ['ITEM', ['ROW<x INT, y STRING>', `2 INT ${N}`], 'STRING'],
    ['ELEMENT', [`ARRAY<INT> ${N}`], 'INT'],
    ['ARRAY_APPEND', [`ARRAY<INT ${N}> ${N}`, 'INT'], 'ARRAY<INT>'],
    ['ARRAY_CONTAINS', [`ARRAY<BIGINT> ${N}`, 'INT'], `BOOLEAN ${N}`],
    ['ARRAY_CONCAT', [`ARRAY<INT ${N}> ${N}`, `ARRAY<BIGINT ${N}> ${N}`], `ARRAY<BIGINT ${N}> ${N}`],
    ['ARRAY_MAX', [`ARRAY<INT ${N}> ${N}`], 'INT'],
    ['MAP_ENTRIES', ['MAP<STRING, INT>'], 'ARRAY<ROW<`key` STRING, `value` INT>>'],
    ['MAP_UNION', [`MAP<CHAR(1) ${N}, INT ${N}> ${N}`, 'MAP<STRING, INT>'], 'MAP<STRING, INT>'],
    ['SPLIT', [`STRING ${N}`, `STRING ${N}`], `ARRAY<STRING> ${N}`],
    ['ELT', [`INT ${N}`, `CHAR(1) ${N}`, `CHAR(1) ${N}`], 'CHAR(1)'],
    ['TYPEOF', ['NULL'], 'STRING'],
    ['JSON_VALUE', [`STRING ${N}`, `STRING ${N}`], 'STRING'],
    ['JSON_OBJECT', [':NULL_ON_NULL', `CHAR(1) ${N}`, 'INT'], `STRING ${N}`],
    ['JSON_STRING', [`INT ${N}`], `STRING ${N}`],
    ['PARSE_JSON', ['STRING'], 'VARIANT'],
    ['IS JSON', ['STRING'], `BOOLEAN ${N}`],
    ['BITMAP_BUILD', [`ARRAY<INT ${N}> ${N}`], `BITMAP ${N}`],
    ['COUNT', ['INT'], `BIGINT ${N}`],
    ['COLLECT', ['INT'], `MULTISET<INT> ${N}`],
    ['ARRAY_AGG', [`INT ${N}`], `ARRAY<INT ${N}> ${N}`],
    ['LISTAGG', [`STRING ${N}`, `',' CHAR(1) ${N}`], `STRING ${N}`],
    ['LAG', [`INT ${N}`], 'INT'],
    ['LAG', ['INT', `INT ${N}`, `INT ${N}`], `INT ${N}`],
    ['PERCENTILE', ['INT', `ARRAY<DOUBLE ${N}> ${N}`], 'ARRAY<DOUBLE>'],
    ['$TUMBLE', ['ROWTIME', `INTERVAL SECOND ${N}`], 'TIMESTAMP(3) *ROWTIME*'],
    ['TUMBLE_START', ['ROWTIME', `INTERVAL SECOND ${N}`], `TIMESTAMP(3) ${N}`],
    ['TUMBLE_ROWTIME', ['ROWTIME', `INTERVAL SECOND ${N}`], 'TIMESTAMP(3) *ROWTIME*'],
  ])('%s(%j) is %s', (name, operands, type) => {
    expect(call(name, operands)).toBe(type);
  });

  test('aggregates are null where a group may be empty', () => {
    const sum = (more: Partial<CallBinding>): string =>
      flinkTypeText(operator('SUM').inferReturnType({ ...binding([`DECIMAL(10, 2) ${N}`]), ...more }));
    expect(sum({ groupCount: 1 })).toBe(`DECIMAL(38, 2) ${N}`);
    expect(sum({ groupCount: 0 })).toBe('DECIMAL(38, 2)');
    expect(sum({ groupCount: 1, hasFilter: true })).toBe('DECIMAL(38, 2)');
    expect(flinkTypeText(operator('AVG').inferReturnType(binding([`DECIMAL(10, 2) ${N}`])))).toBe(`DECIMAL(38, 6) ${N}`);
  });
});

describe('refusals', () => {
  test.each<[string, readonly string[], string]>([
    ['UPPER', [`INT ${N}`], "Cannot apply 'UPPER' to arguments of type 'UPPER(<INTEGER>)'. Supported form(s): 'UPPER(<CHARACTER>)'"],
    [
      'AND',
      ['INT', 'BOOLEAN'],
      "Cannot apply 'AND' to arguments of type '<INTEGER> AND <BOOLEAN>'. Supported form(s): '<BOOLEAN> AND <BOOLEAN>'",
    ],
    ['NOT', ['INT'], "Cannot apply 'NOT' to arguments of type 'NOT<INTEGER>'. Supported form(s): 'NOT<BOOLEAN>'"],
    [
      '=',
      ['DATE', 'TIMESTAMP(3)'],
      "Cannot apply '=' to arguments of type '<DATE> = <TIMESTAMP(3)>'. Supported form(s): '<COMPARABLE_TYPE> = <COMPARABLE_TYPE>'",
    ],
    ['AVG', ['ROWTIME'], "Cannot apply 'AVG' to arguments of type 'AVG(<TIMESTAMP(3) *ROWTIME*>)'. Supported form(s): 'AVG(<NUMERIC>)'"],
    [
      'LISTAGG',
      ['STRING', 'INT'],
      "Cannot apply 'LISTAGG' to arguments of type 'LISTAGG(<VARCHAR(2147483647)>, <INTEGER>)'. Supported form(s): 'LISTAGG(<CHARACTER>)'\n'LISTAGG(<CHARACTER>, <CHARACTER_LITERAL>)'",
    ],
    [
      'EXTRACT',
      [':YEAR', 'CHAR(10)'],
      "Cannot apply 'EXTRACT' to arguments of type 'EXTRACT(<INTERVAL YEAR> FROM <CHAR(10)>)'. Supported form(s): 'EXTRACT(<DATETIME_INTERVAL> FROM <DATETIME_INTERVAL>)'\n'EXTRACT(<DATETIME_INTERVAL> FROM <DATETIME>)'",
    ],
    [
      'LIKE',
      ['INT', 'CHAR(1)'],
      "Cannot apply 'LIKE' to arguments of type 'LIKE(<INTEGER>, <CHAR(1)>)'. Supported form(s): 'LIKE(<STRING>, <STRING>, <STRING>)'",
    ],
    [
      '$TUMBLE',
      ['INT', 'INTERVAL SECOND'],
      "Cannot apply '$TUMBLE' to arguments of type '$TUMBLE(<INTEGER>, <INTERVAL SECOND>)'. Supported form(s): '$TUMBLE(<DATETIME>, <DATETIME_INTERVAL>)'\n'$TUMBLE(<DATETIME>, <DATETIME_INTERVAL>, <TIME>)'",
    ],
    ['ARRAY', [`INT ${N}`, 'CHAR(1)'], 'Parameters must be of the same type'],
    ['MAP', ['CHAR(1)'], 'Map requires an even number of arguments'],
    [
      'REGEXP_COUNT',
      [`INT ${N}`, `CHAR(1) ${N}`],
      "Invalid function call:\nREGEXP_COUNT(INT NOT NULL, CHAR(1) NOT NULL) <- Invalid input arguments. Expected signatures are:\nREGEXP_COUNT(str <CHARACTER_STRING>, regex <CHARACTER_STRING>) <- Unsupported argument type. Expected type of family 'CHARACTER_STRING' but actual type was 'INT NOT NULL'.",
    ],
    [
      'COALESCE',
      [`INT ${N}`, `CHAR(1) ${N}`],
      'Invalid function call:\nCOALESCE(INT NOT NULL, CHAR(1) NOT NULL) <- Invalid input arguments. Expected signatures are:\nCOALESCE(<COMMON>, <COMMON>...) <- Invalid input arguments.',
    ],
    [
      'GREATEST',
      ['STRING', 'BYTES'],
      "Invalid function call:\nGREATEST(STRING, BYTES) <- Invalid input arguments. Expected signatures are:\nGREATEST(<COMPARABLE>...) <- All types in a comparison should support both 'EQUALS' and 'ORDER' comparison with each other. Can not compare STRING with BYTES",
    ],
    [
      'ARRAY_CONCAT',
      ['ARRAY<INT>', `INT ${N}`],
      'Invalid function call:\nARRAY_CONCAT(ARRAY<INT>, INT NOT NULL) <- Invalid input arguments. Expected signatures are:\nARRAY_CONCAT(<COMMON>, <COMMON>...) <- All arguments requires to be a ARRAY type',
    ],
    [
      'CURRENT_WATERMARK',
      ['DATE'],
      "Invalid function call:\nCURRENT_WATERMARK(DATE) <- Invalid input arguments. Expected signatures are:\nCURRENT_WATERMARK(<TIMESTAMP_WITHOUT_TIME_ZONE *ROWTIME*>)\nCURRENT_WATERMARK(<TIMESTAMP_WITH_LOCAL_TIME_ZONE *ROWTIME*>) <- CURRENT_WATERMARK() must be called with a single rowtime attribute argument, but 'DATE' cannot be a time attribute.",
    ],
  ])('%s(%j)', (name, operands, message) => {
    expect(call(name, operands)).toBe(message);
  });

  test('an untyped NULL that no strategy gives a type is refused at its own place', () => {
    expect(operator('MAP_KEYS').checkOperands(binding(['NULL']))).toEqual({
      ok: false,
      style: 'calcite',
      message: "Illegal use of 'NULL'",
      operand: 0,
    });
  });
});

describe('casts of operands', () => {
  const casts = (name: string, operands: readonly string[]): readonly (string | undefined)[] | undefined =>
    operator(name)
      .coerceOperands?.(binding(operands))
      ?.map((t) => t && flinkTypeText(t));

  test('to the common type where the cast cannot be avoided', () => {
    expect(casts('COALESCE', ['INT', 'BIGINT', `INT ${N}`])).toEqual(['BIGINT', undefined, `BIGINT ${N}`]);
    expect(casts('COALESCE', ['INT', `INT ${N}`])).toBeUndefined();
    expect(casts('ARRAY', ['INT', 'DOUBLE'])).toEqual(['DOUBLE', undefined]);
    expect(casts('PERCENTILE', ['INT', `DECIMAL(2, 1) ${N}`])).toEqual([undefined, `DOUBLE ${N}`]);
  });
});

describe('lookup', () => {
  test('names without regard to case, operators by syntax, other spellings', () => {
    expect(FUNCTION_CATALOG.lookup('upper')[0]?.name).toBe('UPPER');
    expect(FUNCTION_CATALOG.lookup('-', 'prefix').map((o) => o.kind)).toEqual(['MINUS_PREFIX']);
    expect(FUNCTION_CATALOG.lookup('CEILING')[0]?.name).toBe('CEIL');
    expect(FUNCTION_CATALOG.lookup('CURRENT_TIMESTAMP', 'functionId')).toHaveLength(1);
    expect(FUNCTION_CATALOG.lookup('nothing')).toEqual([]);
  });

  test('a temporary system function hides what is built in, a catalog function does not', () => {
    const catalog = new CatalogManager();
    const own = (name: string) =>
      userScalarFunction({ name, argumentTypes: [simpleType('INTEGER', true)], returns: simpleType('BIGINT', true), deterministic: false });
    const table = functionCatalog(catalog);
    catalog.setPermanentFunction(catalog.qualify(['UPPER']), own('UPPER'));
    catalog.setPermanentFunction(catalog.qualify(['Mine']), own('mine'));
    expect(table.lookup('UPPER')[0]?.flinkInference).toBe(false);
    expect(table.lookup('MINE')[0]).toMatchObject({ name: 'mine', deterministic: false, flinkInference: true });
    catalog.setSystemFunction('Upper', own('upper'));
    expect(table.lookup('UPPER')[0]?.name).toBe('upper');
  });

  test('every operator has a name, an arity and a place in the catalogue', () => {
    for (const op of BUILT_IN_OPERATORS) {
      expect(op.name).not.toBe('');
      expect(op.arity.max === -1 || op.arity.max >= op.arity.min, op.name).toBe(true);
      expect(FUNCTION_CATALOG.lookup(op.name), op.name).toContain(op);
    }
  });
});
