import type { Project } from '../../rel/core/project.ts';
import type { RelBuilder } from '../../rel/rel-builder.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import { defined } from '../../base/assert.ts';
import { inputRef } from '../../rel/rex/rex-factory.ts';
import { rexKey } from '../../rel/rex/rex-key.ts';
import { collectInputRefs, mapInputRefs, mapRex } from '../../rel/rex/rex-visit.ts';

/**
 * Which columns of a node a Project above it (and a condition in between) needs, and how to narrow the node's inputs to them (Calcite's
 * `PushProjector`). Only plain references move, except that `preserve` may name whole expressions that are computed below (set operations).
 */
export class PushProjector {
  private readonly project: Project;
  private readonly childCount: number;
  private readonly preserved: readonly RexNode[];
  private readonly needed: Set<number>;

  /** `leftCount`: columns of the first input; all of them for a node with one input. */
  constructor(project: Project, condition: RexNode | undefined, child: RelNode, leftCount: number, options: PushProjectorOptions) {
    this.project = project;
    this.childCount = options.childCount ?? child.rowType.fields.length;
    const preserved: RexNode[] = [];
    this.needed = new Set(options.always);
    for (const e of condition ? [...project.projects, condition] : project.projects) this.locate(e, options.preserve, preserved);
    this.preserved = preserved;
    if (options.keepOneColumn) {
      // A node of several inputs cannot have an input without columns: the first one is kept.
      if (![...this.needed].some((i) => i < leftCount) && preserved.length === 0) this.needed.add(0);
      if (leftCount < this.childCount && ![...this.needed].some((i) => i >= leftCount)) this.needed.add(leftCount);
    }
  }

  private locate(e: RexNode, preserve: PushProjectorOptions['preserve'], preserved: RexNode[]): void {
    mapRex(e, (x) => {
      if (x.rex === 'inputRef') this.needed.add(x.index);
      else if (x.rex === 'call' && preserve?.(x) && collectInputRefs(x).length > 0) {
        if (!preserved.some((p) => rexKey(p) === rexKey(x))) preserved.push(x);
        return x;
      }
      return undefined;
    });
  }

  /** True if every column is needed and nothing is to be computed below: there is nothing to push. */
  get needsAll(): boolean {
    return this.preserved.length === 0 && this.needed.size === this.childCount;
  }

  /** True if no column is needed and nothing is computed below. */
  get needsNone(): boolean {
    return this.preserved.length === 0 && this.needed.size === 0;
  }

  private get order(): readonly number[] {
    return [...this.needed].sort((a, b) => a - b);
  }

  /** The input narrowed to its needed columns; `offset` is the position of its first column. Always a Project of its own. */
  narrow(builder: RelBuilder, input: RelNode, offset: number): RelNode {
    const fields = input.rowType.fields;
    const columns = this.order.filter((i) => i >= offset && i < offset + fields.length);
    const projects: RexNode[] = columns.map((i) => inputRef(i - offset, defined(fields[i - offset], 'column').type));
    const names = columns.map((i) => defined(fields[i - offset], 'column').name);
    this.preserved.forEach((e, k) => {
      projects.push(e);
      names.push(this.nameOf(e) ?? `EXPR$${k}`);
    });
    return builder.push(input).projectNamed(projects, names, { force: true }).build();
  }

  /** The input narrowed to its needed columns, or the input itself if all of them are needed. */
  narrowPlain(builder: RelBuilder, input: RelNode, offset: number): RelNode {
    const fields = input.rowType.fields;
    const columns = this.order.filter((i) => i >= offset && i < offset + fields.length).map((i) => i - offset);
    const projects = columns.map((i) => inputRef(i, defined(fields[i], 'column').type));
    return builder
      .push(input)
      .project(
        projects,
        columns.map((i) => defined(fields[i], 'column').name),
      )
      .build();
  }

  private nameOf(e: RexNode): string | undefined {
    const i = this.project.projects.findIndex((p) => rexKey(p) === rexKey(e));
    return i < 0 ? undefined : this.project.rowType.fields[i]?.name;
  }

  /** An expression over the wide row as one over the narrowed row. */
  convert(e: RexNode, narrowed: readonly { readonly type: RexNode['type'] }[]): RexNode {
    const position = new Map(this.order.map((column, i) => [column, i]));
    const typeAt = (i: number): RexNode['type'] => defined(narrowed[i], 'narrowed column').type;
    if (this.preserved.length > 0) {
      const keys = this.preserved.map(rexKey);
      return mapRex(e, (x) => {
        const k = x.rex === 'call' ? keys.indexOf(rexKey(x)) : -1;
        if (k >= 0) return inputRef(this.needed.size + k, typeAt(this.needed.size + k));
        if (x.rex === 'inputRef')
          return inputRef(defined(position.get(x.index), 'column'), typeAt(defined(position.get(x.index), 'column')));
        return undefined;
      });
    }
    return mapInputRefs(e, (i) => defined(position.get(i), 'column'), typeAt);
  }

  /** The original Project over the narrowed node. */
  projectAbove(builder: RelBuilder, narrowed: RelNode): RelNode {
    const fields = narrowed.rowType.fields;
    return builder
      .push(narrowed)
      .project(
        this.project.projects.map((e) => this.convert(e, fields)),
        this.project.rowType.fields.map((f) => f.name),
      )
      .build();
  }
}

export interface PushProjectorOptions {
  /** Number of columns that references count through; default: the child's. */
  readonly childCount?: number;
  /** Columns that are needed in any case. */
  readonly always?: readonly number[];
  /** Expressions computed below as they are. */
  readonly preserve?: (e: RexNode) => boolean;
  /** Keep the first column of an input of which none is needed. */
  readonly keepOneColumn: boolean;
}
