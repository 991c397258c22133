import type { MetadataQuery } from './metadata-query.ts';
import type { RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { TableScan } from '../core/table-scan.ts';
import { Aggregate } from '../core/aggregate.ts';
import { Calc } from '../core/calc.ts';
import { Filter } from '../core/filter.ts';
import { Join } from '../core/join.ts';
import { Project } from '../core/project.ts';
import { SetOp } from '../core/set-op.ts';
import { Sort } from '../core/sort.ts';
import { TableScan as TableScanClass } from '../core/table-scan.ts';
import { collectInputRefs } from '../rex/rex-visit.ts';

/** A column of a table that a column of a node comes from. */
export interface ColumnOrigin {
  readonly scan: TableScan;
  readonly index: number;
  /** Computed from the table's column rather than the column itself. */
  readonly isDerived: boolean;
}

/** Where a column comes from; undefined if unknown (Calcite's `RelMdColumnOrigins`). */
export function columnOrigins(mq: MetadataQuery, node: RelNode, index: number): readonly ColumnOrigin[] | undefined {
  if (node instanceof TableScanClass) return [{ scan: node, index, isDerived: false }];
  if (node instanceof Project || node instanceof Calc) return expressionOrigins(mq, node.projects[index], node.input());
  if (node instanceof Filter || node instanceof Sort || node.typeName === 'StreamPhysicalExchange')
    return mq.columnOrigins(node.input(), index);
  if (node instanceof Aggregate) {
    const key = node.groupSet[index];
    if (key !== undefined) return mq.columnOrigins(node.input(), key);
    const args = node.aggCalls[index - node.groupSet.length]?.args ?? [];
    return derived(args.map((a) => mq.columnOrigins(node.input(), a)));
  }
  if (node instanceof Join) {
    const count = node.left.rowType.fields.length;
    return index < count ? mq.columnOrigins(node.left, index) : mq.columnOrigins(node.right, index - count);
  }
  if (node instanceof SetOp) {
    const all = node.inputs.map((input) => mq.columnOrigins(input, index));
    return all.includes(undefined) ? undefined : all.flatMap((o) => o ?? []);
  }
  return undefined;
}

function expressionOrigins(mq: MetadataQuery, e: RexNode | undefined, input: RelNode): readonly ColumnOrigin[] | undefined {
  if (e?.rex === 'inputRef') return mq.columnOrigins(input, e.index);
  return derived((e ? collectInputRefs(e) : []).map((i) => mq.columnOrigins(input, i)));
}

function derived(parts: readonly (readonly ColumnOrigin[] | undefined)[]): readonly ColumnOrigin[] | undefined {
  if (parts.includes(undefined)) return undefined;
  return parts.flatMap((p) => p ?? []).map((o) => ({ ...o, isDerived: true }));
}
