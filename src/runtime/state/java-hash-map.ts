interface Node<K, V> {
  readonly id: string | number;
  readonly key: K;
  value: V;
  /** Spread hash; only computed where the order is asked for. */
  hash: number | undefined;
  /** It went to the front of its bucket. */
  readonly isFirst: boolean;
}

/**
 * A map that gives its entries back in the order of `java.util.HashMap`, as Flink's heap state does: buckets by spread hash, capacity 16
 * doubling beyond three quarters, insertion order inside a bucket. Results that several entries make show this order. (Java turns a bucket
 * of eight and more into a tree, which keeps nearly the same order.)
 *
 * Many maps hold one entry, or are never read in order. So entries stand in insertion order, a single one without a table; the order of the
 * buckets is made when it is asked for, and kept until the map changes.
 */
export class JavaHashMap<K, V> {
  private only: Node<K, V> | undefined;
  private nodes: Map<string | number, Node<K, V>> | undefined;
  private ordered: readonly Node<K, V>[] | undefined;
  private capacity = 16;
  private readonly identity: (key: K) => string | number;
  private readonly hashOf: (key: K) => number;

  constructor(identity: (key: K) => string | number, hashOf: (key: K) => number) {
    this.only = undefined;
    this.nodes = undefined;
    this.ordered = undefined;
    this.identity = identity;
    this.hashOf = hashOf;
  }

  get size(): number {
    return this.nodes ? this.nodes.size : this.only ? 1 : 0;
  }

  get(key: K): V | undefined {
    return this.find(this.identity(key))?.value;
  }

  has(key: K): boolean {
    return this.find(this.identity(key)) !== undefined;
  }

  set(key: K, value: V): void {
    const id = this.identity(key);
    const known = this.find(id);
    if (known) {
      known.value = value;
      return;
    }
    this.append({ id, key, value, hash: undefined, isFirst: false });
    if (this.size > this.capacity * 0.75) this.capacity *= 2;
  }

  /**
   * The value of the key, made where there is none, as `HashMap.computeIfAbsent` does it: a new entry goes to the front of its bucket, and
   * the table grows before the next one and not after this one.
   */
  computeIfAbsent(key: K, make: () => V): V {
    if (this.size > this.capacity * 0.75) this.capacity *= 2;
    const id = this.identity(key);
    const known = this.find(id);
    if (known) return known.value;
    const node: Node<K, V> = { id, key, value: make(), hash: undefined, isFirst: true };
    this.append(node);
    return node.value;
  }

  delete(key: K): void {
    const id = this.identity(key);
    if (this.nodes) {
      if (this.nodes.delete(id)) this.ordered = undefined;
    } else if (this.only?.id === id) {
      this.only = undefined;
      this.ordered = undefined;
    }
  }

  clear(): void {
    this.only = undefined;
    this.nodes = undefined;
    this.ordered = undefined;
  }

  /** A snapshot: the map may change while it is read. */
  entries(): readonly (readonly [K, V])[] {
    return this.inOrder().map((n) => [n.key, n.value] as const);
  }

  keys(): readonly K[] {
    return this.inOrder().map((n) => n.key);
  }

  /** A snapshot of the values, in the order of their keys. */
  values(): readonly V[] {
    return this.only ? [this.only.value] : this.inOrder().map((n) => n.value);
  }

  /** The values that pass, in the order of their keys; the order of the others is not looked for. */
  select(test: (value: V) => boolean): readonly V[] {
    if (this.only) return test(this.only.value) ? [this.only.value] : [];
    if (!this.nodes) return [];
    if (this.ordered) return this.ordered.filter((n) => test(n.value)).map((n) => n.value);
    const found: Node<K, V>[] = [];
    for (const node of this.nodes.values()) if (test(node.value)) found.push(node);
    return (found.length > 1 ? this.byBucket(arrivals(found)) : found).map((n) => n.value);
  }

  /** Deletes the values that pass; the test sees each value once, in no order. */
  deleteWhere(test: (value: V) => boolean): void {
    if (this.only) {
      if (test(this.only.value)) this.clear();
    } else if (this.nodes) {
      for (const { id, value } of this.nodes.values()) if (test(value) && this.nodes.delete(id)) this.ordered = undefined;
    }
  }

  private append(node: Node<K, V>): void {
    this.ordered = undefined;
    if (this.nodes) this.nodes.set(node.id, node);
    else if (this.only) {
      this.nodes = new Map([this.only, node].map((n) => [n.id, n]));
      this.only = undefined;
    } else this.only = node;
  }

  private find(id: string | number): Node<K, V> | undefined {
    if (this.nodes) return this.nodes.get(id);
    return this.only?.id === id ? this.only : undefined;
  }

  /** Entries by bucket. The list is never changed, only replaced. */
  private inOrder(): readonly Node<K, V>[] {
    this.ordered ??= this.nodes ? this.byBucket(arrivals([...this.nodes.values()])) : this.only ? [this.only] : [];
    return this.ordered;
  }

  private byBucket(nodes: readonly Node<K, V>[]): readonly Node<K, V>[] {
    const mask = this.capacity - 1;
    if (nodes.length < this.capacity / 16) return nodes.toSorted((a, b) => this.bucketOf(a, mask) - this.bucketOf(b, mask));
    const ends = new Int32Array(this.capacity);
    for (const node of nodes) {
      const bucket = this.bucketOf(node, mask);
      ends[bucket] = (ends[bucket] as number) + 1;
    }
    let end = 0;
    for (let i = 0; i < ends.length; i++) {
      end += ends[i] as number;
      ends[i] = end;
    }
    const list = nodes.slice();
    for (let i = nodes.length - 1; i >= 0; i--) {
      const node = nodes[i] as Node<K, V>;
      const bucket = this.bucketOf(node, mask);
      const place = (ends[bucket] as number) - 1;
      ends[bucket] = place;
      list[place] = node;
    }
    return list;
  }

  private bucketOf(node: Node<K, V>, mask: number): number {
    if (node.hash === undefined) {
      const h = this.hashOf(node.key);
      node.hash = h ^ (h >>> 16);
    }
    return node.hash & mask;
  }
}

/** Nodes as the lists of buckets would hold them if there were one bucket: growing tables keep that order. */
function arrivals<K, V>(nodes: readonly Node<K, V>[]): readonly Node<K, V>[] {
  const first = nodes.filter((n) => n.isFirst);
  return first.length === 0 ? nodes : [...first.reverse(), ...nodes.filter((n) => !n.isFirst)];
}
