import { describe, expect, it } from 'vitest';
import type { PhysicalColumn } from '../table.ts';
import { arrayType, mapType, rowTypeOf, simpleType, stringType } from '../../types/sql-type.ts';
import { checkCsvColumns, checkJsonColumns } from './column-types.ts';

const INT = simpleType('INTEGER', true);
const column = (type: PhysicalColumn['type']): readonly PhysicalColumn[] => [{ kind: 'physical', name: 'a', type }];

describe('columns of CSV', () => {
  it('are plain values, lists and rows of them', () => {
    expect(() => checkCsvColumns(column(arrayType(INT, true)))).not.toThrow();
    expect(() => checkCsvColumns(column(rowTypeOf([{ name: 'x', type: INT }], true)))).not.toThrow();
    expect(() => checkCsvColumns(column(arrayType(arrayType(INT, true), true)))).toThrow(
      "Only simple types are supported in the second level nesting of fields 'a' but was: ARRAY<INT>",
    );
    expect(() => checkCsvColumns(column(mapType(stringType(true), INT, true)))).toThrow(
      "Unsupported type 'MAP<STRING, INT>' for field 'a'.",
    );
  });
});

describe('columns of JSON', () => {
  it('have names as keys of maps, at any depth', () => {
    expect(() => checkJsonColumns(column(mapType(stringType(true), INT, true)))).not.toThrow();
    expect(() => checkJsonColumns(column(arrayType(mapType(INT, INT, true), true)))).toThrow(
      "JSON format doesn't support non-string as key type of map. The type is: MAP<INT, INT>",
    );
  });
});
