import type { FiringStep, NodeRef, PlanTrace, ProgramTrace, StatementTrace, TraceNode } from '../../trace/plan-trace.ts';
import { diffTrees, planTree, preOrder, type PlanDiff, type PlanTreeNode } from '../../trace/plan-diff.ts';
import { placesOf, type PlanPosition, type StatementPlaces } from './positions.ts';

/** The plan at one position, with keys that follow a node through all steps. */
export interface Frame {
  readonly position: PlanPosition;
  readonly tree: PlanTreeNode | undefined;
  readonly keys: ReadonlyMap<PlanTreeNode, string>;
  /** Against the frame before; absent where there is nothing to compare. */
  readonly diff?: PlanDiff;
  readonly before?: Frame;
}

/** A place in the tree that stands for a Volcano search under way, with all the nodes that stood there. */
interface Draft {
  ref: NodeRef;
  aliases: Set<NodeRef>;
  inputs: Draft[];
}

function draftOf(nodes: readonly TraceNode[], ref: NodeRef): Draft {
  return { ref, aliases: new Set([ref]), inputs: (nodes[ref]?.inputs ?? []).map((input) => draftOf(nodes, input)) };
}

function draftFromTree(tree: PlanTreeNode): Draft {
  return { ref: tree.ref, aliases: new Set([tree.ref]), inputs: tree.inputs.map(draftFromTree) };
}

function treeOfDraft(draft: Draft): PlanTreeNode {
  return { ref: draft.ref, inputs: draft.inputs.map(treeOfDraft) };
}

function findDraft(root: Draft, matches: (draft: Draft) => boolean): Draft | undefined {
  if (matches(root)) return root;
  for (const input of root.inputs) {
    const found = findDraft(input, matches);
    if (found) return found;
  }
  return undefined;
}

function ownText(node: TraceNode | undefined): string {
  return node ? `${node.type}(${node.terms.map((term) => `${term.name}=[${term.text}]`).join(', ')})` : '';
}

/**
 * Puts what a Volcano firing produced at its place in the tree. The search has no current tree; this one shows at each place the
 * candidate that came last, which is how a reader follows the search. The memo view has all of them.
 */
function applyFiring(nodes: readonly TraceNode[], root: Draft, step: FiringStep): void {
  const isConverter = (ref: NodeRef): boolean => nodes[ref]?.type === 'AbstractConverter';
  const first = step.matched.find((ref) => !isConverter(ref)) ?? step.before;
  const text = ownText(nodes[first]);
  const place =
    findDraft(root, (draft) => draft.aliases.has(first) || draft.aliases.has(step.before)) ??
    findDraft(root, (draft) => [...draft.aliases].some((alias) => ownText(nodes[alias]) === text));
  if (!place) return;
  const self: Draft = { ref: place.ref, aliases: place.aliases, inputs: place.inputs };
  const known: Draft[] = [];
  const collect = (draft: Draft): void => {
    known.push(draft);
    draft.inputs.forEach(collect);
  };
  collect(self);
  const isFree = new Set(known);
  const attach = (ref: NodeRef, fallback: Draft | undefined): Draft => {
    const found = known.find((draft) => isFree.has(draft) && (draft.aliases.has(ref) || draft.ref === ref));
    const chosen = found ?? (fallback && isFree.has(fallback) ? fallback : undefined);
    if (!chosen) return draftOf(nodes, ref);
    isFree.delete(chosen);
    return chosen;
  };
  const inputs = nodes[step.after]?.inputs ?? [];
  place.inputs = inputs.map((ref, i) => attach(ref, self.inputs[i]));
  place.ref = step.after;
  // What was put on top of the node does not stand for the node itself.
  place.aliases = place.inputs.includes(self) ? new Set([step.after]) : new Set([...self.aliases, step.after]);
}

/** Builds the frames of one statement on demand, from the first to the one asked for, and keeps them. */
export class Film {
  private readonly frames: Frame[] = [];
  private readonly places: StatementPlaces;
  private readonly nodes: readonly TraceNode[];
  private readonly statement: StatementTrace;
  private draft: Draft | undefined;
  private draftProgram: ProgramTrace | undefined;
  private keyCount = 0;
  private readonly outputFrames = new Map<string, Frame>();

  constructor(trace: PlanTrace, statement: StatementTrace) {
    this.nodes = trace.nodes;
    this.statement = statement;
    this.places = placesOf(statement);
  }

  /** `output`: which of a statement set's sinks is meant where their trees stand beside each other, at the AST and at the execution plan. */
  frameAt(index: number, output = 0): Frame {
    const last = this.places.positions.length - 1;
    const wanted = Math.max(0, Math.min(index, last));
    const other = output > 0 ? this.outputFrame(this.places.positions[wanted]!, output) : undefined;
    if (other) return other;
    while (this.frames.length <= wanted) this.frames.push(this.next(this.frames.at(-1), this.places.positions[this.frames.length]!));
    return this.frames[wanted]!;
  }

  /** The tree of another sink than the first; undefined where the plan at the position is not one of several. */
  private outputFrame(position: PlanPosition, output: number): Frame | undefined {
    const { stage } = position;
    if (stage !== 'ast' && stage !== 'exec') return undefined;
    const tree = this.unfold(this.statement.outputs?.[output]?.[stage]);
    if (!tree) return undefined;
    const known = this.outputFrames.get(`${stage} ${output}`);
    if (known) return known;
    const frame: Frame = { position, tree, keys: this.freshKeys(tree) };
    this.outputFrames.set(`${stage} ${output}`, frame);
    return frame;
  }

  private next(before: Frame | undefined, position: PlanPosition): Frame {
    const tree = this.treeAt(before, position);
    if (!tree) return { position, tree: before?.tree, keys: before?.keys ?? new Map(), before };
    if (!before?.tree) return { position, tree, keys: this.freshKeys(tree), before };
    if (tree === before.tree) return { position, tree, keys: before.keys, before };
    const diff = diffTrees(this.nodes, before.tree, tree);
    const keys = new Map<PlanTreeNode, string>();
    for (const place of preOrder(tree)) {
      const old = diff.byAfter.get(place)?.before;
      keys.set(place, (old && before.keys.get(old)) ?? this.newKey());
    }
    return { position, tree, keys, diff: position.event || !diff.isSame ? diff : undefined, before };
  }

  private newKey(): string {
    return `n${++this.keyCount}`;
  }

  private freshKeys(tree: PlanTreeNode): Map<PlanTreeNode, string> {
    return new Map(preOrder(tree).map((place) => [place, this.newKey()]));
  }

  private treeAt(before: Frame | undefined, position: PlanPosition): PlanTreeNode | undefined {
    const { stage, program, event } = position;
    if (stage === 'ast') return this.unfold(this.statement.ast);
    if (stage === 'exec') return this.unfold(this.statement.exec);
    if (stage === 'job' || stage === 'run') return undefined;
    if (!event) return program ? this.same(before, program.before) : undefined;
    if (event.root !== undefined) return this.same(before, event.root);
    if (!program || !before?.tree) return undefined;
    if (position.endsProgram) return this.same(before, program.after);
    if (event.kind === 'node') return replaceFirst(before.tree, event.before, planTree(this.nodes, event.after));
    if (this.draftProgram !== program || !this.draft) {
      this.draftProgram = program;
      this.draft = draftFromTree(before.tree);
    }
    applyFiring(this.nodes, this.draft, event);
    return treeOfDraft(this.draft);
  }

  private unfold(ref: NodeRef | undefined): PlanTreeNode | undefined {
    return ref === undefined ? undefined : planTree(this.nodes, ref);
  }

  /** The tree under a reference; the very tree of the frame before if it is the same one. */
  private same(before: Frame | undefined, ref: NodeRef): PlanTreeNode {
    const tree = planTree(this.nodes, ref);
    return before?.tree && isSameTree(before.tree, tree) ? before.tree : tree;
  }
}

/** The tree with the first place of a node, seen from the root, given to another tree. */
function replaceFirst(tree: PlanTreeNode, ref: NodeRef, by: PlanTreeNode): PlanTreeNode {
  if (tree.ref === ref) return by;
  for (let i = 0; i < tree.inputs.length; i++) {
    const input = tree.inputs[i]!;
    const replaced = replaceFirst(input, ref, by);
    if (replaced !== input) return { ref: tree.ref, inputs: tree.inputs.map((other, k) => (k === i ? replaced : other)) };
  }
  return tree;
}

function isSameTree(a: PlanTreeNode, b: PlanTreeNode): boolean {
  return a.ref === b.ref && a.inputs.length === b.inputs.length && a.inputs.every((input, i) => isSameTree(input, b.inputs[i]!));
}

const films = new WeakMap<StatementTrace, Film>();

/** The film of a statement; one per statement for as long as its trace lives. */
export function filmOf(trace: PlanTrace, statement: StatementTrace): Film {
  let film = films.get(statement);
  if (!film) {
    film = new Film(trace, statement);
    films.set(statement, film);
  }
  return film;
}
