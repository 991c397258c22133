import { Config } from '../../catalog/config.ts';
import { Cluster } from '../../rel/cluster.ts';
import { makeCost } from '../../rel/metadata/cost.ts';
import { RelNode, term } from '../../rel/rel-node.ts';
import { DEFAULT_TRAITS } from '../../rel/traits/trait-set.ts';
import { relRowType, simpleType } from '../../types/sql-type.ts';
import type { Cost } from '../../rel/metadata/cost.ts';
import type { MetadataQuery } from '../../rel/metadata/metadata-query.ts';
import type { Term } from '../../rel/rel-node.ts';
import type { TraitSet } from '../../rel/traits/trait-set.ts';
import type { RowType, SqlType } from '../../types/sql-type.ts';

/** A cluster without functions. */
export function toyCluster(): Cluster {
  return new Cluster({ lookup: () => [] }, new Config());
}

export interface ToyOptions {
  readonly label?: string;
  readonly inputs?: readonly RelNode[];
  readonly traits?: TraitSet;
  /** Column names; all columns are BIGINT NOT NULL unless `type` says otherwise. */
  readonly columns?: readonly string[];
  readonly type?: SqlType;
  readonly rows?: number;
  readonly cost?: Cost;
}

/** A node of any shape for tests of the engines: its text is its label, its inputs are what it was given. */
export abstract class Toy extends RelNode {
  readonly options: ToyOptions;

  constructor(cluster: Cluster, options: ToyOptions = {}) {
    super(cluster, options.traits ?? DEFAULT_TRAITS, options.inputs ?? []);
    this.options = options;
  }

  protected abstract make(options: ToyOptions): Toy;

  get label(): string {
    return this.options.label ?? '';
  }

  describe(): readonly Term[] {
    return this.label === '' ? [] : [term('label', this.label)];
  }

  protected deriveRowType(): RowType {
    const first = this.inputs[0];
    if (first && !this.options.columns) return first.rowType;
    const type = this.options.type ?? simpleType('BIGINT', false);
    return relRowType((this.options.columns ?? ['a']).map((name) => ({ name, type })));
  }

  copy(traits: TraitSet, inputs: readonly RelNode[]): RelNode {
    return this.make({ ...this.options, traits, inputs });
  }

  override estimateRowCount(mq: MetadataQuery): number {
    return this.options.rows ?? super.estimateRowCount(mq);
  }

  override computeSelfCost(mq: MetadataQuery): Cost {
    if (this.options.cost) return this.options.cost;
    const rows = mq.rowCount(this);
    return makeCost(rows, rows, 0);
  }
}

export class Scan extends Toy {
  readonly typeName = 'Scan';
  protected make(options: ToyOptions): Toy {
    return new Scan(this.cluster, options);
  }
}

export class Filter extends Toy {
  readonly typeName = 'Filter';
  protected make(options: ToyOptions): Toy {
    return new Filter(this.cluster, options);
  }
}

export class Project extends Toy {
  readonly typeName = 'Project';
  protected make(options: ToyOptions): Toy {
    return new Project(this.cluster, options);
  }
}

export class Join extends Toy {
  readonly typeName = 'Join';
  protected make(options: ToyOptions): Toy {
    return new Join(this.cluster, options);
  }
  override inputName(i: number): string {
    return i === 0 ? 'left' : 'right';
  }
}

export class Phys extends Toy {
  readonly typeName = 'Phys';
  protected make(options: ToyOptions): Toy {
    return new Phys(this.cluster, options);
  }
}

/** One line for a tree: `Join(Filter[x](Scan[s]), Scan[t])`. */
export function toyText(node: RelNode): string {
  const n = node.stripped();
  const label = n instanceof Toy && n.label !== '' ? `[${n.label}]` : '';
  return `${n.typeName}${label}${n.inputs.length === 0 ? '' : `(${n.inputs.map(toyText).join(', ')})`}`;
}
