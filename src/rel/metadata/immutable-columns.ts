import type { MetadataQuery } from './metadata-query.ts';
import type { RelNode } from '../rel-node.ts';
import type { RelOptTable } from '../core/rel-opt-table.ts';
import type { RexNode } from '../rex/rex-node.ts';
import { bitSet, shiftSet, union } from '../bit-set.ts';
import { Calc } from '../core/calc.ts';
import { Filter } from '../core/filter.ts';
import { Join, generatesNullsOnLeft, generatesNullsOnRight } from '../core/join.ts';
import { Project } from '../core/project.ts';
import { TableScan } from '../core/table-scan.ts';
import { WatermarkAssigner } from '../core/watermark-assigner.ts';
import { StreamPhysicalLookupJoin } from '../physical/stream-physical-lookup-join.ts';

type Answer = readonly number[] | undefined;

const PASSING: ReadonlySet<string> = new Set([
  'StreamPhysicalExchange',
  'StreamPhysicalChangelogNormalize',
  'StreamPhysicalMiniBatchAssigner',
  'StreamPhysicalDropUpdateBefore',
]);

/** Columns that an update of a row never changes (Flink's `FlinkRelMdImmutableColumns`); they count only where there is an upsert key. */
export function immutableColumns(mq: MetadataQuery, node: RelNode): Answer {
  if (node instanceof TableScan) return tableColumns(node.table);
  const columns = derive(mq, node);
  if (!columns || columns.length === 0) return columns;
  const keys = mq.upsertKeys(node);
  return keys && keys.length > 0 ? columns : undefined;
}

function derive(mq: MetadataQuery, node: RelNode): Answer {
  if (node instanceof Project || node instanceof Calc) return projectColumns(node.projects, mq.immutableColumns(node.input()));
  if (node instanceof Filter || node instanceof WatermarkAssigner || PASSING.has(node.typeName)) return mq.immutableColumns(node.input());
  if (node instanceof Join) {
    if (node.joinType === 'semi' || node.joinType === 'anti') return mq.immutableColumns(node.left);
    const left = generatesNullsOnLeft(node.joinType) ? undefined : mq.immutableColumns(node.left);
    const right = generatesNullsOnRight(node.joinType) ? undefined : mq.immutableColumns(node.right);
    const shifted = right && shiftSet(right, node.left.rowType.fields.length);
    return left && shifted ? union(left, shifted) : (left ?? shifted);
  }
  if (node instanceof StreamPhysicalLookupJoin) {
    return generatesNullsOnLeft(node.options.joinType) ? undefined : mq.immutableColumns(node.input());
  }
  return undefined;
}

/** The primary key's columns that are still there. */
function tableColumns(t: RelOptTable): Answer {
  const primary = t.kind === 'source' && t.table?.kind === 'connector' ? t.table.primaryKey : undefined;
  if (!primary) return undefined;
  return bitSet(primary.columns.map((name) => t.rowType.fields.findIndex((f) => f.name === name)).filter((i) => i >= 0));
}

function projectColumns(projects: readonly RexNode[], input: Answer): Answer {
  if (!input || input.length === 0) return input;
  const kept: number[] = [];
  projects.forEach((e, i) => {
    if (e.rex === 'inputRef' && input.includes(e.index)) kept.push(i);
  });
  return kept;
}
