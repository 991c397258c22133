import type { RexCall } from '../../rel/rex/rex-node.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import type { CallCompiler, Evaluate } from './contract.ts';
import type { Json } from './json-text.ts';
import { tableError, validationError } from '../../base/diagnostic.ts';
import { flinkTypeText } from '../../catalog/flink-type-text.ts';
import { timestampText } from '../../types/datetime-text.ts';
import { decimalOf, parseDecimal } from '../../types/decimal.ts';
import { isCharacter } from '../../types/sql-type.ts';
import { isArrayValue, isDecimalValue, isMapValue, isRowValue } from '../../types/value.ts';
import { codegenError } from './codegen-error.ts';
import { EvaluationError, NoEvaluator, strict, strictText, typeOf } from './contract.ts';
import { base64 } from './encodings.ts';
import { javaDoubleText } from './java-float-text.ts';
import { JsonSyntaxError, parseJson, writeJson } from './json-text.ts';
import { variantText } from './variant.ts';

/** Functions that make JSON texts (`JsonGenerateUtils`). */

/** `WITHOUT_ARRAY` of `WITHOUT_ARRAY`, `NULL` of `SqlJsonQueryEmptyOrErrorBehavior[NULL]`. */
export function symbolAt(call: RexCall, i: number): string | undefined {
  const e = call.operands[i];
  if (e?.rex !== 'literal' || e.value.kind !== 'symbol') return undefined;
  return /\[(.*)\]$/.exec(e.value.value)?.[1] ?? e.value.value;
}

function isoTimestamp(nanos: bigint): string {
  return timestampText(nanos).replace(' ', 'T');
}

/** The JSON of a value of a type. */
function jsonOf(type: SqlType): (v: Value) => Json {
  const orNull = (t: SqlType | undefined): ((v: Value) => Json) => {
    if (!t) throw new NoEvaluator('JSON_STRING');
    const f = jsonOf(t);
    return (v) => (v === null ? null : f(v));
  };
  switch (type.name) {
    case 'CHAR':
    case 'VARCHAR':
      return (v) => v as string;
    case 'BOOLEAN':
      return (v) => v as boolean;
    case 'DECIMAL':
      return (v) => (isDecimalValue(v) ? { integer: false, number: v } : null);
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'BIGINT':
      return (v) => ({ integer: true, number: decimalOf(BigInt(v as number | bigint)) });
    case 'FLOAT':
    case 'DOUBLE':
      return (v) => {
        const n = v as number;
        const number = parseDecimal(javaDoubleText(n));
        return number ? { integer: false, number } : String(n);
      };
    case 'TIMESTAMP':
      return (v) => isoTimestamp(v as bigint);
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return (v) => `${isoTimestamp(v as bigint)}Z`;
    case 'BINARY':
    case 'VARBINARY':
      return (v) => base64(v as Uint8Array);
    case 'ARRAY': {
      const element = orNull(type.element);
      return (v) => (isArrayValue(v) ? v.map(element) : null);
    }
    case 'MAP': {
      if (!type.key || !isCharacter(type.key)) {
        const key = type.key ? flinkTypeText(type.key) : '';
        throw codegenError(`Type '${key}' is not supported for JSON conversion. The key type must be a character string.`);
      }
      const value = orNull(type.value);
      return (v) => (isMapValue(v) ? new Map(v.entries.map(([k, x]) => [k as string, value(x)] as const)) : null);
    }
    case 'ROW': {
      const fields = (type.fields ?? []).map((f) => [f.name, orNull(f.type)] as const);
      return (v) => (isRowValue(v) ? new Map(fields.map(([name, f], i) => [name, f(v.row[i] ?? null)] as const)) : null);
    }
    case 'VARIANT':
      return (v) => ({ raw: variantText(v) });
    case 'ANY':
      throw tableError('plan/json-null', 'Type is not supported: ANY');
    case 'DATE':
    case 'TIME':
    case 'INTERVAL':
      throw codegenError(`Type '${flinkTypeText(type)}' is not scalar or cannot be converted into JSON.`);
    default:
      throw new NoEvaluator('JSON_STRING');
  }
}

/** JSON_STRING(value). */
export const jsonString: CallCompiler = (call, args) => {
  const convert = jsonOf(typeOf(call, 0));
  return strict(args, (v) => writeJson(convert(v)));
};

/** An operand of JSON_OBJECT or JSON_ARRAY: JSON of such a call or of JSON() goes in as it is. */
function nodeOf(call: RexCall, i: number): (v: Value) => Json {
  const e = call.operands[i];
  const raw = e?.rex === 'call' && ['JSON_OBJECT', 'JSON_ARRAY', 'JSON'].includes(e.op.name);
  const convert = raw ? (v: Value): Json => ({ raw: v as string }) : jsonOf(typeOf(call, i));
  return (v) => (v === null ? null : convert(v));
}

/** JSON_OBJECT(on null, key, value, …). */
export const jsonObject: CallCompiler = (call, args) => {
  const absent = symbolAt(call, 0)?.startsWith('ABSENT') ?? false;
  const values = args.map((_a, i) => (i > 0 && i % 2 === 0 ? nodeOf(call, i) : undefined));
  return (row) => {
    const fields = new Map<string, Json>();
    for (let i = 1; i + 1 < args.length; i += 2) {
      const value = (args[i + 1] as Evaluate)(row);
      if (value !== null || !absent) fields.set((args[i] as Evaluate)(row) as string, values[i + 1]?.(value) ?? null);
    }
    return writeJson(fields);
  };
};

/** JSON_ARRAY(on null, value, …). */
export const jsonArray: CallCompiler = (call, args) => {
  const absent = symbolAt(call, 0)?.startsWith('ABSENT') ?? true;
  const values = args.map((a, i) => ({ value: a, node: i > 0 ? nodeOf(call, i) : undefined }));
  return (row) => {
    const items: Json[] = [];
    for (const { value, node } of values.slice(1)) {
      const v = value(row);
      if (v !== null || !absent) items.push(node?.(v) ?? null);
    }
    return writeJson(items);
  };
};

/** JSON(text) anywhere but in the two above. */
export const json: CallCompiler = () => {
  throw validationError(
    'plan/json-outside-constructor',
    'The JSON() function is currently only supported inside JSON_ARRAY() or as the VALUE param of JSON_OBJECT(). ' +
      `Example: JSON_OBJECT('a', JSON('{"key": "value"}')) or JSON_ARRAY(JSON('{"key": "value"}')).`,
  );
};

/** JSON(text) as an operand of JSON_OBJECT or JSON_ARRAY: the text written anew. */
export const nestedJson: CallCompiler = (_call, args) =>
  strictText(args, (s) => {
    try {
      return s.trim() === '' ? null : writeJson(parseJson(s.trim()));
    } catch (e) {
      if (!(e instanceof JsonSyntaxError)) throw e;
      throw new EvaluationError('TableRuntimeException', `Invalid JSON string in JSON(value) function: "${s}". Error: ${e.message}`);
    }
  });
