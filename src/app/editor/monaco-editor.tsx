import { useEffect, useRef } from 'react';
import type * as Monaco from 'monaco-editor/editor';
import type { Problem } from '../store/selectors/stage.ts';
import { selectProblems, useProblems } from '../store/selectors/stage.ts';
import { useApp } from '../store/store.ts';
import { stageStatementAt } from '../session/statements.ts';
import { useResolvedTheme } from '../theme/theme.ts';
import { msg } from '../messages/messages.ts';
import { registerCompletion, registerHover } from './completion.ts';
import { FLINK_SQL, setUpMonaco, applyEditorTheme } from './monaco-setup.ts';

const FLASH_MILLIS = 1600;

type Editor = Monaco.editor.IStandaloneCodeEditor;

function rangeOf(model: Monaco.editor.ITextModel, start: number, end: number): Monaco.IRange {
  const a = model.getPositionAt(start);
  const b = model.getPositionAt(Math.max(end, start + 1));
  return { startLineNumber: a.lineNumber, startColumn: a.column, endLineNumber: b.lineNumber, endColumn: b.column };
}

function markerOf(monaco: typeof Monaco, model: Monaco.editor.ITextModel, problem: Problem): Monaco.editor.IMarkerData[] {
  if (!problem.span) return [];
  const severities = { error: monaco.MarkerSeverity.Error, warning: monaco.MarkerSeverity.Warning, info: monaco.MarkerSeverity.Info };
  return [
    {
      ...rangeOf(model, problem.span[0], problem.span[1]),
      severity: severities[problem.severity],
      message: problem.message,
      code: problem.code,
      source: 'Planscope',
    },
  ];
}

/** Colours the whole text before it is shown; the editor would do so a little later. The call is not part of its typed surface. */
function colourAtOnce(model: Monaco.editor.ITextModel): void {
  const { tokenization } = model as { tokenization?: { forceTokenization?: (line: number) => void } };
  tokenization?.forceTokenization?.(Math.min(model.getLineCount(), 500));
}

function createEditor(monaco: typeof Monaco, host: HTMLElement): Editor {
  const model = monaco.editor.createModel(useApp.getState().sql, FLINK_SQL);
  model.setEOL(monaco.editor.EndOfLineSequence.LF);

  const editor = monaco.editor.create(host, {
    model,
    ariaLabel: msg('editor.label'),
    automaticLayout: true,
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-mono'),
    fontSize: 12,
    lineHeight: 18,
    fontLigatures: false,
    minimap: { enabled: false },
    wordWrap: 'on',
    wrappingIndent: 'indent',
    lineNumbersMinChars: 3,
    lineDecorationsWidth: 8,
    glyphMargin: false,
    folding: false,
    overviewRulerLanes: 0,
    hideCursorInOverviewRuler: true,
    scrollBeyondLastLine: false,
    padding: { top: 8, bottom: 8 },
    renderLineHighlight: 'line',
    scrollbar: { verticalScrollbarSize: 8, horizontalScrollbarSize: 8, alwaysConsumeMouseWheel: false },
    fixedOverflowWidgets: true,
    tabSize: 2,
    bracketPairColorization: { enabled: false },
    quickSuggestions: { other: true, comments: false, strings: false },
    suggest: { showWords: false },
    wordBasedSuggestions: 'off',
    accessibilitySupport: 'auto',
    unicodeHighlight: { ambiguousCharacters: false },
  });
  model.updateOptions({ bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false } });
  return editor;
}

/** The script in Monaco. Loaded after the first paint. */
export default function MonacoEditor({ onReady }: { readonly onReady: () => void }) {
  const host = useRef<HTMLDivElement>(null);
  const instance = useRef<Editor | undefined>(undefined);
  const isApplying = useRef(false);
  const theme = useResolvedTheme();
  const problems = useProblems();
  const sql = useApp((state) => state.sql);

  useEffect(() => {
    if (!host.current) return undefined;
    const monaco = setUpMonaco();
    const editor = createEditor(monaco, host.current);
    instance.current = editor;
    const model = editor.getModel()!;
    const marks = editor.createDecorationsCollection();
    const flash = editor.createDecorationsCollection();
    const disposables = [
      registerCompletion(monaco, FLINK_SQL),
      registerHover(monaco, FLINK_SQL),
      model.onDidChangeContent(() => {
        if (!isApplying.current) useApp.getState().setSql(model.getValue());
      }),
      editor.onDidChangeCursorPosition((event) => {
        if (event.source !== 'model' && !isApplying.current) stageStatementAt(model.getOffsetAt(event.position));
      }),
    ];
    useApp.getState().setPort('editor', {
      focus: () => editor.focus(),
      getValue: () => model.getValue(),
      setValue: (text) => {
        editor.pushUndoStop();
        editor.executeEdits('planscope', [{ range: model.getFullModelRange(), text }]);
        editor.pushUndoStop();
      },
      reveal: (start, end = start) => {
        const range = rangeOf(model, start, end);
        editor.setPosition({ lineNumber: range.startLineNumber, column: range.startColumn });
        editor.revealRangeInCenterIfOutsideViewport(range);
        editor.focus();
        flash.set([{ range, options: { inlineClassName: 'span-flash' } }]);
        setTimeout(() => flash.clear(), FLASH_MILLIS);
      },
      mark: (spans) =>
        marks.set(spans.map(([start, end]) => ({ range: rangeOf(model, start, end), options: { inlineClassName: 'span-selected' } }))),
      undo: () => editor.trigger('planscope', 'undo', null),
    });
    monaco.editor.setModelMarkers(
      model,
      'planscope',
      selectProblems(useApp.getState()).flatMap((problem) => markerOf(monaco, model, problem)),
    );
    let isGone = false;
    // The colours come with the language's tokenizer; until then the coloured block that stands in for the editor stays.
    void monaco.editor.colorize(' ', FLINK_SQL, {}).then(() => {
      if (isGone) return;
      colourAtOnce(model);
      onReady();
    });
    return () => {
      isGone = true;
      useApp.getState().setPort('editor', undefined);
      for (const disposable of disposables) disposable.dispose();
      editor.dispose();
      model.dispose();
    };
  }, [onReady]);

  useEffect(() => applyEditorTheme(theme), [theme]);

  useEffect(() => {
    const model = instance.current?.getModel();
    if (!model || model.getValue() === sql) return;
    isApplying.current = true;
    model.setValue(sql);
    isApplying.current = false;
  }, [sql]);

  useEffect(() => {
    const model = instance.current?.getModel();
    if (!model) return;
    const monaco = setUpMonaco();
    monaco.editor.setModelMarkers(
      model,
      'planscope',
      problems.flatMap((problem) => markerOf(monaco, model, problem)),
    );
  }, [problems]);

  return <div ref={host} className="monaco-host nokey" />;
}
