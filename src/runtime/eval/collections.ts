import type { SqlType } from '../../types/sql-type.ts';
import { isYearMonthInterval } from '../../types/sql-type.ts';
import type { MapValue, Value } from '../../types/value.ts';
import type { CallCompiler, EvalContext, Evaluate } from './contract.ts';
import { validationError } from '../../base/diagnostic.ts';
import { isArrayValue, isMapValue, isRowValue, valueEquals } from '../../types/value.ts';
import { castFunction } from './cast.ts';
import { compareValues } from './compare-values.ts';
import { EvaluationError, NoEvaluator, strict, typeOf } from './contract.ts';
import { variantItem } from './variant.ts';

/** Arrays, maps and rows. */

type List = readonly Value[];

function convert(e: Evaluate, from: SqlType, to: SqlType | undefined, context: EvalContext): Evaluate {
  if (!to) return e;
  const f = castFunction(from, to, context);
  if (!f) throw new NoEvaluator('CAST');
  return (row) => {
    const v = e(row);
    return v === null ? null : f(v);
  };
}

/** ARRAY[…], elements in the common type. */
export const arrayOf: CallCompiler = (call, args, context) => {
  const elements = args.map((a, i) => convert(a, typeOf(call, i), call.type.element, context));
  return (row) => elements.map((e) => e(row));
};

function put(entries: (readonly [Value, Value])[], key: Value, value: Value): void {
  const i = entries.findIndex(([k]) => valueEquals(k, key));
  if (i >= 0) entries[i] = [key, value];
  else entries.push([key, value]);
}

/** MAP[…]; a later value replaces an earlier one of the same key. */
export const mapOf: CallCompiler = (call, args, context) => {
  const parts = args.map((a, i) => convert(a, typeOf(call, i), i % 2 === 0 ? call.type.key : call.type.value, context));
  return (row) => {
    const entries: (readonly [Value, Value])[] = [];
    for (let i = 0; i + 1 < parts.length; i += 2) put(entries, (parts[i] as Evaluate)(row), (parts[i + 1] as Evaluate)(row));
    return { entries };
  };
};

export const rowOf: CallCompiler = (call, args, context) => {
  const fields = args.map((a, i) => convert(a, typeOf(call, i), call.type.fields?.[i]?.type, context));
  return (row) => ({ row: fields.map((f) => f(row)) });
};

/** What an element that is not there gives where the elements are NOT NULL: the default of Java's field, not null. */
function absent(type: SqlType | undefined): Value {
  if (!type || type.nullable) return null;
  switch (type.name) {
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'FLOAT':
    case 'DOUBLE':
    case 'DATE':
    case 'TIME':
      return -1;
    case 'BIGINT':
      return -1n;
    case 'BOOLEAN':
      return false;
    case 'CHAR':
    case 'VARCHAR':
      return '';
    case 'INTERVAL':
      return isYearMonthInterval(type) ? -1 : -1n;
    default:
      return null;
  }
}

/** `array[i]`, `map[key]`, `row[i]` or `row['name']`. */
export const item: CallCompiler = (call, args, context) => {
  const type = typeOf(call, 0);
  const index = call.operands[1];
  if (type.name === 'ARRAY') {
    if (index?.rex === 'literal' && index.value.kind === 'decimal' && index.value.value.unscaled < 1n) {
      const at = index.value.value.unscaled;
      throw validationError('plan/array-index', `Array element access needs an index starting at 1 but was ${at}.`);
    }
    const none = absent(type.element);
    return strict(args, (list, i) => {
      const n = Number(i);
      return n >= 1 && n <= (list as List).length ? ((list as List)[n - 1] as Value) : none;
    });
  }
  if (type.name === 'MAP') {
    const key = convert(args[1] as Evaluate, typeOf(call, 1), type.key, context);
    const none = absent(type.value);
    return strict([args[0] as Evaluate, key], (m, k) => {
      const entry = (m as MapValue).entries.find(([x]) => valueEquals(x, k));
      return entry ? entry[1] : none;
    });
  }
  if (type.name === 'ROW' && index?.rex === 'literal') {
    const fields = type.fields ?? [];
    const at = index.value.kind === 'char' ? fields.findIndex((f) => index.value.kind === 'char' && f.name === index.value.value) : -1;
    const i = index.value.kind === 'decimal' ? Number(index.value.value.unscaled) - 1 : at;
    return strict(args.slice(0, 1), (r) => (isRowValue(r) ? (r.row[i] ?? null) : null));
  }
  if (type.name === 'VARIANT') return variantItem(call, args, context);
  throw new NoEvaluator('ITEM');
};

/** OBJECT_OF(class, name, value, …): the values; the type holds the names. */
export const objectOf: CallCompiler = (_call, args) => {
  const values = args.filter((_a, i) => i > 0 && i % 2 === 0);
  return (row) => ({ row: values.map((v) => v(row)) });
};

/** OBJECT_UPDATE(object, name, value, …): null for a null object. */
export const objectUpdate: CallCompiler = (call, args) => {
  const [object] = args as [Evaluate];
  const fields = call.type.fields ?? [];
  const updates = fields.map((f) => {
    const at = call.operands.findIndex((o, i) => i % 2 === 1 && o.rex === 'literal' && o.value.kind === 'char' && o.value.value === f.name);
    return at < 0 ? undefined : args[at + 1];
  });
  return (row) => {
    const old = object(row);
    return isRowValue(old) ? { row: updates.map((u, i) => (u ? u(row) : (old.row[i] ?? null))) } : null;
  };
};

export const cardinality: CallCompiler = (_call, args) =>
  strict(args, (v) => (isArrayValue(v) ? v.length : isMapValue(v) ? v.entries.length : null));

export const element: CallCompiler = (_call, args) =>
  strict(args, (v) => {
    const list = v as List;
    if (list.length > 1) throw new EvaluationError('TableRuntimeException', 'Array has more than one element.');
    return list[0] ?? null;
  });

function includes(list: List, v: Value): boolean {
  return list.some((x) => valueEquals(x, v));
}

function distinct(list: List): Value[] {
  const result: Value[] = [];
  for (const v of list) if (!includes(result, v)) result.push(v);
  return result;
}

/** An array and a value that may be null, the value in the element's type. */
function withValue(f: (list: List, v: Value) => Value): CallCompiler {
  return (call, args, context) => {
    const [a, b] = args as [Evaluate, Evaluate];
    const elementType = typeOf(call, 0).element;
    const from = typeOf(call, 1);
    const v = from.name === 'NULL' || !elementType ? b : convert(b, from, elementType, context);
    return (row) => {
      const list = a(row);
      return list === null ? null : f(list as List, v(row));
    };
  };
}

export const arrayContains = withValue(includes);
export const arrayAppend = withValue((list, v) => [...list, v]);
export const arrayPrepend = withValue((list, v) => [v, ...list]);
export const arrayRemove = withValue((list, v) => list.filter((x) => !valueEquals(x, v)));
export const arrayPosition = withValue((list, v) => (v === null ? null : list.findIndex((x) => valueEquals(x, v)) + 1));

export const arrayConcat: CallCompiler = (_call, args) => strict(args, (...lists) => lists.flatMap((l) => [...(l as List)]));
export const arrayDistinct: CallCompiler = (_call, args) => strict(args, (l) => distinct(l as List));
export const arrayReverse: CallCompiler = (_call, args) => strict(args, (l) => [...(l as List)].reverse());
export const arrayUnion: CallCompiler = (_call, args) => strict(args, (...lists) => distinct(lists.flatMap((l) => [...(l as List)])));
export const arrayIntersect: CallCompiler = (_call, args) =>
  strict(args, (a, b) => distinct((a as List).filter((x) => includes(b as List, x))));
export const arrayExcept: CallCompiler = (_call, args) =>
  strict(args, (a, b) => distinct((a as List).filter((x) => !includes(b as List, x))));

/** ARRAY_SLICE(list, start [, end]): 1-based, both ends in, negative ones from the end. */
export const arraySlice: CallCompiler = (_call, args) =>
  strict(args, (l, from, to) => {
    const list = l as List;
    const at = (n: Value): number => (Number(n) < 0 ? list.length + Number(n) + 1 : Number(n));
    const start = Math.max(1, at(from as Value));
    const end = to === undefined ? list.length : at(to);
    return list.slice(start - 1, Math.max(start - 1, end));
  });

function extreme(sign: 1 | -1): CallCompiler {
  return (_call, args) =>
    strict(args, (l) => {
      let best: Exclude<Value, null> | undefined;
      for (const v of l as List) if (v !== null && (best === undefined || sign * compareValues(v, best) > 0)) best = v;
      return best ?? null;
    });
}

export const arrayMax = extreme(1);
export const arrayMin = extreme(-1);

/** ARRAY_SORT(list [, ascending [, nulls first]]). */
export const arraySort: CallCompiler = (_call, args) =>
  strict(args, (l, ascending, nullsFirst) => {
    const up = ascending !== false;
    const first = nullsFirst === undefined ? up : nullsFirst === true;
    const values = (l as List).filter((v) => v !== null).sort((a, b) => (up ? 1 : -1) * compareValues(a, b));
    const nulls = (l as List).filter((v) => v === null);
    return first ? [...nulls, ...values] : [...values, ...nulls];
  });

/** ARRAY_JOIN(list, delimiter [, text for null]). */
export const arrayJoin: CallCompiler = (_call, args) =>
  strict(args, (l, by, forNull) => {
    const texts = forNull === undefined ? (l as List).filter((v) => v !== null) : (l as List).map((v) => v ?? forNull);
    return texts.join(by as string);
  });

export const mapKeys: CallCompiler = (_call, args) => strict(args, (m) => (m as MapValue).entries.map(([k]) => k));
export const mapValues: CallCompiler = (_call, args) => strict(args, (m) => (m as MapValue).entries.map(([, v]) => v));
export const mapEntries: CallCompiler = (_call, args) => strict(args, (m) => (m as MapValue).entries.map(([k, v]) => ({ row: [k, v] })));

export const mapFromArrays: CallCompiler = (_call, args) =>
  strict(args, (keys, values) => {
    const k = keys as List;
    const v = values as List;
    if (k.length !== v.length) {
      const lengths = `The length of the keys array ${k.length} is not equal to the length of the values array ${v.length}`;
      throw new EvaluationError('FlinkRuntimeException', `Invalid function MAP_FROM_ARRAYS call:\n${lengths}`);
    }
    const entries: (readonly [Value, Value])[] = [];
    k.forEach((key, i) => put(entries, key, v[i] as Value));
    return { entries };
  });

/** MAP_UNION(map, …): entries of later maps win and stand in front (`MapUnionFunction`). */
export const mapUnion: CallCompiler = (_call, args) =>
  strict(args, (...maps) => {
    const entries: (readonly [Value, Value])[] = [];
    for (const m of maps.reverse()) {
      for (const [k, v] of (m as MapValue).entries) if (!entries.some(([known]) => valueEquals(known, k))) entries.push([k, v]);
    }
    return { entries };
  });
