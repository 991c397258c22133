import type { ExecNode } from '../../exec/exec-node.ts';
import type { RexCall, RexNode } from '../../rel/rex/rex-node.ts';
import type { Value } from '../../types/value.ts';
import type { Operator, OperatorContext } from '../operator.ts';
import type { Change, Row } from '../record.ts';
import { UnsupportedError } from '../../base/diagnostic.ts';
import { StreamPhysicalCorrelate } from '../../rel/physical/stream-physical-correlate.ts';
import { inputRef } from '../../rel/rex/rex-factory.ts';
import { mapRex } from '../../rel/rex/rex-visit.ts';
import { isArrayValue, isMapValue, isRowValue } from '../../types/value.ts';

/** A table function called for each row (UNNEST among them): every row that it gives is joined; LEFT pads where it gives none. */
export function correlate(node: ExecNode, context: OperatorContext): Operator {
  if (!(node.rel instanceof StreamPhysicalCorrelate)) throw new Error(`${node.name} is no Correlate`);
  const { call, condition, joinType, outputRowType } = node.rel.options;
  const inputCount = node.rel.input().rowType.fields.length;
  const functionCount = outputRowType.fields.length - inputCount;
  const rowsOf = tableFunctionRows(call, functionCount, { context, inputCount });
  const passes = context.condition(condition, functionCount);
  const nulls: readonly Value[] = Array.from({ length: functionCount }, () => null);
  return {
    onRecord(_input: number, { kind, row }: Change): void {
      const rows = rowsOf(row).filter(passes);
      for (const r of rows) context.emit(kind, [...row, ...r]);
      if (rows.length === 0 && joinType === 'left') context.emit(kind, [...row, ...nulls]);
    },
  };
}

/** Reads of the correlated row become reads of the input. */
function overInput(e: RexNode): RexNode {
  return mapRex(e, (n) => (n.rex === 'fieldAccess' && n.ref.rex === 'correlVariable' ? inputRef(n.fieldIndex, n.type) : undefined));
}

/** What a table function gives for a row of `inputCount` fields, to which its arguments refer through a correlation variable. */
export function tableFunctionRows(
  call: RexCall,
  columns: number,
  o: { readonly context: Pick<OperatorContext, 'compile'>; readonly inputCount: number },
): (row: Row) => readonly Row[] {
  const [operand] = call.operands;
  const { name } = call.op;
  const unnest = /^\$UNNEST_ROWS(_WITH_ORDINALITY)?\$1$/.exec(name);
  if (unnest && operand) {
    const collection = o.context.compile(overInput(operand), o.inputCount);
    const element = operand.type.element;
    const expands = element?.name === 'ROW' || element?.name === 'STRUCTURED';
    return (row) => unnestRows(collection(row), { expands, ordinality: unnest[1] !== undefined, columns });
  }
  if (name.startsWith('$REPLICATE_ROWS')) {
    const [times, ...values] = call.operands.map((e) => o.context.compile(overInput(e), o.inputCount));
    return (row) => {
      const copy = values.map((v) => v(row));
      return Array.from({ length: Number(times?.(row) ?? 0) }, () => copy);
    };
  }
  throw new UnsupportedError('table-function', `The table function ${name} cannot be run yet.`);
}

/** Elements of a collection as rows; `expands`: an element is a row itself. */
export function unnestRows(
  v: Value,
  o: { readonly expands: boolean; readonly ordinality: boolean; readonly columns: number },
): readonly Row[] {
  const items: Row[] = [];
  const width = o.columns - (o.ordinality ? 1 : 0);
  if (isArrayValue(v)) {
    for (const x of v) items.push(o.expands ? (isRowValue(x) ? x.row : Array.from({ length: width }, () => null)) : [x]);
  } else if (isMapValue(v)) {
    // A multiset gives each value as often as it holds it; a map gives pairs.
    for (const [k, x] of v.entries) {
      if (width === 2 && !o.expands) items.push([k, x]);
      else for (let i = 0; i < Number(x); i++) items.push(o.expands && isRowValue(k) ? k.row : [k]);
    }
  }
  return o.ordinality ? items.map((r, i) => [...r, i + 1]) : items;
}
