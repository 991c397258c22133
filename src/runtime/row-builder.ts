import type { Evaluate } from './eval/contract.ts';
import type { Row } from './record.ts';

/** What makes a row of so many expressions: written out for short rows, which are then made at once and in their size. */
export function rowBuilder(fields: readonly Evaluate[]): (row: Row) => Row {
  const [a, b, c, d, e, f, g, h] = fields as [Evaluate, Evaluate, Evaluate, Evaluate, Evaluate, Evaluate, Evaluate, Evaluate];
  switch (fields.length) {
    case 1:
      return (r) => [a(r)];
    case 2:
      return (r) => [a(r), b(r)];
    case 3:
      return (r) => [a(r), b(r), c(r)];
    case 4:
      return (r) => [a(r), b(r), c(r), d(r)];
    case 5:
      return (r) => [a(r), b(r), c(r), d(r), e(r)];
    case 6:
      return (r) => [a(r), b(r), c(r), d(r), e(r), f(r)];
    case 7:
      return (r) => [a(r), b(r), c(r), d(r), e(r), f(r), g(r)];
    case 8:
      return (r) => [a(r), b(r), c(r), d(r), e(r), f(r), g(r), h(r)];
    default:
      return (r) => fields.map((x) => x(r));
  }
}

/** Two rows one behind the other. */
export function joinRows(left: Row, right: Row): Row {
  const n = left.length;
  const row = new Array<Row[number]>(n + right.length);
  for (let i = 0; i < n; i++) row[i] = left[i] as Row[number];
  for (let i = 0; i < right.length; i++) row[n + i] = right[i] as Row[number];
  return row;
}
