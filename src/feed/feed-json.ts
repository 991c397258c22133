/**
 * JSON of a feed line. Numbers keep their text, since 64-bit and decimal columns need all digits; of equal keys the last counts, as in
 * Flink's JSON reader.
 */
export type FeedJson = null | boolean | string | FeedNumber | readonly FeedJson[] | FeedObject;

export interface FeedNumber {
  /** As written: `1`, `-2.50`, `1e3`. */
  readonly number: string;
}

export interface FeedObject {
  readonly fields: ReadonlyMap<string, FeedJson>;
}

/** A text that is not JSON; `offset` counts UTF-16 units from its start. */
export class FeedJsonError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** Nesting beyond this is refused, so that a bad line cannot exhaust the stack. */
const MAX_DEPTH = 200;

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Reads one JSON value at `start`; gives it and the offset behind it. Throws `FeedJsonError`. */
export function readFeedJson(text: string, start: number): { readonly value: FeedJson; readonly end: number } {
  let at = start;
  const fail = (message: string): never => {
    throw new FeedJsonError(message, at);
  };
  const skip = (): void => {
    while (at < text.length && ' \t\r\n'.includes(text[at] ?? '')) at++;
  };
  const expect = (c: string): void => {
    skip();
    if (text[at] !== c) fail(`'${c}' expected`);
    at++;
  };
  const string = (): string => {
    at++;
    let out = '';
    for (;;) {
      const c = text[at];
      if (c === undefined) fail('the string has no end');
      at++;
      if (c === '"') return out;
      if (c !== '\\') {
        out += c ?? '';
        continue;
      }
      const e = text[at++] ?? '';
      if (e === 'u') {
        const hex = text.slice(at, at + 4);
        if (!/^[0-9a-fA-F]{4}$/.test(hex)) fail('four hexadecimal digits expected');
        out += String.fromCharCode(parseInt(hex, 16));
        at += 4;
      } else out += ESCAPES[e] ?? fail(`unknown escape \\${e}`);
    }
  };
  const value = (depth: number): FeedJson => {
    if (depth > MAX_DEPTH) fail('nested too deeply');
    skip();
    const c = text[at];
    if (c === '"') return string();
    if (c === '{') {
      at++;
      const fields = new Map<string, FeedJson>();
      skip();
      if (text[at] === '}') at++;
      else {
        for (;;) {
          skip();
          if (text[at] !== '"') fail('a field name in quotes expected');
          const name = string();
          expect(':');
          fields.set(name, value(depth + 1));
          skip();
          if (text[at] === ',') at++;
          else break;
        }
        expect('}');
      }
      return { fields };
    }
    if (c === '[') {
      at++;
      const list: FeedJson[] = [];
      skip();
      if (text[at] === ']') at++;
      else {
        for (;;) {
          list.push(value(depth + 1));
          skip();
          if (text[at] === ',') at++;
          else break;
        }
        expect(']');
      }
      return list;
    }
    const word = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/.exec(text.slice(at, at + 400))?.[0];
    if (word === undefined) return fail('a JSON value expected');
    at += word.length;
    if (word === 'true' || word === 'false') return word === 'true';
    return word === 'null' ? null : { number: word };
  };
  const result = value(0);
  return { value: result, end: at };
}

export function isFeedNumber(v: FeedJson): v is FeedNumber {
  return typeof v === 'object' && v !== null && 'number' in v;
}

export function isFeedObject(v: FeedJson): v is FeedObject {
  return typeof v === 'object' && v !== null && 'fields' in v;
}

/** The value as JSON text again. */
export function feedJsonText(v: FeedJson): string {
  if (v === null || typeof v === 'boolean') return String(v);
  if (typeof v === 'string') return JSON.stringify(v);
  if (isFeedNumber(v)) return v.number;
  if (isFeedObject(v)) return `{${[...v.fields].map(([k, x]) => `${JSON.stringify(k)}:${feedJsonText(x)}`).join(',')}}`;
  return `[${v.map(feedJsonText).join(',')}]`;
}
