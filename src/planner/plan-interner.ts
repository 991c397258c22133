import type { RelNode } from '../rel/rel-node.ts';
import type { NodeRef, TraceColumn } from '../trace/plan-trace.ts';
import type { NodeTable, NodeText } from '../trace/node-table.ts';
import type { TraceTextOptions } from '../trace/trace-text.ts';
import type { RowType } from '../types/sql-type.ts';
import { changelogText, explainItems } from '../rel/explain.ts';
import { distributionText } from '../rel/traits/distribution.ts';
import { nodeText } from '../trace/node-table.ts';
import { traceTreeText } from '../trace/trace-text.ts';
import { shortTypeText } from '../types/sql-type.ts';

/** Which node stands for an input; placeholders are looked through by default. */
export type LookThrough = (input: RelNode) => RelNode;

/**
 * Trees that were interned at one moment, through one look; shared between calls where trees have no cycles. Undefined: the node is open, that
 * is, it stands above the one at hand.
 */
export type InternedTrees = Map<RelNode, NodeRef | undefined>;

interface Remembered {
  readonly text: NodeText;
  /** Row types of the inputs when the text was written: some nodes print names of their inputs' fields. */
  readonly inputRows: readonly RowType[];
  /** Whether the inputs were placeholders then: physical joins print what they know of them, and a placeholder tells less. */
  readonly overPlaceholders: boolean;
  inputs: readonly NodeRef[];
  ref: NodeRef;
}

const SUBSET_TEXT = nodeText({ type: 'RelSubset', terms: [], columns: [], convention: 'NONE' });

/**
 * Writes planner trees into a trace's node table. The planners change nodes in place, so a tree must be interned at the moment when it
 * is to be seen; a node's text is kept as long as its inputs' row types stay, so that only the ancestors of a change cost something.
 */
export class PlanInterner {
  readonly table: NodeTable;
  private readonly remembered = new WeakMap<RelNode, Remembered>();
  private readonly alone = new WeakMap<RelNode, NodeRef>();
  private readonly columns = new WeakMap<RowType, readonly TraceColumn[]>();
  /** Whole plans as they print. Most programs leave the plan alone, and the plan after one program is that before the next. */
  private readonly treeTexts = { plain: new Map<NodeRef, string>(), withChangelogMode: new Map<NodeRef, string>() };

  constructor(table: NodeTable) {
    this.table = table;
  }

  /** The whole tree below the node, as it is now. */
  intern(root: RelNode, look: LookThrough = (n) => n.stripped(), done: InternedTrees = new Map()): NodeRef {
    const visit = (placeholder: RelNode): NodeRef => {
      const node = look(placeholder);
      const known = done.get(node);
      if (known !== undefined) return known;
      // A node of a set that consumes its own set: the tree has no end, so it is cut here.
      if (done.has(node)) return this.table.intern(SUBSET_TEXT, []);
      done.set(node, undefined);
      const ref = this.internNode(node, node.inputs.map(visit));
      done.set(node, ref);
      return ref;
    };
    return visit(root);
  }

  /** The node without inputs: a member of a memo, whose inputs are sets. */
  internAlone(node: RelNode): NodeRef {
    let ref = this.alone.get(node);
    if (ref === undefined) this.alone.set(node, (ref = this.table.intern(this.describe(node), [])));
    return ref;
  }

  /** The whole plan below an entry as it prints. */
  treeText(ref: NodeRef, options: TraceTextOptions): string {
    const texts = options.withChangelogMode ? this.treeTexts.withChangelogMode : this.treeTexts.plain;
    let text = texts.get(ref);
    if (text === undefined) texts.set(ref, (text = traceTreeText(this.table, ref, options)));
    return text;
  }

  private internNode(node: RelNode, inputs: readonly NodeRef[]): NodeRef {
    const old = this.remembered.get(node);
    const overPlaceholders = node.traitSet.convention === 'STREAM_PHYSICAL' && node.inputs.some((n) => n.isPlaceholder);
    const isCurrent =
      old !== undefined &&
      old.overPlaceholders === overPlaceholders &&
      node.inputs.every((n, i) => haveSameNames(n.rowType, old.inputRows[i]));
    if (isCurrent && old.inputs.every((r, i) => r === inputs[i])) return old.ref;
    if (isCurrent) {
      old.inputs = inputs;
      return (old.ref = this.table.intern(old.text, inputs));
    }
    const text = this.describe(node);
    const ref = this.table.intern(text, inputs);
    this.remembered.set(node, { text, inputRows: node.inputs.map((n) => n.rowType), overPlaceholders, inputs, ref });
    return ref;
  }

  private describe(node: RelNode): NodeText {
    const { traitSet } = node;
    const isPhysical = traitSet.convention === 'STREAM_PHYSICAL';
    const changelogMode = isPhysical ? changelogText(traitSet) : 'NONE';
    return nodeText({
      type: node.typeName,
      terms: explainItems(node, { level: 'digest' }).map(([name, text]) => ({ name, text })),
      columns: this.columnsOf(node.rowType),
      convention: traitSet.convention,
      ...(changelogMode !== 'NONE' && { changelogMode }),
      ...(traitSet.distribution.type !== 'any' && { distribution: distributionText(traitSet.distribution) }),
    });
  }

  /** Columns as traces hold them. */
  columnsOf(row: RowType): readonly TraceColumn[] {
    let columns = this.columns.get(row);
    if (!columns) {
      columns = row.fields.map(({ name, type }) => ({
        name,
        type: shortTypeText(type),
        nullable: type.nullable,
        ...(type.indicator && { time: type.indicator }),
      }));
      this.columns.set(row, columns);
    }
    return columns;
  }
}

function haveSameNames(a: RowType, b: RowType | undefined): boolean {
  return a === b || (b !== undefined && a.digest === b.digest && a.fields.every((f, i) => f.name === b.fields[i]?.name));
}
