import type { Join } from '../../rel/core/join.ts';
import type { JoinType } from '../../rel/core/join.ts';
import type { MultiJoinOptions } from '../../rel/logical/multi-join.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { generatesNullsOnLeft, generatesNullsOnRight, projectsRight } from '../../rel/core/join.ts';
import { joinInfoOf } from '../../rel/core/join-info.ts';
import { LogicalJoin } from '../../rel/logical/logical-join.ts';
import { MultiJoin } from '../../rel/logical/multi-join.ts';
import { RelNode } from '../../rel/rel-node.ts';
import { composeConjunction, composeConjunctionOrNone } from '../../rel/rex/conditions.ts';
import { shiftRefs } from '../../rel/rex/rex-visit.ts';
import { addReferenceCounts } from '../shared/multi-join-references.ts';

/** Whether each field of an input may be null because of an outer join inside it. */
function nullableFields(node: RelNode): boolean[] {
  if (!(node instanceof MultiJoin)) return node.rowType.fields.map(() => false);
  const { joinTypes } = node.join;
  // Flink looks at neighbours two by two, so fields of the inner inputs are listed more than once.
  return node.inputs.slice(0, -1).flatMap((input, i) => {
    const type = joinTypes[i] === 'right' ? 'right' : (joinTypes[i + 1] ?? 'inner');
    return nullableFieldsOfJoin(input, node.input(i + 1), type);
  });
}

function nullableFieldsOfJoin(left: RelNode, right: RelNode, type: JoinType): boolean[] {
  const side = (node: RelNode, padded: boolean): boolean[] => (padded ? node.rowType.fields.map(() => true) : nullableFields(node));
  return [...side(left, generatesNullsOnLeft(type)), ...side(right, generatesNullsOnRight(type))];
}

interface Sides {
  /** The input as a MultiJoin that is taken in, or undefined if it stays an input. */
  readonly left: MultiJoin | undefined;
  readonly right: MultiJoin | undefined;
}

/** An input is taken in if its rows are not padded and the join's keys on it come from no padded input. */
function mergeableSides(join: Join, left: RelNode, right: RelNode): Sides {
  const nullable = nullableFieldsOfJoin(left, right, join.joinType);
  const info = joinInfoOf(join);
  const canTake = (node: RelNode, onSide: JoinType, keys: readonly number[], offset: number): MultiJoin | undefined => {
    if (!(node instanceof MultiJoin) || node.join.isFullOuterJoin) return undefined;
    if (join.joinType !== 'inner' && join.joinType !== onSide) return undefined;
    return keys.some((k) => nullable[k + offset]) ? undefined : node;
  };
  return {
    left: canTake(left, 'left', info.left, 0),
    right: canTake(right, 'right', info.right, left.rowType.fields.length),
  };
}

interface Spec {
  readonly type: JoinType;
  readonly condition: RexNode | undefined;
}

const PLAIN: Spec = { type: 'inner', condition: undefined };

function specsOf(multiJoin: MultiJoin, offset: number): Spec[] {
  return multiJoin.join.joinTypes.map((type, i) => {
    const condition = multiJoin.join.outerJoinConditions[i];
    return { type, condition: condition && shiftRefs(condition, offset) };
  });
}

function combinedSpecs(join: Join, sides: Sides, leftCount: number): Spec[] {
  const own: Spec = { type: join.joinType, condition: join.condition };
  const left = sides.left ? specsOf(sides.left, 0) : [PLAIN];
  const right = sides.right ? specsOf(sides.right, leftCount) : [PLAIN];
  switch (join.joinType) {
    case 'left':
      return [...left, own];
    case 'right':
      return [own, ...right];
    default:
      return [...left, ...right];
  }
}

/**
 * A tree of joins becomes one MultiJoin, whose order is then free. Conditions of inner joins are put together, those of outer joins stay
 * with the input that is padded.
 */
export const JoinToMultiJoinForReorderRule = defineRule({
  description: 'JoinToMultiJoinForReorderRule',
  operand: some(LogicalJoin, [any(RelNode), any(RelNode)]),
  transformation: true,
  explain: { summary: 'Joins become one join of many inputs, so that their order can be chosen.' },
  matches: (call) => projectsRight(call.rel<Join>(0).joinType) || 'a semi or anti join',
  onMatch: (call) => {
    const join = call.rel<Join>(0);
    const left = call.rel(1);
    const right = call.rel(2);
    const leftCount = left.rowType.fields.length;
    const sides = mergeableSides(join, left, right);
    const isOneSided = join.joinType === 'left' || join.joinType === 'right';
    const filters: RexNode[] = isOneSided ? [] : [join.condition];
    if (sides.left) filters.push(sides.left.join.joinFilter);
    if (sides.right) filters.push(shiftRefs(sides.right.join.joinFilter, leftCount));
    const post: RexNode[] = [];
    if (right instanceof MultiJoin && right.join.postJoinFilter) post.push(shiftRefs(right.join.postJoinFilter, leftCount));
    if (left instanceof MultiJoin && left.join.postJoinFilter) post.push(left.join.postJoinFilter);
    const parts = (
      [
        [left, sides.left],
        [right, sides.right],
      ] as const
    ).map(([node, merged]) => ({
      inputs: merged ? merged.inputs : [node],
      projFields: merged ? merged.join.projFields : [undefined],
      counts: merged ? merged.join.joinFieldRefCounts : [node.rowType.fields.map(() => 0)],
    }));
    const specs = combinedSpecs(join, sides, leftCount);
    const options: MultiJoinOptions = {
      joinFilter: composeConjunction(filters),
      rowType: join.rowType,
      isFullOuterJoin: join.joinType === 'full',
      outerJoinConditions: specs.map((s) => s.condition),
      joinTypes: specs.map((s) => s.type),
      projFields: parts.flatMap((p) => p.projFields),
      joinFieldRefCounts: addReferenceCounts(
        parts.flatMap((p) => p.counts),
        join.condition,
      ),
      postJoinFilter: composeConjunctionOrNone(post),
    };
    call.transformTo(MultiJoin.create(parts.flatMap((p) => p.inputs) as [RelNode, ...RelNode[]], options));
  },
});
