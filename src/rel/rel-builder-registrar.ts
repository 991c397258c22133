import type { RexNode } from './rex/rex-node.ts';
import { rexEquals } from './rex/rex-key.ts';
import { isCallOf } from './rex/rex-node.ts';

/** Collects expressions that a node needs as columns of its input, each once (Calcite's `RelBuilder.Registrar`). */
export class Registrar {
  readonly original: readonly RexNode[];
  readonly nodes: RexNode[];
  readonly names: (string | undefined)[];

  constructor(fields: readonly RexNode[], names: readonly string[]) {
    this.original = fields;
    this.nodes = [...fields];
    this.names = [...names];
  }

  /** Column of the expression; an alias renames the column. */
  register(e: RexNode): number {
    if (isCallOf(e, 'AS')) {
      const [x, name] = e.operands as readonly [RexNode, RexNode];
      const i = this.register(x);
      if (name.rex === 'literal' && name.value.kind === 'char') this.names[i] = name.value.value;
      return i;
    }
    const known = this.nodes.findIndex((n) => rexEquals(n, e));
    if (known >= 0) return known;
    this.nodes.push(e);
    this.names.push(undefined);
    return this.nodes.length - 1;
  }

  registerAll(list: readonly RexNode[]): number[] {
    return list.map((e) => this.register(e));
  }

  get addedCount(): number {
    return this.nodes.length - this.original.length;
  }
}
