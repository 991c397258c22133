import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lookupJoinTrace } from '../../testing/fixtures/read-fixture.ts';
import type { Moment } from '../../worker/client.ts';
import type { RunRequest } from '../../worker/protocol.ts';
import { findCommand } from '../commands/command-list.ts';
import { togglePlay } from '../commands/navigation.ts';
import { nextMark, stepToMark, toggleReplay } from '../commands/run-navigation.ts';
import { selectHighlighted, selectPlayhead, selectRunIsOld, selectRunOperator } from '../store/selectors/replay.ts';
import { useApp } from '../store/store.ts';
import { TraceShelf } from '../store/trace-shelf.ts';
import { largeRun } from '../timeline/testdata/large-run.ts';
import { unionRun } from '../timeline/testdata/union-run.ts';
import { LONG_RUN } from './prepare-run.ts';
import { ReplayingSession, runRequest } from './replaying.ts';
import type { Session } from './session.ts';

const { trace } = lookupJoinTrace();
const run = unionRun();
const moment: Moment = { step: { step: 0, events: [], total: 0 } };
let requests: RunRequest[];
let cancelled: number;
let asked: (readonly [number, number | undefined])[];
let replaying: ReplayingSession;

beforeEach(() => {
  vi.useFakeTimers();
  requests = [];
  cancelled = 0;
  asked = [];
  useApp.setState({ ...useApp.getInitialState(), sql: 'x', feed: 'f' });
  replaying = new ReplayingSession({
    run: (request) => requests.push(request),
    cancelRun: () => cancelled++,
    moment: (step, operator) => {
      asked.push([step, operator]);
      return Promise.resolve(moment);
    },
    origins: (event) => Promise.resolve({ event, steps: [3, 11, 15], operators: [0, 1], isCut: false }),
    subtasks: () => Promise.resolve(undefined),
    checkSemantics: () => Promise.resolve(undefined),
  });
  useApp.setState({ shelf: new TraceShelf(trace), cursor: { q: 3, stage: 'run', step: 0 }, plannedSql: 'x', status: 'ready' });
});

afterEach(() => {
  replaying.dispose();
  vi.useRealTimers();
});

const wait = (): Promise<void> => vi.advanceTimersByTimeAsync(1000).then(() => undefined);

describe('a run', () => {
  test('follows the plan of the statement on stage, once', async () => {
    await wait();
    expect(requests).toEqual([{ sql: 'x', options: undefined, statement: 3, feed: 'f' }]);
    expect(useApp.getState().replayStatus).toBe('running');
    replaying.accept(run);
    expect(useApp.getState().replay?.trace).toBe(run);
    useApp.setState({ search: 'y' });
    await wait();
    expect(requests).toHaveLength(1);
  });

  test('that is long is prepared in parts, and shown if nothing has changed meanwhile', async () => {
    const long = largeRun(LONG_RUN);
    await wait();
    replaying.accept(long);
    expect(useApp.getState().replay).toBeUndefined();
    await vi.advanceTimersByTimeAsync(100);
    expect(useApp.getState()).toMatchObject({ replayStatus: 'ready', replay: { trace: long } });
    replaying.runNow();
    replaying.accept(largeRun(LONG_RUN));
    useApp.getState().setFeed('other');
    await vi.advanceTimersByTimeAsync(100);
    expect(useApp.getState().replay?.trace).toBe(long);
  });

  test('waits while the rows are typed, and starts once', async () => {
    await wait();
    replaying.accept(run);
    for (const feed of ['f1', 'f12', 'f123']) {
      useApp.getState().setFeed(feed);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(useApp.getState().replayStatus).toBe('waiting');
    expect(selectRunIsOld(useApp.getState())).toBe(true);
    await wait();
    expect(requests.map((request) => request.feed)).toEqual(['f', 'f123']);
  });

  test('of other options is an old one, until they are as they were', async () => {
    await wait();
    replaying.accept(run);
    expect(selectRunIsOld(useApp.getState())).toBe(false);
    useApp.getState().setOption('table.exec.state.ttl', '1 h');
    expect(selectRunIsOld(useApp.getState())).toBe(true);
    useApp.getState().setOption('table.exec.state.ttl', undefined);
    expect(selectRunIsOld(useApp.getState())).toBe(false);
  });

  test('plays apart from the plan, each with its own button', async () => {
    await wait();
    replaying.accept(run);
    toggleReplay();
    expect(useApp.getState()).toMatchObject({ isPlaying: true, playsRun: true, playhead: 0 });
    togglePlay();
    expect(useApp.getState()).toMatchObject({ isPlaying: true, playsRun: false });
    togglePlay();
    expect(useApp.getState().isPlaying).toBe(false);
  });

  test('is sent to the next and to the last step of a kind', async () => {
    await wait();
    replaying.accept(run);
    const places = (['late', 'firing', 'result'] as const).map((mark) => [nextMark(run, 12, mark, -1), nextMark(run, 12, mark, 1)]);
    expect(places).toEqual([
      [undefined, 13],
      [undefined, 18],
      [undefined, 18],
    ]);
    stepToMark(run, 'late', -1);
    expect(selectPlayhead(useApp.getState())).toBe(15);
  });

  test('of an older text is dropped', async () => {
    await wait();
    useApp.getState().setFeed('other');
    expect(cancelled).toBe(1);
    replaying.accept(run);
    expect(useApp.getState().replay).toBeUndefined();
  });

  test('waits for the plan of the new script', async () => {
    await wait();
    replaying.accept(run);
    useApp.setState({ sql: 'x2', status: 'planning' });
    await wait();
    expect(requests).toHaveLength(1);
    expect(runRequest(useApp.getState())).toBeUndefined();
    useApp.setState({ plannedSql: 'x2', status: 'ready' });
    await wait();
    expect(requests.at(-1)?.sql).toBe('x2');
  });

  test('that breaks is told of', async () => {
    await wait();
    replaying.fail('no such thing');
    expect(useApp.getState()).toMatchObject({ replayStatus: 'failed', replayFailure: 'no such thing' });
  });
});

describe('the playhead', () => {
  beforeEach(async () => {
    await wait();
    replaying.accept(run);
  });
  const command = (id: string): void => findCommand(id).run({ replaying } as Session);

  test('stands at the end, steps, does not wrap around, and asks the worker', async () => {
    expect(selectPlayhead(useApp.getState())).toBe(19);
    command('step.next');
    expect(selectPlayhead(useApp.getState())).toBe(19);
    command('step.previous');
    command('step.previous');
    expect(useApp.getState().playhead).toBe(17);
    command('step.first');
    command('step.previous');
    expect(selectPlayhead(useApp.getState())).toBe(0);
    command('step.nextChange');
    expect(selectPlayhead(useApp.getState())).toBe(12);
    command('step.nextChange');
    command('step.previousChange');
    expect(selectPlayhead(useApp.getState())).toBe(12);
    command('step.last');
    expect(useApp.getState().playhead).toBeUndefined();
    expect(useApp.getState().cursor.stage).toBe('run');
    await wait();
    expect(asked[0]).toEqual([19, 6]);
    expect(useApp.getState().moment).toBe(moment);
  });

  test('a traced row lights up the rows that it came from', async () => {
    await replaying.trace(1);
    expect([...selectHighlighted(useApp.getState())]).toEqual([3, 11, 15]);
    await replaying.trace(1);
    expect(selectHighlighted(useApp.getState()).size).toBe(0);
  });

  test('the operator in view is the selected one', () => {
    expect(selectRunOperator(useApp.getState())).toBe(6);
    useApp.getState().select(run.operators[2]!.digest.slice(0, 8), 'op2');
    expect(selectRunOperator(useApp.getState())).toBe(2);
  });
});
