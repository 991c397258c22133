import type { ExecNode } from '../../../exec/exec-node.ts';
import type { SqlType } from '../../../types/sql-type.ts';
import type { Value } from '../../../types/value.ts';
import type { EvalContext } from '../../eval/contract.ts';
import type { Change } from '../../record.ts';
import { TableScan } from '../../../rel/core/table-scan.ts';
import { textFunction } from '../../eval/cast-to-text.ts';
import { fieldTypes } from '../../operator.ts';
import { binaryRowHash } from '../../state/binary-row-hash.ts';

/**
 * A record as `StreamRecord.toString` prints it before an asynchronous operator. A row that came over a wire is a `BinaryRowData`, of which
 * only the hash is printed; one from an operator of the same chain is a `GenericRowData`, which shows its values.
 */
export function recordText(node: ExecNode, { kind, row }: Change, context: EvalContext): string {
  const input = node.inputs[0];
  const types = input ? fieldTypes(input.rel.rowType) : [];
  if (!input || comesOverWire(input)) {
    const hash = (binaryRowHash(row, types) >>> 0).toString(16);
    return `Record @ (undef) : org.apache.flink.table.data.binary.BinaryRowData@${hash}`;
  }
  return `Record @ (undef) : ${kind}(${types.map((type, i) => valueText(row[i] ?? null, type, context)).join()})`;
}

/** Asynchronous operators are chained to everything but an exchange and a chain that begins with a source of the old kind. */
function comesOverWire(input: ExecNode): boolean {
  if (input.name === 'Exchange') return true;
  let head = input;
  for (let next = head.inputs[0]; next && head.inputs.length === 1; next = head.inputs[0]) {
    if (next.name === 'Exchange') return false;
    head = next;
  }
  const provider = head.rel instanceof TableScan ? head.rel.table.source?.provider.kind : undefined;
  return provider === 'SourceFunction' || provider === 'InputFormat';
}

function valueText(v: Value, type: SqlType, context: EvalContext): string {
  if (v === null) return 'null';
  const text = textFunction(type, context)(v);
  return type.name.startsWith('TIMESTAMP') ? text.replace(' ', 'T') : text;
}
