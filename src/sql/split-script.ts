import type { Span } from '../base/span.ts';

/** A statement of a script, cut out. */
export interface ScriptPiece {
  /** Without comments, trimmed. A line that starts with `--@` is a piece of its own. */
  readonly text: string;
  /** From its first to its last character in the script. */
  readonly span: Span;
  /** Where an offset in the text stands in the script. */
  readonly toScript: (offset: number) => number;
}

/** Text that grows by pieces of the script, and knows where each character came from. */
class PieceBuilder {
  private text = '';
  /** Offsets in the text where a new run begins, with the offset in the script. */
  private readonly runs: { readonly at: number; readonly script: number }[] = [];

  append(script: string, start: number, end: number): void {
    const last = this.runs.at(-1);
    if (!last || last.script + (this.text.length - last.at) !== start) this.runs.push({ at: this.text.length, script: start });
    this.text += script.slice(start, end);
  }

  get trimmed(): string {
    return javaTrim(this.text).text;
  }

  build(): ScriptPiece {
    const { text, start } = javaTrim(this.text);
    const { runs } = this;
    const toScript = (offset: number): number => scriptOffset(runs, offset + start);
    return { text, span: { start: toScript(0), end: text === '' ? toScript(0) : toScript(text.length - 1) + 1 }, toScript };
  }
}

function scriptOffset(runs: readonly { readonly at: number; readonly script: number }[], offset: number): number {
  let low = 0;
  let high = runs.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((runs[middle]?.at ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const run = runs[low];
  return run ? run.script + (offset - run.at) : offset;
}

/** Java's trim: every character up to the space goes. */
function javaTrim(text: string): { text: string; start: number } {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 32) start++;
  while (end > start && text.charCodeAt(end - 1) <= 32) end--;
  return { text: text.slice(start, end), start };
}

const SET_OPEN = /^(EXECUTE\s+STATEMENT\s+SET\s+BEGIN|BEGIN\s+STATEMENT\s+SET)\b/i;
const SET_CLOSED = /\bEND$/i;

/**
 * Splits a script at semicolons that stand outside strings, quoted names, comments and statement sets. Comments are left out, but hints
 * stay; empty statements are not counted.
 */
export function splitScript(script: string): ScriptPiece[] {
  const out: ScriptPiece[] = [];
  let current = new PieceBuilder();
  const flush = (): void => {
    if (current.trimmed !== '') out.push(current.build());
    current = new PieceBuilder();
  };
  let i = 0;
  while (i < script.length) {
    const c = script[i];
    if (c === '-' && script.startsWith('--', i)) {
      const end = endOf(script.indexOf('\n', i), script.length);
      if (script.startsWith('--@', i)) out.push(directive(script, i, end));
      i = end;
    } else if (c === '/' && script.startsWith('/*', i) && script[i + 2] !== '+') {
      const end = script.indexOf('*/', i);
      i = end < 0 ? script.length : end + 2;
    } else if (c === "'" || c === '`') {
      const end = endOf(script.indexOf(c, i + 1), script.length - 1) + 1;
      current.append(script, i, end);
      i = end;
    } else if (c === ';') {
      const text = current.trimmed;
      if (SET_OPEN.test(text) && !SET_CLOSED.test(text)) current.append(script, i, i + 1);
      else flush();
      i++;
    } else {
      const end = plainEnd(script, i + 1);
      current.append(script, i, end);
      i = end;
    }
  }
  flush();
  return out;
}

const endOf = (found: number, otherwise: number): number => (found < 0 ? otherwise : found);

const SPECIAL = /[-/'`;]/g;

/** The next character that may end a run of plain text. */
function plainEnd(script: string, from: number): number {
  SPECIAL.lastIndex = from;
  return SPECIAL.exec(script)?.index ?? script.length;
}

function directive(script: string, start: number, end: number): ScriptPiece {
  const builder = new PieceBuilder();
  builder.append(script, start, end);
  return builder.build();
}
