import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { RowType, SqlType } from '../../types/sql-type.ts';
import { defined } from '../../base/assert.ts';
import { inputRef } from '../../rel/rex/rex-factory.ts';
import { makeFieldAccess } from '../../rel/rex/rex-builder.ts';
import { isCallOf } from '../../rel/rex/rex-node.ts';
import { mapRex } from '../../rel/rex/rex-visit.ts';

/** A column, or a field inside one, that expressions read (Flink's `NestedColumn`). */
export class NestedColumn {
  readonly name: string;
  /** Position in its row. */
  readonly index: number;
  readonly type: SqlType;
  readonly children = new Map<string, NestedColumn>();
  /** Read as a whole. */
  isLeaf = false;
  /** Position among the columns that are kept; set when the new row is decided. */
  newIndex = -1;

  constructor(name: string, index: number, type: SqlType) {
    this.name = name;
    this.index = index;
    this.type = type;
  }

  markLeaf(): void {
    this.isLeaf = true;
    this.children.clear();
  }

  child(name: string): NestedColumn {
    const known = this.children.get(name);
    if (known) return known;
    const fields = this.type.fields ?? [];
    const index = fields.findIndex((f) => f.name === name);
    const made = new NestedColumn(name, index, defined(fields[index], `field ${name}`).type);
    this.children.set(name, made);
    return made;
  }
}

/** A field of a row below any number of rows: column and the names inside it, or undefined for a field of something computed. */
function pathOf(e: RexNode): { readonly column: number; readonly names: readonly string[] } | undefined {
  if (e.rex === 'inputRef') return { column: e.index, names: [] };
  if (e.rex !== 'fieldAccess') return undefined;
  const base = pathOf(e.ref);
  return base && { column: base.column, names: [...base.names, e.fieldName] };
}

/**
 * Columns and nested fields that expressions read, in the order of their first use (Flink's `NestedProjectionUtil`): a column that is read
 * as a whole somewhere is a leaf, one of which only fields are read has children.
 */
export class NestedSchema {
  readonly columns = new Map<string, NestedColumn>();
  private readonly row: RowType;

  constructor(row: RowType, expressions: readonly RexNode[]) {
    this.row = row;
    for (const e of expressions) this.visit(e);
  }

  private visit(e: RexNode): void {
    mapRex(e, (x) => {
      const path = x.rex === 'inputRef' || x.rex === 'fieldAccess' ? pathOf(x) : undefined;
      if (!path) return undefined;
      this.read(path.column, path.names);
      return x;
    });
  }

  private read(index: number, names: readonly string[]): void {
    const field = defined(this.row.fields[index], `column ${index}`);
    let node = this.columns.get(field.name);
    if (!node) this.columns.set(field.name, (node = new NestedColumn(field.name, index, field.type)));
    for (const name of names) {
      if (node.isLeaf) return;
      node = node.child(name);
    }
    node.markLeaf();
  }

  /** Gives every leaf its position, in order; the answer is the path of positions to each. */
  numberLeaves(): readonly (readonly NestedColumn[])[] {
    const paths: (readonly NestedColumn[])[] = [];
    const visit = (node: NestedColumn, path: readonly NestedColumn[]): void => {
      const here = [...path, node];
      if (node.isLeaf) {
        node.newIndex = paths.length;
        paths.push(here);
      } else for (const child of node.children.values()) visit(child, here);
    };
    for (const column of this.columns.values()) visit(column, []);
    return paths;
  }

  /** An expression over the old row as one over the kept columns. */
  rewrite(e: RexNode): RexNode {
    return mapRex(e, (x) => {
      if (x.rex === 'inputRef') {
        const column = this.columnAt(x.index);
        return inputRef(column.newIndex, column.type);
      }
      const path = x.rex === 'fieldAccess' ? pathOf(x) : undefined;
      return path && this.access(path.column, path.names);
    });
  }

  private columnAt(index: number): NestedColumn {
    const name = defined(this.row.fields[index], `column ${index}`).name;
    return defined(this.columns.get(name), `column ${name}`);
  }

  private access(column: number, names: readonly string[]): RexNode {
    let node = this.columnAt(column);
    const rest = [...names];
    while (!node.isLeaf) node = defined(node.children.get(defined(rest.shift(), 'nested field')), 'nested field');
    let e: RexNode = inputRef(node.newIndex, node.type);
    for (const name of rest) {
      const index = (e.type.fields ?? []).findIndex((f) => f.name === name);
      const made = makeFieldAccess(e, index);
      // A cast that only makes the field nullable is written around the whole chain already.
      e = isCallOf(made, 'CAST') ? defined(made.operands[0], 'cast operand') : made;
    }
    return e;
  }
}
