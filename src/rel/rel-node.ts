import type { RowType } from '../types/sql-type.ts';
import type { Cluster } from './cluster.ts';
import type { Cost } from './metadata/cost.ts';
import type { MetadataQuery } from './metadata/metadata-query.ts';
import type { RexNode } from './rex/rex-node.ts';
import type { TraitSet } from './traits/trait-set.ts';
import { rexKey } from './rex/rex-key.ts';
import { rexText } from './rex/rex-text.ts';

/**
 * Why a node is being described (Calcite's `SqlExplainLevel`): `digest` for equality, stage dumps and the optimised plan; `expplan` for the
 * AST section, where Projects print names. A node that makes no difference ignores it.
 */
export type DescribeLevel = 'digest' | 'expplan';

/**
 * One item of a node's text. `text` is what prints between the brackets of `name=[…]` for one pair of brackets; a list prints a second
 * pair (`exprs=[[…]]`), so a list-valued item's text already holds its own brackets. `rex` lists the expressions behind the text: equality
 * of nodes uses their keys instead of the text, and the screen marks the changed part of them. `hidden` items count for equality only.
 */
export interface Term {
  readonly name: string;
  readonly text: string;
  readonly rex?: readonly RexNode[];
  readonly hidden?: boolean;
}

/** A term for a string or a number. */
export function term(name: string, value: string | number | boolean): Term {
  return { name, text: String(value) };
}

/** A term for one row expression in Calcite's own text (`=($0, $5)`). */
export function rexTerm(name: string, e: RexNode): Term {
  return { name, text: rexText(e), rex: [e] };
}

/** A term for a list of row expressions, in brackets of its own (`[PROCTIME()]`). */
export function rexListTerm(name: string, list: readonly RexNode[]): Term {
  return { name, text: `[${list.map((e) => rexText(e)).join(', ')}]`, rex: list };
}

/** A hint on a node, with the path along which it was inherited. */
export interface RelHint {
  readonly name: string;
  readonly inheritPath: readonly number[];
  readonly listOptions: readonly string[];
  readonly kvOptions: readonly (readonly [string, string])[];
}

/** `[NAME inheritPath:[0] options:{k=v}]` */
export function hintText(h: RelHint): string {
  const parts = [h.name];
  if (h.inheritPath.length > 0) parts.push(`inheritPath:[${h.inheritPath.join(', ')}]`);
  if (h.kvOptions.length > 0) parts.push(`options:{${h.kvOptions.map(([k, v]) => `${k}=${v}`).join(', ')}}`);
  else if (h.listOptions.length > 0) parts.push(`options:[${h.listOptions.join(', ')}]`);
  return `[${parts.join(' ')}]`;
}

/**
 * A relational node (Calcite's `AbstractRelNode`). One class a node kind, named exactly as Flink or Calcite print it.
 *
 * Nodes are immutable to everyone but the two planners, which own the nodes in their graphs and exchange their inputs in place, as Calcite
 * does (`replaceInput`): a node keeps its identity while the tree below it is rewritten.
 */
export abstract class RelNode {
  /** From the cluster's counter; never reused. No order may depend on it. */
  readonly id: number;
  readonly cluster: Cluster;
  readonly traitSet: TraitSet;
  private inputList: readonly RelNode[];
  // Written at once, so that all nodes of a class have one shape from the start.
  private rowTypeCache: RowType | undefined = undefined;
  private keyCache: string | undefined = undefined;

  constructor(cluster: Cluster, traitSet: TraitSet, inputs: readonly RelNode[]) {
    this.cluster = cluster;
    this.traitSet = traitSet;
    this.inputList = inputs;
    this.id = cluster.nextRelId();
  }

  /** Simple class name as Calcite prints it (`LogicalProject`, `StreamPhysicalCalc`). Fixed text, since bundlers rename classes. */
  abstract readonly typeName: string;

  /** Items of the node in EXPLAIN order, without inputs, traits and cost. */
  abstract describe(level: DescribeLevel): readonly Term[];

  /** Row type, derived once. Must not read the names of an input that may be exchanged later, except where Calcite does. */
  protected abstract deriveRowType(): RowType;

  /** The same node over other inputs or with other traits. Always a new object with a new id. */
  abstract copy(traitSet: TraitSet, inputs: readonly RelNode[]): RelNode;

  get inputs(): readonly RelNode[] {
    return this.inputList;
  }

  /** The i-th input, which must exist. */
  input(i = 0): RelNode {
    const node = this.inputList[i];
    if (!node) throw new Error(`${this.typeName} has no input ${i}`);
    return node;
  }

  get rowType(): RowType {
    return (this.rowTypeCache ??= this.deriveRowType());
  }

  get hints(): readonly RelHint[] {
    return [];
  }

  /** True where Calcite's class is `Hintable`. */
  get isHintable(): boolean {
    return false;
  }

  /** The node with other hints; only called when `isHintable`. */
  withHints(_hints: readonly RelHint[]): RelNode {
    return this;
  }

  /** Names of the inputs in digests: `left`, `right`, `input`, `input#0`. */
  inputName(i: number): string {
    return this.inputList.length === 1 ? 'input' : `input#${i}`;
  }

  /** Row expressions of the node as one list; `withRexNodes` takes the same list back. Nodes without expressions return []. */
  get rexNodes(): readonly RexNode[] {
    return [];
  }

  /** The node with its expressions replaced one by one; the same object if nothing changed. Only for nodes with `rexNodes`. */
  withRexNodes(_list: readonly RexNode[]): RelNode {
    return this;
  }

  /** Own rows (Calcite's `estimateRowCount`); default: the first input's, 1 for a leaf. */
  estimateRowCount(mq: MetadataQuery): number {
    return this.inputList.length === 0 ? 1 : mq.rowCount(this.input(0));
  }

  /** Own cost without inputs; default (R, R, 0). */
  computeSelfCost(mq: MetadataQuery): Cost {
    const rows = mq.rowCount(this);
    return { rows, cpu: rows, io: 0, network: 0, memory: 0 };
  }

  /**
   * The node that answers for this one where metadata is asked or a rule looks through a planner's placeholder: a HEP vertex gives its
   * current node, a Volcano sub-set its best or first one, everything else itself.
   */
  stripped(): RelNode {
    return this;
  }

  /** True for the planners' own placeholders and converters. */
  get isPlaceholder(): boolean {
    return false;
  }

  /** True for a placeholder that keeps no answers of its own: questions about it are questions about the node it stands for. */
  get delegatesMetadata(): boolean {
    return false;
  }

  /** True for Calcite's enforcers (AbstractConverter, a pure Sort). */
  get isEnforcer(): boolean {
    return false;
  }

  /** Names of output fields count for equality (all nodes whose items do not show them ignore them). Overridden by no Flink node. */

  /**
   * Key under which two nodes are equal (Calcite's digest equality): class, traits, field types, items by expression equality, inputs by
   * identity (`inputKey`). Cached; `replaceInput` forgets it.
   */
  get digestKey(): string {
    return (this.keyCache ??= this.computeDigestKey());
  }

  /** What stands for this node in the key of a parent: identity by default. A HEP vertex gives its current node's identity. */
  get inputKey(): string {
    return `#${this.id}`;
  }

  protected computeDigestKey(): string {
    const items = this.describe('digest').map((t) => `${t.name}=${t.rex ? this.rexTermKey(t) : t.text}`);
    const hints = this.hints.map(hintText).join();
    const types = this.rowType.fields.map((f) => f.type.digest).join();
    return `${this.typeName}|${this.traitSet.text}|${this.inputs.map((n) => n.inputKey).join()}|${items.join('|')}|${hints}|${types}`;
  }

  private rexTermKey(t: Term): string {
    return (t.rex ?? []).map(rexKey).join(';');
  }

  /** Forgets the cached key (planners only, after an input's own key changed). */
  forgetDigest(): void {
    this.keyCache = undefined;
  }

  /** Planners only: exchanges an input in place; the row type stays, the key is forgotten. */
  replaceInput(i: number, node: RelNode): void {
    // The row type was fixed when the node entered the planner's graph; reading it here pins it before the input changes.
    void this.rowType;
    this.inputList = this.inputList.map((old, k) => (k === i ? node : old));
    this.keyCache = undefined;
  }
}
