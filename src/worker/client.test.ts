import { expect, test, vi } from 'vitest';
import { PlannerClient, type PlannerListener, type PlannerPort } from './client.ts';
import type { RunStep, RunTrace } from '../trace/run-trace.ts';
import type { FromWorker, ToWorker } from './protocol.ts';

class Port implements PlannerPort {
  readonly sent: ToWorker[] = [];
  isTerminated = false;
  onmessage: PlannerPort['onmessage'] = null;
  onerror: PlannerPort['onerror'] = null;
  postMessage(message: ToWorker): void {
    this.sent.push(message);
  }
  terminate(): void {
    this.isTerminated = true;
  }
  answer(message: FromWorker): void {
    this.onmessage?.({ data: message } as MessageEvent<FromWorker>);
  }
}

function setUp() {
  const ports: Port[] = [];
  const listener = {
    onProgress: vi.fn(),
    onPlan: vi.fn(),
    onCheck: vi.fn(),
    onCancelled: vi.fn(),
    onFailure: vi.fn(),
    onRun: vi.fn(),
  } satisfies PlannerListener;
  const client = new PlannerClient(() => {
    const port = new Port();
    ports.push(port);
    return port;
  }, listener);
  return { ports, listener, client };
}

const node = { type: 'LogicalValues', terms: [], inputs: [], columns: [], convention: 'NONE', digest: '0' };
const done = (generation: number): FromWorker => ({
  type: 'done',
  generation,
  flinkVersion: '2.3.0',
  catalog: [],
  ruleSummaries: {},
  millis: 1,
});

test('increments become one trace', () => {
  const { ports, listener, client } = setUp();
  const generation = client.plan('SELECT 1');
  ports[0]!.answer({ type: 'nodes', generation, from: 0, nodes: [node] });
  ports[0]!.answer({ type: 'nodes', generation, from: 1, nodes: [node, node] });
  ports[0]!.answer(done(generation));
  expect(listener.onPlan.mock.calls[0]![0].trace.nodes.length).toBe(3);
});

test('answers to an older request are dropped', () => {
  const { ports, listener, client } = setUp();
  const first = client.plan('SELECT 1');
  const second = client.plan('SELECT 2');
  ports[0]!.answer({ type: 'nodes', generation: first, from: 0, nodes: [node] });
  ports[0]!.answer(done(first));
  expect(listener.onPlan).not.toHaveBeenCalled();
  ports[0]!.answer(done(second));
  expect(listener.onPlan.mock.calls[0]![0].trace.nodes).toEqual([]);
});

test('a cancelled plan does not arrive', () => {
  const { ports, listener, client } = setUp();
  const generation = client.plan('SELECT 1');
  client.cancel();
  ports[0]!.answer(done(generation));
  expect(listener.onCancelled).toHaveBeenCalledOnce();
  expect(listener.onPlan).not.toHaveBeenCalled();
  expect(ports[0]!.sent.at(-1)).toMatchObject({ type: 'cancel' });
});

test('a worker that died is replaced and the failure is told', () => {
  const { ports, listener, client } = setUp();
  client.plan('SELECT 1');
  ports[0]!.onerror?.({ message: 'out of memory' } as ErrorEvent);
  expect(ports[0]!.isTerminated).toBe(true);
  expect(ports.length).toBe(2);
  expect(listener.onFailure).toHaveBeenCalledWith({ kind: 'restart', message: 'out of memory' });
  const generation = client.plan('SELECT 2');
  ports[1]!.answer(done(generation));
  expect(listener.onPlan).toHaveBeenCalledOnce();
});

test('only the newest check arrives', () => {
  const { ports, listener, client } = setUp();
  client.check('a');
  client.check('b');
  ports[0]!.answer({ type: 'checked', generation: 1, statements: [], diagnostics: [] });
  expect(listener.onCheck).not.toHaveBeenCalled();
  ports[0]!.answer({ type: 'checked', generation: 2, statements: [], diagnostics: [] });
  expect(listener.onCheck).toHaveBeenCalledOnce();
});

test('a replay is ended once, and only while it runs', () => {
  const { ports, client } = setUp();
  client.cancelRun();
  expect(ports[0]!.sent).toEqual([]);
  client.run({ sql: 'SELECT 1', statement: 1, feed: '' });
  client.cancelRun();
  client.cancelRun();
  expect(ports[0]!.sent.map((message) => message.type)).toEqual(['run', 'cancel-run']);
});

test('a run that comes in parts arrives as a whole', () => {
  const { ports, listener, client } = setUp();
  const step = (at: number): RunStep => ({ cause: 'row', at, events: 1 });
  const empty: RunTrace = {
    version: 1,
    statement: 1,
    operators: [],
    steps: [],
    watermarks: [],
    windows: [],
    results: [],
    changes: [],
    diagnostics: [],
    stop: 'done',
    inputs: [],
    millis: 1,
  };
  client.run({ sql: 'SELECT 1', statement: 1, feed: '' });
  ports[0]!.answer({ type: 'run-part', generation: 1, steps: [step(0)] });
  client.run({ sql: 'SELECT 1', statement: 1, feed: 'a' });
  ports[0]!.answer({ type: 'run-part', generation: 1, steps: [step(1)] });
  ports[0]!.answer({ type: 'run-part', generation: 2, steps: [step(2), step(3)] });
  ports[0]!.answer({ type: 'run-part', generation: 2, steps: [step(4)] });
  ports[0]!.answer({ type: 'ran', generation: 2, trace: empty });
  expect(listener.onRun).toHaveBeenCalledExactlyOnceWith({ ...empty, steps: [step(2), step(3), step(4)] });
});
