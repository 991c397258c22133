import { InvariantError } from '../../base/assert.ts';
import type { HepRelVertex } from './hep-rel-vertex.ts';

interface Links {
  readonly out: HepRelVertex[];
  readonly in: HepRelVertex[];
}

/**
 * The directed graph below `HepPlanner` (Calcite's `DefaultDirectedGraph` as HEP uses it) with the digests of its vertices. Vertices keep
 * the order in which they came, edges too; an edge between two vertices exists once. A new edge goes to the end of both lists, which is
 * why a replaced input is visited after its siblings from then on.
 */
export class HepGraph {
  private readonly links = new Map<HepRelVertex, Links>();
  private readonly digests = new Map<string, HepRelVertex>();

  get size(): number {
    return this.links.size;
  }

  vertices(): Iterable<HepRelVertex> {
    return this.links.keys();
  }

  has(v: HepRelVertex): boolean {
    return this.links.has(v);
  }

  /** Vertices below `v`, in edge order; each once. */
  targets(v: HepRelVertex): readonly HepRelVertex[] {
    return this.at(v).out;
  }

  /** Vertices above `v`, in edge order; each once. */
  parents(v: HepRelVertex): readonly HepRelVertex[] {
    return this.at(v).in;
  }

  addVertex(v: HepRelVertex): void {
    this.links.set(v, { out: [], in: [] });
  }

  addEdge(from: HepRelVertex, to: HepRelVertex): void {
    const source = this.at(from);
    if (source.out.includes(to)) return;
    source.out.push(to);
    this.at(to).in.push(from);
  }

  removeEdge(from: HepRelVertex, to: HepRelVertex): void {
    remove(this.at(from).out, to);
    remove(this.at(to).in, from);
  }

  /** The vertex whose node has this key. */
  find(digestKey: string): HepRelVertex | undefined {
    return this.digests.get(digestKey);
  }

  /** Makes `v` the vertex that is found for the key of its node as it is now. */
  index(v: HepRelVertex): void {
    this.digests.set(v.current.digestKey, v);
  }

  /** Takes back `index`, before the node's inputs change; another vertex under the same key stays. */
  unindex(v: HepRelVertex): void {
    if (this.digests.get(v.current.digestKey) === v) this.digests.delete(v.current.digestKey);
  }

  /** Removes what cannot be reached from `root` and gives it back, in graph order. */
  sweep(root: HepRelVertex): readonly HepRelVertex[] {
    const reached = new Set<HepRelVertex>([root]);
    for (const v of reached) for (const t of this.targets(v)) reached.add(t);
    if (reached.size === this.links.size) return [];
    const garbage = [...this.links.keys()].filter((v) => !reached.has(v));
    for (const v of garbage) {
      for (const target of this.at(v).out) if (reached.has(target)) remove(this.at(target).in, v);
      this.unindex(v);
    }
    for (const v of garbage) this.links.delete(v);
    return garbage;
  }

  private at(v: HepRelVertex): Links {
    const links = this.links.get(v);
    // Asked for every edge of every walk: the message is only written when it is needed.
    if (!links) throw new InvariantError(`vertex ${v.id} in the graph is missing`);
    return links;
  }
}

function remove(list: HepRelVertex[], v: HepRelVertex): void {
  const i = list.indexOf(v);
  if (i >= 0) list.splice(i, 1);
}
