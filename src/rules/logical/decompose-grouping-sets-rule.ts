import type { AggregateCall } from '../../rel/core/aggregate-call.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import { tableError } from '../../base/diagnostic.ts';
import { defined } from '../../base/assert.ts';
import { any, defineRule } from '../../planner/rule.ts';
import { adaptAggregateCall } from '../../rel/core/aggregate-call.ts';
import { LogicalAggregate } from '../../rel/logical/logical-aggregate.ts';
import { makeTypedLiteral } from '../../rel/rex/rex-builder.ts';
import { call as rexCall, inputRef } from '../../rel/rex/rex-factory.ts';
import { CASE, EQUALS } from '../../rel/rex/standard-operators.ts';
import { decimalOf } from '../../types/decimal.ts';
import { duplicatedKeys, expandId, expandProjects, groupIdValue, isGroupIdCall } from '../shared/grouping-sets.ts';

/**
 * Grouping sets become one plain aggregate over rows copied once a set, keyed by the set's id too; GROUPING and kin become expressions
 * over that id.
 */
export const DecomposeGroupingSetsRule = defineRule({
  description: 'DecomposeGroupingSetsRule',
  operand: any(LogicalAggregate),
  explain: {
    summary: 'Grouping sets become a plain aggregate over rows copied once a set; GROUPING becomes an expression over the copy’s id.',
  },
  matches: (call) => {
    const aggregate = call.rel<LogicalAggregate>(0);
    return !aggregate.isSimple || aggregate.aggCalls.some(isGroupIdCall) || 'one grouping set and no GROUPING call';
  },
  onMatch: (call) => {
    const old = call.rel<LogicalAggregate>(0);
    if (old.groupSet.length >= 64) throw tableError('plan/grouping-sets', 'group count must be less than 64.');
    const builder = call.builder().push(old.input());
    const inputFields = old.input().rowType.fields;
    const doubled = old.isSimple ? [] : duplicatedKeys(old.aggCalls, old.groupSet, old.groupSets);
    if (!old.isSimple) builder.expand(expandProjects(inputFields, old.groupSet, old.groupSets, doubled), inputFields.length);
    const keys = old.isSimple ? old.groupSet : [...old.groupSet, inputFields.length];
    const columnOf = (i: number): number => (doubled.includes(i) ? inputFields.length + 1 + doubled.indexOf(i) : i);
    const plain = old.aggCalls.filter((c) => !isGroupIdCall(c));
    const input = builder.peek().rowType;
    const counts = { from: old.groupSet.length, to: keys.length };
    builder.aggregate(
      builder.groupKeyOf(keys),
      plain.map((c) => adaptAggregateCall(c, columnOf, input, counts)),
    );
    const aggregate = builder.peek();
    const fieldAt = (i: number): RexNode => inputRef(i, defined(aggregate.rowType.fields[i], 'column').type);
    let position = keys.length;
    const values = old.aggCalls.map((c) => (isGroupIdCall(c) ? groupId(c, old, aggregate) : fieldAt(position++)));
    const names = [...old.rowType.fields.slice(0, old.groupSet.length).map((f) => f.name), ...old.aggCalls.map((c) => c.name)];
    builder.project([...old.groupSet.map((_, i) => fieldAt(i)), ...values], names);
    call.transformTo(builder.convert(old.rowType, true).build());
  },
});

/** A GROUPING call and kin: a literal for one set, else a CASE over the copy's id. */
function groupId(c: AggregateCall, old: LogicalAggregate, aggregate: RelNode): RexNode {
  const valueIn = (i: number): RexNode =>
    makeTypedLiteral({ kind: 'decimal', value: decimalOf(groupIdValue(c, old.groupSets, i)) }, c.type);
  if (old.isSimple) return valueIn(0);
  const { type } = defined(aggregate.rowType.fields[old.groupSet.length], 'expand id');
  const id = inputRef(old.groupSet.length, type);
  const operands = old.groupSets.flatMap((set, i) => {
    if (i === old.groupSets.length - 1) return [valueIn(i)];
    const literal = makeTypedLiteral({ kind: 'decimal', value: decimalOf(expandId(old.groupSet, set)) }, type);
    return [rexCall(EQUALS, [id, literal]), valueIn(i)];
  });
  return rexCall(CASE, operands);
}
