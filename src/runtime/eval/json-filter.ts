import type { Json } from './json-text.ts';
import { compareDecimal, decimalPlainText, parseDecimal } from '../../types/decimal.ts';
import { NoEvaluator } from './contract.ts';
import { javaPattern } from './java-regex.ts';
import { isJsonList, isJsonMap } from './json-text.ts';

/**
 * Filters of JSON paths (`[?(@.a == 1 && @.b =~ /x/i)]`) as Jayway's JsonPath judges them. Tests for existence and `in` have no evaluator:
 * the classes that they need are not in Flink's jar.
 */
export type JsonTest = (v: Json) => boolean;

/** A side of a comparison; undefined for a path that leads nowhere. */
type Side = (v: Json) => Json | undefined;

const PATH = /@((?:\.[\w$-]+|\[\s*'[^']*'\s*\]|\[\s*\d+\s*\])*)/y;
const OPERATOR = /==|!=|<=|>=|=~|<|>/y;
const TEXT = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /(true|false|null)\b/y;
const REGEX = /\/((?:[^/\\]|\\.)*)\/([ims]*)/y;
const SPACE = /\s*/y;

class FilterReader {
  private readonly text: string;
  at: number;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  private match(pattern: RegExp): RegExpExecArray | undefined {
    SPACE.lastIndex = this.at;
    SPACE.exec(this.text);
    pattern.lastIndex = SPACE.lastIndex;
    const m = pattern.exec(this.text);
    if (m) this.at = pattern.lastIndex;
    return m ?? undefined;
  }

  take(token: RegExp): boolean {
    return this.match(token) !== undefined;
  }

  disjunction(): JsonTest {
    let test = this.conjunction();
    while (this.take(/\|\|/y)) {
      const [left, right] = [test, this.conjunction()];
      test = (v) => left(v) || right(v);
    }
    return test;
  }

  private conjunction(): JsonTest {
    let test = this.single();
    while (this.take(/&&/y)) {
      const [left, right] = [test, this.single()];
      test = (v) => left(v) && right(v);
    }
    return test;
  }

  private single(): JsonTest {
    if (this.take(/!/y)) {
      const test = this.single();
      return (v) => !test(v);
    }
    if (this.take(/\(/y)) {
      const test = this.disjunction();
      if (!this.take(/\)/y)) throw new NoEvaluator('JSON path');
      return test;
    }
    const left = this.side();
    const operator = this.match(OPERATOR)?.[0];
    if (operator === undefined) throw new NoEvaluator('JSON path');
    if (operator === '=~') return this.matching(left);
    const right = this.side();
    return (v) => compare(operator, left(v), right(v));
  }

  private matching(left: Side): JsonTest {
    const m = this.match(REGEX);
    const pattern = m && javaPattern(`\\A(?:${m[1] ?? ''})\\z`, m[2]);
    if (!pattern) throw new NoEvaluator('JSON path');
    return (v) => {
      const s = left(v);
      return typeof s === 'string' && pattern.test(s);
    };
  }

  private side(): Side {
    const path = this.match(PATH);
    if (path) return stepsOf(path[1] ?? '');
    const text = this.match(TEXT);
    if (text) {
      const value = (text[1] ?? text[2] ?? '').replace(/\\(.)/g, '$1');
      return () => value;
    }
    const word = this.match(WORD)?.[1];
    if (word !== undefined) {
      const value = word === 'null' ? null : word === 'true';
      return () => value;
    }
    const number = parseDecimal(this.match(NUMBER)?.[0] ?? '');
    if (!number) throw new NoEvaluator('JSON path');
    return () => ({ integer: number.scale <= 0, number });
  }
}

function stepsOf(path: string): Side {
  const steps = [...path.matchAll(/\.([\w$-]+)|\[\s*'([^']*)'\s*\]|\[\s*(\d+)\s*\]/g)];
  return (v) => {
    let current: Json | undefined = v;
    for (const [, dotted, quoted, index] of steps) {
      if (current === undefined) return undefined;
      if (index !== undefined) current = isJsonList(current) ? current[Number(index)] : undefined;
      else current = isJsonMap(current) ? current.get(dotted ?? quoted ?? '') : undefined;
    }
    return current;
  };
}

function isNumber(v: Json | undefined): v is Extract<Json, { readonly number: unknown }> {
  return typeof v === 'object' && v !== null && 'number' in v;
}

/** Order of two values: numbers by size, a number and a text as the left one is, texts by their characters; undefined for others. */
function order(a: Json | undefined, b: Json | undefined): number | undefined {
  if (isNumber(a)) {
    const right = isNumber(b) ? b.number : typeof b === 'string' ? parseDecimal(b) : undefined;
    return right && compareDecimal(a.number, right);
  }
  if (typeof a !== 'string') return undefined;
  const right = isNumber(b) ? decimalPlainText(b.number) : b;
  if (typeof right !== 'string') return undefined;
  return a < right ? -1 : a > right ? 1 : 0;
}

function compare(operator: string, a: Json | undefined, b: Json | undefined): boolean {
  const o = order(a, b);
  const equal = o === undefined ? a !== undefined && a === b : o === 0;
  switch (operator) {
    case '==':
      return equal;
    case '!=':
      return !equal;
    case '<':
      return o !== undefined && o < 0;
    case '<=':
      return o !== undefined && o <= 0;
    case '>':
      return o !== undefined && o > 0;
    default:
      return o !== undefined && o >= 0;
  }
}

/** Reads a filter that begins with `[?` at an offset; gives the test and the offset behind its `]`. */
export function readFilter(text: string, start: number): readonly [JsonTest, number] {
  const reader = new FilterReader(text, start + 1);
  if (!reader.take(/\?\s*\(/y)) throw new NoEvaluator('JSON path');
  const test = reader.disjunction();
  if (!reader.take(/\)\s*\]/y)) throw new NoEvaluator('JSON path');
  return [test, reader.at];
}
