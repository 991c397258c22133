import type { ScriptNode } from './ast-statement.ts';
import type { Place } from './parser/place.ts';

const SET = /^SET(?:\s+([^'\s]+)\s*=\s*(?:'([^']*)'|([^;\s]+)))?\s*;?$/i;
const RESET = /^RESET(?:\s+([^'\s]+)\s*)?\s*;?$/i;
const WORDS = /^(HELP|EXIT|QUIT|CLEAR)\s*;?$/i;

/**
 * Flink takes some texts as commands before its grammar sees them: SET and RESET with an unquoted key, HELP, QUIT, CLEAR. Undefined for
 * anything else.
 */
export function clientCommand(text: string, toScript: (offset: number) => number = (o) => o): ScriptNode | undefined {
  // Java's trim cuts every character up to the space.
  const start = text.search(/[^\u0000-\u0020]/);
  if (start < 0) return undefined;
  const trimmed = text.slice(start).replace(/[\u0000-\u0020]+$/, '');
  if (trimmed.length > 4000) return undefined;
  const place = placeOfText(text, start, trimmed.length, toScript);
  const set = SET.exec(trimmed);
  if (set) {
    const value = set[2] ?? set[3];
    return { type: 'SqlSet', ...(set[1] !== undefined && { key: set[1] }), ...(value !== undefined && { value }), ...place };
  }
  const reset = RESET.exec(trimmed);
  if (reset) return { type: 'SqlReset', ...(reset[1] !== undefined && { key: reset[1] }), ...place };
  const word = WORDS.exec(trimmed)?.[1]?.toUpperCase();
  if (word === undefined) return undefined;
  return { type: 'ClientCommand', command: word === 'HELP' || word === 'CLEAR' ? word : 'QUIT', ...place };
}

/** The line that `SHOW`s a command in words: `SET k=v`. */
export function commandText(node: ScriptNode): string {
  if (node.type === 'SqlSet') return node.key === undefined ? 'SET' : `SET ${node.key}=${node.value ?? ''}`;
  if (node.type === 'SqlReset') return node.key === undefined ? 'RESET' : `RESET ${node.key}`;
  return node.type === 'ClientCommand' ? node.command : '';
}

function placeOfText(text: string, start: number, length: number, toScript: (offset: number) => number): Place {
  const before = text.slice(0, start).split(/\r\n|\r|\n/);
  const inside = text.slice(start, start + length).split(/\r\n|\r|\n/);
  const line = before.length;
  const column = (before.at(-1) ?? '').length + 1;
  const last = inside.at(-1) ?? '';
  const pos = {
    line,
    column,
    endLine: line + inside.length - 1,
    endColumn: inside.length === 1 ? column + last.length - 1 : last.length,
  };
  return { pos, span: { start: toScript(start), end: toScript(start + length) } };
}
