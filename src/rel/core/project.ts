import type { Cluster } from '../cluster.ts';
import type { RelHint, RelNode, Term, DescribeLevel } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import type { RowType } from '../../types/sql-type.ts';
import { rexListTerm, rexTerm, term } from '../rel-node.ts';
import { relRowType } from '../../types/sql-type.ts';
import { SingleRel } from './single-rel.ts';

/** Calcite's `Project`: one expression an output field. */
export abstract class Project extends SingleRel {
  readonly projects: readonly RexNode[];
  readonly names: readonly string[];
  readonly relHints: readonly RelHint[];
  /** Correlation variables that sub-queries among the expressions set (`$cor0`). */
  readonly variablesSet: readonly number[];

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, o: ProjectOptions) {
    super(cluster, traits, [input]);
    this.projects = o.projects;
    this.names = o.names;
    this.relHints = o.hints ?? [];
    this.variablesSet = o.variablesSet ?? [];
  }

  protected override deriveRowType(): RowType {
    return relRowType(this.projects.map((e, i) => ({ name: this.names[i] ?? `$f${i}`, type: e.type })));
  }

  override get hints(): readonly RelHint[] {
    return this.relHints;
  }

  override get isHintable(): boolean {
    return true;
  }

  override get rexNodes(): readonly RexNode[] {
    return this.projects;
  }

  /**
   * Digest level: `inputs=[0..n-1]` for the leading identity references, `exprs=[[…]]` for the rest, so that names are not part of equality.
   * EXPLAIN's AST: one `name=[expr]` a field.
   */
  override describe(level: DescribeLevel): readonly Term[] {
    const terms: Term[] = [];
    if (this.variablesSet.length > 0) terms.push(term('variablesSet', `[${this.variablesSet.map((v) => `$cor${v}`).join(', ')}]`));
    if (level === 'expplan') return [...terms, ...this.projects.map((e, i) => rexTerm(this.names[i] ?? `$f${i}`, e))];
    const first = this.projects.findIndex((e, i) => e.rex !== 'inputRef' || e.index !== i);
    const n = first < 0 ? this.projects.length : first;
    if (n > 0) terms.push(term('inputs', n === 1 ? '0' : `0..${n - 1}`));
    const rest = this.projects.slice(n);
    if (rest.length > 0) terms.push(rexListTerm('exprs', rest));
    return terms;
  }
}

export interface ProjectOptions {
  readonly projects: readonly RexNode[];
  readonly names: readonly string[];
  readonly hints?: readonly RelHint[];
  readonly variablesSet?: readonly number[];
}
