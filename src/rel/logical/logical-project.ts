import type { Cluster } from '../cluster.ts';
import type { RelHint, RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import type { ProjectOptions } from '../core/project.ts';
import { Project } from '../core/project.ts';
import { DEFAULT_TRAITS } from '../traits/trait-set.ts';

/** Calcite's `LogicalProject`. */
export class LogicalProject extends Project {
  readonly typeName = 'LogicalProject';

  /** Names are taken as they are; use the builder where Calcite makes them unique. */
  static create(input: RelNode, o: ProjectOptions): LogicalProject {
    return new LogicalProject(input.cluster, DEFAULT_TRAITS, input, o);
  }

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, o: ProjectOptions) {
    super(cluster, traits, input, o);
  }

  private get options(): ProjectOptions {
    return { projects: this.projects, names: this.names, hints: this.relHints, variablesSet: this.variablesSet };
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): LogicalProject {
    return new LogicalProject(this.cluster, traits, inputs[0] ?? this.input(), this.options);
  }

  override withHints(hints: readonly RelHint[]): LogicalProject {
    return new LogicalProject(this.cluster, this.traitSet, this.input(), { ...this.options, hints });
  }

  override withRexNodes(projects: readonly RexNode[]): LogicalProject {
    if (projects.every((e, i) => e === this.projects[i])) return this;
    return new LogicalProject(this.cluster, this.traitSet, this.input(), { ...this.options, projects });
  }
}
