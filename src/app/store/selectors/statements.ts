import type { StatementKind } from '../../../trace/plan-trace.ts';
import type { AppState } from '../store.ts';
import { useApp } from '../store.ts';

/** A statement as the tab strip lists it. */
export interface StatementTab {
  readonly number: number;
  readonly label: string;
  readonly kind: StatementKind;
  readonly span: readonly [number, number];
  readonly hasError: boolean;
}

/** A short name for a statement: what it declares, or its verb. */
export function statementLabel(text: string): string {
  const clean = text.replace(/^\s*(?:--(?!@)[^\n]*\n\s*|\/\*[\s\S]*?\*\/\s*)*/, '').trim();
  const directive = /^--@\s*(datastream|temporal-table-function)\s+([\w.`]+)/i.exec(clean);
  if (directive) return directive[2]!;
  const create =
    /^CREATE\s+(?:OR\s+REPLACE\s+)?(?:TEMPORARY\s+)?(?:SYSTEM\s+)?(?:MATERIALIZED\s+)?(?:TABLE|VIEW|FUNCTION|CATALOG|DATABASE|MODEL)\s+(?:IF\s+NOT\s+EXISTS\s+)?([\w.`]+)/i.exec(
      clean,
    );
  if (create) return create[1]!.replaceAll('`', '').split('.').at(-1)!;
  const insert = /^INSERT\s+(?:INTO|OVERWRITE)\s+([\w.`]+)/i.exec(clean);
  if (insert) return `INSERT ${insert[1]!.replaceAll('`', '').split('.').at(-1)!}`;
  if (/^EXECUTE\s+STATEMENT\s+SET/i.test(clean)) return 'STATEMENT SET';
  return /^[A-Za-z]+/.exec(clean)?.[0].toUpperCase() ?? '…';
}

/** True if a statement of that kind has a plan. */
export function hasPlan(kind: StatementKind): boolean {
  return kind === 'query' || kind === 'insert' || kind === 'statement-set';
}

const NONE: readonly StatementTab[] = [];

let last: { trace: unknown; checked: unknown; sql: string; tabs: readonly StatementTab[] } | undefined;

/** Statements of the text: from the fast check if it is for this text, else from the last plan. */
export function selectStatements(state: AppState): readonly StatementTab[] {
  const { checked, shelf, sql } = state;
  if (last && last.trace === shelf.trace && last.checked === checked && last.sql === sql) return last.tabs;
  const planned = state.plannedSql === sql ? shelf.trace?.statements : undefined;
  const source = planned ?? (checked?.sql === sql ? checked.statements : undefined);
  if (!source) return last?.tabs ?? NONE;
  const failed = new Set(
    (shelf.trace?.statements ?? []).filter((s) => s.diagnostics.some((d) => d.severity === 'error')).map((s) => s.number),
  );
  const tabs = source.map((statement) => ({
    number: statement.number,
    label: statementLabel(statement.text),
    kind: statement.kind,
    span: statement.span,
    hasError: failed.has(statement.number),
  }));
  last = { trace: shelf.trace, checked, sql, tabs };
  return tabs;
}

export const useStatements = (): readonly StatementTab[] => useApp(selectStatements);

/** The statement at an offset: the one that contains it, else the one before it. */
export function statementAt(tabs: readonly StatementTab[], offset: number): StatementTab | undefined {
  return tabs.find((tab) => offset >= tab.span[0] && offset <= tab.span[1] + 1) ?? [...tabs].reverse().find((tab) => tab.span[0] <= offset);
}
