import { readFileSync, writeFileSync } from 'node:fs';
import type { PlanCase } from '../base/plan-file.ts';
import { parsePlanFile } from '../base/plan-file.ts';

/** The cases of a golden file. */
export function readPlanFile(path: string): readonly PlanCase[] {
  return parsePlanFile(readFileSync(path, 'utf8')).cases;
}

/** True while `npm run test:update` rewrites goldens. */
export const updatesGoldens = process.env['UPDATE_GOLDENS'] === '1';

/** Writes the file again with what the cases really gave. */
export function rewritePlanFile(path: string, actual: ReadonlyMap<number, string>): void {
  const file = parsePlanFile(readFileSync(path, 'utf8'));
  const byCase = new Map(file.cases.flatMap((c) => (actual.has(c.line) ? [[c, actual.get(c.line) ?? ''] as const] : [])));
  writeFileSync(path, file.print(byCase));
}
