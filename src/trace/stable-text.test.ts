import { expect, it } from 'vitest';
import { stableText } from './stable-text.ts';

it('is the same for the same data, in whatever order it was put together', () => {
  expect(stableText({ b: 1, a: [null, 'x', true], c: undefined })).toBe('{"a":[null,"x",true],"b":1}');
  expect(stableText({ a: [null, 'x', true], b: 1 })).toBe(stableText({ b: 1, a: [null, 'x', true] }));
});

it('keeps apart what JSON does not', () => {
  const values = [
    NaN,
    Infinity,
    -Infinity,
    0,
    -0,
    '0',
    0n,
    null,
    undefined,
    [0],
    new Int32Array([0]),
    new Float64Array([0]),
    new Map([[0, 1]]),
  ];
  expect(new Set(values.map(stableText)).size).toBe(values.length);
});

it('refuses what is no plain data', () => {
  expect(() => stableText({ f: () => 0 })).toThrow('A function is no data.');
  expect(() => stableText(new Date(0))).toThrow('A Date is no plain data.');
});

it('stands alone: its source is a function of its own', () => {
  const copy = new Function(`return ${stableText.toString()}`)() as typeof stableText;
  expect(copy({ a: new Float64Array([1.5, Infinity]) })).toBe('{"a":Float64Array[1.5,Infinity]}');
});
