import type { FieldCollation } from '../../rel/traits/distribution.ts';
import type { Project } from '../../rel/core/project.ts';
import type { RelBuilder } from '../../rel/rel-builder.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { RexLiteral, RexLocalRef, RexNode, RexOver, RexWindow, RexWindowBound } from '../../rel/rex/rex-node.ts';
import type { WindowCall, WindowGroup } from '../../rel/core/window.ts';
import type { Field } from '../../types/sql-type.ts';
import { assert, defined } from '../../base/assert.ts';
import { LogicalWindow } from '../../rel/logical/logical-window.ts';
import { inputRef, localRef } from '../../rel/rex/rex-factory.ts';
import { windowText } from '../../rel/rex/rex-text.ts';
import { RexProgram } from '../../rel/rex/rex-program.ts';
import { mapRex, visitRex } from '../../rel/rex/rex-visit.ts';
import { rexKey } from '../../rel/rex/rex-key.ts';
import { relRowType } from '../../types/sql-type.ts';

/**
 * Calcite's `CalcRelSplitter` for windows: every shared sub-expression of a Project gets a level such that a level holds either plain
 * expressions or OVER calls, and each level reads only earlier ones. Calls of one window that do not depend on each other (a cohort) share
 * a level. Plain levels become Projects, the others LogicalWindows.
 */
export function splitWindows(project: Project, newBuilder: () => RelBuilder): RelNode {
  const input = project.input();
  const names = project.rowType.fields.map((f) => f.name);
  const program = RexProgram.create(input.rowType, project.projects, undefined, names);
  const levels = chooseLevels(program);
  const uses = highestUses(program, levels);
  let rel = input;
  let available: readonly number[] = input.rowType.fields.map((_, i) => i);
  for (let level = 0; level < levels.count; level++) {
    const isLast = level === levels.count - 1;
    const outputs = isLast ? program.projects.map((p) => p.index) : keptOutputs(program, levels, uses, level);
    const layer: Layer = { program, levels, level, isLast, available, outputs, input: rel };
    const names = outputs.map((ordinal, i) =>
      isLast ? defined(program.outputRowType.fields[i], 'output').name : layerName(program, ordinal, i),
    );
    rel = levels.isWindow(level) ? windowLayer(layer, names, newBuilder()) : projectLayer(layer, names, newBuilder());
    available = outputs;
  }
  return rel;
}

interface Levels {
  readonly of: readonly number[];
  readonly count: number;
  isWindow(level: number): boolean;
}

interface Layer {
  readonly program: RexProgram;
  readonly levels: Levels;
  readonly level: number;
  readonly isLast: boolean;
  /** Ordinals of the expressions that the layer's input gives, by its fields. */
  readonly available: readonly number[];
  readonly outputs: readonly number[];
  readonly input: RelNode;
}

function localRefsOf(e: RexNode): number[] {
  const refs: number[] = [];
  visitRex(e, (x) => {
    if (x.rex === 'localRef') refs.push(x.index);
  });
  return refs;
}

/** OVER calls by window, a new cohort where a call depends on one of the same window. */
function cohortsOf(program: RexProgram): readonly (readonly number[])[] {
  const cohorts: { window: string; members: number[] }[] = [];
  const reaches = (from: number, to: number): boolean =>
    from === to || localRefsOf(defined(program.expressions[from], 'expression')).some((r) => reaches(r, to));
  program.expressions.forEach((e, i) => {
    if (e.rex !== 'over') return;
    const window = windowKey(e.window);
    const fitting = cohorts.find((c) => c.window === window && !c.members.some((m) => reaches(i, m) || reaches(m, i)));
    if (fitting) fitting.members.push(i);
    else cohorts.push({ window, members: [i] });
  });
  return cohorts.map((c) => c.members);
}

function windowKey(w: RexWindow): string {
  return windowText(w, true);
}

/** Breadth first over dependencies; a call waits for the dependencies of its whole cohort (Calcite's `computeTopologicalOrdering`). */
function topologicalOrder(program: RexProgram, cohorts: readonly (readonly number[])[]): readonly number[] {
  const count = program.expressions.length;
  const edges: Set<number>[] = Array.from({ length: count }, () => new Set());
  program.expressions.forEach((e, i) => {
    const targets = cohorts.find((c) => c.includes(i)) ?? [i];
    for (const r of localRefsOf(e)) for (const t of targets) edges[r]?.add(t);
  });
  const waiting = Array.from({ length: count }, () => 0);
  for (const targets of edges) for (const t of targets) waiting[t] = (waiting[t] ?? 0) + 1;
  const queue = waiting.flatMap((n, i) => (n === 0 ? [i] : []));
  for (let k = 0; k < queue.length; k++) {
    for (const t of edges[queue[k] ?? 0] ?? []) {
      waiting[t] = (waiting[t] ?? 1) - 1;
      if (waiting[t] === 0) queue.push(t);
    }
  }
  return queue;
}

const PLAIN = 0;
const WINDOW = 1;

/** Which kinds of level can hold an expression: references either, literals and plain calls only plain ones, OVER only windows. */
function canHold(e: RexNode, kind: number): boolean {
  if (e.rex === 'over') return kind === WINDOW;
  if (e.rex === 'inputRef' || e.rex === 'localRef' || e.rex === 'correlVariable') return true;
  return kind === PLAIN;
}

function chooseLevels(program: RexProgram): Levels {
  const cohorts = cohortsOf(program);
  const inputCount = program.inputRowType.fields.length;
  const of = program.expressions.map(() => -1);
  const kinds: number[] = [];
  let open = [true, true];
  const lowest = (i: number): number => Math.max(-1, ...localRefsOf(defined(program.expressions[i], 'expression')).map((r) => of[r] ?? -1));
  const firstOpen = (): number => open.findIndex(Boolean);
  for (const i of topologicalOrder(program, cohorts)) {
    if (i < inputCount) continue;
    const e = defined(program.expressions[i], 'expression');
    const cohort = cohorts.find((c) => c.includes(i)) ?? [i];
    let level = Math.max(0, ...cohort.map(lowest));
    for (; ; level++) {
      if (level >= kinds.length) {
        const kind = [PLAIN, WINDOW].find((k) => open[k] && canHold(e, k));
        if (kind !== undefined) {
          of[i] = level;
          kinds.push(kind);
          open = [true, true];
          break;
        }
        kinds.push(firstOpen());
        open = [true, true];
      } else if (canHold(e, kinds[level] ?? PLAIN)) {
        of[i] = level;
        break;
      }
    }
  }
  // Literals can be made at a plain level only, so the last one is plain.
  const count = kinds.length > 0 && kinds.at(-1) !== PLAIN ? kinds.length + 1 : kinds.length;
  return { of, count, isWindow: (level) => kinds[level] === WINDOW };
}

/** The highest level at which each expression is read; outputs are read above the last one. */
function highestUses(program: RexProgram, levels: Levels): readonly number[] {
  const uses = program.expressions.map(() => -1);
  program.expressions.forEach((e, i) => {
    for (const r of localRefsOf(e)) uses[r] = Math.max(uses[r] ?? -1, levels.of[i] ?? -1);
  });
  for (const p of program.projects) uses[p.index] = levels.count;
  return uses;
}

function keptOutputs(program: RexProgram, levels: Levels, uses: readonly number[], level: number): readonly number[] {
  return program.expressions.flatMap((e, i) =>
    e.rex !== 'literal' && (levels.of[i] ?? -1) <= level && (uses[i] ?? -1) > level ? [i] : [],
  );
}

/** A field keeps its input's name unless that is generated (`$3`); everything else is called after its position. */
function layerName(program: RexProgram, ordinal: number, position: number): string {
  const e = program.expressions[ordinal];
  if (e?.rex === 'inputRef') {
    const name = defined(program.inputRowType.fields[e.index], 'input field').name;
    if (!name.startsWith('$') || name.startsWith('$EXPR')) return name;
  }
  return `$${position}`;
}

/** An expression over the layer's input: what is available is a field, literals stand where they are used, the rest is written out. */
function overInput(layer: Layer, e: RexNode): RexNode {
  return mapRex(e, (x) => {
    if (x.rex !== 'localRef') return undefined;
    const field = layer.available.indexOf(x.index);
    if (field >= 0) return inputRef(field, x.type);
    return overInput(layer, defined(layer.program.expressions[x.index], 'expression'));
  });
}

function outputExpression(layer: Layer, ordinal: number): RexNode {
  const e = defined(layer.program.expressions[ordinal], 'expression');
  return overInput(layer, localRef(ordinal, e.type));
}

function projectLayer(layer: Layer, names: readonly string[], builder: RelBuilder): RelNode {
  const projects = layer.outputs.map((o) => outputExpression(layer, o));
  const isIdentity =
    projects.length === layer.input.rowType.fields.length && projects.every((e, i) => e.rex === 'inputRef' && e.index === i);
  return isIdentity ? layer.input : builder.push(layer.input).project(projects, names).build();
}

interface OpenGroup {
  readonly key: string;
  readonly group: Omit<WindowGroup, 'calls'>;
  readonly calls: { readonly ordinal: number; readonly call: WindowCall }[];
}

/** Gathers the OVER calls of a layer by window and puts a Project on top that has them in the wanted order (`LogicalWindow.create`). */
function windowLayer(layer: Layer, names: readonly string[], builder: RelBuilder): RelNode {
  const { program, levels, level, input } = layer;
  const inputCount = input.rowType.fields.length;
  const constants: RexLiteral[] = [];
  const constantRef = (literal: RexLiteral): RexNode => {
    let k = constants.findIndex((c) => rexKey(c) === rexKey(literal) && c.type.digest === literal.type.digest);
    if (k < 0) k = constants.push(literal) - 1;
    return inputRef(inputCount + k, literal.type);
  };
  const pooled = (e: RexNode): RexNode => {
    const over = overInput(layer, e);
    return mapRex(over, (x) => (x.rex === 'literal' ? constantRef(x) : undefined));
  };
  const groups: OpenGroup[] = [];
  let ordinals = 0;
  program.expressions.forEach((e, ordinal) => {
    if (e.rex !== 'over' || levels.of[ordinal] !== level) return;
    const group = groupOf(e, pooled, inputCount);
    const key = JSON.stringify([group.keys, group.orderKeys, group.isRows, boundKey(group.lower), boundKey(group.upper)]);
    let found = groups.find((g) => g.key === key);
    if (!found) groups.push((found = { key, group, calls: [] }));
    const call: WindowCall = {
      call: { rex: 'call', op: e.op, operands: e.operands.map(pooled), type: e.type },
      ordinal: ordinals++,
      distinct: e.distinct,
      ignoreNulls: e.ignoreNulls,
    };
    found.calls.push({ ordinal, call });
  });
  const fields: Field[] = [...input.rowType.fields];
  const slots = new Map<number, RexLocalRef['index']>();
  groups.forEach((g, w) => {
    g.calls.forEach(({ ordinal, call }, k) => {
      fields.push({ name: `w${w}$o${k}`, type: call.call.type });
      slots.set(ordinal, fields.length - 1);
    });
  });
  const window = LogicalWindow.create(input, {
    constants,
    rowType: relRowType(fields),
    groups: groups.map((g) => ({ ...g.group, calls: g.calls.map((c) => c.call) })),
  });
  const projects = layer.outputs.map((o) => {
    const slot = slots.get(o);
    const field = slot ?? layer.available.indexOf(o);
    assert(field >= 0, 'an output of a window layer is a field or a call');
    return inputRef(field, defined(fields[field], 'field').type);
  });
  return builder.push(window).project(projects, names).build();
}

function boundKey(b: RexWindowBound): string {
  return 'offset' in b ? `${rexKey(b.offset)} ${b.bound}` : b.bound;
}

function groupOf(e: RexOver, pooled: (e: RexNode) => RexNode, inputCount: number): Omit<WindowGroup, 'calls'> {
  const { window } = e;
  const field = (key: RexNode): number => {
    const ref = pooled(key);
    return ref.rex === 'inputRef' ? ref.index : -1;
  };
  // Constant keys neither part nor order anything.
  const keys = [...new Set(window.partitionKeys.map(field))].filter((k) => k >= 0 && k < inputCount).sort((a, b) => a - b);
  const orderKeys = window.orderKeys.flatMap((k): FieldCollation[] => {
    const index = field(k.expr);
    return index >= 0 && index < inputCount ? [{ index, direction: k.direction, nullDirection: k.nullDirection }] : [];
  });
  return { keys, orderKeys, isRows: window.isRows, lower: bound(window.lower, pooled), upper: bound(window.upper, pooled) };
}

function bound(b: RexWindowBound, pooled: (e: RexNode) => RexNode): RexWindowBound {
  return 'offset' in b ? { bound: b.bound, offset: pooled(b.offset) } : b;
}
