import type { PlanTrace } from '../trace/plan-trace.ts';
import type { RunTrace } from '../trace/run-trace.ts';
import { checkSemanticsSteps } from '../engine/semantics/check-semantics.ts';
import * as engine from '../engine/plan-script.ts';
import { RunPlans } from '../engine/run-plans.ts';
import { runSessionSteps, type RunSession } from '../engine/run-session.ts';
import type { FromWorker, ToWorker } from './protocol.ts';

/** How long the engine may run before the worker looks for messages: a cancel takes effect within this time and the longest single step. */
const SLICE_MILLIS = 12;
const PROGRESS_MILLIS = 50;

type Plan = Extract<ToWorker, { type: 'plan' }>;
type Run = Extract<ToWorker, { type: 'run' }>;

const scope = self as unknown as DedicatedWorkerGlobalScope;
let current = 0;
let currentRun = 0;
/** The last run that came to its end, with its generation. */
let lastRun: { readonly generation: number; readonly session: RunSession } | undefined;

function send(message: FromWorker): void {
  scope.postMessage(message);
}

/** Lets waiting messages in; a message channel is not slowed down like a timer. */
function breathe(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve();
    };
    channel.port2.postMessage(null);
  });
}

/** The highest node reference of each statement decides which increment of the node table must go before it. */
function nodesNeeded(trace: PlanTrace, index: number): number {
  const statement = trace.statements[index]!;
  let highest = -1;
  const see = (ref: number | undefined): void => {
    if (ref !== undefined && ref > highest) highest = ref;
  };
  see(statement.ast);
  see(statement.physical);
  see(statement.exec);
  for (const stage of statement.stages) {
    for (const program of stage.programs) {
      see(program.before);
      see(program.after);
      for (const refusal of program.refusals) refusal.nodes.forEach(see);
      for (const step of program.steps) {
        see(step.before);
        see(step.after);
        see(step.root);
        if (step.kind === 'firing') step.matched.forEach(see);
      }
      for (const set of program.memo?.sets ?? []) for (const member of set.members) see(member.node);
    }
  }
  return index === trace.statements.length - 1 ? trace.nodes.length : highest + 1;
}

async function sendTrace(trace: PlanTrace, request: Plan, millis: number): Promise<void> {
  const { generation } = request;
  let sent = 0;
  for (let i = 0; i < trace.statements.length; i++) {
    const needed = nodesNeeded(trace, i);
    if (needed > sent) {
      send({ type: 'nodes', generation, from: sent, nodes: trace.nodes.slice(sent, needed) });
      sent = needed;
    }
    send({ type: 'statement', generation, statement: trace.statements[i]! });
    await breathe();
    if (generation !== current) return;
  }
  send({ type: 'done', generation, flinkVersion: trace.flinkVersion, catalog: trace.catalog, ruleSummaries: summariesFor(trace), millis });
}

/** What each rule of the trace does, for the rules that the engine has a text for. */
function summariesFor(trace: PlanTrace): Record<string, string> {
  const summarise = (engine as { ruleSummary?: (name: string) => string | undefined }).ruleSummary;
  if (!summarise) return {};
  const names = new Set<string>();
  for (const statement of trace.statements) {
    for (const stage of statement.stages) {
      for (const program of stage.programs) {
        for (const count of program.rules) names.add(count.rule);
        for (const step of program.steps) if (step.kind === 'firing') names.add(step.rule);
      }
    }
  }
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const text = summarise(name);
      return text ? [[name, text] as const] : [];
    }),
  );
}

async function plan(request: Plan): Promise<void> {
  const { generation, sql, options } = request;
  const started = performance.now();
  const steps = engine.planScriptSteps({ sql, options: options ? { ...options } : undefined });
  let sliceStart = performance.now();
  let lastProgress = 0;
  for (;;) {
    const next = steps.next();
    if (next.done) {
      await sendTrace(next.value, request, performance.now() - started);
      return;
    }
    const now = performance.now();
    if (now - lastProgress >= PROGRESS_MILLIS) {
      lastProgress = now;
      send({ type: 'progress', generation, stage: next.value.stage, tries: next.value.tries, statement: next.value.statement });
    }
    if (now - sliceStart >= SLICE_MILLIS) {
      await breathe();
      if (generation !== current) return;
      sliceStart = performance.now();
    }
  }
}

/** Entries of a long list in one message. */
const PART = 4_000;

/** Sends a trace, its long lists in parts. */
async function sendRun(trace: RunTrace, generation: number): Promise<void> {
  for (const name of ['steps', 'windows', 'changes'] as const) {
    for (let from = 0; from < trace[name].length; from += PART) {
      send({ type: 'run-part', generation, [name]: trace[name].slice(from, from + PART) });
      await breathe();
      if (generation !== currentRun) return;
    }
  }
  send({ type: 'ran', generation, trace: { ...trace, steps: [], windows: [], changes: [] } });
}

const runPlans = new RunPlans();

async function run(request: Run): Promise<void> {
  const { generation } = request;
  const started = performance.now();
  const steps = runSessionSteps(request, runPlans);
  let sliceStart = performance.now();
  let lastProgress = sliceStart;
  for (;;) {
    const next = steps.next();
    const now = performance.now();
    if (next.done) {
      await sendRun({ ...next.value.trace, millis: now - started }, generation);
      if (generation === currentRun) lastRun = { generation, session: next.value };
      return;
    }
    if (now - lastProgress >= PROGRESS_MILLIS) {
      lastProgress = now;
      send({ type: 'run-progress', generation, ...next.value });
    }
    if (now - sliceStart >= SLICE_MILLIS) {
      await breathe();
      if (generation !== currentRun) return;
      sliceStart = performance.now();
    }
  }
}

let currentCheck = 0;

async function checkSemantics(message: Extract<ToWorker, { type: 'check-semantics' }>): Promise<void> {
  const { question } = message;
  currentCheck = question;
  const steps = checkSemanticsSteps(message);
  let sliceStart = performance.now();
  for (;;) {
    const next = steps.next();
    if (next.done) {
      send({ type: 'semantics', question, report: next.value });
      return;
    }
    if (performance.now() - sliceStart >= SLICE_MILLIS) {
      await breathe();
      if (question !== currentCheck) {
        send({ type: 'semantics', question });
        return;
      }
      sliceStart = performance.now();
    }
  }
}

/** Questions about a run that is gone get no answer; the client has settled them. */
function answer(message: Extract<ToWorker, { type: 'moment' | 'origins' | 'subtasks' }>): void {
  if (lastRun?.generation !== message.generation) return;
  const { session } = lastRun;
  const { question } = message;
  if (message.type === 'origins') {
    send({ type: 'origins', question, origins: session.origins(message.event) });
    return;
  }
  if (message.type === 'subtasks') {
    const view = session.subtasks(message);
    send({ type: 'subtasks', question, ...(view && { view }) });
    return;
  }
  const operator = message.operator === undefined ? undefined : session.operator(message.operator, message.step);
  send({ type: 'moment', question, step: session.moment(message.step), ...(operator && { operator }) });
}

scope.onmessage = (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  switch (message.type) {
    case 'plan':
      current = message.generation;
      plan(message).catch((error: unknown) => {
        if (message.generation === current)
          send({ type: 'failed', generation: message.generation, message: String(error instanceof Error ? error.message : error) });
      });
      break;
    case 'cancel':
      current = message.generation;
      send({ type: 'cancelled', generation: message.generation });
      break;
    case 'run':
      currentRun = message.generation;
      run(message).catch((error: unknown) => {
        if (message.generation === currentRun)
          send({ type: 'run-failed', generation: message.generation, message: String(error instanceof Error ? error.message : error) });
      });
      break;
    case 'cancel-run':
      if (currentRun === message.generation) currentRun = -1;
      break;
    case 'check-semantics':
      checkSemantics(message).catch(() => send({ type: 'semantics', question: message.question }));
      break;
    case 'moment':
    case 'origins':
    case 'subtasks':
      answer(message);
      break;
    case 'check':
      try {
        const { statements, diagnostics } = engine.checkScript(message.sql);
        send({ type: 'checked', generation: message.generation, statements, diagnostics });
      } catch (error) {
        send({ type: 'failed', generation: current, message: String(error instanceof Error ? error.message : error) });
      }
      break;
  }
};

send({ type: 'ready' });
