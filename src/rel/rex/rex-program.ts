import type { RowType } from '../../types/sql-type.ts';
import type { RexExecutor } from './rex-simplify/contract.ts';
import type { RexLocalRef, RexNode } from './rex-node.ts';
import { relRowType } from '../../types/sql-type.ts';
import { call, inputRef, localRef } from './rex-factory.ts';
import { rexEquals, rexKey } from './rex-key.ts';
import { childrenOf, mapChildren, mapRex } from './rex-visit.ts';
import { RexSimplifier, simplifyCondition } from './rex-simplify/simplifier.ts';
import { checkExpressionSize } from './size-limit.ts';
import { AND } from './standard-operators.ts';

/**
 * Projections and condition of a Calc over a list of shared sub-expressions (Calcite's `RexProgram`): the first ones are the input fields,
 * every other one refers to earlier ones by local references only.
 */
export class RexProgram {
  readonly inputRowType: RowType;
  readonly expressions: readonly RexNode[];
  readonly projects: readonly RexLocalRef[];
  readonly condition: RexLocalRef | undefined;
  readonly outputRowType: RowType;
  private expanded: { readonly projects: readonly RexNode[]; readonly condition: RexNode | undefined } | undefined;

  constructor(inputRowType: RowType, expressions: readonly RexNode[], result: ProgramResult) {
    this.inputRowType = inputRowType;
    this.expressions = expressions;
    this.projects = result.projects;
    this.condition = result.condition;
    this.outputRowType = result.outputRowType;
  }

  /** A program of the given projections and condition over input references, normalised. */
  static create(
    inputRowType: RowType,
    projects: readonly RexNode[],
    condition: RexNode | undefined,
    names: readonly (string | undefined)[],
  ): RexProgram {
    const builder = new RexProgramBuilder(inputRowType);
    projects.forEach((e, i) => builder.addProject(e, names[i]));
    if (condition) builder.addCondition(condition);
    return builder.getProgram();
  }

  /** The program that gives its input back, under the names of `outputRowType` if given. */
  static createIdentity(rowType: RowType, outputRowType: RowType = rowType): RexProgram {
    const projects = rowType.fields.map((f, i) => localRef(i, f.type));
    const expressions = rowType.fields.map((f, i) => inputRef(i, f.type));
    return new RexProgram(rowType, expressions, { projects, condition: undefined, outputRowType });
  }

  /** The expression behind a local reference, in terms of the input. */
  expand(e: RexNode): RexNode {
    checkExpressionSize(this.expandedSize([e]));
    return this.expandWithin(e);
  }

  private expandWithin(e: RexNode): RexNode {
    return mapRex(e, (n) => (n.rex === 'localRef' ? this.expandWithin(this.target(n)) : undefined));
  }

  private target(ref: RexLocalRef): RexNode {
    const target = this.expressions[ref.index];
    if (!target) throw new Error(`program has no expression $t${ref.index}`);
    return target;
  }

  /** How many nodes expressions have without local references; counted before such a tree, which may be exponentially larger, is built. */
  private expandedSize(list: readonly RexNode[]): number {
    const sizes = new Map<number, number>();
    const sizeOf = (e: RexNode): number => {
      if (e.rex !== 'localRef') return childrenOf(e).reduce((sum, child) => sum + sizeOf(child), 1);
      const size = sizes.get(e.index) ?? sizeOf(this.target(e));
      sizes.set(e.index, size);
      return size;
    };
    return list.reduce((sum, e) => sum + sizeOf(e), 0);
  }

  /** All projections in terms of the input. */
  get expandedProjects(): readonly RexNode[] {
    return this.expandAll().projects;
  }

  /** The condition in terms of the input. */
  get expandedCondition(): RexNode | undefined {
    return this.expandAll().condition;
  }

  private expandAll(): { readonly projects: readonly RexNode[]; readonly condition: RexNode | undefined } {
    if (!this.expanded) {
      checkExpressionSize(this.expandedSize(this.condition ? [...this.projects, this.condition] : this.projects));
      this.expanded = {
        projects: this.projects.map((p) => this.expandWithin(p)),
        condition: this.condition && this.expandWithin(this.condition),
      };
    }
    return this.expanded;
  }

  /** True if the projections are the input fields in order; there may be a condition. */
  get projectsOnlyIdentity(): boolean {
    return this.projects.length === this.inputRowType.fields.length && this.projects.every((p, i) => p.index === i);
  }

  /** True if the program gives its input back as it is; names do not count. */
  get isTrivial(): boolean {
    return this.condition === undefined && this.projectsOnlyIdentity;
  }

  /** The input field that an output field is, or −1 for an expression. */
  sourceField(output: number): number {
    let e: RexNode | undefined = this.projects[output];
    while (e?.rex === 'localRef') e = this.expressions[e.index];
    return e?.rex === 'inputRef' ? e.index : -1;
  }
}

interface ProgramResult {
  readonly projects: readonly RexLocalRef[];
  readonly condition: RexLocalRef | undefined;
  readonly outputRowType: RowType;
}

/** Collects sub-expressions, projections and a condition into a program (Calcite's `RexProgramBuilder`). */
export class RexProgramBuilder {
  private readonly inputRowType: RowType;
  private readonly expressions: RexNode[] = [];
  private readonly refs = new Map<string, RexLocalRef>();
  /** Where the expressions of other programs over the same input are, by index: each is registered once, however often it is used. */
  private readonly taken = new Map<RexProgram, Map<number, RexLocalRef>>();
  private readonly simplifier = new RexSimplifier();
  private projects: RexLocalRef[] = [];
  private names: (string | undefined)[] = [];
  private condition: RexLocalRef | undefined;

  constructor(inputRowType: RowType) {
    this.inputRowType = inputRowType;
    for (const [i, f] of inputRowType.fields.entries()) this.register(inputRef(i, f.type));
  }

  /**
   * A builder with the contents of a program. With `normalize` only what projections and condition use is taken over, in the order of
   * use; without, all expressions keep their places.
   */
  static forProgram(program: RexProgram, normalize: boolean): RexProgramBuilder {
    const builder = new RexProgramBuilder(program.inputRowType);
    if (!normalize) for (const e of program.expressions) builder.registerOf(program, e);
    program.projects.forEach((p, i) => builder.addRef(builder.registerOf(program, p), program.outputRowType.fields[i]?.name));
    if (program.condition) builder.addCondition(builder.registerOf(program, program.condition));
    return builder;
  }

  /** Adds a projection over input references; an unnamed one is called `$0`, `$1` … */
  addProject(e: RexNode, name: string | undefined): RexLocalRef {
    return this.addRef(this.registerInput(e), name);
  }

  private addRef(ref: RexLocalRef, name: string | undefined): RexLocalRef {
    this.projects.push(ref);
    this.names.push(name);
    return ref;
  }

  /** Sets the condition, or adds to it with AND, the earlier one first; the same condition again is left out. */
  addCondition(e: RexNode): void {
    const ref = this.registerInput(e);
    if (!this.condition) this.condition = ref;
    else if (!rexEquals(ref, this.condition)) this.condition = this.registerInput(call(AND, [this.condition, ref]));
  }

  clearCondition(): void {
    this.condition = undefined;
  }

  clearProjects(): void {
    this.projects = [];
    this.names = [];
  }

  /** The program; normalised unless told otherwise. */
  getProgram(normalize = true): RexProgram {
    const names = this.completeNames();
    const outputRowType = relRowType(this.projects.map((p, i) => ({ name: names[i] as string, type: p.type })));
    const program = new RexProgram(this.inputRowType, [...this.expressions], {
      projects: [...this.projects],
      condition: this.condition,
      outputRowType,
    });
    return normalize ? RexProgramBuilder.forProgram(program, true).getProgram(false) : program;
  }

  private completeNames(): readonly string[] {
    let next = 0;
    const names = this.names;
    for (const [i, name] of names.entries()) {
      if (name !== undefined) continue;
      while (names.includes(`$${next}`)) next++;
      names[i] = `$${next++}`;
    }
    return names as string[];
  }

  /** Registers an expression over input references and this builder's own local references. */
  registerInput(e: RexNode): RexLocalRef {
    return this.registerTree(e, (n) => this.resolve(n.rex === 'inputRef' ? localRef(n.index, n.type) : n));
  }

  /** Registers an expression whose input references are the outputs of this builder, and whose local references are those of `program`. */
  registerOutput(program: RexProgram, e: RexNode): RexLocalRef {
    const known = new Map<number, RexLocalRef>();
    const visit = (tree: RexNode): RexLocalRef =>
      this.registerTree(tree, (n) => {
        if (n.rex === 'inputRef') return this.projects[n.index] as RexLocalRef;
        return once(known, n.index, () => visit(program.expressions[n.index] as RexNode));
      });
    return visit(e);
  }

  /** Registers an expression of a program over the same input. */
  private registerOf(program: RexProgram, e: RexNode): RexLocalRef {
    const known = this.taken.get(program) ?? new Map<number, RexLocalRef>();
    this.taken.set(program, known);
    return this.registerTree(e, (n) => {
      if (n.rex === 'inputRef') return this.resolve(localRef(n.index, n.type));
      return once(known, n.index, () => this.registerOf(program, program.expressions[n.index] as RexNode));
    });
  }

  private registerTree(e: RexNode, leaf: (n: RexNode & { readonly index: number }) => RexLocalRef): RexLocalRef {
    const visit = (n: RexNode): RexLocalRef => {
      if (n.rex === 'inputRef' || n.rex === 'localRef') return leaf(n);
      return this.register(mapChildren(n, visit));
    };
    return visit(e);
  }

  /** A reference to an expression that is no reference itself. */
  private resolve(e: RexNode): RexLocalRef {
    let ref = e as RexLocalRef;
    for (;;) {
      const target = this.expressions[ref.index];
      if (target?.rex !== 'localRef') return localRef(ref.index, target?.type ?? ref.type);
      ref = target;
    }
  }

  /** Registers one expression over local references; equal ones of equal type share a place. */
  private register(e: RexNode): RexLocalRef {
    const simple = this.simplifier.simplifyPreservingType(e);
    if (simple.rex === 'localRef') return this.resolve(simple);
    const key = `${rexKey(simple)}|${simple.type.digest}`;
    const known = this.refs.get(key);
    if (known) return this.resolve(known);
    const ref = localRef(this.expressions.length, simple.type);
    this.expressions.push(simple);
    this.refs.set(key, ref);
    return ref;
  }
}

/**
 * The program that does the work of `top` over `bottom` (`RexProgramBuilder.mergePrograms`): the bottom condition comes first, the names
 * are those of the top.
 */
export function mergePrograms(top: RexProgram, bottom: RexProgram): RexProgram {
  const builder = RexProgramBuilder.forProgram(bottom, false);
  const refs = top.projects.map((p) => builder.registerOutput(top, p));
  if (top.condition) builder.addCondition(builder.registerOutput(top, top.condition));
  builder.clearProjects();
  refs.forEach((ref, i) => builder.addProject(ref, top.outputRowType.fields[i]?.name));
  return builder.getProgram();
}

/** As `mergePrograms`, with the merged condition simplified as Flink's `FlinkRelUtil.merge` does. */
export function mergeAndSimplify(top: RexProgram, bottom: RexProgram, executor?: RexExecutor): RexProgram {
  const merged = mergePrograms(top, bottom);
  const condition = merged.expandedCondition;
  if (!condition) return merged;
  const simpler = simplifyCondition(condition, executor);
  if (rexEquals(simpler, condition)) return merged;
  const builder = RexProgramBuilder.forProgram(merged, true);
  builder.clearCondition();
  builder.addCondition(simpler);
  return builder.getProgram();
}

/** The reference under an index, made at the first request. */
function once(known: Map<number, RexLocalRef>, index: number, make: () => RexLocalRef): RexLocalRef {
  const ref = known.get(index) ?? make();
  known.set(index, ref);
  return ref;
}
