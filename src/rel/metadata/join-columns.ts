import type { Join } from '../core/join.ts';
import type { JoinInfo } from '../core/join-info.ts';
import type { RexNode } from '../rex/rex-node.ts';
import { bitSet } from '../bit-set.ts';
import { analyzeJoinCondition, joinInfoOf } from '../core/join-info.ts';
import { StreamPhysicalIntervalJoin } from '../physical/stream-physical-interval-join.ts';
import { composeConjunction } from '../rex/conditions.ts';

/** Equations of a join as sets of columns of each side. */
export interface JoinColumns {
  readonly left: readonly number[];
  readonly right: readonly number[];
  readonly leftSet: readonly number[];
  readonly rightSet: readonly number[];
  /** The other conjuncts; `true` for none. */
  readonly remaining: RexNode;
  readonly isEqui: boolean;
}

export function joinColumnsOf(info: JoinInfo): JoinColumns {
  return {
    left: info.left,
    right: info.right,
    leftSet: bitSet(info.left),
    rightSet: bitSet(info.right),
    remaining: composeConjunction(info.nonEqui),
    isEqui: info.nonEqui.length === 0,
  };
}

/** Of the condition as it stands. */
export function joinColumns(join: Join): JoinColumns {
  return joinColumnsOf(joinInfoOf(join));
}

/** Of the whole condition: an interval join's own one has lost its time bounds. */
export function wholeJoinColumns(join: Join): JoinColumns {
  if (!(join instanceof StreamPhysicalIntervalJoin)) return joinColumns(join);
  return joinColumnsOf(analyzeJoinCondition(join.originalCondition, join.left.rowType.fields.length));
}
