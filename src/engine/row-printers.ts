import type { ExecNode } from '../exec/exec-node.ts';
import type { EvalContext } from '../runtime/eval/contract.ts';
import type { Row } from '../runtime/record.ts';
import type { RowType } from '../types/sql-type.ts';
import type { Value } from '../types/value.ts';
import { physicalColumns } from '../catalog/table.ts';
import { TableScan } from '../rel/core/table-scan.ts';
import { StreamPhysicalLookupJoin } from '../rel/physical/stream-physical-lookup-join.ts';
import { describeState, isAccumulator } from '../runtime/recorder/describe-state.ts';
import { relRowType } from '../types/sql-type.ts';
import { isDecimalValue } from '../types/value.ts';
import { printFunction } from './changelog-text.ts';

type Cells = readonly (string | null)[];

/** Rows of a run as text, by the operator that gives, takes or keeps them. */
export interface RowPrinters {
  /** A row that an operator gives out (`input` = -1) or takes in. */
  cells(operator: number, row: Row, input: number): Cells;
  resultCells(rowType: RowType, row: Row): Cells;
  /** A row of one of the operator's inputs or outputs inside its state; undefined if it looks like none of them. */
  stateRow(operator: number, row: Row): string | undefined;
}

export function rowPrinters(nodes: readonly ExecNode[], context: EvalContext): RowPrinters {
  const known = new Map<RowType, (row: Row) => Cells>();
  const stateTypes = nodes.map((node) => [...node.inputs.map((n) => n.rel.rowType), node.rel.rowType]);
  // Lists are described again with each row that they take in, and rows do not change.
  const stateTexts = new Map<Row, string>();
  const printer = (rowType: RowType): ((row: Row) => Cells) => {
    let print = known.get(rowType);
    if (!print) known.set(rowType, (print = rowPrinter(rowType, context)));
    return print;
  };
  return {
    cells: (operator, row, input) => {
      const node = nodes[operator];
      const rowType = node && rowTypeOf(node, input);
      return rowType?.fields.length === row.length ? printer(rowType)(row) : row.map(looseText);
    },
    resultCells: (rowType, row) => printer(rowType)(row),
    stateRow: (operator, row) => {
      const before = stateTexts.get(row);
      if (before !== undefined) return before;
      const rowType = stateTypes[operator]?.find((t) => t.fields.length === row.length && fits(t, row));
      if (!rowType) return undefined;
      const text = `(${printer(rowType)(row).join(', ')})`;
      stateTexts.set(row, text);
      return text;
    },
  };
}

/** The type of rows that an operator gives out (-1), or takes in by an input; for a lookup join, input 1 is the table. */
function rowTypeOf(node: ExecNode, input: number): RowType | undefined {
  if (input < 0) return node.rel.rowType;
  const from = node.inputs[input];
  if (from) return from.rel.rowType;
  if (node.rel instanceof StreamPhysicalLookupJoin && input === 1) return node.rel.options.temporalTable.rowType;
  if (!(node.rel instanceof TableScan)) return undefined;
  const { table } = node.rel.table;
  return table ? relRowType(physicalColumns(table)) : undefined;
}

function rowPrinter(rowType: RowType, context: EvalContext): (row: Row) => Cells {
  const prints = rowType.fields.map((f) => printFunction(f.type, context));
  return (row) => prints.map((print, i) => cellText(print, row[i] ?? null));
}

function cellText(print: (v: Value) => string, v: Value): string | null {
  if (v === null) return null;
  // Between local and global phases a column may hold an accumulator.
  return typeof v === 'object' && 'opaque' in v ? looseText(v) : print(v);
}

function looseText(v: Value): string | null {
  return v === null ? null : describeState(v, () => undefined).text;
}

/** Whether values have the shapes of the types: enough to tell rows of one input from others. */
function fits(rowType: RowType, row: Row): boolean {
  return rowType.fields.every(({ type }, i) => {
    const v = row[i] ?? null;
    if (v === null) return true;
    switch (type.name) {
      case 'CHAR':
      case 'VARCHAR':
        return typeof v === 'string';
      case 'BOOLEAN':
        return typeof v === 'boolean';
      case 'BIGINT':
      case 'TIMESTAMP':
      case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
        return typeof v === 'bigint';
      case 'DECIMAL':
        return isDecimalValue(v);
      case 'TINYINT':
      case 'SMALLINT':
      case 'INTEGER':
      case 'DATE':
      case 'TIME':
      case 'FLOAT':
      case 'DOUBLE':
        return typeof v === 'number';
      default:
        return typeof v === 'bigint' || (typeof v === 'object' && !isAccumulator(v));
    }
  });
}
