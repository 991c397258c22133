import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runScript } from '../../engine/run-script.ts';

const text = (ending: string): string => readFileSync(new URL(`testdata/current-watermark.${ending}`, import.meta.url), 'utf8');

/** Rows as a Flink 2.3.0 job gave them: before the first watermark, behind filters, unions, joins, lookups, OVER, groups and windows. */
it('CURRENT_WATERMARK is the watermark of the operator that evaluates it', () => {
  expect(runScript(text('sql'), text('feed'))).toBe(text('changelog'));
});
