import type { Position } from '../base/span.ts';
import { KEYWORDS } from './keywords.ts';

/**
 * Kind of a token: a keyword in upper case, the text of a sign, or one of the names in angle brackets, which are also the way the
 * parser's messages write them.
 */
export type TokenKind = string;

export const IDENTIFIER = '<IDENTIFIER>';
export const QUOTED_IDENTIFIER = '<BACK_QUOTED_IDENTIFIER>';
export const UNICODE_IDENTIFIER = '<UNICODE_QUOTED_IDENTIFIER>';
export const INTEGER_LITERAL = '<UNSIGNED_INTEGER_LITERAL>';
export const DECIMAL_LITERAL = '<DECIMAL_NUMERIC_LITERAL>';
export const APPROX_LITERAL = '<APPROX_NUMERIC_LITERAL>';
export const BINARY_STRING = '<BINARY_STRING_LITERAL>';
export const QUOTED_STRING = '<QUOTED_STRING>';
export const PREFIXED_STRING = '<PREFIXED_STRING_LITERAL>';
export const UNICODE_STRING = '<UNICODE_STRING_LITERAL>';
export const C_STRING = '<C_STYLE_ESCAPED_STRING_LITERAL>';
export const LBRACE_D = '<LBRACE_D>';
export const LBRACE_T = '<LBRACE_T>';
export const LBRACE_TS = '<LBRACE_TS>';
export const LBRACE_FN = '<LBRACE_FN>';
export const COLLATION_ID = '<COLLATION_ID>';
export const EOF = '<EOF>';
/** Stands at the place where no token could be made; reading it is a lexical error. */
export const LEXICAL_ERROR = '<LEXICAL_ERROR>';

export interface Token {
  readonly kind: TokenKind;
  /** The text as written. */
  readonly image: string;
  /** Offsets in the statement. */
  readonly start: number;
  readonly end: number;
  readonly pos: Position;
  /** Of a lexical error: the message. */
  readonly error?: string;
}

const LETTER = '$A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u3040-\u318f\u3300-\u337f\u3400-\u3d2d\u4e00-\u9fff\uf900-\ufaff';
const DIGIT =
  '0-9\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be7-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f\u0e50-\u0e59\u0ed0-\u0ed9\u1040-\u1049';

const sticky = (pattern: string): RegExp => new RegExp(pattern, 'y');
const WORD = sticky(`[${LETTER}][${LETTER}${DIGIT}]*`);
const COLLATION = sticky(`[${LETTER}${DIGIT}][${LETTER}${DIGIT}:.\\-_]*\\$[${LETTER}_]+(?:\\$[${LETTER}${DIGIT}_]+)?`);
const INTEGER = sticky('[0-9]+');
const DECIMAL = sticky('[0-9]+\\.?[0-9]*|\\.[0-9]+');
const EXPONENT = sticky('[eE][+-]?[0-9]+');
const CHARSET_PREFIX = sticky("_[A-Za-z0-9][A-Za-z0-9:.\\-_]*(?=')");
const ESCAPE_BRACE = sticky('\\{ *(?:[tT][sS]|[tTdD]|[fF][nN])');
const ASCII_WORD = /^[A-Za-z0-9_]+$/;

// prettier-ignore
const SIGNS = [
  '/*+', '*/', '(', ')', '{', '}', '[', ']', ';', '..', '.', ',', '=>', '=', '>=', '>', '<=', '<>', '<', '?', ':', '!=', '+', '-', '*',
  '/', '%', '||', '|', "'", '"', '^', '$', '\u0007',
];
const SIGNS_BY_FIRST = new Map<string, string[]>();
for (const sign of [...SIGNS].sort((a, b) => b.length - a.length)) {
  const first = sign.charAt(0);
  SIGNS_BY_FIRST.set(first, [...(SIGNS_BY_FIRST.get(first) ?? []), sign]);
}

const SPACE = new Set([' ', '\t', '\n', '\r', '\f']);

/** The end of what the pattern matches at an offset; the offset itself if nothing. */
function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** The end of a text in quotes that begins at an offset, a doubled quote standing for itself; the offset itself if it never ends. */
function quotedEnd(text: string, at: number, quote: string): number {
  let i = at + 1;
  for (;;) {
    i = text.indexOf(quote, i);
    if (i < 0) return at;
    if (text[i + 1] !== quote) return i + 1;
    i += 2;
  }
}

/** The end of a C-style string whose quote stands at the offset. A backslash escapes one character. */
function escapedStringEnd(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    const c = text[i];
    if (c === '\\') i++;
    else if (c === "'") {
      if (text[i + 1] !== "'") return i + 1;
      i++;
    }
  }
  return at;
}

/** Offsets where lines begin. CR, LF and CR LF each end a line. */
function lineStarts(text: string): number[] {
  const out = [0];
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 10 || (c === 13 && text.charCodeAt(i + 1) !== 10)) out.push(i + 1);
  }
  return out;
}

/** Text with the escapes that Java's messages use. */
export function escapeImage(text: string): string {
  const short: Record<string, string> = {
    '\b': '\\b',
    '\t': '\\t',
    '\n': '\\n',
    '\f': '\\f',
    '\r': '\\r',
    '"': '\\"',
    "'": "\\'",
    '\\': '\\\\',
  };
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i);
    const code = text.charCodeAt(i);
    if (code === 0) continue;
    out += short[c] ?? (code < 0x20 || code > 0x7e ? `\\u${code.toString(16).padStart(4, '0')}` : c);
  }
  return out;
}

/**
 * Cuts a statement into tokens. The last token is `EOF`, or a `LEXICAL_ERROR` where no token begins. A lexical error counts only when the
 * parser comes to it: a mistake before it is reported first.
 */
export function tokenize(text: string): readonly Token[] {
  return new Lexer(text).run();
}

class Lexer {
  private readonly text: string;
  private readonly lines: readonly number[];
  private readonly tokens: Token[] = [];
  private readonly hasDollar: boolean;
  private line = 0;

  constructor(text: string) {
    this.text = text;
    this.lines = lineStarts(text);
    this.hasDollar = text.includes('$');
  }

  run(): readonly Token[] {
    const { text } = this;
    let i = 0;
    for (;;) {
      while (i < text.length && SPACE.has(text.charAt(i))) i++;
      if (i >= text.length) break;
      const comment = this.comment(i);
      if (comment === 'open') return this.tokens;
      if (comment > i) {
        i = comment;
        continue;
      }
      const end = this.token(i);
      if (end === i) return this.tokens;
      i = end;
    }
    this.endOfFile();
    return this.tokens;
  }

  /** The offset behind a comment that starts here, or the same offset. */
  private comment(at: number): number | 'open' {
    const { text } = this;
    if (text.startsWith('--', at) || text.startsWith('//', at)) {
      let i = at + 2;
      while (i < text.length && text[i] !== '\n' && text[i] !== '\r') i++;
      return i;
    }
    if (!text.startsWith('/*', at) || text[at + 2] === '+') return at;
    // A formal comment begins with two stars and one more character, which cannot end it.
    const isFormal = text[at + 2] === '*' && at + 3 < text.length && text[at + 3] !== '/';
    const close = text.indexOf('*/', at + (isFormal ? 4 : 2));
    if (close >= 0) return close + 2;
    this.error(text.length, true, '');
    return 'open';
  }

  private token(at: number): number {
    const { text } = this;
    let [kind, end] = this.longest(at);
    if (end === at) {
      this.lexicalError(at);
      return at;
    }
    if (this.hasDollar) {
      const collation = matchEnd(COLLATION, text, at);
      if (collation > end) [kind, end] = [COLLATION_ID, collation];
    }
    const image = text.slice(at, end);
    if (kind === IDENTIFIER && ASCII_WORD.test(image)) {
      const upper = image.toUpperCase();
      if (KEYWORDS.has(upper)) kind = upper;
    }
    this.tokens.push({ kind, image, start: at, end, pos: this.position(at, end) });
    return end;
  }

  /** The longest token that begins here: kind and end. Among equally long ones the order of the grammar decides. */
  private longest(at: number): [TokenKind, number] {
    const { text } = this;
    const c = text.charAt(at);
    if (c === "'") {
      const end = quotedEnd(text, at, "'");
      return end > at ? [QUOTED_STRING, end] : ["'", at + 1];
    }
    if (c === '`') {
      const end = quotedEnd(text, at, '`');
      const inner = text.slice(at + 1, end - 1);
      return end > at && inner !== '' && !/[\n\r]/.test(inner) ? [QUOTED_IDENTIFIER, end] : ['', at];
    }
    const decimal = matchEnd(DECIMAL, text, at);
    if (decimal > at) {
      const exponent = matchEnd(EXPONENT, text, decimal);
      if (exponent > decimal) return [APPROX_LITERAL, exponent];
      return matchEnd(INTEGER, text, at) === decimal ? [INTEGER_LITERAL, decimal] : [DECIMAL_LITERAL, decimal];
    }
    const word = matchEnd(WORD, text, at);
    if (word > at && text.slice(at, word) !== '$') return this.prefixed(at, word) ?? [IDENTIFIER, word];
    if (c === '{') {
      const end = matchEnd(ESCAPE_BRACE, text, at);
      const tail = text
        .slice(at + 1, end)
        .trim()
        .toUpperCase();
      const kinds: Record<string, TokenKind> = { D: LBRACE_D, T: LBRACE_T, TS: LBRACE_TS, FN: LBRACE_FN };
      return end > at ? [kinds[tail] ?? '{', end] : ['{', at + 1];
    }
    for (const sign of SIGNS_BY_FIRST.get(c) ?? []) if (text.startsWith(sign, at)) return [sign, at + sign.length];
    return ['', at];
  }

  /** A string with something in front of its quote, `END-EXEC`, or undefined: then the word stands for itself. */
  private prefixed(at: number, wordEnd: number): [TokenKind, number] | undefined {
    const { text } = this;
    const next = text.charAt(wordEnd);
    const word = wordEnd - at <= 3 ? text.slice(at, wordEnd).toUpperCase() : '';
    if (next === "'") {
      const kind = word === 'X' ? BINARY_STRING : word === 'N' ? PREFIXED_STRING : '';
      const end = kind === '' ? wordEnd : quotedEnd(text, wordEnd, "'");
      if (end > wordEnd) return [kind, end];
      if (word === 'E') {
        const escapedEnd = escapedStringEnd(text, wordEnd);
        if (escapedEnd > wordEnd) return [C_STRING, escapedEnd];
      }
    }
    if (word === 'U' && next === '&') {
      const quote = text.charAt(wordEnd + 1);
      const end = quote === "'" || quote === '"' ? quotedEnd(text, wordEnd + 1, quote) : wordEnd + 1;
      if (end > wordEnd + 1) {
        if (quote === "'") return [UNICODE_STRING, end];
        const inner = text.slice(wordEnd + 2, end - 1);
        if (inner !== '' && !/[\n\r]/.test(inner)) return [UNICODE_IDENTIFIER, end];
      }
    }
    if (text[at] === '_') {
      const quote = matchEnd(CHARSET_PREFIX, text, at);
      const end = quote > at ? quotedEnd(text, quote, "'") : quote;
      if (end > quote) return [PREFIXED_STRING, end];
    }
    if (word === 'END' && text.slice(wordEnd, wordEnd + 5).toUpperCase() === '-EXEC') return ['END-EXEC', wordEnd + 5];
    return undefined;
  }

  /** No token begins here. What was read in vain decides what the message tells. */
  private lexicalError(at: number): void {
    const { text } = this;
    const c = text.charAt(at);
    let i = at;
    if (c === '`') {
      // An open back-tick reads on to the end of the line.
      for (i = at + 1; i < text.length && text[i] !== '\n' && text[i] !== '\r'; i++) {
        if (text[i] !== '`') continue;
        i++;
        if (text[i] !== '`') break;
      }
    } else if (c === '!') {
      i = at + 1;
    }
    this.error(i, i >= text.length, text.slice(at, i));
  }

  private error(at: number, atEnd: boolean, after: string): void {
    const { line, column } = atEnd ? this.placeBehindEnd() : this.place(at);
    const pos = { line, column, endLine: line, endColumn: column };
    const c = this.text.charAt(at);
    const encountered = atEnd ? '<EOF> ' : `"${escapeImage(c)}" (${c.charCodeAt(0)}), `;
    const error = `Lexical error at line ${line}, column ${column}.  Encountered: ${encountered}after : "${escapeImage(after)}"`;
    this.tokens.push({
      kind: LEXICAL_ERROR,
      image: '',
      start: Math.min(at, this.text.length),
      end: Math.min(at + 1, this.text.length),
      pos,
      error,
    });
  }

  private placeBehindEnd(): { line: number; column: number } {
    const { text } = this;
    const last = text.charAt(text.length - 1);
    const { line, column } = this.place(Math.max(text.length - 1, 0));
    return last === '\n' || last === '\r' ? { line: line + 1, column: 0 } : { line, column: column + 1 };
  }

  private endOfFile(): void {
    const { text } = this;
    const at = text.length;
    const place = this.position(Math.max(at - 1, 0), at);
    const pos = { line: place.line, column: at === 0 ? 0 : place.column, endLine: place.line, endColumn: at === 0 ? 0 : place.column };
    this.tokens.push({ kind: EOF, image: '', start: at, end: at, pos });
  }

  private position(start: number, end: number): Position {
    const from = this.place(start);
    const to = end - 1 <= start ? from : this.place(end - 1);
    return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
  }

  /** Line and column of an offset; offsets are asked for in rising order, so the search goes on from the last line. */
  private place(offset: number): { line: number; column: number } {
    while (this.line > 0 && (this.lines[this.line] ?? 0) > offset) this.line--;
    while (this.line + 1 < this.lines.length && (this.lines[this.line + 1] ?? 0) <= offset) this.line++;
    return { line: this.line + 1, column: offset - (this.lines[this.line] ?? 0) + 1 };
  }
}
