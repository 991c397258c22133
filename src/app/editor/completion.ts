import type * as monaco from 'monaco-editor/editor';
import type { CatalogEntry } from '../../trace/plan-trace.ts';
import { useApp } from '../store/store.ts';
import { COMPLETION_KEYWORDS, FUNCTION_WORDS } from './sql-words.ts';

type Monaco = typeof monaco;

/** Tables and columns as the last plan knows them. */
function catalog(): readonly CatalogEntry[] {
  return useApp.getState().shelf.trace?.catalog ?? [];
}

function shortName(entry: CatalogEntry): string {
  return entry.name.split('.').at(-1) ?? entry.name;
}

/** Names that stand for a table in the text around: `Orders AS o` makes `o` one. */
export function aliasesIn(text: string, entries: readonly CatalogEntry[]): ReadonlyMap<string, CatalogEntry> {
  const byName = new Map(entries.map((entry) => [shortName(entry).toLowerCase(), entry]));
  const out = new Map(byName);
  for (const match of text.matchAll(
    /(?:\b(?:FROM|JOIN|TABLE)\s+|,\s*)(?:[\w`]+\.)*`?([\p{L}_][\p{L}\p{N}_]*)`?\s+(?:FOR\s+SYSTEM_TIME\s+AS\s+OF\s+[\w.]+\s+)?(?:AS\s+)?([\p{L}_][\p{L}\p{N}_]*)/giu,
  )) {
    const entry = byName.get(match[1]!.toLowerCase());
    if (entry && !/^(?:ON|JOIN|WHERE|FOR|LEFT|RIGHT|INNER|FULL|CROSS|GROUP|ORDER|UNION|SET|AS)$/i.test(match[2]!))
      out.set(match[2]!.toLowerCase(), entry);
  }
  return out;
}

/** Completion of keywords, functions, tables and columns. */
export function registerCompletion(editor: Monaco, language: string): monaco.IDisposable {
  const kinds = editor.languages.CompletionItemKind;
  return editor.languages.registerCompletionItemProvider(language, {
    triggerCharacters: ['.'],
    provideCompletionItems(model, position) {
      const word = model.getWordUntilPosition(position);
      const range = {
        startLineNumber: position.lineNumber,
        endLineNumber: position.lineNumber,
        startColumn: word.startColumn,
        endColumn: word.endColumn,
      };
      const before = model.getLineContent(position.lineNumber).slice(0, word.startColumn - 1);
      const entries = catalog();
      const qualifier = /([\p{L}_][\p{L}\p{N}_]*)`?\.$/u.exec(before)?.[1];
      const columnItem = (column: CatalogEntry['columns'][number], entry: CatalogEntry, sort: string) => ({
        label: {
          label: column.name,
          description: column.time ? `${shortName(entry)} · ${column.time}` : shortName(entry),
          detail: ` ${column.type}`,
        },
        kind: kinds.Field,
        insertText: column.name,
        sortText: sort + column.name,
        range,
      });
      if (qualifier !== undefined) {
        const entry = aliasesIn(model.getValue(), entries).get(qualifier.toLowerCase());
        return { suggestions: entry?.columns.map((column) => columnItem(column, entry, '0')) ?? [] };
      }
      const wantsTable = /\b(?:FROM|JOIN|INTO|TABLE|UPDATE|DESCRIBE)\s+`?$/i.test(before);
      const tables = entries.map((entry) => ({
        label: { label: shortName(entry), description: entry.connector ?? entry.kind },
        kind: kinds.Struct,
        insertText: shortName(entry),
        sortText: (wantsTable ? '0' : '2') + shortName(entry),
        range,
      }));
      if (wantsTable) return { suggestions: tables };
      const seen = new Set<string>();
      const columns = entries.flatMap((entry) =>
        entry.columns.filter((column) => !seen.has(column.name) && seen.add(column.name)).map((column) => columnItem(column, entry, '1')),
      );
      const keywords = COMPLETION_KEYWORDS.map((keyword) => ({
        label: keyword,
        kind: kinds.Keyword,
        insertText: keyword,
        sortText: `4${keyword}`,
        range,
      }));
      const functions = [...FUNCTION_WORDS].map((name) => ({
        label: name,
        kind: kinds.Function,
        insertText: `${name}(`,
        sortText: `3${name}`,
        range,
      }));
      return { suggestions: [...columns, ...tables, ...functions, ...keywords] };
    },
  });
}

/** Hover over a table or a column: its type and time attribute. */
export function registerHover(editor: Monaco, language: string): monaco.IDisposable {
  return editor.languages.registerHoverProvider(language, {
    provideHover(model, position) {
      const word = model.getWordAtPosition(position);
      if (!word) return null;
      const entries = catalog();
      const name = word.word.toLowerCase();
      const before = model.getLineContent(position.lineNumber).slice(0, word.startColumn - 1);
      const aliases = aliasesIn(model.getValue(), entries);
      const qualifier = /([\p{L}_][\p{L}\p{N}_]*)`?\.$/u.exec(before)?.[1]?.toLowerCase();
      const describe = (column: CatalogEntry['columns'][number]): string =>
        `${column.name} ${column.type}${column.nullable ? '' : ' NOT NULL'}`;
      const owner = qualifier !== undefined ? aliases.get(qualifier) : undefined;
      const owners = owner ? [owner] : entries;
      const found = owners.flatMap((entry) =>
        entry.columns.filter((column) => column.name.toLowerCase() === name).map((column) => `${shortName(entry)}.${describe(column)}`),
      );
      const table = qualifier === undefined ? aliases.get(name) : undefined;
      if (table)
        return {
          contents: [
            { value: `**${shortName(table)}**${table.connector ? ` · ${table.connector}` : ''}` },
            { value: `\`\`\`\n${table.columns.map(describe).join('\n')}\n\`\`\`` },
          ],
        };
      if (found.length > 0) return { contents: [{ value: `\`\`\`\n${found.join('\n')}\n\`\`\`` }] };
      return null;
    },
  });
}
