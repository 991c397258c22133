import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import { inputRefs } from '../../rel/rex/rex-factory.ts';
import { RexProgram } from '../../rel/rex/rex-program.ts';

/** A program that gives every column on under a condition. */
export function conditionProgram(row: RowType, condition: RexNode): RexProgram {
  return RexProgram.create(
    row,
    inputRefs(row.fields),
    condition,
    row.fields.map((f) => f.name),
  );
}
