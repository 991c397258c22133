import type { PhysicalRel } from '../rel/physical/physical-rel.ts';
import type { RexCall, RexNode } from '../rel/rex/rex-node.ts';
import { FlinkError, validationError } from '../base/diagnostic.ts';
import { visitRex } from '../rel/rex/rex-visit.ts';
import { StreamPhysicalCalc } from '../rel/physical/stream-physical-calc.ts';

const CODE = 'plan/code-generation';

/** Throws what Flink's code generator (`ExprCodeGenerator`) throws for expressions that passed the validator but have no code. */
export function checkExpressions(rel: PhysicalRel): void {
  for (const e of expressionsOf(rel)) visitRex(e, checkNode);
}

function expressionsOf(rel: PhysicalRel): readonly RexNode[] {
  if (!(rel instanceof StreamPhysicalCalc)) return rel.rexNodes;
  const { expandedProjects, expandedCondition } = rel.program;
  return expandedCondition ? [...expandedProjects, expandedCondition] : expandedProjects;
}

function checkNode(e: RexNode): void {
  if (e.rex !== 'call') return;
  if (e.op.name === 'CARDINALITY') checkCardinality(e);
  else if (e.op.kind === 'ITEM') checkElement(e);
}

function checkCardinality(e: RexCall): void {
  const type = e.operands[0]?.type.name;
  if (type === 'ARRAY' || type === 'MAP') return;
  throw new FlinkError(CODE, [{ className: 'CodeGenException', message: 'Expect an array or a map.' }]);
}

/** `ScalarOperatorGens.generateArrayElementAt`. */
function checkElement(e: RexCall): void {
  const [array, index] = e.operands;
  if (array?.type.name !== 'ARRAY' || index?.rex !== 'literal' || index.value.kind !== 'decimal') return;
  const { unscaled, scale } = index.value.value;
  if (scale !== 0 || unscaled >= 1n) return;
  throw validationError(CODE, `Array element access needs an index starting at 1 but was ${unscaled}.`);
}
