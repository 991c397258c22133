import { expect, test } from 'vitest';
import { planScript } from '../engine/facade.ts';
import { rulePages } from './rule-pages.ts';

const PAGES = rulePages();

test('each rule with a golden has a page', () => {
  expect(PAGES.length).toBeGreaterThan(160);
  expect(PAGES.filter((p) => p.sentence === '' || p.sql === '')).toEqual([]);
});

// That every golden fires its rule is proven beside the rules; here, that the script which the page opens does.
test.each(PAGES.filter((_, i) => i % 12 === 0))('$rule fires in its query', ({ rule, sql }) => {
  const { statements } = planScript({ sql });
  const fired = statements.flatMap((s) => s.stages.flatMap((stage) => stage.programs.flatMap((p) => p.steps)));
  expect(fired.some((step) => step.kind === 'firing' && step.rule === rule)).toBe(true);
});
