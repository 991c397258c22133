import type { RexNode } from '../rex/rex-node.ts';
import { isAlwaysTrue } from '../rex/rex-node.ts';
import { rexKey } from '../rex/rex-key.ts';

/** Equi keys and the rest of a join condition (Calcite's `JoinInfo`, Flink's `JoinSpec`). Right keys count from the right input's 0. */
export interface JoinSpec {
  readonly leftKeys: readonly number[];
  readonly rightKeys: readonly number[];
  /** False for a key compared by IS NOT DISTINCT FROM. */
  readonly filterNulls: readonly boolean[];
  readonly nonEqui: readonly RexNode[];
}

/** Takes the condition apart (Calcite's `RelOptUtil.splitJoinCondition`). */
export function joinSpecOf(condition: RexNode, leftFieldCount: number): JoinSpec {
  const leftKeys: number[] = [];
  const rightKeys: number[] = [];
  const filterNulls: boolean[] = [];
  const nonEqui: RexNode[] = [];
  for (const part of conjuncts(condition)) {
    const pair = keyPair(part, leftFieldCount);
    if (!pair) {
      nonEqui.push(part);
      continue;
    }
    leftKeys.push(pair.left);
    rightKeys.push(pair.right - leftFieldCount);
    filterNulls.push(pair.filterNulls);
  }
  return { leftKeys, rightKeys, filterNulls, nonEqui };
}

/** Operands of nested ANDs in order; nothing for TRUE. */
export function conjuncts(e: RexNode): readonly RexNode[] {
  if (e.rex === 'call' && e.op.kind === 'AND') return e.operands.flatMap(conjuncts);
  return e.rex === 'literal' && isAlwaysTrue(e) ? [] : [e];
}

interface KeyPair {
  readonly left: number;
  readonly right: number;
  readonly filterNulls: boolean;
}

function keyPair(e: RexNode, leftFieldCount: number): KeyPair | undefined {
  const null0 = expandedNotDistinct(e);
  if (null0) return orient(null0[0], null0[1], leftFieldCount, false);
  if (e.rex !== 'call' || (e.op.kind !== 'EQUALS' && e.op.kind !== 'IS_NOT_DISTINCT_FROM')) return undefined;
  const [a, b] = e.operands;
  return a && b ? orient(a, b, leftFieldCount, e.op.kind === 'EQUALS') : undefined;
}

function orient(a: RexNode, b: RexNode, leftFieldCount: number, filterNulls: boolean): KeyPair | undefined {
  if (a.rex !== 'inputRef' || b.rex !== 'inputRef') return undefined;
  if (a.index < leftFieldCount && b.index >= leftFieldCount) return { left: a.index, right: b.index, filterNulls };
  if (b.index < leftFieldCount && a.index >= leftFieldCount) return { left: b.index, right: a.index, filterNulls };
  return undefined;
}

/** `a = b OR (a IS NULL AND b IS NULL)`, in any order, is IS NOT DISTINCT FROM written out. */
function expandedNotDistinct(e: RexNode): readonly [RexNode, RexNode] | undefined {
  if (e.rex !== 'call' || e.op.kind !== 'OR' || e.operands.length !== 2) return undefined;
  const equals = e.operands.find((o) => o.rex === 'call' && o.op.kind === 'EQUALS');
  const both = e.operands.find((o) => o.rex === 'call' && o.op.kind === 'AND' && o.operands.length === 2);
  if (equals?.rex !== 'call' || both?.rex !== 'call') return undefined;
  const tested = both.operands.map((o) => (o.rex === 'call' && o.op.kind === 'IS_NULL' ? o.operands[0] : undefined));
  const [a, b] = equals.operands;
  const [x, y] = tested;
  if (!a || !b || !x || !y) return undefined;
  const keys = [rexKey(a), rexKey(b)].sort().join('|');
  return keys === [rexKey(x), rexKey(y)].sort().join('|') ? [a, b] : undefined;
}
