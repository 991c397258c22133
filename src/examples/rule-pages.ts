import { parsePlanFile } from '../base/plan-file.ts';

/**
 * A page for each rule that is built: what it does, and the smallest query that fires it. The queries are the goldens of the rules, so a
 * test proves each of them. Loaded when somebody asks for it; the texts are large.
 */

export interface RulePage {
  /** The rule as Flink prints it: `FlinkLogicalJoinConverter(in:NONE,out:LOGICAL)`. */
  readonly rule: string;
  /** What happens, one sentence. */
  readonly sentence: string;
  /** Family of rules: `Conversion to physical`. */
  readonly group: string;
  readonly sql: string;
}

const GOLDENS: Readonly<Record<string, string>> = import.meta.glob('../rules/*/testdata/*.plan', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** All pages, by group and name. */
export function rulePages(): readonly RulePage[] {
  const best = new Map<string, RulePage>();
  for (const [path, text] of Object.entries(GOLDENS)) {
    const folder = path.split('/')[2] ?? '';
    for (const page of pagesOf(text, groupName(folder))) {
      const known = best.get(page.rule);
      if (!known || page.sql.length < known.sql.length) best.set(page.rule, page);
    }
  }
  return [...best.values()].sort((a, b) => compare(a.group, b.group) || compare(a.rule, b.rule));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `converter-physical`: `Converter physical`. */
function groupName(folder: string): string {
  const words = folder.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Pages of a golden file; a case `setup` declares what those after it read. */
function pagesOf(text: string, group: string): RulePage[] {
  const pages: RulePage[] = [];
  let setup: string[] = [];
  for (const { command, options, title, input, expected } of parsePlanFile(text).cases) {
    if (command === 'setup') setup = [input];
    if (command !== 'rule' || expected === undefined) continue;
    const query = input.endsWith(';') ? input : `${input};`;
    const sql = [`-- ${title}`, ...setup, query].join('\n');
    for (const option of options) {
      if (option.startsWith('expect=')) pages.push({ rule: option.slice('expect='.length), sentence: title, group, sql });
    }
  }
  return pages;
}
