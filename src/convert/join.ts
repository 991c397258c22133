import type { BoundJoin } from '../validate/bound.ts';
import type { JoinType } from '../rel/core/join.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { RexNode } from '../rel/rex/rex-node.ts';
import type { Blackboard } from './blackboard.ts';
import type { ConvertPlace, Converter } from './converter.ts';
import { LogicalCorrelate } from '../rel/logical/logical-correlate.ts';
import { LogicalFilter } from '../rel/logical/logical-filter.ts';
import { composeConjunction } from '../rel/rex/conditions.ts';
import { makeFieldAccess } from '../rel/rex/rex-builder.ts';
import { TRUE_LITERAL, call, correlVariable, inputRef } from '../rel/rex/rex-factory.ts';
import { isAlwaysTrue } from '../rel/rex/rex-node.ts';
import { mapRex } from '../rel/rex/rex-visit.ts';
import { EQUALS } from '../rel/rex/standard-operators.ts';
import { childOffset, correlationUse } from './correlation.ts';

const TYPES: Readonly<Record<BoundJoin['joinType'], JoinType>> = {
  INNER: 'inner',
  LEFT: 'left',
  RIGHT: 'right',
  FULL: 'full',
  CROSS: 'inner',
  COMMA: 'inner',
};

/** A join; where the right side reads the left one, a Correlate with the condition as a Filter on its right side. */
export function convertJoin(join: BoundJoin, place: ConvertPlace, c: Converter): RelNode {
  const left = c.relation(join.left, place);
  const right = c.relation(join.right, place);
  const joinType = TYPES[join.joinType];
  const condition = conditionOf(join, left, right, place, c);
  const use = correlationUse(right, c, (s) => s === join.scope || s.owner === join.scope);
  if (use) return correlate(left, use, condition, joinType);
  return c.builder().push(left).push(right).join(joinType, condition).build();
}

function conditionOf(join: BoundJoin, left: RelNode, right: RelNode, place: ConvertPlace, c: Converter): RexNode {
  const fields = [...left.rowType.fields, ...right.rowType.fields];
  if (join.using.length > 0) {
    return composeConjunction(
      join.using.map((u) => {
        const side = (e: typeof u.left): RexNode => {
          if (e.kind !== 'column') throw new Error('a common column is a column');
          const index = childOffset(join.scope, e) + e.index;
          const field = fields[index];
          if (!field) throw new Error(`no field for ${u.name}`);
          return inputRef(index, field.type);
        };
        return call(EQUALS, [side(u.left), side(u.right)]);
      }),
    );
  }
  if (!join.condition) return TRUE_LITERAL;
  const bb: Blackboard = { scope: join.scope, fields, place };
  return c.expression(join.condition, bb);
}

function correlate(left: RelNode, use: NonNullable<ReturnType<typeof correlationUse>>, condition: RexNode, joinType: JoinType): RelNode {
  let right = use.rel;
  const required = new Set(use.requiredColumns);
  if (!isAlwaysTrue(condition)) {
    const width = left.rowType.fields.length;
    const variable = correlVariable(use.id, left.rowType);
    const inner = mapRex(condition, (e) => {
      if (e.rex !== 'inputRef') return undefined;
      if (e.index >= width) return inputRef(e.index - width, e.type);
      required.add(e.index);
      return makeFieldAccess(variable, e.index);
    });
    right = LogicalFilter.create(right, inner);
  }
  return LogicalCorrelate.create(left, right, {
    correlationId: use.id,
    requiredColumns: [...required].sort((a, b) => a - b),
    joinType,
  });
}
