import type { ExecNode } from '../../../exec/exec-node.ts';
import type { Value } from '../../../types/value.ts';
import type { Operator, OperatorContext } from '../../operator.ts';
import type { Change, Row } from '../../record.ts';
import { StreamPhysicalWindowJoin } from '../../../rel/physical/stream-physical-window-join.ts';
import { fieldsKey } from '../../state/row-key.ts';
import { keyFilter, restCondition } from '../join.ts';
import { WindowBuffer } from './window-buffer.ts';
import { WindowTime } from './window-time.ts';

interface Sides {
  readonly left: Row[];
  readonly right: Row[];
}

/** Flink's WindowJoin: rows of both sides with equal keys and windows join when the window is over. */
export function windowJoin(node: ExecNode, context: OperatorContext): Operator {
  const { rel } = node;
  if (!(rel instanceof StreamPhysicalWindowJoin)) throw new Error(`${node.name} is no WindowJoin`);
  const { joinType, joinInfo, leftWindowing, rightWindowing } = rel;
  const leftCount = rel.left.rowType.fields.length;
  const rightCount = rel.right.rowType.fields.length;
  const condition = restCondition(rel, leftCount + rightCount, context);
  const mayMatch = keyFilter(joinInfo, 0);
  const nulls = (n: number): readonly Value[] => Array.from({ length: n }, () => null);
  const matches = (left: Row, right: Row): boolean => mayMatch(left) && condition([...left, ...right]);
  const padLeft = joinType === 'left' || joinType === 'full';
  const fire = ({ left, right }: Sides): void => {
    if (joinType === 'semi' || joinType === 'anti') {
      for (const l of left) if (right.some((r) => matches(l, r)) === (joinType === 'semi')) context.emit('+I', l);
      return;
    }
    if (joinType === 'right') {
      for (const r of right) {
        const found = left.filter((l) => matches(l, r));
        for (const l of found) context.emit('+I', [...l, ...r], [l, r]);
        if (found.length === 0) context.emit('+I', [...nulls(leftCount), ...r], [r]);
      }
      return;
    }
    const joined = new Set<Row>();
    for (const l of left) {
      const found = right.filter((r) => matches(l, r));
      for (const r of found) {
        joined.add(r);
        context.emit('+I', [...l, ...r], [l, r]);
      }
      if (found.length === 0 && padLeft) context.emit('+I', [...l, ...nulls(rightCount)], [l]);
    }
    if (joinType === 'full') for (const r of right) if (!joined.has(r)) context.emit('+I', [...nulls(leftCount), ...r], [r]);
  };
  const buffer = new WindowBuffer<Sides>({
    context,
    time: new WindowTime(leftWindowing.timeType, context.evalContext.timeZone),
    create: () => ({ left: [], right: [] }),
    fire,
  });
  return {
    onRecord(input: number, { row }: Change): void {
      const columns = input === 0 ? leftWindowing.columns : rightWindowing.columns;
      const sides = buffer.of(fieldsKey(row, input === 0 ? joinInfo.left : joinInfo.right), row, columns);
      if (sides) (input === 0 ? sides.left : sides.right).push(row);
    },
  };
}
