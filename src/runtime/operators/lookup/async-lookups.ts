import type { Operator, OperatorContext } from '../../operator.ts';
import type { Change } from '../../record.ts';
import type { Alarm, Alarms } from './alarms.ts';
import type { AsyncEntry, AsyncOutput, AsyncQueue } from './async-queues.ts';
import type { InputItem } from './waiting-input.ts';
import { RunError } from '../../run-error.ts';
import { KeyOrderedQueue, OrderedQueue, UnorderedQueue } from './async-queues.ts';
import { WaitingInput } from './waiting-input.ts';

export interface AsyncLookupOptions {
  readonly mode: 'ORDERED' | 'UNORDERED' | 'KEY_ORDERED';
  /** Most entries on their way; more wait before the operator. */
  readonly capacity: number;
  /** Milliseconds after which a record without an answer fails the job; 0: never. */
  readonly timeout: number;
  readonly alarms: Alarms;
  readonly keyOf: (change: Change) => string;
  /** The record as the exception prints it. */
  readonly recordText: (change: Change) => string;
  /** Asks for a record and gives what it joins with, before it returns or later. */
  readonly ask: (change: Change, answer: (results: readonly Change[]) => void) => void;
}

const QUEUES: Readonly<Record<AsyncLookupOptions['mode'], new (output: AsyncOutput) => AsyncQueue>> = {
  ORDERED: OrderedQueue,
  UNORDERED: UnorderedQueue,
  KEY_ORDERED: KeyOrderedQueue,
};

/**
 * Flink's `AsyncWaitOperator` (`TableKeyedAsyncWaitOperator` where the order is kept by key): up to `capacity` records are asked for side by
 * side, a watermark waits for the records before it, a status does not; the end of the input waits for all answers.
 */
export function asyncLookups(o: AsyncLookupOptions, context: OperatorContext): Operator {
  const queue = new QUEUES[o.mode]({
    record: ({ change, result = [] }) => {
      const from = input.isCurrent(change) ? undefined : [change.row];
      for (const { kind, row } of result) context.emit(kind, row, from);
    },
    watermark: (watermark) => context.emitWatermark(watermark),
  });
  const begin = (change: Change): void => {
    let timeout: Alarm | undefined;
    const entry: AsyncEntry = {
      change,
      key: o.keyOf(change),
      start: () => {
        let isAnswered = false;
        o.ask(change, (results) => {
          isAnswered = true;
          if (timeout) o.alarms.cancel(timeout);
          entry.result = results;
          queue.complete(entry);
          input.drain();
          context.caughtUp();
        });
        if (isAnswered) return;
        if (o.timeout > 0) timeout = o.alarms.set(context.now + o.timeout, () => fail(o.recordText(change)));
      },
    };
    queue.addRecord(entry);
  };
  const take = (item: InputItem): void => {
    if (item.kind === 'record') begin(item.change);
    else if (item.kind === 'watermark') queue.addWatermark(item.watermark);
    else context.emitStatus(item.idle);
  };
  const canTake = (item: InputItem): boolean => {
    const needsRoom = item.kind === 'record' || (item.kind === 'watermark' && queue.countsWatermarks);
    return !needsRoom || queue.size < o.capacity;
  };
  const input = new WaitingInput(canTake, take);
  return input.operator(() => !queue.isEmpty);
}

function fail(record: string): never {
  throw new RunError('Exception', `Could not complete the stream element: ${record}.`, {
    className: 'TimeoutException',
    message: 'Async function call has timed out.',
  });
}
