interface Node<K, V> {
  readonly id: string;
  readonly hash: number;
  readonly key: K;
  value: V;
}

/**
 * A map that gives its entries back in the order of `java.util.HashMap`, as Flink's heap state does: buckets by spread hash, capacity 16
 * doubling beyond three quarters, insertion order inside a bucket. Results that several entries make show this order. (Java turns a bucket
 * of eight and more into a tree, which keeps nearly the same order.)
 */
export class JavaHashMap<K, V> {
  private readonly nodes = new Map<string, Node<K, V>>();
  private table: Node<K, V>[][] = [];
  private readonly identity: (key: K) => string;
  private readonly hashOf: (key: K) => number;

  constructor(identity: (key: K) => string, hashOf: (key: K) => number) {
    this.identity = identity;
    this.hashOf = hashOf;
  }

  get size(): number {
    return this.nodes.size;
  }

  get(key: K): V | undefined {
    return this.nodes.get(this.identity(key))?.value;
  }

  has(key: K): boolean {
    return this.nodes.has(this.identity(key));
  }

  set(key: K, value: V): void {
    const id = this.identity(key);
    const known = this.nodes.get(id);
    if (known) {
      known.value = value;
      return;
    }
    const h = this.hashOf(key);
    const node: Node<K, V> = { id, hash: h ^ (h >>> 16), key, value };
    this.nodes.set(id, node);
    if (this.table.length === 0) this.table = Array.from({ length: 16 }, () => []);
    this.bucket(node)?.push(node);
    if (this.nodes.size > this.table.length * 0.75) this.resize();
  }

  /**
   * The value of the key, made where there is none, as `HashMap.computeIfAbsent` does it: a new entry goes to the front of its bucket, and
   * the table grows before the next one and not after this one.
   */
  computeIfAbsent(key: K, make: () => V): V {
    if (this.table.length === 0) this.table = Array.from({ length: 16 }, () => []);
    else if (this.nodes.size > this.table.length * 0.75) this.resize();
    const id = this.identity(key);
    const known = this.nodes.get(id);
    if (known) return known.value;
    const h = this.hashOf(key);
    const node: Node<K, V> = { id, hash: h ^ (h >>> 16), key, value: make() };
    this.nodes.set(id, node);
    this.bucket(node)?.unshift(node);
    return node.value;
  }

  delete(key: K): void {
    const id = this.identity(key);
    const node = this.nodes.get(id);
    if (!node) return;
    this.nodes.delete(id);
    const bucket = this.bucket(node);
    bucket?.splice(bucket.indexOf(node), 1);
  }

  clear(): void {
    this.nodes.clear();
    for (const bucket of this.table) bucket.length = 0;
  }

  /** A snapshot: the map may change while it is read. */
  entries(): readonly (readonly [K, V])[] {
    return this.table.flatMap((bucket) => bucket.map((n) => [n.key, n.value] as const));
  }

  keys(): readonly K[] {
    return this.table.flatMap((bucket) => bucket.map((n) => n.key));
  }

  private bucket(node: Node<K, V>): Node<K, V>[] | undefined {
    return this.table[node.hash & (this.table.length - 1)];
  }

  private resize(): void {
    const old = this.table;
    this.table = Array.from({ length: old.length * 2 }, () => []);
    for (const bucket of old) for (const node of bucket) this.bucket(node)?.push(node);
  }
}
