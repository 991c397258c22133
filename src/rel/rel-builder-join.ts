import type { JoinType } from './core/join.ts';
import type { RelBuilder } from './rel-builder.ts';
import type { RelNode } from './rel-node.ts';
import type { RexNode } from './rex/rex-node.ts';
import { bitSet } from './bit-set.ts';
import { correlationColumns } from './correlation-uses.ts';
import { LogicalCorrelate } from './logical/logical-correlate.ts';
import { LogicalJoin } from './logical/logical-join.ts';
import { pushDownJoinConditions } from './push-down-join-conditions.ts';
import { Registrar } from './rel-builder-registrar.ts';
import { simplifyUnknownAsFalse } from './rel-builder-simplify.ts';
import { composeConjunction } from './rex/conditions.ts';
import { collapseIsNotDistinctFrom } from './rex/is-not-distinct-from.ts';
import { makeFieldAccess } from './rex/rex-builder.ts';
import { TRUE_LITERAL, correlVariable, inputRef } from './rex/rex-factory.ts';
import { mapRex } from './rex/rex-visit.ts';

/** Calcite's `RelBuilder.join`: with one correlation variable a Correlate, whose condition is a Filter on the right or above. */
export function buildJoin(b: RelBuilder, type: JoinType, raw: RexNode, variablesSet: readonly number[]): void {
  let right = b.popFrame();
  const left = b.popFrame();
  const condition = b.config.simplify ? simplifyUnknownAsFalse(b.cluster, collapseIsNotDistinctFrom(raw)) : raw;
  const fields = [...left.fields, ...right.fields];
  const [id] = variablesSet;
  if (
    variablesSet.length !== 1 ||
    id === undefined ||
    (b.config.convertCorrelateToJoin && correlationColumns(id, right.rel).length === 0)
  ) {
    const join = LogicalJoin.create(left.rel, right.rel, { condition, joinType: type, variablesSet });
    b.pushFrame({ rel: b.config.pushJoinCondition ? pushDownJoinConditions(join, b) : join, fields });
    return;
  }
  let above: RexNode = TRUE_LITERAL;
  switch (type) {
    case 'left':
    case 'semi':
    case 'anti':
      b.pushFrame(right).filter(correlateCondition(condition, left.rel, right.rel, id));
      right = b.popFrame();
      break;
    case 'inner':
      above = condition;
      break;
    default:
      throw new Error(`Correlated ${type.toUpperCase()} join is not supported`);
  }
  const requiredColumns = correlationColumns(id, right.rel);
  b.pushFrame({ rel: LogicalCorrelate.create(left.rel, right.rel, { correlationId: id, requiredColumns, joinType: type }), fields });
  b.filter(above);
}

/** A join condition as a condition on the right side: left fields become fields of the correlation variable. */
function correlateCondition(condition: RexNode, left: RelNode, right: RelNode, id: number): RexNode {
  const leftCount = left.rowType.fields.length;
  return mapRex(condition, (e) => {
    if (e.rex !== 'inputRef') return undefined;
    if (e.index < leftCount) return makeFieldAccess(correlVariable(id, left.rowType), e.index);
    return inputRef(e.index - leftCount, right.rowType.fields[e.index - leftCount]?.type ?? e.type);
  });
}

export function buildSemiOrAntiJoin(b: RelBuilder, type: 'semi' | 'anti', conditions: readonly RexNode[]): void {
  const right = b.build();
  b.replaceTop(LogicalJoin.create(b.peek(), right, { condition: composeConjunction(conditions), joinType: type }));
}

/** Calcite's `RelBuilder.correlate`: required fields that are expressions are computed on the left. */
export function buildCorrelate(b: RelBuilder, type: JoinType, correlationId: number, requiredFields: readonly RexNode[]): void {
  const right = b.popFrame();
  const registrar = new Registrar(
    b.fields(),
    b.peek().rowType.fields.map((f) => f.name),
  );
  const requiredColumns = bitSet(registrar.registerAll(requiredFields));
  b.project(registrar.nodes).rename(registrar.names);
  const left = b.popFrame();
  const rel = LogicalCorrelate.create(left.rel, right.rel, { correlationId, requiredColumns, joinType: type });
  b.pushFrame({ rel, fields: [...left.fields, ...right.fields] });
}
