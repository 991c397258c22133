import { describe, expect, it } from 'vitest';
import { call, inputRef } from '../rex/rex-factory.ts';
import { AND, EQUALS } from '../rex/standard-operators.ts';
import { simpleType } from '../../types/sql-type.ts';
import { multiJoinKeys } from './common-join-key.ts';

const INT = simpleType('INTEGER', true);
const equal = (a: number, b: number) => call(EQUALS, [inputRef(a, INT), inputRef(b, INT)]);

describe('keys of a join of many', () => {
  it('finds the column that equations carry through all inputs', () => {
    // Three inputs of two columns: $0 = $2, $2 = $4.
    const keys = multiJoinKeys([2, 2, 2], [undefined, equal(0, 2), equal(2, 4)]);
    expect(keys.common).toEqual([[0], [0], [0]]);
    expect(keys.own).toEqual([[0], [0], [0]]);
  });

  it('leaves out columns that some input has no equation for', () => {
    const keys = multiJoinKeys([2, 2, 2], [undefined, call(AND, [equal(0, 2), equal(1, 3)]), equal(0, 4)]);
    expect(keys.common).toEqual([[0], [0], [0]]);
    expect(keys.own).toEqual([[0, 1, 0], [0, 1], [0]]);
  });

  it('gives no key to a cross join', () => {
    expect(multiJoinKeys([1, 1], [undefined, undefined]).common).toEqual([[], []]);
  });
});
