import type { FeedJson } from './feed-json.ts';
import type { FeedColumn } from './cell-text.ts';
import type { FeedOp } from './read-feed.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { typeFamily } from './cell-text.ts';
import { feedObject, formatRow } from './write-feed.ts';

/** What rows of one table look like. Shares are from 0 to 1, times in milliseconds. */
export interface TableGenerator {
  readonly table: string;
  readonly columns: readonly FeedColumn[];
  readonly rows: number;
  /** Distance between two arrivals. */
  readonly every: number;
  /** How far an arrival strays from its place, either way. */
  readonly jitter: number;
  /** Event times lie up to so far behind the arrival: rows overtake each other. */
  readonly disorder: number;
  /** Share of rows that lie another `lateBy` behind. */
  readonly lateShare: number;
  readonly lateBy: number;
  /** Different values of a key column. */
  readonly keys: number;
  /** 0: all keys are as frequent; 1: the first is twice as frequent as the second, three times as the third … (Zipf's exponent). */
  readonly skew: number;
  readonly nullShare: number;
  /** For change feeds: shares of changes that update, and delete, a row that is there. With `key`. */
  readonly updateShare: number;
  readonly deleteShare: number;
  /** Columns that tell rows apart; needed for updates and deletes. */
  readonly key: readonly string[];
  /** Updates are written as -U and +U; else as +U alone (upsert). */
  readonly updateBefore: boolean;
  readonly partitions: number;
  /** Rows are looked up only (`=`); they have no time of arrival. */
  readonly fixed: boolean;
}

export interface GenerateOptions {
  /** Equal seeds give equal rows. */
  readonly seed: number;
  /** Event time of the first row, in milliseconds since the epoch. */
  readonly start: number;
  /** Milliseconds of event time that pass in a millisecond of processing time. */
  readonly eventSpeed: number;
  readonly tables: readonly TableGenerator[];
}

/** Most rows of one generated feed. */
export const MOST_GENERATED_ROWS = 100_000;

export const GENERATOR_DEFAULTS: Omit<TableGenerator, 'table' | 'columns'> = {
  rows: 20,
  every: 1_000,
  jitter: 200,
  disorder: 0,
  lateShare: 0,
  lateBy: 60_000,
  keys: 3,
  skew: 0,
  nullShare: 0,
  updateShare: 0,
  deleteShare: 0,
  key: [],
  updateBefore: true,
  partitions: 1,
  fixed: false,
};

type Values = readonly (readonly [string, FeedJson])[];

interface Line {
  readonly at: number;
  readonly text: string;
}

/** The lines of a feed with random rows, in order of arrival: the same ones for the same options. */
export function generateFeed(o: GenerateOptions): readonly string[] {
  const fixed: string[] = [];
  const lines: Line[] = [];
  o.tables.forEach((table, i) => {
    const generator = new RowGenerator(table, o, new SeededRandom(o.seed * 1009 + i));
    if (table.fixed) fixed.push(...generator.fixedLines());
    else lines.push(...generator.lines());
  });
  lines.sort((a, b) => a.at - b.at);
  return [...fixed, ...lines.map((l) => l.text)];
}

class RowGenerator {
  private readonly table: TableGenerator;
  private readonly options: GenerateOptions;
  private readonly random: SeededRandom;
  /** Rows that are there, for updates and deletes. */
  private readonly present: Values[] = [];
  private readonly weights: readonly number[];
  private nextKey = 1;

  constructor(table: TableGenerator, options: GenerateOptions, random: SeededRandom) {
    this.table = table;
    this.options = options;
    this.random = random;
    this.weights = Array.from({ length: Math.max(1, table.keys) }, (_, i) => 1 / (i + 1) ** table.skew);
  }

  fixedLines(): string[] {
    const { table, rows } = this.table;
    return this.random.times(Math.min(rows, MOST_GENERATED_ROWS), (i) =>
      formatRow({ table, op: '=', json: feedObject(this.values(i * this.table.every, i + 1)) }),
    );
  }

  *lines(): Generator<Line> {
    const { rows, every, jitter } = this.table;
    for (let i = 0; i < Math.min(rows, MOST_GENERATED_ROWS); i++) {
      const at = Math.max(0, Math.round((i + 1) * every + (this.random.next() * 2 - 1) * jitter));
      yield* this.change(at);
    }
  }

  private *change(at: number): Generator<Line> {
    const { updateShare, deleteShare, key, updateBefore } = this.table;
    const dice = this.random.next();
    if (key.length > 0 && this.present.length > 0 && dice < updateShare + deleteShare) {
      const place = this.random.below(this.present.length);
      const before = this.present[place] ?? [];
      if (dice < deleteShare) {
        this.present.splice(place, 1);
        yield this.line('-D', before, at);
        return;
      }
      const fresh = this.values(at);
      const after = before.map(([name, value], i): Values[number] => (key.includes(name) ? [name, value] : (fresh[i] ?? [name, value])));
      this.present[place] = after;
      if (updateBefore) yield this.line('-U', before, at);
      yield this.line('+U', after, at);
      return;
    }
    const values = this.values(at, key.length > 0 ? this.nextKey++ : undefined);
    if (key.length > 0) this.present.push(values);
    yield this.line('+I', values, at);
  }

  private line(op: FeedOp, values: Values, at: number): Line {
    const { table, partitions } = this.table;
    const partition = partitions > 1 ? { partition: this.random.below(partitions) } : {};
    return { at, text: formatRow({ table, op, json: feedObject(values), at, ...partition }) };
  }

  /** `key`: the number that key columns of a new row take. */
  private values(at: number, key?: number): Values {
    return this.table.columns.map((column) => [column.name, this.value(column, at, key)] as const);
  }

  private value(column: FeedColumn, at: number, key: number | undefined): FeedJson {
    const { random, table } = this;
    const isKey = table.key.includes(column.name);
    const isRowtime = column.type.includes('*ROWTIME*');
    const family = typeFamily(column.type);
    // The dice are thrown in any case, so that one share can be changed and the rest of the rows stays as it was.
    const isNull = random.chance(table.nullShare) && !isKey && !isRowtime && !/ NOT NULL\b/.test(column.type);
    const pick = this.pickKey();
    const amount = random.below(100);
    if (isNull) return null;
    const number = isKey && key !== undefined ? key : looksLikeKey(column.name) ? pick : amount;
    switch (family) {
      case 'integer':
        return { number: String(number) };
      case 'number':
        return { number: (amount / 4).toFixed(2) };
      case 'boolean':
        return amount % 2 === 0;
      case 'timestamp':
        return timestampText(this.eventTime(at), column.type);
      case 'date':
        return new Date(this.eventTime(at)).toISOString().slice(0, 10);
      case 'time':
        return new Date(this.eventTime(at)).toISOString().slice(11, 19);
      case 'json':
        return /\b(?:MAP|MULTISET)\b|^ROW|^RecordType/i.test(column.type) ? feedObject([]) : [];
      case 'text':
        return isKey && key !== undefined ? `k${key}` : letters(pick);
    }
  }

  private eventTime(at: number): number {
    const { disorder, lateShare, lateBy } = this.table;
    const behind = this.random.next() * disorder + (this.random.chance(lateShare) ? lateBy : 0);
    return Math.round(this.options.start + at * this.options.eventSpeed - behind);
  }

  private pickKey(): number {
    const total = this.weights.reduce((a, b) => a + b, 0);
    let rest = this.random.next() * total;
    for (const [i, weight] of this.weights.entries()) {
      rest -= weight;
      if (rest < 0) return i + 1;
    }
    return this.weights.length;
  }
}

function looksLikeKey(name: string): boolean {
  return /(?:^|_)(?:id|key|no|nr|num)$|(?:Id|Key|No)$|^[a-c]$/i.test(name);
}

/** `a` … `z`, `aa` …. */
function letters(n: number): string {
  const rest = Math.floor((n - 1) / 26);
  return (rest > 0 ? letters(rest) : '') + String.fromCharCode(97 + ((n - 1) % 26));
}

function timestampText(millis: number, type: string): string {
  const iso = new Date(millis).toISOString();
  const digits = /\(0\)/.test(type) ? 19 : 23;
  return `${iso.slice(0, digits).replace('T', ' ')}${/LOCAL|LTZ/.test(type) ? 'Z' : ''}`;
}
