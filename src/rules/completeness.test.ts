import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RelRule } from '../planner/rule.ts';
import * as catalog from './rule-catalog.ts';
import { readPlanFile } from '../testing/plan-runner.ts';

/** Every rule that is built is fired by a golden, and goldens name no rule that does not exist. */

const TRANSPOSED = 'CalcSnapshotTransposeRule moves the Calc below the Snapshot in the program before';
const TRIMMED = 'project_rewrite puts a Project between the joins first, and ProjectJoinRemoveRule takes the lower join away';

/** Rules that no statement fires, with the reason. An entry that a golden fires after all is an error. */
const NEVER_FIRED: Readonly<Record<string, string>> = {
  SortRemoveRule: 'order is no trait of streaming plans, so there is nothing to remove',
  UnionEliminatorRule: 'a Union of one input is not built; the rules that empty a Union take the last input themselves',
  'ReduceExpressionsRule(Calc)': 'runs before Calcs are made',
  RedundantRankNumberColumnRemoveRule: 'FlinkLogicalRankRuleForRangeEnd outputs the number only where it is read',
  LogicalCorrelateToJoinFromTemporalTableRuleWithoutFilter: 'always refuses: a temporal join needs a key',
  ProjectJoinJoinRemoveRule: TRIMMED,
  AggregateJoinJoinRemoveRule: TRIMMED,
  EventTimeTemporalJoinRewriteRule_CALC_SNAPSHOT_CALC_WMA_CALC: TRANSPOSED,
  EventTimeTemporalJoinRewriteRule_CALC_SNAPSHOT_CALC_WMA: TRANSPOSED,
  EventTimeTemporalJoinRewriteRule_CALC_SNAPSHOT_WMA_CALC: TRANSPOSED,
  EventTimeTemporalJoinRewriteRule_CALC_SNAPSHOT_WMA: TRANSPOSED,
};

/** Rules that decorrelation runs by itself; they are made for one run and stand in no list. */
const OF_DECORRELATION = [
  'AdjustProjectForCountAggregateRule',
  'FilterCorrelateRule',
  'FilterIntoJoinRule',
  'JoinConditionPushRule',
  'RemoveCorrelationForScalarAggregateRule',
  'RemoveCorrelationForScalarProjectRule',
  'RemoveSingleAggregateRule',
];

const lists: readonly (readonly RelRule[])[] = Object.values(catalog);
const built = new Set(lists.flatMap((list) => list.filter((r) => !r.notYet).map((r) => r.description)));

function goldens(): string[] {
  const folders = readdirSync(import.meta.dirname).map((f) => join(import.meta.dirname, f, 'testdata'));
  return folders.filter((f) => existsSync(f)).flatMap((f) => readdirSync(f).map((name) => join(f, name)));
}

const options = goldens()
  .filter((f) => f.endsWith('.plan'))
  .flatMap((f) => readPlanFile(f).flatMap((c) => c.options));
const named = (option: string): ReadonlySet<string> =>
  new Set(options.filter((o) => o.startsWith(`${option}=`)).map((o) => o.slice(option.length + 1)));
const expected = named('expect');

describe('goldens of rules', () => {
  it('fire every rule that is built', () => {
    expect([...built].filter((r) => !expected.has(r) && !(r in NEVER_FIRED))).toEqual([]);
  });

  it('name no rule that does not exist', () => {
    const known = new Set([...built, ...OF_DECORRELATION]);
    expect([...expected, ...named('expect-not')].filter((r) => !known.has(r))).toEqual([]);
  });

  it('do not fire what is said never to fire', () => {
    expect(Object.keys(NEVER_FIRED).filter((r) => expected.has(r) || !built.has(r))).toEqual([]);
  });
});
