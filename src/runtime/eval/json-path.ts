import type { Json } from './json-text.ts';
import type { JsonTest } from './json-filter.ts';
import { decimalOf, decimalText, decimalToNumber, parseDecimal } from '../../types/decimal.ts';
import { isJsonList, isJsonMap } from './json-text.ts';
import { EvaluationError, NoEvaluator } from './contract.ts';
import { javaDoubleText } from './java-float-text.ts';
import { readFilter } from './json-filter.ts';

/** Paths of JSON functions: what Jayway's JsonPath understands. */

type Step =
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'indexes'; readonly indexes: readonly number[] }
  | { readonly kind: 'slice'; readonly from: number | undefined; readonly to: number | undefined }
  | { readonly kind: 'all' }
  | { readonly kind: 'filter'; readonly test: JsonTest }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'deep' };

export interface JsonPath {
  readonly steps: readonly Step[];
  /** One result at most; other paths give a list. */
  readonly definite: boolean;
}

/** The path is not one. */
export class InvalidPath extends Error {}

/** A definite path leads nowhere. */
export class PathNotFound extends Error {}

const NAME = /[^.[\]()\s,]+/y;
const QUOTED = /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*(,|(?=\]))/y;

/** Compiles a path; one that does not begin with `$` is taken to begin with `$.`. */
export function compilePath(spec: string): JsonPath {
  let text = spec.trim();
  if (text === '') throw new InvalidPath('json can not be null or empty');
  if (!/^[$@]/.test(text)) text = `$.${text}`;
  const steps: Step[] = [];
  let at = 1;
  while (at < text.length) {
    const c = text[at];
    if (c === '.') {
      at++;
      if (text[at] === '.') {
        steps.push({ kind: 'deep' });
        at++;
      }
      if (text[at] === '[') continue;
      if (text[at] === '*') {
        steps.push({ kind: 'all' });
        at++;
        continue;
      }
      NAME.lastIndex = at;
      const m = NAME.exec(text);
      if (!m) throw new InvalidPath("Path must not end with a '.' or '..'");
      at = NAME.lastIndex;
      if (text[at] === '(') {
        at = functionEnd(text, at, m[0], steps);
        steps.push({ kind: 'function', name: m[0] });
      } else {
        steps.push({ kind: 'names', names: [m[0]] });
      }
    } else if (/^\[\s*\?/.test(text.slice(at))) {
      const [test, end] = readFilter(text, at);
      steps.push({ kind: 'filter', test });
      at = end;
    } else if (c === '[') {
      const [step, end] = bracket(text, at);
      steps.push(step);
      at = end;
    } else {
      throw new InvalidPath(`Illegal character at position ${at} expected '.' or '['`);
    }
  }
  if (steps.at(-1)?.kind === 'deep') throw new InvalidPath("Path must not end with a '.' or '..'");
  // Several names at the end give one object.
  return { steps, definite: steps.every((s, i) => one(s) || (s.kind === 'names' && i === steps.length - 1)) };
}

const FUNCTIONS: ReadonlySet<string> = new Set(['length', 'size', 'min', 'max', 'sum', 'avg', 'keys']);

/** The end of `name()`, which must be the end of the path; functions with arguments or over many results have no evaluator. */
function functionEnd(text: string, at: number, name: string, steps: readonly Step[]): number {
  if (!/^\(\s*\)$/.test(text.slice(at)) || !FUNCTIONS.has(name) || !steps.every(one)) throw new NoEvaluator('JSON path');
  return text.length;
}

function one(step: Step): boolean {
  return (
    step.kind === 'function' || (step.kind === 'names' && step.names.length === 1) || (step.kind === 'indexes' && step.indexes.length === 1)
  );
}

function bracket(text: string, start: number): readonly [Step, number] {
  const names: string[] = [];
  let at = start + 1;
  for (;;) {
    QUOTED.lastIndex = at;
    const m = QUOTED.exec(text);
    if (!m) break;
    names.push((m[1] ?? m[2] ?? '').replace(/\\(.)/g, '$1'));
    at = QUOTED.lastIndex;
    if (m[3] === '') return [{ kind: 'names', names }, at + 1];
  }
  const end = text.indexOf(']', start);
  const body = end < 0 ? '' : text.slice(start + 1, end).trim();
  if (names.length > 0 || body === '') throw new InvalidPath('Could not parse token');
  if (body === '*') return [{ kind: 'all' }, end + 1];
  const slice = /^(-?\d+)?\s*:\s*(-?\d+)?$/.exec(body);
  if (slice) {
    const bound = (s: string | undefined): number | undefined => (s === undefined ? undefined : Number(s));
    return [{ kind: 'slice', from: bound(slice[1]), to: bound(slice[2]) }, end + 1];
  }
  const indexes = body.split(',').map((s) => s.trim());
  if (!indexes.every((s) => /^-?\d+$/.test(s))) throw new InvalidPath(`Failed to parse ArrayIndexOperation: ${body}`);
  return [{ kind: 'indexes', indexes: indexes.map(Number) }, end + 1];
}

function stepText(s: Step): string {
  switch (s.kind) {
    case 'names':
      return `[${s.names.map((n) => `'${n}'`).join(',')}]`;
    case 'indexes':
      return `[${s.indexes.join(',')}]`;
    case 'slice':
      return `[${s.from ?? ''}:${s.to ?? ''}]`;
    case 'all':
      return '[*]';
    case 'deep':
      return '..';
    case 'filter':
      return '[?]';
    case 'function':
      return `.${s.name}()`;
  }
}

function descendants(v: Json, into: Json[]): void {
  into.push(v);
  if (isJsonList(v)) v.forEach((x) => descendants(x, into));
  else if (isJsonMap(v)) [...v.values()].forEach((x) => descendants(x, into));
}

function children(v: Json, step: Step): Json[] {
  switch (step.kind) {
    case 'names': {
      if (!isJsonMap(v)) return [];
      const found = step.names.filter((n) => v.has(n));
      if (step.names.length === 1) return found.map((n) => v.get(n) ?? null);
      return [new Map(found.map((n) => [n, v.get(n) ?? null] as const))];
    }
    case 'indexes':
      if (!isJsonList(v)) return [];
      return step.indexes.flatMap((i) => {
        const k = i < 0 ? v.length + i : i;
        return k >= 0 && k < v.length ? [v[k] ?? null] : [];
      });
    case 'slice':
      return isJsonList(v) ? v.slice(step.from, step.to) : [];
    case 'all':
      return isJsonList(v) ? [...v] : isJsonMap(v) ? [...v.values()] : [];
    case 'filter':
      if (isJsonList(v)) return v.filter(step.test);
      return isJsonMap(v) && step.test(v) ? [v] : [];
    case 'function':
      return [applied(step.name, v)];
    case 'deep': {
      const all: Json[] = [];
      descendants(v, all);
      return all;
    }
  }
}

/** A function of the value that a path leads to; numbers of a list are taken as doubles. */
function applied(name: string, v: Json): Json {
  if (name === 'keys') return isJsonMap(v) ? [...v.keys()] : null;
  if (name === 'length' || name === 'size') {
    const size = isJsonList(v) ? v.length : isJsonMap(v) ? v.size : undefined;
    return size === undefined ? null : { integer: true, number: decimalOf(size) };
  }
  const numbers = (isJsonList(v) ? v : []).flatMap((x) =>
    typeof x === 'object' && x !== null && 'number' in x ? [decimalToNumber(x.number)] : [],
  );
  if (numbers.length === 0) {
    throw new EvaluationError('JsonPathException', 'Aggregation function attempted to calculate value using empty array');
  }
  const sum = numbers.reduce((a, b) => a + b, 0);
  const result =
    name === 'sum' ? sum : name === 'avg' ? sum / numbers.length : name === 'min' ? Math.min(...numbers) : Math.max(...numbers);
  const number = parseDecimal(javaDoubleText(result));
  return number ? { integer: false, number } : null;
}

const PROVIDER = 'org.apache.flink.shaded.com.jayway.jsonpath.spi.json.JacksonJsonProvider';

/** After a definite beginning a property must be asked of an object, and an index of an array. */
function checkContext(v: Json, steps: readonly Step[], at: number): void {
  const step = steps[at] as Step;
  if ((step.kind === 'indexes' || step.kind === 'slice') && !isJsonList(v)) {
    throw new PathNotFound(`Filter: ${stepText(step)} can only be applied to arrays. Current context is: ${javaText(v)}`);
  }
  if (step.kind === 'names' && !isJsonMap(v)) {
    const before = `$${steps.slice(0, at).map(stepText).join('')}`;
    const found = v === null ? 'null' : `'${javaClassOf(v)}'`;
    throw new PathNotFound(
      `Expected to find an object with property ${stepText(step)} in path ${before} but found ${found}. ` +
        `This is not a json object according to the JsonProvider: '${PROVIDER}'.`,
    );
  }
}

function javaClassOf(v: Exclude<Json, null>): string {
  if (isJsonList(v)) return 'java.util.ArrayList';
  if (typeof v === 'string') return 'java.lang.String';
  if (typeof v === 'boolean') return 'java.lang.Boolean';
  if (isJsonMap(v) || !('number' in v)) return 'java.util.LinkedHashMap';
  if (!v.integer) return 'java.math.BigDecimal';
  const n = v.number.unscaled;
  return BigInt.asIntN(32, n) === n ? 'java.lang.Integer' : BigInt.asIntN(64, n) === n ? 'java.lang.Long' : 'java.math.BigInteger';
}

/** `toString` of Java's maps and lists. */
function javaText(v: Json): string {
  if (isJsonList(v)) return `[${v.map(javaText).join(', ')}]`;
  if (isJsonMap(v)) return `{${[...v].map(([k, x]) => `${k}=${javaText(x)}`).join(', ')}}`;
  if (typeof v === 'object' && v !== null) return 'number' in v ? decimalText(v.number) : v.raw;
  return String(v);
}

/** Reads a path. Throws `PathNotFound` where a definite path, or the definite beginning of one, leads nowhere. */
export function readPath(root: Json, path: JsonPath): Json {
  let current: Json[] = [root];
  let definite = true;
  for (const [i, step] of path.steps.entries()) {
    if (definite) checkContext(current[0] ?? null, path.steps, i);
    current = current.flatMap((v) => children(v, step));
    definite &&= one(step);
    if (definite && current.length === 0) {
      const whole = `$${path.steps.map(stepText).join('')}`;
      const here = `$${path.steps
        .slice(0, i + 1)
        .map(stepText)
        .join('')}`;
      throw new PathNotFound(i === path.steps.length - 1 ? `No results for path: ${whole}` : `Missing property in path ${here}`);
    }
  }
  return path.definite ? (current[0] ?? null) : current;
}
