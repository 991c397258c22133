import type { ExecNode } from '../../exec/exec-node.ts';
import type { Operator, OperatorContext } from '../operator.ts';
import type { Change } from '../record.ts';
import { StreamPhysicalSink } from '../../rel/physical/stream-physical-sink.ts';
import { passThrough } from './stateless.ts';
import { isResultSink } from '../../rel/physical/result-sink.ts';

/** A sink hands on what it would write, so that a listener on the node sees the table's changelog. */
export function sink(node: ExecNode, context: OperatorContext): Operator {
  if (!(node.rel instanceof StreamPhysicalSink)) throw new Error(`${node.name} is no Sink`);
  if (isResultSink(node.rel)) return passThrough(node, context);
  return { onRecord: (_input: number, { kind, row }: Change) => context.emit(kind, row) };
}
