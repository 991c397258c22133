import type { Cluster } from '../cluster.ts';
import type { RelNode, Term, DescribeLevel } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { RexProgram } from '../rex/rex-program.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { rexTerm, term } from '../rel-node.ts';
import { SingleRel } from './single-rel.ts';

/** Calcite's `Calc`: projections and a condition in one node. */
export abstract class Calc extends SingleRel {
  readonly program: RexProgram;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, program: RexProgram) {
    super(cluster, traits, [input]);
    this.program = program;
  }

  /** The same kind of node with another program. */
  abstract copyCalc(traits: TraitSet, input: RelNode, program: RexProgram): Calc;

  override copy(traits: TraitSet, inputs: readonly RelNode[]): Calc {
    return this.copyCalc(traits, inputs[0] ?? this.input(), this.program);
  }

  /** Projections in terms of the input's fields. */
  get projects(): readonly RexNode[] {
    return this.program.expandedProjects;
  }

  /** The condition in terms of the input's fields. */
  get condition(): RexNode | undefined {
    return this.program.expandedCondition;
  }

  /** Projections, then the condition if there is one. */
  override get rexNodes(): readonly RexNode[] {
    return this.condition ? [...this.projects, this.condition] : this.projects;
  }

  protected override deriveRowType(): RowType {
    return this.program.outputRowType;
  }

  /** The program over local references (`expr#0..2={inputs}, expr#3=…, proj#0..1={exprs}, $condition=$t3`). */
  override describe(level: DescribeLevel): readonly Term[] {
    const { expressions, projects, condition, outputRowType, inputRowType } = this.program;
    const inputCount = inputRowType.fields.length;
    const terms: Term[] = [term(inputCount > 1 ? `expr#0..${inputCount - 1}` : 'expr#0', '{inputs}')];
    for (let i = inputCount; i < expressions.length; i++) terms.push(rexTerm(`expr#${i}`, expressions[i] as RexNode));
    const firstOther = projects.findIndex((p, i) => p.index !== i);
    let skipped = firstOther < 0 ? projects.length : firstOther;
    if (skipped === 1) skipped = 0;
    if (skipped > 1) terms.push(term(`proj#0..${skipped - 1}`, '{exprs}'));
    projects.forEach((p, i) => {
      if (i >= skipped) terms.push(rexTerm(level === 'digest' ? `${i}` : (outputRowType.fields[i]?.name ?? `${i}`), p));
    });
    if (condition) terms.push(rexTerm('$condition', condition));
    return terms;
  }
}
