import type { Field, RowType, SqlType } from '../../types/sql-type.ts';
import type { SqlOperator } from '../../catalog/sql-operator.ts';
import { rowTypeOf, simpleType } from '../../types/sql-type.ts';

/** Flink's `INTERNAL_UNNEST_ROWS` and its variant with ordinality; the number is the function's version. */
export function unnestFunction(withOrdinality: boolean): SqlOperator {
  return {
    name: withOrdinality ? '$UNNEST_ROWS_WITH_ORDINALITY$1' : '$UNNEST_ROWS$1',
    kind: 'OTHER_FUNCTION',
    syntax: 'function',
    category: 'table',
    deterministic: true,
    dynamic: false,
    nullPolicy: 'CUSTOM',
    flinkInference: true,
    arity: { min: 1, max: 1 },
    checkOperands: () => ({ ok: true }),
    inferReturnType: (b) => unnestedRowType(b.operandTypes[0] ?? simpleType('ANY', true), withOrdinality),
  };
}

/** Columns of one element: the fields of a ROW, key and value of a map entry, else the element itself (`UnnestRowsFunctionBase.getUnnestedType`). */
function elementFields(collection: SqlType, withOrdinality: boolean): readonly Field[] {
  if (collection.key && collection.value) {
    return [
      { name: 'f0', type: collection.key },
      { name: 'f1', type: collection.value },
    ];
  }
  const element = collection.element ?? simpleType('ANY', true);
  if (element.fields) return element.fields;
  return [{ name: withOrdinality ? 'EXPR$0' : 'f0', type: element }];
}

/** Row of the unnested collection. It prints as a ROW column's type (`RecordType:peek_no_expand`). */
export function unnestedRowType(collection: SqlType, withOrdinality: boolean): RowType {
  const fields = elementFields(collection, withOrdinality);
  const all = withOrdinality ? [...fields, { name: 'ORDINALITY', type: simpleType('INTEGER', false) }] : fields;
  return rowTypeOf(all, false, 'peek');
}
