import type { Cost } from '../metadata/cost.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { Sort } from '../core/sort.ts';
import { decimalToNumber } from '../../types/decimal.ts';
import { log } from '../../base/exact-math.ts';
import { makeCost } from '../metadata/cost.ts';

/** The number in an OFFSET or FETCH; undefined if there is none. */
export function limitNumber(e: RexNode | undefined): number | undefined {
  if (e?.rex !== 'literal') return undefined;
  return e.value.kind === 'decimal' || e.value.kind === 'bigint' ? decimalToNumber(e.value.value) : undefined;
}

/** `10`, or `unlimited` without FETCH. */
export function fetchText(fetch: RexNode | undefined): string {
  return String(limitNumber(fetch) ?? 'unlimited');
}

/** Rows that are left of the input, at least `atLeast`. */
export function limitedRows(sort: Sort, mq: MetadataQuery, atLeast: number): number {
  const rows = Math.max(mq.rowCount(sort.input()) - (limitNumber(sort.offset) ?? 0), atLeast);
  const fetch = limitNumber(sort.fetch);
  return fetch === undefined ? rows : Math.min(rows, fetch);
}

/** Own cost of a Sort (Calcite's `Sort.computeSelfCost`): stepping over rows, or sorting all and keeping the first. */
export function sortCost(sort: Sort, mq: MetadataQuery): Cost {
  const input = mq.rowCount(sort.input());
  const fetch = limitNumber(sort.fetch);
  if (fetch !== undefined && fetch <= 0) return makeCost(input, 0, 0);
  const read = fetch === undefined ? input : Math.min(input, (limitNumber(sort.offset) ?? 0) + fetch);
  const bytesPerRow = (3 + sort.rowType.fields.length) * 4;
  const steps = sort.collation.length === 0 ? read : read < Math.E ? input : input * log(read);
  return makeCost(read, steps * bytesPerRow, 0);
}
