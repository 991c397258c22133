import type { NameScope } from '../validate/name-scope.ts';
import type { BoundColumn } from '../validate/bound.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { RexNode } from '../rel/rex/rex-node.ts';
import type { Converter } from './converter.ts';
import { relRowType, withNullability } from '../types/sql-type.ts';
import { correlationColumns, variablesUsed } from '../rel/correlation-uses.ts';
import { uniquify } from '../rel/names.ts';
import { makeFieldAccess } from '../rel/rex/rex-builder.ts';
import { correlVariable, withSubQueryRel } from '../rel/rex/rex-factory.ts';
import { mapRex } from '../rel/rex/rex-visit.ts';

/** Fields before the column's relation in its scope. */
export function childOffset(scope: NameScope, column: BoundColumn): number {
  let offset = 0;
  for (const child of scope.children) {
    if (child === column.child) return offset;
    offset += child.fields.length;
  }
  throw new Error(`the relation of ${column.name} is not in scope`);
}

/** A column of an enclosing query: every reference makes its own correlation variable, which are made one where the query is known. */
export function correlatedColumn(column: BoundColumn, c: Converter): RexNode {
  const { scope } = column;
  const id = c.session.cluster.nextCorrelId();
  c.correlations.set(id, scope);
  const fields = scope.children.flatMap((child) =>
    child.fields.map((f) => ({ name: f.name, type: child.nullable ? withNullability(f.type, true) : f.type })),
  );
  const names = uniquify(fields.map((f) => f.name));
  const row = relRowType(fields.map((f, i) => ({ name: names[i] ?? f.name, type: f.type })));
  return makeFieldAccess(correlVariable(id, row), childOffset(scope, column) + column.index);
}

export interface CorrelationUse {
  readonly id: number;
  readonly requiredColumns: readonly number[];
  /** The plan with one variable for all. */
  readonly rel: RelNode;
}

/** The variables of `scopes` that a plan uses, made one (Calcite's `getCorrelationUse`); undefined if there are none. */
export function correlationUse(rel: RelNode, c: Converter, belongs: (scope: NameScope) => boolean): CorrelationUse | undefined {
  const ids = variablesUsed(rel).filter((id) => {
    const scope = c.correlations.get(id);
    return scope !== undefined && belongs(scope);
  });
  const [id, ...others] = ids;
  if (id === undefined) return undefined;
  const merged = others.length === 0 ? rel : renameVariables(rel, new Set(others), id);
  for (const other of others) c.correlations.delete(other);
  c.correlations.delete(id);
  return { id, requiredColumns: correlationColumns(id, merged), rel: merged };
}

/** Gives several correlation variables one number, in sub-queries too. */
export function renameVariables(rel: RelNode, from: ReadonlySet<number>, to: number): RelNode {
  const rename = (e: RexNode): RexNode =>
    mapRex(e, (n) => {
      if (n.rex === 'correlVariable') return from.has(n.id) ? correlVariable(to, n.type) : undefined;
      if (n.rex !== 'subQuery') return undefined;
      const inner = renameVariables(n.rel, from, to);
      const operands = n.operands.map(rename);
      return { ...withSubQueryRel(n, inner), operands };
    });
  const inputs = rel.inputs.map((i) => renameVariables(i, from, to));
  const changed = inputs.some((n, i) => n !== rel.inputs[i]);
  const node = changed ? rel.copy(rel.traitSet, inputs) : rel;
  const list = node.rexNodes;
  const renamed = list.map(rename);
  return renamed.some((e, i) => e !== list[i]) ? node.withRexNodes(renamed) : node;
}
