import type { MetadataQuery } from './metadata-query.ts';
import type { RelNode } from '../rel-node.ts';
import type { RexLiteral, RexNode } from '../rex/rex-node.ts';
import type { SqlType } from '../../types/sql-type.ts';
import { tableError } from '../../base/diagnostic.ts';
import { isYearMonthInterval } from '../../types/sql-type.ts';
import { Aggregate } from '../core/aggregate.ts';
import { Calc } from '../core/calc.ts';
import { Expand } from '../core/expand.ts';
import { Filter } from '../core/filter.ts';
import { Join } from '../core/join.ts';
import { Project } from '../core/project.ts';
import { Rank } from '../core/rank.ts';
import { Intersect, Minus, Union } from '../core/set-op.ts';
import { Sort } from '../core/sort.ts';
import { Values } from '../core/values.ts';
import { Window } from '../core/window.ts';
import { WindowAggregate } from '../core/window-aggregate.ts';

/** Bytes of an average value of a type (Flink's `FlinkRelMdSize`). */
export function averageTypeSize(t: SqlType): number {
  const inner = (x: SqlType | undefined): number => (x ? averageTypeSize(x) : 0);
  switch (t.name) {
    case 'BOOLEAN':
    case 'TINYINT':
    case 'CHAR':
      return 1;
    case 'SMALLINT':
      return 2;
    case 'INTEGER':
    case 'FLOAT':
      return 4;
    case 'BIGINT':
    case 'DOUBLE':
      return 8;
    case 'INTERVAL':
      return isYearMonthInterval(t) ? 8 : 4;
    case 'VARCHAR':
    case 'DECIMAL':
    case 'DATE':
    case 'TIME':
    case 'TIMESTAMP':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return 12;
    case 'BINARY':
    case 'VARBINARY':
    case 'VARIANT':
      return 16;
    case 'ROW':
    case 'STRUCTURED':
      return (t.fields ?? []).reduce((sum, f) => sum + averageTypeSize(f.type), 0);
    case 'ARRAY':
      return inner(t.element) * 16;
    case 'MAP':
      return (inner(t.key) + inner(t.value)) * 16;
    case 'MULTISET':
      return (inner(t.element) + 4) * 16;
    case 'ANY':
    case 'RAW':
    case 'BITMAP':
      return 128;
    default:
      throw tableError('plan/size', `Unsupported data type encountered: ${t.name}`);
  }
}

function literalSize(e: RexLiteral, type: SqlType): number {
  switch (e.value.kind) {
    case 'null':
      return 1;
    case 'char':
      return type.name === 'CHAR' || type.name === 'VARCHAR' ? e.value.value.length * 2 : averageTypeSize(type);
    case 'binary':
      return e.value.value.length;
    default:
      return averageTypeSize(type);
  }
}

/** A reference has its column's size, a call that of its first operand of the same kind of type. */
function expressionSize(e: RexNode, inputSizes: readonly number[]): number {
  if (e.rex === 'inputRef') return inputSizes[e.index] ?? averageTypeSize(e.type);
  if (e.rex === 'literal') return literalSize(e, e.type);
  if (e.rex === 'call' || e.rex === 'over') {
    const like = e.operands.find((o) => o.type.name === e.type.name);
    if (like) return expressionSize(like, inputSizes);
  }
  return averageTypeSize(e.type);
}

function typeSizes(node: RelNode): number[] {
  return node.rowType.fields.map((f) => averageTypeSize(f.type));
}

/** Bytes of an average value of each column; undefined for a column means "by its type". */
export function columnSizes(mq: MetadataQuery, node: RelNode): readonly number[] {
  if (node instanceof Values) return valuesSizes(node);
  if (node instanceof Project || node instanceof Calc) {
    const sizes = mq.columnSizes(node.input());
    return node.projects.map((e) => expressionSize(e, sizes));
  }
  if (node instanceof Filter || node instanceof Sort || node instanceof Intersect || node instanceof Minus)
    return mq.columnSizes(node.input());
  if (node instanceof Expand) return expandSizes(mq, node);
  if (node instanceof Rank) {
    const sizes = mq.columnSizes(node.input());
    const last = node.rowType.fields.at(-1);
    return node.rank.outputRankNumber && last ? [...sizes, averageTypeSize(last.type)] : sizes;
  }
  if (node instanceof WindowAggregate || node instanceof Aggregate) {
    const sizes = mq.columnSizes(node.input());
    return node.rowType.fields.map((f, i) => sizes[node.groupSet[i] ?? -1] ?? averageTypeSize(f.type));
  }
  if (node instanceof Window) {
    const sizes = mq.columnSizes(node.input());
    return node.rowType.fields.map((f, i) => sizes[i] ?? averageTypeSize(f.type));
  }
  if (node instanceof Join) {
    const left = mq.columnSizes(node.left);
    return node.joinType === 'semi' || node.joinType === 'anti' ? left : [...left, ...mq.columnSizes(node.right)];
  }
  if (node instanceof Union) {
    const all = node.inputs.map((input) => mq.columnSizes(input));
    if (all.length === 1) return all[0] ?? [];
    return node.rowType.fields.map((_, i) => all.reduce((sum, sizes) => sum + (sizes[i] ?? 0), 0) / all.length);
  }
  // An Exchange passes its input's sizes; it is told by its name, since the class lives with the physical nodes.
  if (node.typeName === 'StreamPhysicalExchange') return mq.columnSizes(node.input());
  return typeSizes(node);
}

function valuesSizes(node: Values): number[] {
  const { tuples } = node;
  return node.rowType.fields.map((f, i) => {
    if (tuples.length === 0) return averageTypeSize(f.type);
    return (
      tuples.reduce((sum, t) => {
        const e = t[i];
        return sum + (e ? literalSize(e, f.type) : 0);
      }, 0) / tuples.length
    );
  });
}

/** A column that shows one input field (or null) has its size; others, and the expand id, that of their type. */
function expandSizes(mq: MetadataQuery, node: Expand): number[] {
  const sizes = mq.columnSizes(node.input());
  return node.rowType.fields.map((f, i) => {
    if (i === node.expandIdIndex) return averageTypeSize(f.type);
    let merged: RexNode | undefined;
    for (const project of node.projects) {
      const e = project[i];
      if (!e) continue;
      if (merged === undefined || (merged.rex === 'literal' && (e.rex !== 'literal' || merged.value.kind === 'null'))) merged = e;
      else if (merged.rex === 'inputRef' && e.rex === 'inputRef' && merged.index !== e.index) return averageTypeSize(f.type);
    }
    return merged ? expressionSize(merged, sizes) : averageTypeSize(f.type);
  });
}
