import { NoEvaluator } from './contract.ts';

/**
 * Java's regular expressions (the documentation of `java.util.regex.Pattern`) as JavaScript's with the flag `u`. Left out, with
 * `NoEvaluator`: possessive quantifiers, atomic groups, flags inside of a pattern, classes within classes and `&&`.
 */

const LINE_ENDS = '\\n\\r\\u0085\\u2028\\u2029';
const BLANKS = ' \\t\\xA0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000';
const VERTICAL = '\\n\\x0B\\f\\r\\x85\\u2028\\u2029';
/** The end of the text, or before a line end that is its last. */
const AT_END = `(?=(?:\\r\\n|[${LINE_ENDS}])?(?![^]))`;

/** Members of the classes that Java defines over ASCII. */
const ASCII_CLASSES: Readonly<Record<string, string>> = {
  Lower: 'a-z',
  Upper: 'A-Z',
  ASCII: '\\x00-\\x7F',
  Alpha: 'A-Za-z',
  Digit: '0-9',
  Alnum: 'A-Za-z0-9',
  Punct: '!-\\/:-@\\[-`\\{-~',
  Graph: '!-~',
  Print: ' -~',
  Blank: ' \\t',
  Cntrl: '\\x00-\\x1F\\x7F',
  XDigit: '0-9a-fA-F',
  Space: ' \\t\\n\\x0B\\f\\r',
};

const LETTER_CLASSES: Readonly<Record<string, string>> = { d: '0-9', s: ' \\t\\n\\x0B\\f\\r', w: 'a-zA-Z_0-9', h: BLANKS, v: VERTICAL };
const FLAGS = /^\(\?([ims]+)\)/;

/** The text of a character so that it stands for itself. */
function quoted(c: string): string {
  return /[\\^$.|?*+()[\]{}/]/.test(c) ? `\\${c}` : c;
}

function quotedInClass(c: string): string {
  return /[\\^\-[\]]/.test(c) ? `\\${c}` : c;
}

class Translator {
  private readonly text: string;
  private readonly flags: string;
  private at = 0;

  constructor(text: string, flags: string) {
    this.text = text;
    this.flags = flags;
  }

  pattern(): string {
    let out = '';
    while (this.at < this.text.length) out += this.token();
    return out;
  }

  private next(): string {
    const c = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0);
    this.at += c.length;
    return c;
  }

  private token(): string {
    const c = this.next();
    switch (c) {
      case '\\':
        return this.escape();
      case '[':
        return this.charClass();
      case '(':
        if (/^\?[>imsxduU-]/.test(this.text.slice(this.at))) throw new NoEvaluator('REGEXP');
        return c;
      case '.':
        return this.flags.includes('s') ? '[^]' : `[^${LINE_ENDS}]`;
      case '$':
        return this.flags.includes('m') ? '$' : AT_END;
      case '*':
      case '+':
      case '?':
        if (this.text[this.at] === '+') throw new NoEvaluator('REGEXP');
        return c;
      case '{': {
        const m = /^\d+(?:,\d*)?\}/.exec(this.text.slice(this.at));
        this.at += m?.[0].length ?? 0;
        if (m && this.text[this.at] === '+') throw new NoEvaluator('REGEXP');
        return c + (m?.[0] ?? '');
      }
      case ']':
      case '}':
        return quoted(c);
      default:
        return c;
    }
  }

  /** What stands behind a backslash, outside of a class. */
  private escape(): string {
    if (this.at >= this.text.length) return '\\';
    const c = this.next();
    switch (c) {
      case 'Q':
        return this.quotation();
      case 'A':
        return '(?<![^])';
      case 'z':
        return '(?![^])';
      case 'Z':
        return AT_END;
      case 'R':
        return `(?:\\r\\n|[${VERTICAL}])`;
      case 'G':
      case 'X':
      case 'N':
        throw new NoEvaluator('REGEXP');
      case 'b':
      case 'B':
        return `\\${c}`;
      case 'k': {
        const name = /^<\w+>/.exec(this.text.slice(this.at))?.[0] ?? '';
        this.at += name.length;
        return `\\k${name}`;
      }
      default:
        if (/[1-9]/.test(c)) return `\\${c}`;
        return this.member(c, false);
    }
  }

  /** `\Q…\E`: the text as it is. */
  private quotation(): string {
    const end = this.text.indexOf('\\E', this.at);
    const body = this.text.slice(this.at, end < 0 ? undefined : end);
    this.at = end < 0 ? this.text.length : end + 2;
    return [...body].map(quoted).join('');
  }

  /** An escape that stands for one character or a class of them. */
  private member(c: string, inClass: boolean): string {
    const members = LETTER_CLASSES[c.toLowerCase()];
    if (members !== undefined && /[a-zA-Z]/.test(c)) return this.members(members, c !== c.toLowerCase(), inClass);
    if (c === 'p' || c === 'P') return this.property(c === 'P', inClass);
    if (c === '0') return this.code(/^[0-3]?[0-7]{1,2}/, 8);
    if (c === 'u') return this.code(/^[0-9a-fA-F]{4}/, 16);
    if (c === 'x') return this.text[this.at] === '{' ? this.code(/^\{[0-9a-fA-F]+\}/, 16) : this.code(/^[0-9a-fA-F]{2}/, 16);
    if (c === 'e') return '\\x1B';
    if (c === 'a') return '\\x07';
    if (/[tnrf]/.test(c)) return `\\${c}`;
    // Other letters are reserved; JavaScript refuses them as Java does.
    if (/[a-zA-Z]/.test(c)) return `\\${c}`;
    return inClass ? quotedInClass(c) : quoted(c);
  }

  private members(list: string, negated: boolean, inClass: boolean): string {
    if (!inClass) return `[${negated ? '^' : ''}${list}]`;
    if (negated) throw new NoEvaluator('REGEXP');
    return list;
  }

  private code(pattern: RegExp, base: number): string {
    const digits = pattern.exec(this.text.slice(this.at))?.[0] ?? '';
    this.at += digits.length;
    const code = Number.parseInt(digits.replace(/[{}]/g, ''), base);
    return Number.isNaN(code) ? '\\' : `\\u{${code.toString(16)}}`;
  }

  /** `\p{…}`: a class over ASCII, or a Unicode category or script. */
  private property(negated: boolean, inClass: boolean): string {
    const m = /^(?:\{(\w+)\}|(\w))/.exec(this.text.slice(this.at));
    const name = m?.[1] ?? m?.[2] ?? '';
    this.at += m?.[0].length ?? 0;
    const ascii = ASCII_CLASSES[name];
    if (ascii !== undefined) return this.members(ascii, negated, inClass);
    if (name.startsWith('java') || name.startsWith('In')) throw new NoEvaluator('REGEXP');
    const property = name.startsWith('Is') ? (name.length > 4 ? `Script=${name.slice(2)}` : name.slice(2)) : name;
    return `\\${negated ? 'P' : 'p'}{${property}}`;
  }

  private charClass(): string {
    let out = '[';
    if (this.text[this.at] === '^') {
      this.at++;
      out += '^';
    }
    for (let first = true; this.at < this.text.length; first = false) {
      const c = this.next();
      if (c === ']' && !first) return `${out}]`;
      if (c === '[' || (c === '&' && this.text[this.at] === '&')) throw new NoEvaluator('REGEXP');
      if (c === '\\') out += this.classEscape();
      else out += c === ']' ? '\\]' : c;
    }
    return out;
  }

  private classEscape(): string {
    const c = this.at < this.text.length ? this.next() : '';
    if (c !== 'Q') return this.member(c, true);
    const end = this.text.indexOf('\\E', this.at);
    const body = this.text.slice(this.at, end < 0 ? undefined : end);
    this.at = end < 0 ? this.text.length : end + 2;
    return [...body].map(quotedInClass).join('');
  }
}

/** A Java pattern, or undefined if it is malformed. `flags` are JavaScript's; flags in front of the pattern (`(?i)`) are added. */
export function javaPattern(regex: string, flags = ''): RegExp | undefined {
  const own = FLAGS.exec(regex);
  const all = [...new Set(`${flags}${own?.[1] ?? ''}u`)].join('');
  const source = new Translator(regex.slice(own?.[0].length ?? 0), all).pattern();
  try {
    return new RegExp(source, all);
  } catch {
    return undefined;
  }
}
