import type { Config } from '../../../catalog/config.ts';
import type { Field, RowType, SqlType } from '../../../types/sql-type.ts';
import type { Value } from '../../../types/value.ts';
import type { Row } from '../../record.ts';
import { validationError } from '../../../base/diagnostic.ts';
import { MAX_LENGTH, isBinary, isCharacter, relRowType } from '../../../types/sql-type.ts';
import { isArrayValue, isMapValue, isRowValue } from '../../../types/value.ts';
import { RunError } from '../../run-error.ts';

/** A row as it may be written, or undefined where it is dropped. Throws `RunError` where Flink's job fails. */
export type Enforce = (row: Row) => Row | undefined;

interface Policy {
  readonly drops: boolean;
  readonly lengths: 'IGNORE' | 'TRIM_PAD' | 'ERROR';
  readonly nested: 'IGNORE' | 'ROWS' | 'ROWS_AND_COLLECTIONS';
}

/** A failed check before the name of its column is complete. */
class Violation extends Error {
  readonly column: string;
  readonly text: string;

  constructor(column: string, text: string) {
    super(text);
    this.column = column;
    this.text = text;
  }
}

/**
 * What a sink's rows are checked for (Flink's `ConstraintEnforcer`), in its order: NOT NULL, lengths of characters, lengths of bytes, rows
 * inside, arrays inside, maps inside. Undefined where nothing is checked. Options: `table.exec.sink.not-null-enforcer`,
 * `type-length-enforcer`, `nested-constraint-enforcer`.
 */
export function constraintEnforcer(type: RowType, config: Config): Enforce | undefined {
  const policy: Policy = {
    drops: config.enumeration('table.exec.sink.not-null-enforcer') === 'DROP',
    lengths: (config.enumeration('table.exec.sink.type-length-enforcer') || 'IGNORE') as Policy['lengths'],
    nested: (config.enumeration('table.exec.sink.nested-constraint-enforcer') || 'IGNORE') as Policy['nested'],
  };
  const checks = checksOf(type.fields, policy);
  if (checks.length === 0) return undefined;
  const enforce = chain(checks);
  return (row) => {
    try {
      return enforce(row);
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      throw new RunError('EnforcerException', `Column '${error.column}'${error.text}`);
    }
  };
}

function chain(checks: readonly Enforce[]): Enforce {
  return (row) => checks.reduce<Row | undefined>((r, check) => r && check(r), row);
}

function checksOf(fields: readonly Field[], policy: Policy): Enforce[] {
  const checks: Enforce[] = [];
  const required = fields.flatMap((f, i) => (f.type.nullable ? [] : [i]));
  if (required.length > 0) checks.push(notNull(fields, required, policy));
  if (policy.lengths !== 'IGNORE') {
    for (const kind of [isCharacter, isBinary]) {
      const limited = fields.flatMap((f, i) => (kind(f.type) && (f.type.precision ?? MAX_LENGTH) !== MAX_LENGTH ? [i] : []));
      if (limited.length > 0) checks.push(lengths(fields, limited, policy));
    }
  }
  return policy.nested === 'IGNORE' ? checks : [...checks, ...nestedChecks(fields, policy)];
}

function notNull(fields: readonly Field[], required: readonly number[], { drops }: Policy): Enforce {
  return (row) => {
    const missing = required.find((i) => (row[i] ?? null) === null);
    if (missing === undefined) return row;
    if (drops) return undefined;
    throw new Violation(
      fields[missing]?.name ?? '',
      " is NOT NULL, however, a null value is being written into it. You can set job configuration 'table.exec.sink.not-null-enforcer'='DROP' " +
        'to suppress this exception and drop such records silently.',
    );
  };
}

function lengths(fields: readonly Field[], limited: readonly number[], policy: Policy): Enforce {
  return (row) => {
    let fitted: Value[] | undefined;
    for (const i of limited) {
      const field = fields[i];
      const value = row[i] ?? null;
      if (!field || value === null) continue;
      const fit = fitLength(value, field.type);
      if (!fit) continue;
      if (policy.lengths === 'ERROR') {
        throw new Violation(
          field.name,
          ` is ${field.type.name}(${field.type.precision ?? 0}), however, a string of length ${fit.length} is being written into it. ` +
            "You can set job configuration 'table.exec.sink.type-length-enforcer' to control this behaviour.",
        );
      }
      fitted ??= [...row];
      fitted[i] = fit.value;
    }
    return fitted ?? row;
  };
}

/** A text or bytes cut or padded to the type's length, with the length that they have; undefined where they fit. */
function fitLength(value: Value, type: SqlType): { readonly value: Value; readonly length: number } | undefined {
  const limit = type.precision ?? 0;
  const fixed = type.name === 'CHAR' || type.name === 'BINARY';
  if (typeof value === 'string') {
    const points = [...value];
    if (points.length <= limit && !(fixed && points.length < limit)) return undefined;
    return { value: points.slice(0, limit).join('') + ' '.repeat(Math.max(0, limit - points.length)), length: points.length };
  }
  if (!(value instanceof Uint8Array) || (value.length <= limit && !(fixed && value.length < limit))) return undefined;
  const bytes = new Uint8Array(fixed ? limit : Math.min(limit, value.length));
  bytes.set(value.subarray(0, limit));
  return { value: bytes, length: value.length };
}

function nestedChecks(fields: readonly Field[], policy: Policy): Enforce[] {
  const inner = fields.map((f) => nestedCheck(f, policy));
  const checks: Enforce[] = [];
  const add = (name: SqlType['name'], check: (value: Value, i: number) => Value | undefined): void => {
    const at = fields.flatMap((f, i) => (f.type.name === name && inner[i] ? [i] : []));
    if (at.length > 0) checks.push(onFields(at, check));
  };
  add('ROW', (value, i) => inner[i]?.(value));
  if (policy.nested === 'ROWS') return checks;
  if (policy.lengths === 'TRIM_PAD') {
    throw validationError(
      'plan/sink',
      'Trimming and/or padding is not supported if constraint checking is enabled on types nested in collections.',
    );
  }
  add('ARRAY', (value, i) => inner[i]?.(value));
  add('MAP', (value, i) => inner[i]?.(value));
  return checks;
}

/** Applies a check to some fields of a row; undefined from any of them drops the row. */
function onFields(at: readonly number[], check: (value: Value, i: number) => Value | undefined): Enforce {
  return (row) => {
    let changed: Value[] | undefined;
    for (const i of at) {
      const value = row[i] ?? null;
      if (value === null) continue;
      const checked = check(value, i);
      if (checked === undefined) return undefined;
      if (checked === value) continue;
      changed ??= [...row];
      changed[i] = checked;
    }
    return changed ?? row;
  };
}

function nestedCheck({ name, type }: Field, policy: Policy): ((value: Value) => Value | undefined) | undefined {
  if (type.name === 'ROW') return rowCheck(name, type, policy);
  if (policy.nested === 'ROWS') return undefined;
  const element = type.element;
  if (type.name === 'ARRAY' && element) {
    const enforce = chain(checksOf(relRowType([{ name: 'element', type: element }]).fields, policy));
    return (value) => {
      if (!isArrayValue(value)) return value;
      const kept = value.every((v, i) =>
        renamed(
          () => enforce([v]),
          (column) => `${name}[${i}]${column.replace('element', '')}`,
        ),
      );
      return kept ? value : undefined;
    };
  }
  const { key, value: valueType } = type;
  if (type.name !== 'MAP' || !key || !valueType) return undefined;
  const entryFields = [
    { name: 'key', type: key },
    { name: 'value', type: valueType },
  ];
  const enforce = chain(checksOf(relRowType(entryFields).fields, policy));
  const inside = (column: string): string => (column === 'key' || column === 'value' ? `${column}]` : column.replace('.', ']'));
  return (value) => {
    if (!isMapValue(value)) return value;
    const kept = value.entries.every(([k, v]) =>
      renamed(
        () => enforce([k, v]),
        (column) => `${name}[${inside(column)}`,
      ),
    );
    return kept ? value : undefined;
  };
}

function rowCheck(name: string, type: SqlType, policy: Policy): (value: Value) => Value | undefined {
  const enforce = chain(checksOf(type.fields ?? [], policy));
  return (value) => {
    if (!isRowValue(value)) return value;
    const row = renamed(
      () => enforce(value.row),
      (column) => `${name}.${column}`,
    );
    return row === value.row ? value : row && { row };
  };
}

function renamed<T>(run: () => T, rename: (column: string) => string): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof Violation ? new Violation(rename(error.column), error.text) : error;
  }
}
