import type { MetadataQuery } from './metadata-query.ts';
import type { RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import { decimalToNumber } from '../../types/decimal.ts';
import { Aggregate } from '../core/aggregate.ts';
import { Calc } from '../core/calc.ts';
import { Filter } from '../core/filter.ts';
import { Join, generatesNullsOnLeft, generatesNullsOnRight } from '../core/join.ts';
import { Project } from '../core/project.ts';
import { Intersect, Minus, Union } from '../core/set-op.ts';
import { Sort } from '../core/sort.ts';
import { TableScan } from '../core/table-scan.ts';
import { Values } from '../core/values.ts';
import { inputRef } from '../rex/rex-factory.ts';
import { rexKey } from '../rex/rex-key.ts';
import { isAlwaysFalse } from '../rex/rex-node.ts';
import { predicateConstants } from '../rex/predicate-constants.ts';

function count(e: RexNode | undefined): number | undefined {
  return e?.rex === 'literal' && e.value.kind === 'decimal' ? decimalToNumber(e.value.value) : undefined;
}

function limited(rows: number, sort: Sort): number {
  const left = Math.max(rows - (count(sort.offset) ?? 0), 0);
  return Math.min(left, count(sort.fetch) ?? left);
}

/** Fewest rows that a node can give; undefined if nobody thought of it (Calcite's `RelMdMinRowCount`). */
export function minRowCount(mq: MetadataQuery, node: RelNode): number | undefined {
  if (node instanceof Union) {
    const sum = node.inputs.reduce((n, input) => n + (mq.minRowCount(input) ?? 0), 0);
    return node.all ? sum : Math.min(sum, 1);
  }
  if (node instanceof Intersect || node instanceof Minus || node instanceof Filter || node instanceof Join || node instanceof TableScan)
    return 0;
  if (node instanceof Calc) return node.condition ? 0 : mq.minRowCount(node.input());
  if (node instanceof Project || node.typeName === 'StreamPhysicalExchange') return mq.minRowCount(node.input());
  if (node instanceof Sort) return limited(mq.minRowCount(node.input()) ?? 0, node);
  if (node instanceof Aggregate) {
    if (node.groupSet.length === 0) return 1;
    return (mq.minRowCount(node.input()) ?? 0) >= 1 ? node.groupSets.length : 0;
  }
  return node instanceof Values ? node.tuples.length : undefined;
}

/** Most rows that a node can give, possibly infinite; undefined if nobody thought of it (Calcite's `RelMdMaxRowCount`). */
export function maxRowCount(mq: MetadataQuery, node: RelNode): number | undefined {
  if (node instanceof Union) {
    let sum = 0;
    for (const input of node.inputs) {
      const rows = mq.maxRowCount(input);
      if (rows === undefined) return undefined;
      sum += rows;
    }
    return sum;
  }
  if (node instanceof Intersect) {
    const known = node.inputs.map((input) => mq.maxRowCount(input)).filter((n) => n !== undefined);
    return known.length === 0 ? undefined : Math.min(...known);
  }
  if (node instanceof Filter && isAlwaysFalse(node.condition)) return 0;
  if (
    node instanceof Minus ||
    node instanceof Filter ||
    node instanceof Calc ||
    node instanceof Project ||
    node.typeName === 'StreamPhysicalExchange'
  ) {
    return mq.maxRowCount(node.input(0));
  }
  if (node instanceof Sort) return limited(mq.maxRowCount(node.input()) ?? Number.POSITIVE_INFINITY, node);
  if (node instanceof Aggregate) return aggregateMax(mq, node);
  if (node instanceof Join) {
    let left = mq.maxRowCount(node.left);
    let right = mq.maxRowCount(node.right);
    if (left === undefined || right === undefined) return undefined;
    if (left < 1 && generatesNullsOnLeft(node.joinType)) left = 1;
    if (right < 1 && generatesNullsOnRight(node.joinType)) right = 1;
    return left * right;
  }
  if (node instanceof TableScan) return Number.POSITIVE_INFINITY;
  return node instanceof Values ? node.tuples.length : undefined;
}

/** One row without keys, or with keys that are all constant. */
function aggregateMax(mq: MetadataQuery, node: Aggregate): number | undefined {
  if (node.groupSet.length === 0) return 1;
  if (node.isSimple) {
    const { pulledUp } = mq.predicates(node.input());
    if (pulledUp.length > 0) {
      const constants = predicateConstants(pulledUp);
      const { fields } = node.input().rowType;
      const isConstant = (k: number): boolean => {
        const field = fields[k];
        return field !== undefined && constants.has(rexKey(inputRef(k, field.type)));
      };
      if (node.groupSet.every(isConstant)) return 1;
    }
  }
  const rows = mq.maxRowCount(node.input());
  return rows === undefined ? undefined : rows * node.groupSets.length;
}
