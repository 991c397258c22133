import { describe, expect, test } from 'vitest';
import { simpleType, stringType, timestampLtzType } from '../../types/sql-type.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { FilterExpression } from '../connector.ts';
import { jdbcFilter } from './jdbc-filter.ts';
import { valuesFilter } from './values-filter.ts';

const BOOLEAN = simpleType('BOOLEAN', true);
const BIGINT = simpleType('BIGINT', true);
const field = (name: string, type: SqlType = BIGINT): FilterExpression => ({ kind: 'field', path: [name], type });
const text = (name: string): FilterExpression => field(name, stringType(true));
const literal = (value: unknown, type: SqlType = BIGINT): FilterExpression => ({ kind: 'literal', value, type });
const call = (operator: string, ...operands: FilterExpression[]): FilterExpression => ({ kind: 'call', operator, operands, type: BOOLEAN });

const three = literal(3n);
const a = literal('a', stringType(false));

describe('jdbc', () => {
  const accepts = (e: FilterExpression): boolean => jdbcFilter(true)([e]).accepted.length === 1;

  test.each<[string, FilterExpression, boolean]>([
    ['v > 3', call('>', field('v'), three), true],
    ['3 < v', call('<', three, field('v')), true],
    ["name LIKE 'a%'", call('LIKE', text('name'), a), true],
    ['v = 3 OR name = a', call('OR', call('=', field('v'), three), call('=', text('name'), a)), true],
    ['v IS NULL', call('IS NULL', field('v')), true],
    ['v + 1 = 3', call('=', call('+', field('v'), three), three), false],
    ['UPPER(name) = a', call('=', call('UPPER', text('name')), a), false],
    ['name = a OR UPPER(name) = a', call('OR', call('=', text('name'), a), call('=', call('UPPER', text('name')), a)), false],
    ['NOT f', call('NOT', field('f', BOOLEAN)), false],
    ['f', field('f', BOOLEAN), false],
    ['l > timestamp', call('>', field('l'), literal(0n, timestampLtzType(3, false))), false],
    ['r.a > 3', call('>', { kind: 'field', path: ['r', 'a'], type: BIGINT }, three), false],
  ])('%s', (_, e, accepted) => {
    expect(accepts(e)).toBe(accepted);
  });

  test('policy NEVER takes none', () => {
    expect(jdbcFilter(false)([call('>', field('v'), three)])).toEqual({ accepted: [], remaining: [0] });
  });
});

describe('values', () => {
  const filter = valuesFilter(new Set(['id', 'name']));
  const accepts = (e: FilterExpression): boolean => filter([e]).accepted.length === 1;

  test.each<[string, FilterExpression, boolean]>([
    ['id > 3', call('>', field('id'), three), true],
    ['UPPER(name) = a', call('=', call('UPPER', text('name')), a), true],
    ['v > 3', call('>', field('v'), three), false],
    ['id + 1 > 3', call('>', call('+', field('id'), three), three), false],
    ['id = 3 OR id = 3', call('OR', call('=', field('id'), three), call('=', field('id'), three)), false],
    ['id IS NULL', call('IS NULL', field('id')), false],
  ])('%s', (_, e, accepted) => {
    expect(accepts(e)).toBe(accepted);
  });

  test('what is not taken remains', () => {
    expect(filter([call('>', field('id'), three), call('>', field('v'), three)])).toEqual({ accepted: [0], remaining: [1] });
  });
});
