import type { AggregateCall } from '../../rel/core/aggregate-call.ts';
import type { Field } from '../../types/sql-type.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import { defined } from '../../base/assert.ts';
import { intersection } from '../../rel/bit-set.ts';
import { bigintLiteral, inputRef, nullLiteral } from '../../rel/rex/rex-factory.ts';

/** GROUPING, GROUPING_ID and GROUP_ID tell which grouping set a row is of (Flink's `getGroupIdExprIndexes`). */
export function isGroupIdCall(c: AggregateCall): boolean {
  return c.op.kind === 'GROUPING' || c.op.kind === 'GROUP_ID' || c.op.name === 'GROUPING_ID';
}

/** The id of a grouping set: a bit per key that is missing, the first key highest (`ExpandUtil.genExpandId`). */
export function expandId(groupSet: readonly number[], set: readonly number[]): bigint {
  return groupSet.reduce((id, key) => (id << 1n) | (set.includes(key) ? 0n : 1n), 0n);
}

/** Keys that calls read as plain values although some set leaves them out: they need a second column that is never nulled. */
export function duplicatedKeys(
  calls: readonly AggregateCall[],
  groupSet: readonly number[],
  sets: readonly (readonly number[])[],
): readonly number[] {
  const common = sets.reduce((a, b) => intersection(a, b));
  const read = new Set<number>();
  for (const c of calls) {
    if (isGroupIdCall(c)) continue;
    for (const i of c.filterArg >= 0 ? [...c.args, c.filterArg] : c.args) if (!common.includes(i)) read.add(i);
  }
  return groupSet.filter((k) => read.has(k)).sort((a, b) => a - b);
}

/** One row a grouping set: the input with the keys it leaves out as null, the set's id, the doubled keys. */
export function expandProjects(
  fields: readonly Field[],
  groupSet: readonly number[],
  sets: readonly (readonly number[])[],
  doubled: readonly number[],
): readonly (readonly RexNode[])[] {
  return sets.map((set) => [
    ...fields.map((f, i) => (set.includes(i) || !groupSet.includes(i) ? inputRef(i, f.type) : nullLiteral(f.type))),
    bigintLiteral(expandId(groupSet, set)),
    ...doubled.map((i) => inputRef(i, defined(fields[i], 'key').type)),
  ]);
}

/** What a GROUPING call and kin give in one grouping set. */
export function groupIdValue(c: AggregateCall, sets: readonly (readonly number[])[], index: number): bigint {
  const set = defined(sets[index], 'grouping set');
  if (c.op.kind === 'GROUP_ID') return BigInt(sets.slice(0, index).filter((s) => s.join() === set.join()).length);
  return c.args.reduce((value, arg) => (value << 1n) + (set.includes(arg) ? 0n : 1n), 0n);
}
