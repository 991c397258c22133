import type { RexCall } from './rex-node.ts';
import { FlinkError } from '../../base/diagnostic.ts';
import { flinkTypeText } from '../../catalog/flink-type-text.ts';

/** Flink has no code for a call with these operand types (`ExprCodeGenerator`). */
export function unsupportedCall(call: RexCall): FlinkError {
  const types = call.operands.map((o) => flinkTypeText(o.type)).join(', ');
  const message = `Unsupported call: ${call.op.name}(${types}) \nIf you think this function should be supported, you can create an issue and start a discussion for it.`;
  return new FlinkError('plan/code-generation', [{ className: 'CodeGenException', message }]);
}
