import type { ProgramTrace, RuleCount, TraceNode } from '../../../trace/plan-trace.ts';
import { stepName, type PlanPosition, type StagePlace, type StatementPlaces } from '../../graph/positions.ts';

/** A line of the steps tree. */
export type StepRow =
  | { readonly kind: 'stage'; readonly id: string; readonly place: StagePlace; readonly isOpen: boolean }
  | {
      readonly kind: 'program';
      readonly id: string;
      readonly name: string;
      readonly pass: number;
      readonly tries: number;
      readonly failed?: string;
    }
  | { readonly kind: 'step'; readonly id: string; readonly position: PlanPosition; readonly name: string; readonly times: number }
  | { readonly kind: 'tried'; readonly id: string; readonly rule: RuleCount };

export interface RowsInput {
  readonly places: StatementPlaces;
  readonly nodes: readonly TraceNode[];
  readonly collapsed: ReadonlySet<string>;
  readonly changedOnly: boolean;
  readonly search: string;
  /** Index of the position at the cursor: listed even if it changed nothing. */
  readonly current?: number;
}

/** The name of a program below its stage: what follows the stage's own name. */
export function programLabel(stage: string, name: string): string {
  const rest = name.startsWith(stage) ? name.slice(stage.length).replace(/^\s*\/\s*/, '') : name;
  return rest;
}

function matches(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}

/** The lines of the tree: stages, their programs if there are several, the steps, and rules that were tried without a production. */
export function stepRows({ places, nodes, collapsed, changedOnly, search, current }: RowsInput): StepRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isSearching = words.length > 0;
  const rows: StepRow[] = [];
  for (const place of places.stages) {
    if (place.kind !== 'optimizer' || !place.isReached) continue;
    const positions = places.positions.slice(place.first + 1, place.last + 1);
    const programs = place.stage?.programs ?? [];
    const inner: StepRow[] = [];
    programs.forEach((program, index) => {
      const steps = positions.filter((position) => position.program === program && position.event);
      const shown = steps.filter(
        (position) =>
          (!changedOnly || position.event!.changed || position.index === current) &&
          (!isSearching || matches(`${place.name} ${program.name} ${stepName(position.event!, nodes)}`, words)),
      );
      const tried = changedOnly ? [] : triedRules(program).filter((rule) => !isSearching || matches(`${place.name} ${rule.rule}`, words));
      if (shown.length + tried.length === 0 && !program.failed) return;
      const label = programLabel(place.name, program.name);
      if (label !== '' && (programs.length > 1 || !changedOnly)) {
        inner.push({
          kind: 'program',
          id: `${place.name}/${index}`,
          name: label,
          pass: program.pass,
          tries: program.rules.reduce((sum, rule) => sum + rule.attempts, 0),
          failed: program.failed,
        });
      }
      for (const position of shown)
        inner.push({ kind: 'step', id: `${place.name}/${position.step}`, position, name: stepName(position.event!, nodes), times: 1 });
      for (const rule of tried) inner.push({ kind: 'tried', id: `${place.name}/${index}/${rule.rule}`, rule });
    });
    if (isSearching && inner.length === 0 && !matches(place.name, words)) continue;
    if (changedOnly && inner.length === 0 && place.changes === 0 && isSearching) continue;
    const isOpen = isSearching || (inner.length > 0 && !collapsed.has(place.name));
    rows.push({ kind: 'stage', id: place.name, place, isOpen });
    if (isOpen) rows.push(...inner);
  }
  return rows;
}

function triedRules(program: ProgramTrace): RuleCount[] {
  return program.rules.filter((rule) => rule.productions === 0);
}
