import type { ExecNode } from '../exec/exec-node.ts';
import type { Change, Row } from './record.ts';

/** What happens while a replay runs, in order. Nodes are those of the exec graph. */
export interface RuntimeListener {
  recordIn?(node: ExecNode, input: number, change: Change): void;
  recordOut?(node: ExecNode, change: Change): void;
  watermarkIn?(node: ExecNode, input: number, watermark: number): void;
  watermarkOut?(node: ExecNode, watermark: number): void;
  statusOut?(node: ExecNode, idle: boolean): void;
  timerFired?(node: ExecNode, timer: { readonly service: string; readonly key: string; readonly time: number }): void;
  lateDropped?(node: ExecNode, row: Row): void;
}
