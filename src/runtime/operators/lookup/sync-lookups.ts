import type { Operator, OperatorContext } from '../../operator.ts';
import type { Change, Row, RowKind } from '../../record.ts';
import type { InputItem } from './waiting-input.ts';
import { WaitingInput } from './waiting-input.ts';

/** Works on one record: gives out its rows and calls `done` when it is through, before it returns or later. */
export type RecordWork = (change: Change, emit: (kind: RowKind, row: Row) => void, done: () => void) => void;

/**
 * An operator that works on one record after the other, as `LookupJoinRunner` does: while it waits for an answer its task blocks, and
 * everything behind the record waits before it, the end of the input included.
 */
export function oneAtATime(work: RecordWork, context: OperatorContext): Operator {
  let isBusy = false;
  const take = (item: InputItem): void => {
    switch (item.kind) {
      case 'watermark':
        context.emitWatermark(item.watermark);
        return;
      case 'status':
        context.emitStatus(item.idle);
        return;
      case 'record': {
        const { change } = item;
        let hasReturned = false;
        isBusy = true;
        const emit = (kind: RowKind, row: Row): void => context.emit(kind, row, input.isCurrent(change) ? undefined : [change.row]);
        work(change, emit, () => {
          isBusy = false;
          if (!hasReturned) return;
          input.drain();
          if (!isBusy) context.caughtUp();
        });
        hasReturned = true;
      }
    }
  };
  const input = new WaitingInput(() => !isBusy, take);
  return input.operator(() => isBusy);
}
