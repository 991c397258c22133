import { beforeEach, describe, expect, test, vi } from 'vitest';
import { lookupJoinTrace } from '../../testing/fixtures/read-fixture.ts';
import { en } from '../messages/en.ts';
import { selectFrame, selectPosition, selectStage } from '../store/selectors/stage.ts';
import { useApp } from '../store/store.ts';
import { TraceShelf } from '../store/trace-shelf.ts';
import type { Session } from '../session/session.ts';
import { COMMANDS, findCommand } from './command-list.ts';
import { keyText, matchesKey } from './keys.ts';

const session = {} as Session;
const { trace } = lookupJoinTrace();
const run = (id: string): void => findCommand(id).run(session);
const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
});

beforeEach(() => {
  useApp.setState({
    ...useApp.getInitialState(),
    shelf: new TraceShelf(trace),
    cursor: { q: 3, stage: 'ast', step: 0 },
    sql: 'x',
    plannedSql: 'x',
    status: 'ready',
  });
});

describe('the list of commands', () => {
  test('ids are unique, keys are unique, titles are texts', () => {
    expect(new Set(COMMANDS.map((command) => command.id)).size).toBe(COMMANDS.length);
    const keys = COMMANDS.flatMap((command) => command.keys);
    expect(new Set(keys).size).toBe(keys.length);
    for (const command of COMMANDS) expect(en[command.title]).toMatch(/\S/);
  });

  test('keys as people read them', () => {
    expect(['Ctrl+k', 'Shift+ArrowRight', ' ', '+', 'Escape'].map(keyText)).toEqual(['Ctrl K', 'Shift →', 'Space', '+', 'Esc']);
  });

  test('keys match their events', () => {
    expect(matchesKey(press('k', { ctrlKey: true }), 'Ctrl+k')).toBe(true);
    expect(matchesKey(press('k'), 'Ctrl+k')).toBe(false);
    expect(matchesKey(press('ArrowRight', { shiftKey: true }), 'ArrowRight')).toBe(false);
    expect(matchesKey(press('ArrowRight', { shiftKey: true }), 'Shift+ArrowRight')).toBe(true);
    expect(matchesKey(press('?', { shiftKey: true }), '?')).toBe(true);
    expect(matchesKey(press('N', { shiftKey: true }), 'n')).toBe(false);
    expect(matchesKey(press('+', { shiftKey: true }), '+')).toBe(true);
  });
});

describe('commands act on the one cursor', () => {
  test('next, previous, changes, stages and ends', () => {
    run('step.next');
    expect(useApp.getState().cursor).toEqual({ q: 3, stage: 'temporal_join_rewrite', step: 1 });
    run('step.nextChange');
    expect(selectPosition(useApp.getState())?.event).toMatchObject({ rule: 'ProjectRemoveRule' });
    run('step.previous');
    run('step.previous');
    expect(useApp.getState().cursor.stage).toBe('ast');
    run('step.previous');
    expect(useApp.getState().cursor.stage).toBe('ast');
    run('step.last');
    const last = selectPosition(useApp.getState())!;
    run('step.next');
    expect(selectPosition(useApp.getState())).toBe(last);
    run('step.first');
    run('step.nextStage');
    expect(useApp.getState().cursor).toMatchObject({ stage: 'decorrelate', step: 0 });
  });

  test('nodes are walked from consumer to producer and back', () => {
    run('graph.nextNode');
    const root = selectFrame(useApp.getState())!.tree!;
    expect(useApp.getState().sel).toBe(trace.nodes[root.ref]!.digest.slice(0, 8));
    run('graph.producer');
    expect(useApp.getState().selKey).toBe(selectFrame(useApp.getState())!.keys.get(root.inputs[0]!));
    run('graph.consumer');
    expect(useApp.getState().selKey).toBe(selectFrame(useApp.getState())!.keys.get(root));
    run('session.clear');
    expect(useApp.getState().sel).toBeUndefined();
  });

  test('views and pin', () => {
    run('view.memo');
    expect(useApp.getState().view).toBe('memo');
    run('view.pin');
    expect(useApp.getState().pin).toMatchObject({ q: 3, stage: 'ast', step: 0 });
    run('view.pin');
    expect(useApp.getState().pin).toBeUndefined();
  });
});

describe('the last good plan', () => {
  const failed = {
    ...trace,
    statements: trace.statements.map((statement) =>
      statement.number === 3
        ? {
            ...statement,
            ast: undefined,
            stages: [],
            stop: 'error' as const,
            diagnostics: [{ code: 'parse/unexpected-token', severity: 'error' as const, message: 'no' }],
          }
        : statement,
    ),
  };

  test('stays on stage, marked as old, while the statement does not plan', () => {
    useApp.setState((state) => ({ shelf: new TraceShelf(failed, {}, state.shelf) }));
    const stage = selectStage(useApp.getState())!;
    expect(stage.isOld).toBe(true);
    expect(stage.statement.ast).toBeDefined();
    expect(stage.newest?.stop).toBe('error');
  });

  test('goes when the statement plans again', () => {
    useApp.setState((state) => ({ shelf: new TraceShelf(trace, {}, new TraceShelf(failed, {}, state.shelf)) }));
    expect(selectStage(useApp.getState())!.isOld).toBe(false);
  });

  test('belongs to the statement, not to its number', () => {
    const other = {
      ...failed,
      statements: failed.statements.map((statement) =>
        statement.number === 3 ? { ...statement, text: 'UPDATE Shops SET open = FALSE' } : statement,
      ),
    };
    useApp.setState((state) => ({ shelf: new TraceShelf(other, {}, state.shelf) }));
    expect(selectStage(useApp.getState())).toMatchObject({ isOld: false, statement: { stop: 'error' } });
  });

  test('a statement that never planned shows its own failure', () => {
    useApp.setState({ shelf: new TraceShelf(failed) });
    expect(selectStage(useApp.getState())).toMatchObject({ isOld: false, statement: { stop: 'error' } });
  });
});

describe('selectors', () => {
  test('give the same object while nothing they read has changed', () => {
    const before = selectFrame(useApp.getState());
    useApp.setState({ search: 'x' });
    expect(selectFrame(useApp.getState())).toBe(before);
    const seen = vi.fn();
    const stop = useApp.subscribe((state, old) => selectStage(state) !== selectStage(old) && seen());
    run('step.next');
    stop();
    expect(seen).not.toHaveBeenCalled();
  });
});
