/** Characters and their classes in Java's regular expressions, written for JavaScript's with the flag `v`. */

export const LINE_ENDS = '\\n\\r\\u0085\\u2028\\u2029';
const BLANKS = ' \\t\\xA0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000';
export const VERTICAL = '\\n\\x0B\\f\\r\\x85\\u2028\\u2029';

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

/** `java…` properties by the Unicode ones that say the same. */
const JAVA_PROPERTIES: Readonly<Record<string, string>> = {
  javaLowerCase: '\\p{Lowercase}',
  javaUpperCase: '\\p{Uppercase}',
  javaAlphabetic: '\\p{Alphabetic}',
  javaDigit: '\\p{Nd}',
  javaLetter: '\\p{L}',
  javaLetterOrDigit: '\\p{L}\\p{Nd}',
  javaWhitespace: '\\t-\\r\\x1c-\\x20\\u1680\\u2000-\\u2006\\u2008-\\u200a\\u2028\\u2029\\u205f\\u3000',
};

/** What `\d` and kin stand for, negated for a capital letter; undefined for other letters. */
export function letterClass(c: string): string | undefined {
  const members = LETTER_CLASSES[c.toLowerCase()];
  if (members === undefined || !/[a-zA-Z]/.test(c)) return undefined;
  return `[${c === c.toLowerCase() ? '' : '^'}${members}]`;
}

/** `\p{…}`: a class over ASCII, or a Unicode category, script or binary property; undefined for one that cannot be written. */
export function propertyClass(name: string, negated: boolean, ignoreCase: boolean): string | undefined {
  const not = negated ? '^' : '';
  if (ignoreCase && (name === 'Lower' || name === 'Upper')) return `[${not}A-Za-z]`;
  const ascii = ASCII_CLASSES[name] ?? JAVA_PROPERTIES[name];
  if (ascii !== undefined) return `[${not}${ascii}]`;
  if (name.startsWith('java') || name.startsWith('In')) return undefined;
  const assigned = /^(?:general_category|gc|IsGc|script|sc)=(\w+)$/i.exec(name);
  if (assigned) return `\\${negated ? 'P' : 'p'}{${name.toLowerCase().startsWith('s') ? 'Script=' : ''}${assigned[1]}}`;
  const property = name.startsWith('Is') ? (name.length > 4 ? unicodeProperty(name.slice(2)) : name.slice(2)) : name;
  if (property === 'L1' || property === 'LD') return undefined;
  return `\\${negated ? 'P' : 'p'}{${property}}`;
}

const BINARY = new Set(['Alphabetic', 'Ideographic', 'Lowercase', 'Uppercase', 'White_Space']);

function unicodeProperty(name: string): string {
  return BINARY.has(name) ? name : `Script=${name}`;
}

/** A code point that stands for itself, inside of a class or outside. */
export function escaped(code: number): string {
  const c = String.fromCodePoint(code);
  return /^[a-zA-Z0-9]$/.test(c) ? c : `\\u{${code.toString(16)}}`;
}

function otherCase(code: number): number | undefined {
  if (code >= 65 && code <= 90) return code + 32;
  return code >= 97 && code <= 122 ? code - 32 : undefined;
}

/** One character; without regard to case that of an ASCII letter only, as Java has it. */
export function oneCharacter(code: number, ignoreCase: boolean): string {
  const other = ignoreCase ? otherCase(code) : undefined;
  return other === undefined ? escaped(code) : `[${escaped(code)}${escaped(other)}]`;
}

/** Members of a range of a class, with the other case of the ASCII letters in it where case does not count. */
export function rangeMembers(low: number, high: number, ignoreCase: boolean): string {
  const range = (a: number, b: number): string => (a === b ? escaped(a) : `${escaped(a)}-${escaped(b)}`);
  let members = range(low, high);
  if (!ignoreCase) return members;
  for (const [first, last, shift] of [
    [65, 90, 32],
    [97, 122, -32],
  ] as const) {
    const [a, b] = [Math.max(low, first), Math.min(high, last)];
    if (a <= b) members += range(a + shift, b + shift);
  }
  return members;
}
