import * as monaco from 'monaco-editor/editor';
import 'monaco-editor/features/bracketMatching/register';
import 'monaco-editor/features/caretOperations/register';
import 'monaco-editor/features/clipboard/register';
import 'monaco-editor/features/codeEditor/register';
import 'monaco-editor/features/codicon/register';
import 'monaco-editor/features/comment/register';
import 'monaco-editor/features/contextmenu/register';
import 'monaco-editor/features/cursorUndo/register';
import 'monaco-editor/features/find/register';
import 'monaco-editor/features/folding/register';
import 'monaco-editor/features/gotoError/register';
import 'monaco-editor/features/hover/register';
import 'monaco-editor/features/indentation/register';
import 'monaco-editor/features/linesOperations/register';
import 'monaco-editor/features/multicursor/register';
import 'monaco-editor/features/smartSelect/register';
import 'monaco-editor/features/suggest/register';
import 'monaco-editor/editor/contrib/suggest/browser/suggestController.js';
import 'monaco-editor/features/toggleTabFocusMode/register';
import 'monaco-editor/features/wordHighlighter/register';
import 'monaco-editor/features/wordOperations/register';
import EditorWorker from 'monaco-editor/editor/editor.worker.js?worker';
import { FUNCTION_WORDS, isKeyword, TYPE_WORDS } from './sql-words.ts';
import { KEYWORDS } from '../../sql/keywords.ts';

/** Name of the language in the editor. */
export const FLINK_SQL = 'flink-sql';

let isReady = false;

/** The colours of the page's tokens as the editor wants them. */
function themeFromTokens(name: string, base: 'vs' | 'vs-dark'): void {
  const style = getComputedStyle(document.documentElement);
  const hex = (token: string): string => {
    const value = style.getPropertyValue(token).trim();
    const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(value);
    if (short) return `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`;
    return /^#[0-9a-f]{6}$/i.test(value) ? value : '#808080';
  };
  const rule = (token: string, from: string, fontStyle?: string) => ({ token, foreground: hex(from).slice(1), fontStyle });
  monaco.editor.defineTheme(name, {
    base,
    inherit: true,
    rules: [
      rule('keyword', '--syn-keyword'),
      rule('type', '--syn-type'),
      rule('string', '--syn-string'),
      rule('number', '--syn-number'),
      rule('predefined', '--syn-function'),
      rule('comment', '--syn-comment'),
      rule('annotation', '--syn-function'),
      rule('identifier', '--syn-ident'),
      rule('delimiter', '--text-2'),
      rule('operator', '--text-2'),
    ],
    colors: {
      'editor.background': hex('--surface-panel'),
      'editor.foreground': hex('--text-1'),
      'editorLineNumber.foreground': hex('--text-3'),
      'editorLineNumber.activeForeground': hex('--text-1'),
      'editor.lineHighlightBackground': hex('--surface-inset'),
      'editor.lineHighlightBorder': '#00000000',
      'editor.selectionBackground': hex('--surface-selected'),
      'editor.inactiveSelectionBackground': hex('--surface-hover'),
      'editor.wordHighlightBackground': `${hex('--accent-bg')}a0`,
      'editorCursor.foreground': hex('--accent'),
      'editorWidget.background': hex('--surface-raised'),
      'editorWidget.border': hex('--border'),
      'editorSuggestWidget.background': hex('--surface-raised'),
      'editorSuggestWidget.selectedBackground': hex('--surface-selected'),
      'editorSuggestWidget.selectedForeground': hex('--text-1'),
      'editorSuggestWidget.highlightForeground': hex('--accent'),
      'editorSuggestWidget.focusHighlightForeground': hex('--accent'),
      'editorHoverWidget.background': hex('--surface-raised'),
      'editorHoverWidget.border': hex('--border'),
      'editorError.foreground': hex('--problem-error'),
      'editorWarning.foreground': hex('--problem-warning'),
      'editorInfo.foreground': hex('--problem-info'),
      'editorBracketMatch.background': hex('--surface-hover'),
      'editorBracketMatch.border': hex('--border-strong'),
      focusBorder: hex('--focus-ring'),
    },
  });
}

/** Gives the editor the colours of the theme that is on. */
export function applyEditorTheme(theme: 'light' | 'dark'): void {
  const name = `planscope-${theme}`;
  themeFromTokens(name, theme === 'dark' ? 'vs-dark' : 'vs');
  monaco.editor.setTheme(name);
}

/** Registers the worker and the language, once. */
export function setUpMonaco(): typeof monaco {
  if (isReady) return monaco;
  isReady = true;
  self.MonacoEnvironment = { getWorker: () => new EditorWorker() };
  monaco.languages.register({ id: FLINK_SQL, aliases: ['Flink SQL'] });
  monaco.languages.setLanguageConfiguration(FLINK_SQL, {
    comments: { lineComment: '--', blockComment: ['/*', '*/'] },
    brackets: [
      ['(', ')'],
      ['[', ']'],
    ],
    autoClosingPairs: [
      { open: '(', close: ')' },
      { open: '[', close: ']' },
      { open: "'", close: "'", notIn: ['string', 'comment'] },
      { open: '`', close: '`', notIn: ['string', 'comment'] },
    ],
    wordPattern: /[\p{L}_][\p{L}\p{N}_$]*/u,
  });
  monaco.languages.setMonarchTokensProvider(FLINK_SQL, {
    ignoreCase: true,
    keywords: [...KEYWORDS].filter(isKeyword),
    types: [...TYPE_WORDS],
    functions: [...FUNCTION_WORDS],
    tokenizer: {
      root: [
        [/--@.*$/, 'annotation'],
        [/--.*$/, 'comment'],
        [/\/\*\+/, 'annotation', '@hint'],
        [/\/\*/, 'comment', '@comment'],
        [/'/, 'string', '@string'],
        [/`(?:[^`]|``)*`/, 'identifier'],
        [/\d+(?:\.\d+)?(?:e[+-]?\d+)?/, 'number'],
        [
          /[a-z_][\w$]*(?=\s*\()/,
          { cases: { '@functions': 'predefined', '@types': 'type', '@keywords': 'keyword', '@default': 'predefined' } },
        ],
        [/[a-z_][\w$]*/, { cases: { '@types': 'type', '@keywords': 'keyword', '@default': 'identifier' } }],
        [/[(){}[\],;.]/, 'delimiter'],
        [/[<>=!+\-*/%|&^~:?]+/, 'operator'],
      ],
      comment: [
        [/\*\//, 'comment', '@pop'],
        [/./, 'comment'],
      ],
      hint: [
        [/\*\//, 'annotation', '@pop'],
        [/./, 'annotation'],
      ],
      string: [
        [/''/, 'string'],
        [/[^']+/, 'string'],
        [/'/, 'string', '@pop'],
      ],
    },
  });
  return monaco;
}
