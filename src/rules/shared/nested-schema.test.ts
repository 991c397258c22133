import { expect, test } from 'vitest';
import { fieldAccess, inputRef } from '../../rel/rex/rex-factory.ts';
import { relRowType, rowTypeOf, simpleType } from '../../types/sql-type.ts';
import { NestedSchema } from './nested-schema.ts';

const int = simpleType('INTEGER', false);
const inner = rowTypeOf(
  [
    { name: 'x', type: int },
    { name: 'y', type: int },
  ],
  false,
);
const row = relRowType([
  { name: 'a', type: int },
  { name: 'n', type: inner },
]);
const n = inputRef(1, inner);

test('columns stand in the order of their first use, fields below their column', () => {
  const schema = new NestedSchema(row, [fieldAccess(n, 1), inputRef(0, int), fieldAccess(n, 0)]);
  const paths = schema.numberLeaves().map((p) => p.map((c) => c.name).join('.'));
  expect(paths).toEqual(['n.y', 'n.x', 'a']);
  expect(schema.rewrite(fieldAccess(n, 0))).toMatchObject({ rex: 'inputRef', index: 1 });
});

test('a column that is read as a whole keeps its fields inside', () => {
  const schema = new NestedSchema(row, [fieldAccess(n, 1), n]);
  expect(schema.numberLeaves()).toHaveLength(1);
  expect(schema.rewrite(fieldAccess(n, 1))).toMatchObject({ rex: 'fieldAccess', fieldName: 'y', ref: { rex: 'inputRef', index: 0 } });
});
