/**
 * Calcite's ways to make field names unique (`SqlValidatorUtil.uniquify`), case-sensitive. A name not used yet is kept; else a suggester
 * is asked with j = 0, 1, … until its answer is free.
 */
export type NameSuggester = (name: string | undefined, attempt: number, used: number) => string;

/** `id` → `id0`, a missing name → `EXPR$0`. */
export const EXPR_STYLE: NameSuggester = (name, j) => `${name ?? 'EXPR$'}${j}`;

/** Number of names so far, at least: `id` → `id3`, a missing name → `$f3`. */
export const F_STYLE: NameSuggester = (name, j, used) => `${name ?? '$f'}${Math.max(used, j)}`;

/** The list with every name unique. */
export function uniquify(names: readonly (string | undefined)[], suggest: NameSuggester = EXPR_STYLE): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    let result = name;
    for (let j = 0; result === undefined || used.has(result); j++) result = suggest(name, j, used.size);
    used.add(result);
    return result;
  });
}
