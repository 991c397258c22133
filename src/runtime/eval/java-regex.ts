import { NoEvaluator } from './contract.ts';
import { escaped, letterClass, LINE_ENDS, oneCharacter, propertyClass, rangeMembers, VERTICAL } from './java-regex-class.ts';

/**
 * Java's regular expressions (the documentation of `java.util.regex.Pattern`) as JavaScript's with the flag `v`. Possessive quantifiers and
 * atomic groups become a look-ahead that captures and a reference to it; so groups are counted by `groupOf`. Left out, with `NoEvaluator`:
 * `\G`, `\X`, `\N`, and references without regard to case.
 */

/** The end of the text, or before a line end that is its last. */
const AT_END = `(?=(?:\\r\\n|[${LINE_ENDS}])?(?![\\s\\S]))`;
const LINE_START = `(?:(?<![\\s\\S])|(?<=\\r\\n|[\\n\\u0085\\u2028\\u2029]|\\r(?!\\n))(?=[\\s\\S]))`;
const LINE_END = `(?:(?=\\r\\n|[\\r\\u0085\\u2028\\u2029])|(?<!\\r)(?=\\n)|(?![\\s\\S]))`;
const WORD = '[\\p{L}\\p{Nd}_]';
const BOUNDARY = `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`;
const NO_BOUNDARY = `(?:(?<=${WORD})(?=${WORD})|(?<!${WORD})(?!${WORD}))`;

/** Java refuses the pattern. */
class Malformed extends Error {}

/** Text, the bracket of a group that Java counts, that of one which it does not, or a reference to one of them. */
type Piece =
  | string
  | { readonly kind: 'open'; readonly name: string }
  | { readonly kind: 'hidden'; readonly id: number }
  | { readonly kind: 'back'; readonly group: number }
  | { readonly kind: 'again'; readonly id: number };

class Translator {
  private readonly text: string;
  private at = 0;
  private hidden = 0;
  private groups = 0;
  private flags: Set<string>;

  constructor(text: string, flags: string) {
    this.text = text;
    this.flags = new Set(flags);
  }

  pattern(): readonly Piece[] {
    const pieces = this.alternatives();
    if (this.at < this.text.length) throw new Malformed();
    return pieces;
  }

  private has(flag: string): boolean {
    return this.flags.has(flag);
  }

  private next(): number {
    const code = this.text.codePointAt(this.at);
    if (code === undefined) throw new Malformed();
    this.at += code > 0xffff ? 2 : 1;
    return code;
  }

  private match(pattern: RegExp): RegExpExecArray | undefined {
    const m = pattern.exec(this.text.slice(this.at));
    if (!m) return undefined;
    this.at += m[0].length;
    return m;
  }

  /** Everything up to the bracket that closes, or the end; flags set inside do not outlive it. */
  private alternatives(): Piece[] {
    const outer = this.flags;
    const out: Piece[] = [];
    while (this.at < this.text.length && this.text[this.at] !== ')') {
      if (this.has('x') && this.match(/^(?:[ \t\n\v\f\r]+|#[^\n\r]*)/)) continue;
      if (this.match(/^\|/)) out.push('|');
      else out.push(...this.quantified(this.atom()));
    }
    this.flags = outer;
    return out;
  }

  private quantified(atom: readonly Piece[]): readonly Piece[] {
    if (atom.length === 0) return atom;
    const m = this.match(/^(?:[*+?]|\{\d+(?:,\d*)?\})/);
    if (!m) return atom;
    const [quantifier] = m;
    if (this.match(/^\+/)) return this.atomic([...atom, quantifier]);
    return [...atom, quantifier, this.match(/^\?/) ? '?' : ''];
  }

  private atomic(body: readonly Piece[]): readonly Piece[] {
    const id = this.hidden++;
    return ['(?:(?=', { kind: 'hidden', id }, ...body, '))', { kind: 'again', id }, ')'];
  }

  private atom(): readonly Piece[] {
    const c = String.fromCodePoint(this.next());
    switch (c) {
      case '\\':
        return [this.escape()].flat();
      case '[':
        return [this.charClass()];
      case '(':
        return this.group();
      case '.':
        return [this.has('s') ? '[\\s\\S]' : this.has('d') ? '[^\\n]' : `[^${LINE_ENDS}]`];
      case '^':
        return [this.has('m') ? LINE_START : '^'];
      case '$':
        return [this.has('m') ? LINE_END : AT_END];
      case '*':
      case '+':
      case '?':
      case '{':
        throw new Malformed();
      default:
        return [this.character(c.codePointAt(0) ?? 0)];
    }
  }

  private character(code: number): string {
    return oneCharacter(code, this.has('i'));
  }

  private group(): readonly Piece[] {
    const setting = this.match(/^\?([imsxduU]*)(?:-([imsxduU]*))?([:)])/);
    if (setting) return this.settings(setting);
    const special = this.match(/^\?(?:=|!|<=|<!)/);
    if (special) return this.closed([`(${special[0]}`], this.alternatives());
    if (this.match(/^\?>/)) {
      const body = this.alternatives();
      if (!this.match(/^\)/)) throw new Malformed();
      return this.atomic(body);
    }
    const named = this.match(/^\?<([a-zA-Z][a-zA-Z0-9]*)>/);
    if (!named && this.text[this.at] === '?') throw new Malformed();
    this.groups++;
    return this.closed([{ kind: 'open', name: named?.[1] ?? '' }], this.alternatives());
  }

  private closed(open: readonly Piece[], body: readonly Piece[]): readonly Piece[] {
    if (!this.match(/^\)/)) throw new Malformed();
    return [...open, ...body, ')'];
  }

  /** `(?i)` up to the end of the group, `(?i:…)` for what it holds. */
  private settings([, on = '', off = '', end]: RegExpExecArray): readonly Piece[] {
    const before = this.flags;
    if (/[uU]/.test(on)) throw new NoEvaluator('REGEXP');
    this.flags = new Set([...before, ...on].filter((f) => !off.includes(f)));
    if (end === ')') return [];
    const body = this.closed(['(?:'], this.alternatives());
    this.flags = before;
    return body;
  }

  /** What stands behind a backslash, outside of a class. */
  private escape(): Piece | readonly Piece[] {
    const c = String.fromCodePoint(this.next());
    switch (c) {
      case 'Q':
        return [...this.quotation()].map((x) => this.character(x.codePointAt(0) ?? 0));
      case 'A':
        return '(?<![\\s\\S])';
      case 'z':
        return '(?![\\s\\S])';
      case 'Z':
        return AT_END;
      case 'R':
        return `(?:\\r\\n|[${VERTICAL}])`;
      case 'b':
        return BOUNDARY;
      case 'B':
        return NO_BOUNDARY;
      case 'G':
      case 'X':
      case 'N':
        throw new NoEvaluator('REGEXP');
      case 'k': {
        const name = this.match(/^<(\w+)>/)?.[0];
        if (name === undefined || this.has('i')) throw this.has('i') ? new NoEvaluator('REGEXP') : new Malformed();
        return `\\k${name}`;
      }
      default:
        return /[1-9]/.test(c) ? this.reference(Number(c)) : this.member(c);
    }
  }

  /** A reference takes further digits as long as there are so many groups. */
  private reference(first: number): Piece {
    if (this.has('i')) throw new NoEvaluator('REGEXP');
    let group = first;
    for (;;) {
      const digit = /^\d/.exec(this.text.slice(this.at))?.[0];
      if (digit === undefined || group * 10 + Number(digit) > this.groups) break;
      group = group * 10 + Number(digit);
      this.at++;
    }
    return { kind: 'back', group };
  }

  /** The text of `\Q…\E`. */
  private quotation(): string {
    const end = this.text.indexOf('\\E', this.at);
    const body = this.text.slice(this.at, end < 0 ? undefined : end);
    this.at = end < 0 ? this.text.length : end + 2;
    return body;
  }

  /** An escape that stands for one character or a class of them. */
  private member(c: string): string {
    const letters = letterClass(c);
    if (letters !== undefined) return letters;
    if (c !== 'p' && c !== 'P') return this.character(this.code(c));
    const m = this.match(/^(?:\{(\w+(?:=\w+)?)\}|(\w))/);
    if (!m) throw new Malformed();
    const property = propertyClass(m[1] ?? m[2] ?? '', c === 'P', this.has('i'));
    if (property === undefined) throw new NoEvaluator('REGEXP');
    return property;
  }

  /** The character that an escape stands for. */
  private code(c: string): number {
    const number = (pattern: RegExp, base: number): number => {
      const digits = this.match(pattern)?.[0];
      if (digits === undefined) throw new Malformed();
      return Number.parseInt(digits.replace(/[{}]/g, ''), base);
    };
    if (c === '0') return number(/^[0-3]?[0-7]{1,2}/, 8);
    if (c === 'u') return number(/^[0-9a-fA-F]{4}/, 16);
    if (c === 'x') return this.text[this.at] === '{' ? number(/^\{[0-9a-fA-F]+\}/, 16) : number(/^[0-9a-fA-F]{2}/, 16);
    if (c === 'c') return this.next() ^ 64;
    const named = { t: 9, n: 10, r: 13, f: 12, a: 7, e: 27 }[c];
    if (named !== undefined) return named;
    // Other letters are reserved.
    if (/[a-zA-Z]/.test(c)) throw new Malformed();
    return c.codePointAt(0) ?? 0;
  }

  /** A class: unions of members, which `&&` intersects. */
  private charClass(): string {
    const negated = this.match(/^\^/) !== undefined;
    const unions: string[] = [];
    let members = '';
    for (let first = true; ; first = false) {
      if (this.has('x') && this.match(/^[ \t\n\v\f\r]+/)) continue;
      if (this.match(/^&&/)) {
        if (members !== '') unions.push(members);
        members = '';
      } else if (this.text[this.at] === ']' && !first) {
        this.at++;
        break;
      } else if (this.match(/^\[/)) {
        members += this.charClass();
      } else {
        members += this.classMember();
      }
    }
    if (members !== '') unions.push(members);
    const body = unions.length > 1 ? unions.map((u) => `[${u}]`).join('&&') : (unions[0] ?? '');
    return `[${negated ? '^' : ''}${body}]`;
  }

  private classMember(): string {
    const low = this.classCharacter();
    if (typeof low === 'string') return low;
    if (!/^-[^\]\[]/.test(this.text.slice(this.at))) return rangeMembers(low, low, this.has('i'));
    this.at++;
    const high = this.classCharacter();
    if (typeof high === 'string' || high < low) throw new Malformed();
    return rangeMembers(low, high, this.has('i'));
  }

  /** A code point, or text for more than one. */
  private classCharacter(): number | string {
    const code = this.next();
    if (code !== 92) return code;
    const c = String.fromCodePoint(this.next());
    if (c === 'Q') return [...this.quotation()].map((x) => escaped(x.codePointAt(0) ?? 0)).join('');
    return letterClass(c) !== undefined || c === 'p' || c === 'P' ? this.member(c) : this.code(c);
  }
}

/** The groups of a match that Java counts, by their number, where there are others among them. */
const COUNTED = new WeakMap<RegExp, readonly number[]>();

function assemble(pieces: readonly Piece[]): { readonly source: string; readonly counted: readonly number[] } {
  const counted = [0];
  const hidden = new Map<number, number>();
  let total = 0;
  for (const p of pieces) {
    if (typeof p === 'string') continue;
    if (p.kind === 'open') counted.push(++total);
    else if (p.kind === 'hidden') hidden.set(p.id, ++total);
  }
  const source = pieces.map((p) => {
    if (typeof p === 'string') return p;
    if (p.kind === 'open') return p.name === '' ? '(' : `(?<${p.name}>`;
    if (p.kind === 'hidden') return '(';
    // Braces keep a digit that follows apart.
    return `(?:\\${p.kind === 'back' ? (counted[p.group] ?? 99) : hidden.get(p.id)})`;
  });
  return { source: source.join(''), counted };
}

/** A Java pattern, or undefined if it is malformed. `flags` are Java's letters `i`, `m`, `s`, and `g` for all matches. */
export function javaPattern(regex: string, flags = ''): RegExp | undefined {
  try {
    const { source, counted } = assemble(new Translator(regex, flags.replace('g', '')).pattern());
    const pattern = new RegExp(source, flags.includes('g') ? 'gv' : 'v');
    COUNTED.set(pattern, counted);
    return pattern;
  } catch (e) {
    if (e instanceof Malformed || e instanceof SyntaxError) return undefined;
    throw e;
  }
}

/** How many groups Java counts in the pattern. */
export function groupCount(pattern: RegExp): number {
  return (COUNTED.get(pattern)?.length ?? 1) - 1;
}

/** `Matcher.group(n)`: null for a group that did not take part, undefined for one that is not there. */
export function groupOf(pattern: RegExp, m: RegExpMatchArray, n: number): string | null | undefined {
  const at = COUNTED.get(pattern)?.[n];
  return at === undefined ? undefined : (m[at] ?? null);
}

/** `String.split(regex, limit)`: no empty parts at the end unless a limit is given, none at the start from a match of no width. */
export function splitBy(text: string, pattern: RegExp, limit = 0): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const m of text.matchAll(pattern)) {
    if (limit > 0 && parts.length === limit - 1) break;
    if (m.index === 0 && m[0] === '') continue;
    if (m.index === text.length && m[0] === '') continue;
    parts.push(text.slice(from, m.index));
    from = m.index + m[0].length;
  }
  if (from === 0 && parts.length === 0) return [text];
  parts.push(text.slice(from));
  if (limit === 0) while (parts.length > 0 && parts.at(-1) === '') parts.pop();
  return parts;
}
