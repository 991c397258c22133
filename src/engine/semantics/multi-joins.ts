import type { FlinkLogicalMultiJoin } from '../../rel/flink-logical/flink-logical-multi-join.ts';
import type { JoinType } from '../../rel/core/join.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { StreamPhysicalMultiJoin } from '../../rel/physical/stream-physical-multi-join.ts';
import type { Bag } from './bag.ts';
import type { Scope } from './expressions.ts';
import type { PlanEvaluator } from './plan-evaluator.ts';
import { MultiJoin } from '../../rel/logical/multi-join.ts';
import { composeConjunction, conjunctions } from '../../rel/rex/conditions.ts';
import { collectInputRefs } from '../../rel/rex/rex-visit.ts';
import { relRowType } from '../../types/sql-type.ts';
import { joinBags } from './joins.ts';
import { NotRunnable } from './not-runnable.ts';

interface Step {
  readonly joinType: JoinType;
  readonly condition: RexNode | undefined;
}

/** Joins of many inputs, from left to right: each inner or left, on a condition over all inputs so far; then what filters the result. */
export function multiJoin(node: MultiJoin | FlinkLogicalMultiJoin | StreamPhysicalMultiJoin, e: PlanEvaluator, scope: Scope): Bag {
  const { steps, filters } = node instanceof MultiJoin ? calciteSteps(node) : flinkSteps(node);
  let waiting = filters.flatMap((f) => conjunctions(f));
  let type = node.input(0).rowType;
  let rows = e.rows(node.input(0), scope);
  const filterBy = (): void => {
    // A part of the filter is used as soon as all that it reads is there: rows without it would only be thrown away later.
    const width = type.fields.length;
    const ready = waiting.filter((c) => collectInputRefs(c).every((i) => i < width));
    waiting = waiting.filter((c) => !ready.includes(c));
    if (ready.length > 0) rows = rows.filter(e.expressions.condition(composeConjunction(ready), { fieldCount: width, scope }));
  };
  filterBy();
  node.inputs.slice(1).forEach((input, i) => {
    const { joinType, condition } = steps[i + 1] ?? { joinType: 'inner', condition: undefined };
    if (joinType !== 'inner' && joinType !== 'left' && joinType !== 'full') {
      throw new NotRunnable(`A ${joinType} join inside a join of many inputs cannot be evaluated.`);
    }
    rows = joinBags(
      {
        left: rows,
        right: e.rows(input, scope),
        leftType: type,
        rightType: input.rowType,
        condition: condition ?? composeConjunction([]),
        joinType,
      },
      e,
      scope,
    );
    type = relRowType([...type.fields, ...input.rowType.fields]);
    filterBy();
  });
  return rows;
}

interface Plan {
  readonly steps: readonly Step[];
  readonly filters: readonly (RexNode | undefined)[];
}

function calciteSteps({ join }: MultiJoin): Plan {
  if (join.isFullOuterJoin) {
    return {
      steps: [
        { joinType: 'inner', condition: undefined },
        { joinType: 'full', condition: join.joinFilter },
      ],
      filters: [join.postJoinFilter],
    };
  }
  if (join.joinTypes[0] === 'right') throw new NotRunnable('A right join inside a join of many inputs cannot be evaluated.');
  const steps = join.joinTypes.map((joinType, i) => ({ joinType, condition: join.outerJoinConditions[i] }));
  return { steps, filters: [join.joinFilter, join.postJoinFilter] };
}

function flinkSteps(node: RelNode & { readonly join: FlinkLogicalMultiJoin['join'] }): Plan {
  const { joinTypes, joinConditions, joinFilter, postJoinFilter } = node.join;
  return { steps: joinTypes.map((joinType, i) => ({ joinType, condition: joinConditions[i] })), filters: [joinFilter, postJoinFilter] };
}
