import type { Cost } from '../metadata/cost.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { RexProgram } from '../rex/rex-program.ts';
import type { ExpressionTextOptions } from '../rex/flink-expression-text.ts';
import { makeCost } from '../metadata/cost.ts';
import { printExpression, selectItemText } from '../rex/flink-expression-text.ts';
import { Calc } from './calc.ts';

/** Projections of a program by name: `a, +(b, 1) AS c` (Flink's `CommonCalc.projectionToString`). */
export function selectText(program: RexProgram, options: ExpressionTextOptions): string {
  const names = program.inputRowType.fields.map((f) => f.name);
  return program.expandedProjects
    .map((e, i) => selectItemText(printExpression(e, names, options), program.outputRowType.fields[i]?.name ?? ''))
    .join(', ');
}

/** The condition of a program with names of fields, undefined without one. */
export function whereText(program: RexProgram, options: ExpressionTextOptions): string | undefined {
  const names = program.inputRowType.fields.map((f) => f.name);
  return program.expandedCondition && printExpression(program.expandedCondition, names, options);
}

/** A projection that has to be computed: no field, no literal, no CAST at the top. */
function isComputed(e: RexNode): boolean {
  return e.rex !== 'inputRef' && e.rex !== 'literal' && !(e.rex === 'call' && e.op.name === 'CAST');
}

/** Flink's `CommonCalc`: only computed projections cost, the condition is free. */
export abstract class CommonCalc extends Calc {
  override computeSelfCost(mq: MetadataQuery): Cost {
    const rows = mq.rowCount(this);
    return makeCost(rows, rows * this.projects.filter(isComputed).length, 0);
  }
}
