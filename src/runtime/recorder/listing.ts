/** A text, or the parts of one. */
export type Text = string | Listing;

/** Texts in brackets with commas between them, kept as parts: the texts of rows are shared by all lists that hold the row. */
export class Listing {
  private readonly brackets: string | readonly [string, string];
  private readonly parts: readonly Text[];
  /** Parts that are only counted. */
  private readonly more: number;
  /** Characters of the whole text. */
  readonly length: number;

  /** `brackets`: what stands before and behind; two characters, or two texts. */
  constructor(brackets: string | readonly [string, string], parts: readonly Text[], more = 0) {
    this.brackets = brackets;
    this.parts = parts;
    this.more = Math.max(0, more);
    const [open = '', close = ''] = brackets;
    const count = parts.length + (this.more > 0 ? 1 : 0);
    let length = open.length + close.length + 2 * Math.max(0, count - 1) + (this.more > 0 ? moreText(this.more).length : 0);
    for (const part of parts) length += part.length;
    this.length = length;
  }

  toString(): string {
    const [open = '', close = ''] = this.brackets;
    const texts = this.parts.map(writtenOut);
    return `${open}${[...texts, ...(this.more > 0 ? [moreText(this.more)] : [])].join(', ')}${close}`;
  }

  isSameAs(other: Listing): boolean {
    const { brackets, parts, more, length } = this;
    if (more !== other.more || length !== other.length || parts.length !== other.parts.length) return false;
    if (brackets[0] !== other.brackets[0]) return false;
    return parts.every((part, i) => isSameText(part, other.parts[i] ?? ''));
  }
}

function moreText(count: number): string {
  return `… ${count} more`;
}

export function writtenOut(text: Text): string {
  return typeof text === 'string' ? text : text.toString();
}

export function isSameText(a: Text, b: Text): boolean {
  if (typeof a === 'string') return a === b;
  return typeof b !== 'string' && a.isSameAs(b);
}
