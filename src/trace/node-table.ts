import type { NodeRef, TraceCost, TraceNode } from './plan-trace.ts';

/** A node's own data, without its inputs. */
export type NodeParts = Omit<TraceNode, 'inputs' | 'digest' | 'cost'>;

/** A node's own data with the keys that interning needs; made once a node, used for every tree that the node stands in. */
export interface NodeText {
  readonly parts: NodeParts;
  /** Everything. */
  readonly key: string;
  /** What prints. */
  readonly line: string;
}

export function nodeText(parts: NodeParts): NodeText {
  const terms = parts.terms.map((t) => `${t.name}=[${t.text}]`).join(', ');
  const line = `${parts.type}(${terms})${parts.changelogMode ? ` ${parts.changelogMode}` : ''}`;
  const columns = parts.columns.map((c) => `${c.name}:${c.type}:${c.nullable ? 1 : 0}`).join('|');
  return { parts, line, key: `${line}\n${columns}\n${parts.convention}\n${parts.distribution ?? ''}` };
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** A 32-bit FNV-1a hash over UTF-16 code units, as 8 hex digits. */
export function stableHash(text: string): string {
  let hash = FNV_OFFSET;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Gives numbers to strings, the same number to the same string. */
class Numbers {
  private readonly known = new Map<string, number>();

  of(key: string): number {
    let n = this.known.get(key);
    if (n === undefined) this.known.set(key, (n = this.known.size));
    return n;
  }
}

/**
 * The node table of a trace while it is written: equal data over equal inputs is one entry, so that a step costs only the nodes that it
 * changed. Entries are never taken back.
 */
export class NodeTable {
  private readonly entries: TraceNode[] = [];
  private readonly refs = new Map<string, NodeRef>();
  private readonly locals = new Numbers();
  private readonly texts = new Numbers();
  private readonly textIds: number[] = [];

  /** What goes into `PlanTrace.nodes`. */
  get nodes(): readonly TraceNode[] {
    return this.entries;
  }

  intern(text: NodeText, inputs: readonly NodeRef[]): NodeRef {
    const key = `${this.locals.of(text.key)}:${inputs.join()}`;
    const known = this.refs.get(key);
    if (known !== undefined) return known;
    const ref = this.entries.length;
    const digest = stableHash(`${text.line}(${inputs.map((i) => this.entries[i]?.digest).join()})`);
    this.entries.push({ ...text.parts, inputs, digest });
    this.textIds.push(this.texts.of(`${text.line}(${inputs.map((i) => this.textIds[i]).join()})`));
    this.refs.set(key, ref);
    return ref;
  }

  /** Whether two trees print the same, whatever their columns and traits. */
  haveSameText(a: NodeRef, b: NodeRef): boolean {
    return a === b || this.textIds[a] === this.textIds[b];
  }

  /** Adds costs to an entry that has none yet; meant for final plans. */
  setCost(ref: NodeRef, cost: TraceCost): void {
    const node = this.entries[ref];
    if (node && !node.cost) this.entries[ref] = { ...node, cost };
  }
}
