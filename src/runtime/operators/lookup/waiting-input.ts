import type { Operator } from '../../operator.ts';
import type { Change } from '../../record.ts';

/** What comes to an operator on its one input. */
export type InputItem =
  | { readonly kind: 'record'; readonly change: Change }
  | { readonly kind: 'watermark'; readonly watermark: number }
  | { readonly kind: 'status'; readonly idle: boolean };

/** What waits before an operator that cannot take more: as in the buffers before a task that blocks, everything keeps its order. */
export class WaitingInput {
  private readonly items: InputItem[] = [];
  private readonly canTake: (item: InputItem) => boolean;
  private readonly take: (item: InputItem) => void;
  private current: Change | undefined;

  constructor(canTake: (item: InputItem) => boolean, take: (item: InputItem) => void) {
    this.canTake = canTake;
    this.take = take;
  }

  get isEmpty(): boolean {
    return this.items.length === 0;
  }

  push(item: InputItem): void {
    if (this.isEmpty && this.canTake(item)) this.take(item);
    else this.items.push(item);
  }

  /** Takes what there is room for now. */
  drain(): void {
    for (let next = this.items[0]; next && this.canTake(next); next = this.items[0]) {
      this.items.shift();
      this.take(next);
    }
  }

  /** True while the record is at work; rows of one whose answer took time say where they come from. */
  isCurrent(change: Change): boolean {
    return change === this.current;
  }

  /** An operator that takes its input from here. `isBusy`: something that was asked for has not come. */
  operator(isBusy: () => boolean): Operator {
    return {
      onRecord: (_input, change) => {
        this.current = change;
        this.push({ kind: 'record', change });
        this.current = undefined;
      },
      onWatermark: (watermark) => this.push({ kind: 'watermark', watermark }),
      onStatus: (idle) => this.push({ kind: 'status', idle }),
      holdsEnd: () => isBusy() || !this.isEmpty,
    };
  }
}
