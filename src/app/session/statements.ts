import { findPosition, placesOf } from '../graph/positions.ts';
import { hasPlan, selectStatements, statementAt, type StatementTab } from '../store/selectors/statements.ts';
import { useApp } from '../store/store.ts';

/** Puts a statement on stage; the cursor stays at the same stage as far as the statement has it. */
export function stageStatement(tab: StatementTab, kind: 'step' | 'jump'): void {
  const state = useApp.getState();
  if (state.cursor.q === tab.number) return;
  const statement = state.shelf.latest(tab.number)?.statement ?? state.shelf.lastGood(tab.number)?.statement;
  const position = statement && findPosition(placesOf(statement), state.cursor.stage, state.cursor.step);
  useApp.setState({ sel: undefined, selKey: undefined, showFailed: false });
  state.moveTo({ q: tab.number, stage: position?.stage ?? 'ast', step: position?.step ?? 0 }, kind);
}

/** The editor's cursor moved: the statement under it goes on stage if it has a plan. */
export function stageStatementAt(offset: number): void {
  const tab = statementAt(selectStatements(useApp.getState()), offset);
  if (tab && hasPlan(tab.kind)) stageStatement(tab, 'jump');
}
