import { any, defineRule } from '../../planner/rule.ts';
import { Sort } from '../../rel/core/sort.ts';

/**
 * Calcite's `SortRemoveRule` drops a Sort whose input is sorted already. In streaming, order is no trait of a node, so that it never finds
 * anything; it is tried nevertheless.
 */
export const SortRemoveRule = defineRule({
  description: 'SortRemoveRule',
  operand: any(Sort),
  transformation: true,
  explain: { summary: 'Drops a Sort whose input is sorted already; streaming plans keep no track of order, so nothing is ever dropped.' },
  onMatch: (call) => call.note('order is no trait of streaming plans'),
});
