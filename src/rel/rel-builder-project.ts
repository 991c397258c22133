import type { BuilderField, Frame, ProjectBuildOptions, RelBuilder } from './rel-builder.ts';
import type { RelHint } from './rel-node.ts';
import type { Project } from './core/project.ts';
import type { RexNode } from './rex/rex-node.ts';
import type { RowType } from '../types/sql-type.ts';
import { relRowType } from '../types/sql-type.ts';
import { hintText } from './rel-node.ts';
import { LogicalProject } from './logical/logical-project.ts';
import { LogicalValues } from './logical/logical-values.ts';
import { F_STYLE, uniquify } from './names.ts';
import { simplifyProjection } from './rel-builder-simplify.ts';
import { literalsOverFixedRows } from './rel-builder-values.ts';
import { isCallOf } from './rex/rex-node.ts';
import { containsOver, countNodes, substituteRefs } from './rex/rex-visit.ts';

/** References to all fields of a row in order, types included (`RexUtil.isIdentity`). */
export function isIdentity(nodes: readonly RexNode[], row: RowType): boolean {
  return (
    nodes.length === row.fields.length &&
    nodes.every((e, i) => e.rex === 'inputRef' && e.index === i && e.type.digest === row.fields[i]?.type.digest)
  );
}

/** Expressions over a Project's output as expressions over its input; undefined if that made them too large (`pushPastProjectUnlessBloat`). */
export function pushPastProjectUnlessBloat(nodes: readonly RexNode[], project: Project, bloat: number): readonly RexNode[] | undefined {
  if (bloat < 0) return undefined;
  if (nodes.some(containsOver) && project.projects.some(containsOver)) return undefined;
  const merged = nodes.map((e) => substituteRefs(e, project.projects));
  return totalSize(merged) > totalSize(project.projects) + totalSize(nodes) + bloat ? undefined : merged;
}

/** Calcite's `RexUtil.nodeCount` of a list, which counts one for each list member besides. */
function totalSize(nodes: readonly RexNode[]): number {
  return nodes.reduce((n, e) => n + countNodes(e), 0);
}

function mergeHints(a: readonly RelHint[], b: readonly RelHint[]): readonly RelHint[] {
  const known = new Set(a.map(hintText));
  return [...a, ...b.filter((h) => !known.has(hintText(h)))];
}

/** Calcite's `RelBuilder.project_`. */
export function buildProject(
  b: RelBuilder,
  nodes: readonly RexNode[],
  fieldNames: readonly (string | undefined)[],
  options: ProjectBuildOptions,
): void {
  const { force = false, variablesSet = [], hints = [] } = options;
  const frame = b.peekFrame();
  const inputRow = frame.rel.rowType;
  if (!force && fieldNames.length === 0 && isIdentity(nodes, inputRow)) return;
  const names: (string | undefined)[] = nodes.map((_, i) => fieldNames[i]);

  if (frame.rel instanceof LogicalProject && b.config.bloat >= 0 && variablesSet.length === 0) {
    const project = frame.rel;
    nodes.forEach((e, i) => {
      if (names[i] === undefined && e.rex === 'inputRef') names[i] = project.rowType.fields[e.index]?.name;
    });
    const merged = pushPastProjectUnlessBloat(nodes, project, b.config.bloat);
    if (merged) {
      b.popFrame();
      b.pushFrame(frameBelow(frame, project));
      buildProject(b, merged, names, { force, variablesSet: project.variablesSet, hints: mergeHints(project.relHints, hints) });
      return;
    }
  }

  const list = b.config.simplify ? nodes.map((e) => simplifyProjection(b.cluster, e)) : [...nodes];
  list.forEach((e, i) => {
    names[i] ??= inferAlias(frame, list, e, i);
  });
  const fields = nameFields(frame, list, names);
  const finalNames = fields.map((f) => f.name);
  if (!force && isIdentity(list, inputRow)) {
    if (finalNames.every((name, i) => name === inputRow.fields[i]?.name)) return;
    b.popFrame();
    b.pushFrame({ rel: frame.rel, fields });
    return;
  }
  b.popFrame();
  const values = b.config.simplifyValues ? literalsOverFixedRows(frame.rel, list, finalNames) : undefined;
  if (values) {
    b.push(values);
    return;
  }
  b.pushFrame({ rel: LogicalProject.create(frame.rel, { projects: list, names: finalNames, hints, variablesSet }), fields });
}

/** The input of a Project, with the aliases of fields that the Project passed on. */
function frameBelow(frame: Frame, project: Project): Frame {
  const input = project.input();
  const fields: BuilderField[] = input.rowType.fields.map((f) => ({ aliases: [], name: f.name }));
  project.projects.forEach((e, i) => {
    const field = e.rex === 'inputRef' ? fields[e.index] : undefined;
    if (e.rex === 'inputRef' && field) fields[e.index] = { aliases: frame.fields[i]?.aliases ?? [], name: field.name };
  });
  return { rel: input, fields };
}

/** Name from the expression itself; an AS at the top of a list member is taken off. */
function inferAlias(frame: Frame, list: RexNode[], e: RexNode, i: number): string | undefined {
  if (e.rex === 'inputRef') return frame.fields[e.index]?.name;
  const operand = e.rex === 'call' ? e.operands[0] : undefined;
  if (!operand) return undefined;
  if (isCallOf(e, 'CAST')) return inferAlias(frame, list, operand, -1);
  if (isCallOf(e, 'AS')) {
    if (i >= 0) list[i] = operand;
    const name = e.operands[1];
    return name?.rex === 'literal' && name.value.kind === 'char' ? name.value.value : undefined;
  }
  return undefined;
}

/** Unique names: a missing one is `$f` + position, a taken one gets 0, 1, 2, …. */
function nameFields(frame: Frame, list: readonly RexNode[], names: readonly (string | undefined)[]): BuilderField[] {
  const used = new Set<string>();
  return list.map((e, i) => {
    const wanted = names[i];
    let name = wanted;
    for (let j = wanted === undefined ? i : 0; name === undefined || used.has(name); j++) name = `${wanted ?? '$f'}${j}`;
    used.add(name);
    return { aliases: e.rex === 'inputRef' ? (frame.fields[e.index]?.aliases ?? []) : [], name };
  });
}

/** Calcite's `RelBuilder.projectNamed`. */
export function buildProjectNamed(
  b: RelBuilder,
  nodes: readonly RexNode[],
  names: readonly (string | undefined)[] | undefined,
  options: ProjectBuildOptions,
): void {
  const { rel, fields } = b.peekFrame();
  const unique = uniquify(
    nodes.map((_, i) => names?.[i] ?? (names ? undefined : `$f${i}`)),
    F_STYLE,
  );
  if (options.force || !isIdentity(nodes, rel.rowType)) {
    buildProject(b, nodes, unique, options);
    return;
  }
  if (!names) return;
  if (rel instanceof LogicalProject) {
    b.popFrame();
    const renamed = LogicalProject.create(rel.input(), {
      projects: rel.projects,
      names: unique,
      hints: rel.relHints,
      variablesSet: rel.variablesSet,
    });
    b.pushFrame({ rel: renamed, fields });
  } else if (rel instanceof LogicalValues) {
    b.popFrame();
    const row = relRowType(rel.rowType.fields.map((f, i) => ({ name: unique[i] ?? f.name, type: f.type })));
    b.pushFrame({ rel: LogicalValues.create(b.cluster, row, rel.tuples), fields });
  }
}
