import type { RexCall } from '../../rel/rex/rex-node.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import type { CallCompiler, Evaluate } from './contract.ts';
import type { Json } from './json-text.ts';
import { codegenError } from './codegen-error.ts';
import { decimalToNumber } from '../../types/decimal.ts';
import { flinkTypeText } from '../../catalog/flink-type-text.ts';
import { EvaluationError, NoEvaluator, strictText, typeOf } from './contract.ts';
import { internalText } from './java-formatter.ts';
import { symbolAt } from './json-construct.ts';
import { compilePath, InvalidPath, PathNotFound, readPath } from './json-path.ts';
import { isJsonList, isJsonMap, isJsonScalar, JsonSyntaxError, parseJson, writeJson } from './json-text.ts';

/** Functions that read JSON texts (`SqlJsonUtils`). */

/** What a path leads to: a value, or the exception that ON ERROR decides about. `lax` paths have none. */
type Found = { readonly lax: boolean; readonly value: Json } | { readonly error: EvaluationError };

function asError(e: unknown): EvaluationError {
  if (e instanceof PathNotFound) return new EvaluationError('PathNotFoundException', e.message, 'TableRuntimeException');
  if (e instanceof JsonSyntaxError) return new EvaluationError('JsonParseException', e.message, 'TableRuntimeException');
  if (e instanceof InvalidPath) return new EvaluationError('InvalidPathException', e.message, 'TableRuntimeException');
  if (e instanceof EvaluationError) return e;
  throw e;
}

function find(input: string, spec: string): Found {
  const m = /^\s*(strict|lax)\s+([\s\S]+)$/i.exec(spec);
  const lax = m?.[1]?.toLowerCase() === 'lax';
  try {
    let root: Json;
    try {
      root = parseJson(input);
    } catch (e) {
      if (lax && e instanceof JsonSyntaxError) return { lax, value: null };
      throw e;
    }
    const path = compilePath(m?.[2] ?? spec);
    try {
      const value = readPath(root, path);
      if (!lax && value === null) {
        throw new EvaluationError('TableRuntimeException', 'Strict jsonpath mode requires a non empty returned value, but is null');
      }
      return { lax, value };
    } catch (e) {
      if (lax && e instanceof PathNotFound) return { lax, value: path.definite ? null : [] };
      throw e;
    }
  } catch (e) {
    return { error: asError(e) };
  }
}

/** JSON_EXISTS(doc, path [, behavior]). */
export const jsonExists: CallCompiler = (call, args) => {
  const behavior = symbolAt(call, 2) ?? 'FALSE';
  return strictText(args.slice(0, 2), (doc, path) => {
    const found = find(doc, path);
    if (!('error' in found)) return found.value !== null;
    if (behavior.startsWith('ERROR')) throw found.error;
    return behavior.startsWith('TRUE') ? true : behavior.startsWith('UNKNOWN') ? null : false;
  });
};

type Otherwise =
  { readonly kind: 'null' } | { readonly kind: 'error' } | { readonly kind: 'default'; readonly value: Evaluate; readonly type: SqlType };

/** The clauses of JSON_VALUE: `behavior [value] ON EMPTY|ON ERROR`, up to twice. */
function valueClauses(call: RexCall, args: readonly Evaluate[]): { readonly empty: Otherwise; readonly error: Otherwise } {
  const clauses: { empty: Otherwise; error: Otherwise } = { empty: { kind: 'null' }, error: { kind: 'null' } };
  let i = 2;
  while (i < call.operands.length) {
    const behavior = symbolAt(call, i++);
    const at = behavior === 'DEFAULT' ? i++ : undefined;
    const value = at === undefined ? undefined : args[at];
    const when = symbolAt(call, i++);
    const otherwise: Otherwise =
      value && at !== undefined ? { kind: 'default', value, type: typeOf(call, at) } : { kind: behavior === 'ERROR' ? 'error' : 'null' };
    if (when === undefined) throw new NoEvaluator(call.op.name);
    clauses[when.endsWith('EMPTY') ? 'empty' : 'error'] = otherwise;
  }
  return clauses;
}

/** The Java class that stands for a scalar, for the messages of failing casts. */
function javaClass(v: Json): string {
  if (typeof v === 'string') return 'java.lang.String';
  if (typeof v === 'boolean') return 'java.lang.Boolean';
  if (typeof v === 'object' && v !== null && 'integer' in v) {
    if (!v.integer) return 'java.math.BigDecimal';
    const n = v.number.unscaled;
    return BigInt.asIntN(32, n) === n ? 'java.lang.Integer' : BigInt.asIntN(64, n) === n ? 'java.lang.Long' : 'java.math.BigInteger';
  }
  throw new NoEvaluator('JSON_VALUE');
}

function badCast(from: string, to: string): never {
  throw new EvaluationError(
    'ClassCastException',
    `class ${from} cannot be cast to class ${to} (${from} and ${to} are in module java.base of loader 'bootstrap')`,
  );
}

function scalarText(v: Json): string {
  return typeof v === 'string' ? v : writeJson(v);
}

/** A scalar as the type of RETURNING. */
function returning(type: SqlType): (v: Json) => Value {
  const to = (name: string, convert: (v: Json) => Value): ((v: Json) => Value) => {
    return (v) => (javaClass(v) === name ? convert(v) : badCast(javaClass(v), name));
  };
  const decimalIn = (v: Json): number => {
    if (typeof v !== 'object' || v === null || !('number' in v)) throw new NoEvaluator('JSON_VALUE');
    return decimalToNumber(v.number);
  };
  switch (type.name) {
    case 'VARCHAR':
      return scalarText;
    case 'BOOLEAN':
      return to('java.lang.Boolean', (v) => v === true);
    case 'INTEGER':
      return to('java.lang.Integer', decimalIn);
    case 'DOUBLE':
      return to('java.math.BigDecimal', decimalIn);
    default:
      throw codegenError(`Unsupported type '${flinkTypeText({ ...type, nullable: true })}' for RETURNING in JSON_VALUE().`);
  }
}

/** The value behind DEFAULT is taken for an object of the class that RETURNING asks for (`JsonValueCallGen`). */
function defaultOf(type: SqlType, from: SqlType, v: Value): Value {
  if (v === null) return null;
  if (type.name === 'VARCHAR') return internalText(v, from);
  if (type.name !== 'DOUBLE' && type.name === from.name) return v;
  const wanted = { BOOLEAN: 'java.lang.Boolean', INTEGER: 'java.lang.Integer' }[type.name as string] ?? 'java.math.BigDecimal';
  throw new EvaluationError('ClassCastException', `class ${internalClass(from)} cannot be cast to class ${wanted}`);
}

/** The Java class of Flink's internal values of a type. */
function internalClass(type: SqlType): string {
  const boxed: Readonly<Record<string, string>> = {
    BOOLEAN: 'Boolean',
    INTEGER: 'Integer',
    BIGINT: 'Long',
    DOUBLE: 'Double',
    FLOAT: 'Float',
  };
  const name = boxed[type.name];
  if (name !== undefined) return `java.lang.${name}`;
  return type.name === 'DECIMAL' ? 'org.apache.flink.table.data.DecimalData' : 'org.apache.flink.table.data.binary.BinaryStringData';
}

/** JSON_VALUE(doc, path [, clauses]). */
export const jsonValue: CallCompiler = (call, args) => {
  const { empty, error } = valueClauses(call, args);
  const convert = returning(call.type);
  const [doc, path] = args as [Evaluate, Evaluate];
  const otherwise = (o: Otherwise, row: readonly Value[], e: EvaluationError): Value => {
    if (o.kind === 'error') throw e;
    return o.kind === 'null' ? null : defaultOf(call.type, o.type, o.value(row));
  };
  const defaults = [empty, error].flatMap((o) => (o.kind === 'default' ? [o.value] : []));
  return (row) => {
    const [input, spec] = [doc(row), path(row)];
    if (input === null || spec === null || defaults.some((d) => d(row) === null)) return null;
    const found = find(input as string, spec as string);
    if ('error' in found) return otherwise(error, row, found.error);
    if (found.value === null || (found.lax && !isJsonScalar(found.value))) {
      return otherwise(empty, row, new EvaluationError('TableRuntimeException', 'Empty result of JSON_VALUE function is not allowed'));
    }
    if (isJsonScalar(found.value)) return convert(found.value);
    const message = `Strict jsonpath mode requires scalar value, and the actual value is: ''${writeJson(found.value)}''`;
    return otherwise(error, row, new EvaluationError('TableRuntimeException', message));
  };
};

/** JSON_QUERY(doc, path, wrapper, on empty, on error). */
export const jsonQuery: CallCompiler = (call, args) => {
  const wrapper = symbolAt(call, 2) ?? 'WITHOUT_ARRAY';
  const list = call.type.name === 'ARRAY';
  const otherwise = (behavior: string | undefined, e: EvaluationError): Value => {
    if (behavior === 'ERROR') throw e;
    if (behavior === 'EMPTY_ARRAY') return list ? [] : '[]';
    if (behavior === 'EMPTY_OBJECT') {
      if (!list) return '{}';
      throw new EvaluationError('TableRuntimeException', 'Illegal error behavior in JSON_QUERY function');
    }
    return null;
  };
  const wrap = (v: Json): Json => {
    if (v === null || wrapper.startsWith('WITHOUT')) return v;
    return wrapper.includes('UNCONDITIONAL') || !isJsonList(v) ? [v] : v;
  };
  return strictText(args.slice(0, 2), (doc, path) => {
    const found = find(doc, path);
    if ('error' in found) return otherwise(symbolAt(call, 4), found.error);
    const value = wrap(found.value);
    if (value === null || (found.lax && isJsonScalar(value))) {
      return otherwise(
        symbolAt(call, 3),
        new EvaluationError('TableRuntimeException', 'Empty result of JSON_QUERY function is not allowed'),
      );
    }
    if (isJsonScalar(value)) {
      const message = `Strict jsonpath mode requires array or object value, and the actual value is: ''${scalarText(value)}''`;
      return otherwise(symbolAt(call, 4), new EvaluationError('TableRuntimeException', message));
    }
    if (!list) return writeJson(value);
    if (!isJsonList(value)) {
      return otherwise(
        symbolAt(call, 4),
        new EvaluationError('ClassCastException', 'class java.util.LinkedHashMap cannot be cast to class java.util.List'),
      );
    }
    return value.map((v) => (v === null ? null : isJsonScalar(v) ? scalarText(v) : writeJson(v)));
  });
};

/** IS [NOT] JSON VALUE, OBJECT, ARRAY, SCALAR; null is no JSON. */
export function isJson(what: 'VALUE' | 'OBJECT' | 'ARRAY' | 'SCALAR', negated: boolean): CallCompiler {
  const test = (s: Value): boolean => {
    if (typeof s !== 'string') return false;
    try {
      const v = parseJson(s);
      return what === 'VALUE' || (what === 'OBJECT' ? isJsonMap(v) : what === 'ARRAY' ? isJsonList(v) : isJsonScalar(v));
    } catch (e) {
      if (e instanceof JsonSyntaxError) return false;
      throw e;
    }
  };
  return (_call, args) => {
    const [e] = args as [Evaluate];
    return (row) => test(e(row)) !== negated;
  };
}

const QUOTED: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '/': '\\/',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** JSON_QUOTE(text): every character beyond ASCII as an escape. */
export const jsonQuote: CallCompiler = (_call, args) =>
  strictText(args, (s) => {
    let out = '';
    for (let i = 0; i < s.length; i++) {
      // A pair of surrogates gives its code point, then the second half once more: so does Flink.
      const c = s.codePointAt(i) ?? 0;
      out += c < 128 ? (QUOTED[s.charAt(i)] ?? s.charAt(i)) : `\\u${c.toString(16).padStart(4, '0')}`;
    }
    return `"${out}"`;
  });

/** JSON_UNQUOTE(text): the text of a JSON string; anything else stays. */
export const jsonUnquote: CallCompiler = (_call, args) =>
  strictText(args, (s) => {
    try {
      const v = parseJson(s);
      return typeof v === 'string' && s.startsWith('"') && s.endsWith('"') ? v : s;
    } catch (e) {
      if (e instanceof JsonSyntaxError) return s;
      throw e;
    }
  });
