import type { RowType, SqlType } from '../../types/sql-type.ts';
import { fieldName } from './text/field-text.ts';

/** A window of a table-valued function (Flink's `WindowSpec`); durations in milliseconds. */
export type WindowSpec =
  | { readonly kind: 'TUMBLE'; readonly size: number; readonly offset?: number }
  | { readonly kind: 'HOP'; readonly size: number; readonly slide: number; readonly offset?: number }
  | { readonly kind: 'CUMULATE'; readonly maxSize: number; readonly step: number; readonly offset?: number }
  | { readonly kind: 'SESSION'; readonly gap: number; readonly partitionKeys: readonly number[] };

/** Where a window's columns come from: a time attribute, attached start and end columns, or the end of a slice. */
export type WindowColumns =
  | { readonly by: 'time'; readonly timeIndex: number }
  | { readonly by: 'window'; readonly startIndex?: number; readonly endIndex: number }
  | { readonly by: 'slice'; readonly endIndex: number };

/** Flink's `WindowingStrategy`. */
export interface Windowing {
  readonly spec: WindowSpec;
  /** Type of the time attribute; its indicator tells rowtime from proctime. */
  readonly timeType: SqlType;
  readonly isRowtime: boolean;
  readonly columns: WindowColumns;
}

/** `TUMBLE(time_col=[ts], size=[15 min])`. */
export function windowingText(w: Windowing, row: RowType): string {
  return windowSpecText(w.spec, columnsText(w.columns, row), row);
}

function columnsText(c: WindowColumns, row: RowType): string {
  switch (c.by) {
    case 'time':
      return `time_col=[${fieldName(row, c.timeIndex)}]`;
    case 'slice':
      return `slice_end=[${fieldName(row, c.endIndex)}]`;
    default: {
      const start = c.startIndex === undefined ? '' : `win_start=[${fieldName(row, c.startIndex)}], `;
      return `${start}win_end=[${fieldName(row, c.endIndex)}]`;
    }
  }
}

function windowSpecText(s: WindowSpec, columns: string, row: RowType): string {
  const offset = 'offset' in s && s.offset !== undefined ? `, offset=[${durationText(s.offset)}]` : '';
  switch (s.kind) {
    case 'TUMBLE':
      return `TUMBLE(${columns}, size=[${durationText(s.size)}]${offset})`;
    case 'HOP':
      return `HOP(${columns}, size=[${durationText(s.size)}], slide=[${durationText(s.slide)}]${offset})`;
    case 'CUMULATE':
      return `CUMULATE(${columns}, max_size=[${durationText(s.maxSize)}], step=[${durationText(s.step)}]${offset})`;
    default: {
      const keys = s.partitionKeys.length === 0 ? '' : `, partition keys=[${s.partitionKeys.map((k) => fieldName(row, k)).join(', ')}]`;
      return `SESSION(${columns}, gap=[${durationText(s.gap)}]${keys})`;
    }
  }
}

/** Equality of windows, as window joins demand it of both sides. */
export function sameWindowSpec(a: WindowSpec, b: WindowSpec): boolean {
  return windowSpecKey(a) === windowSpecKey(b);
}

function windowSpecKey(s: WindowSpec): string {
  switch (s.kind) {
    case 'TUMBLE':
      return `TUMBLE ${s.size} ${s.offset}`;
    case 'HOP':
      return `HOP ${s.size} ${s.slide} ${s.offset}`;
    case 'CUMULATE':
      return `CUMULATE ${s.maxSize} ${s.step} ${s.offset}`;
    default:
      return `SESSION ${s.gap} ${s.partitionKeys.join()}`;
  }
}

const UNITS: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
];

/** Milliseconds with the highest unit that divides them: `15 min`, `1 h`, `1500 ms` (Flink's `TimeUtils.formatWithHighestUnit`). */
export function durationText(ms: number): string {
  const unit = ms === 0 ? undefined : UNITS.find(([, size]) => ms % size === 0);
  return unit ? `${ms / unit[1]} ${unit[0]}` : `${ms} ms`;
}

/** Which columns of a node carry the window of a table-valued function (Flink's `RelWindowProperties`); indexes ascending. */
export interface WindowProperties {
  readonly start: readonly number[];
  readonly end: readonly number[];
  readonly time: readonly number[];
  readonly spec: WindowSpec;
  readonly timeType: SqlType;
  readonly isRowtime: boolean;
}

/** All window columns. */
export function windowColumns(p: WindowProperties): readonly number[] {
  return [...p.start, ...p.end, ...p.time];
}
