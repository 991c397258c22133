import type { Config } from '../catalog/config.ts';
import type { Field, RowType } from '../types/sql-type.ts';
import { isBinary, isCharacter, MAX_LENGTH } from '../types/sql-type.ts';

/** What a sink's rows are checked for (Flink's `ConstraintEnforcerExecutor`); undefined if for nothing. */
export function constraintText(row: RowType, config: Config): string | undefined {
  const constraints: string[] = [];
  const notNull = row.fields.filter((f) => !f.type.nullable);
  if (notNull.length > 0) constraints.push(`NotNullEnforcer(fields=[${names(notNull)}])`);
  if (config.enumeration('table.exec.sink.type-length-enforcer') !== 'IGNORE') {
    for (const isKind of [isCharacter, isBinary]) {
      const limited = row.fields.filter((f) => isKind(f.type) && f.type.precision !== undefined && f.type.precision !== MAX_LENGTH);
      if (limited.length > 0) constraints.push(`LengthEnforcer(fields=[${names(limited)}])`);
    }
  }
  return constraints.length === 0 ? undefined : `ConstraintEnforcer[${constraints.join(', ')}]`;
}

function names(fields: readonly Field[]): string {
  return fields.map((f) => f.name).join(', ');
}
