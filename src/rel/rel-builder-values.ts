import type { Cluster } from './cluster.ts';
import type { RelNode } from './rel-node.ts';
import type { RexLiteral, RexNode } from './rex/rex-node.ts';
import { relRowType } from '../types/sql-type.ts';
import { leastRestrictive } from '../types/least-restrictive.ts';
import { Aggregate } from './core/aggregate.ts';
import { Values } from './core/values.ts';
import { LogicalValues } from './logical/logical-values.ts';
import { rexKey } from './rex/rex-key.ts';

/* What a builder with `simplifyValues` turns into Values; Calcite's own rules have such a builder, Flink's have not. */

/** Rows that a node certainly has, or undefined. */
function fixedRowCount(node: RelNode): number | undefined {
  if (node instanceof Values) return node.tuples.length;
  return node instanceof Aggregate && node.groupSet.length === 0 && node.isSimple ? 1 : undefined;
}

/** A Project of literals only, over an input with a known number of rows, as Values. */
export function literalsOverFixedRows(input: RelNode, list: readonly RexNode[], names: readonly string[]): RelNode | undefined {
  const tuple: RexLiteral[] = [];
  for (const e of list) {
    if (e.rex !== 'literal') return undefined;
    tuple.push(e);
  }
  const count = fixedRowCount(input);
  if (count === undefined) return undefined;
  const row = relRowType(tuple.map((e, i) => ({ name: names[i] ?? `$f${i}`, type: e.type })));
  return LogicalValues.create(
    input.cluster,
    row,
    Array.from({ length: count }, () => tuple),
  );
}

/** A union of Values as one. */
export function unionOfValues(cluster: Cluster, inputs: readonly RelNode[], all: boolean): RelNode | undefined {
  const list = inputs.filter((n) => n instanceof Values);
  const first = list[0];
  if (!first || list.length !== inputs.length) return undefined;
  const fields = first.rowType.fields.map((f, i) => ({
    name: f.name,
    type: leastRestrictive(list.map((v) => v.rowType.fields[i]?.type ?? f.type)) ?? f.type,
  }));
  const tuples = list.flatMap((v) => v.tuples);
  const keys = tuples.map((t) => t.map(rexKey).join());
  const kept = all ? tuples : tuples.filter((_, i) => keys.indexOf(keys[i] ?? '') === i);
  return LogicalValues.create(cluster, relRowType(fields), kept);
}
