import type { FieldCollation } from './traits/distribution.ts';
import type { RelBuilder } from './rel-builder.ts';
import type { RexFieldCollation, RexNode } from './rex/rex-node.ts';
import { decimalToBigInt } from '../types/decimal.ts';
import { LogicalProject } from './logical/logical-project.ts';
import { LogicalSort } from './logical/logical-sort.ts';
import { Registrar } from './rel-builder-registrar.ts';

export type SortKey = RexFieldCollation;

/** Value of a literal row count, −1 if it is none. */
function rowCountOf(e: RexNode | undefined): number {
  return e?.rex === 'literal' && e.value.kind === 'decimal' ? Number(decimalToBigInt(e.value.value)) : -1;
}

/** Calcite's `RelBuilder.sortLimit`. */
export function buildSort(b: RelBuilder, keys: readonly SortKey[], offset: RexNode | undefined, fetch: RexNode | undefined): void {
  const registrar = new Registrar(b.fields(), []);
  const collation: FieldCollation[] = [];
  for (const { expr, direction, nullDirection } of keys) {
    let index: number;
    if (expr.rex === 'inputRef') {
      index = expr.index;
    } else {
      index = registrar.nodes.length;
      registrar.nodes.push(expr);
    }
    if (!collation.some((c) => c.index === index)) collation.push({ index, direction, nullDirection });
  }
  if (!offset && rowCountOf(fetch) === 0 && b.config.simplifyLimit) {
    b.empty();
    return;
  }
  if (!offset && !fetch && collation.length === 0) return;
  if (collation.length === 0 && limitSortBelow(b, offset, fetch)) return;
  if (registrar.addedCount > 0) b.project(registrar.nodes);
  b.replaceTop(LogicalSort.create(b.peek(), { collation, offset, fetch }));
  if (registrar.addedCount > 0) b.project(registrar.original);
}

/** A limit goes into the order directly below, also through a Project. */
function limitSortBelow(b: RelBuilder, offset: RexNode | undefined, fetch: RexNode | undefined): boolean {
  const top = b.peek();
  const sort = top instanceof LogicalProject ? top.input() : top;
  if (!(sort instanceof LogicalSort) || sort.offset || sort.fetch) return false;
  const limited = LogicalSort.create(sort.input(), { collation: sort.collation, offset, fetch });
  if (top instanceof LogicalProject) {
    const { projects, names, relHints: hints, variablesSet } = top;
    b.replaceTop(LogicalProject.create(limited, { projects, names, hints, variablesSet }));
  } else {
    b.replaceTop(limited);
  }
  return true;
}
