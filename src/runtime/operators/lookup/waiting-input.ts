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
}
