import type { Decimal } from '../../types/decimal.ts';
import { decimalText, parseDecimal } from '../../types/decimal.ts';

/** JSON as Jackson reads and writes it with Flink's settings (`SqlJsonUtils`): exact numbers, keys in order when written. */
export type Json = null | boolean | string | JsonNumber | readonly Json[] | ReadonlyMap<string, Json> | RawJson;

export interface JsonNumber {
  /** Written without fraction and exponent. */
  readonly integer: boolean;
  /** Written with an exponent. */
  readonly exponent?: boolean;
  readonly number: Decimal;
}

/** Text that is JSON already. */
export interface RawJson {
  readonly raw: string;
}

export function isJsonList(v: Json): v is readonly Json[] {
  return Array.isArray(v);
}

export function isJsonMap(v: Json): v is ReadonlyMap<string, Json> {
  return v instanceof Map;
}

export function isJsonScalar(v: Json): boolean {
  return !isJsonList(v) && !isJsonMap(v);
}

/** The input is not JSON. */
export class JsonSyntaxError extends Error {}

/** An object has a key twice where that is refused. */
export class JsonDuplicateKey extends Error {}

export interface JsonOptions {
  /** Equal keys in an object are an error; else the last one counts. */
  readonly refuseDuplicates?: boolean;
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const SPACE = /[ \t\r\n]*/y;
const WORDS: readonly (readonly [string, Json])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\', '/': '/' };

class JsonReader {
  private readonly text: string;
  private at = 0;
  private readonly options: JsonOptions;

  constructor(text: string, options: JsonOptions) {
    this.text = text;
    this.options = options;
  }

  private fail(): never {
    const c = this.text[this.at];
    throw new JsonSyntaxError(c === undefined ? 'Unexpected end-of-input' : `Unexpected character ('${c}' (code ${c.charCodeAt(0)}))`);
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const m = pattern.exec(this.text);
    if (m) this.at = pattern.lastIndex;
    return m;
  }

  private peek(): string | undefined {
    this.match(SPACE);
    return this.text[this.at];
  }

  private take(c: string): boolean {
    if (this.peek() !== c) return false;
    this.at++;
    return true;
  }

  private expect(c: string): void {
    if (!this.take(c)) this.fail();
  }

  /** Jackson reads one value and ignores what follows, except what sticks to a number or word. */
  document(): Json {
    const value = this.value();
    if (typeof value === 'object' && value !== null && 'integer' in value && /[^ \t\r\n]/.test(this.text[this.at] ?? ' ')) this.fail();
    return value;
  }

  private value(): Json {
    const c = this.peek();
    if (c === '{') return this.object();
    if (c === '[') return this.list();
    if (c === '"') return this.string();
    for (const [word, value] of WORDS) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        if (/[\p{L}\p{N}_$]/u.test(this.text[this.at] ?? '')) this.fail();
        return value;
      }
    }
    const m = this.match(NUMBER);
    const number = m ? parseDecimal(m[0]) : undefined;
    if (!m || !number || /[0-9.a-zA-Z_$]/.test(this.text[this.at] ?? '')) this.fail();
    return { integer: m[1] === undefined && m[2] === undefined, exponent: m[2] !== undefined, number };
  }

  private list(): Json {
    this.expect('[');
    const items: Json[] = [];
    if (this.take(']')) return items;
    do items.push(this.value());
    while (this.take(','));
    this.expect(']');
    return items;
  }

  private object(): Json {
    this.expect('{');
    const fields = new Map<string, Json>();
    if (this.take('}')) return fields;
    do {
      if (this.peek() !== '"') this.fail();
      const key = this.string();
      if (this.options.refuseDuplicates === true && fields.has(key)) throw new JsonDuplicateKey(key);
      this.expect(':');
      fields.set(key, this.value());
    } while (this.take(','));
    this.expect('}');
    return fields;
  }

  private string(): string {
    this.at++;
    let s = '';
    for (;;) {
      const c = this.text[this.at];
      if (c === undefined || c < ' ') this.fail();
      this.at++;
      if (c === '"') return s;
      s += c === '\\' ? this.escape() : c;
    }
  }

  private escape(): string {
    const c = this.text[this.at] ?? '';
    const simple = ESCAPES[c];
    if (simple !== undefined) {
      this.at++;
      return simple;
    }
    const hex = this.text.slice(this.at + 1, this.at + 5);
    if (c !== 'u' || !/^[0-9a-fA-F]{4}$/.test(hex)) this.fail();
    this.at += 5;
    return String.fromCharCode(parseInt(hex, 16));
  }
}

/** Reads one JSON value. Throws `JsonSyntaxError`, and `JsonDuplicateKey` where asked for. */
export function parseJson(text: string, options: JsonOptions = {}): Json {
  return new JsonReader(text, options).document();
}

const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** A text between quotes, control characters escaped. */
export function quoteJson(s: string): string {
  const body = s.replace(/["\\\u0000-\u001f]/g, (c) => SHORT[c] ?? `\\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`);
  return `"${body}"`;
}

/** JSON without spaces, keys in the order of their UTF-16 units. */
export function writeJson(v: Json): string {
  if (v === null || typeof v === 'boolean') return String(v);
  if (typeof v === 'string') return quoteJson(v);
  if (isJsonList(v)) return `[${v.map(writeJson).join(',')}]`;
  if (isJsonMap(v)) {
    const keys = [...v.keys()].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${keys.map((k) => `${quoteJson(k)}:${writeJson(v.get(k) ?? null)}`).join(',')}}`;
  }
  return 'raw' in v ? v.raw : decimalText(v.number);
}
