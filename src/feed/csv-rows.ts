import type { SqlType } from '../types/sql-type.ts';
import type { Value } from '../types/value.ts';
import type { FieldReader } from './csv-fields.ts';
import { UnsupportedError } from '../base/diagnostic.ts';
import { fieldReader } from './csv-fields.ts';
import { FeedValueError } from './row-of-json.ts';

export interface CsvColumn {
  readonly name: string;
  readonly type: SqlType;
  /** False: nobody looks at the column; it is null in every row. */
  readonly needed: boolean;
}

const NEW_LINE = 10;
const RETURN = 13;
const QUOTE = 34;

/** Options of the CSV format that the reader knows, with their defaults. */
const KNOWN_OPTIONS: Readonly<Record<string, string>> = { 'csv.field-delimiter': ',', 'csv.quote-character': '"' };

/**
 * Rows of a table from the bytes of a CSV file, as Flink's `csv` format reads them: columns by position, no header, quotes around fields
 * that hold delimiters. Bytes come in pieces of any size; rows go to the consumer as soon as their line is whole.
 */
export class CsvRows {
  private readonly columns: readonly CsvColumn[];
  private readonly readers: readonly (FieldReader | undefined)[];
  private readonly empty: readonly Value[];
  private readonly delimiter: number;
  /** The beginning of a line whose end has not come yet. */
  private rest: Uint8Array = new Uint8Array(0);
  private line = 0;

  /** `options` are those of the table. Throws `UnsupportedError` for options and types that are not known here. */
  constructor(columns: readonly CsvColumn[], options: ReadonlyMap<string, string>) {
    for (const key of options.keys()) {
      if (key.startsWith('csv.') && !(key in KNOWN_OPTIONS)) throw new UnsupportedError('source', `The option ${key} is not known here.`);
    }
    if ((options.get('csv.quote-character') ?? '"') !== '"')
      throw new UnsupportedError('source', 'Quotes other than " are not known here.');
    this.columns = columns;
    this.readers = columns.map((c) => (c.needed ? fieldReader(c.type) : undefined));
    this.empty = columns.map(() => null);
    this.delimiter = (options.get('csv.field-delimiter') ?? ',').charCodeAt(0);
  }

  /** Takes the next bytes. They are not kept. */
  push(bytes: Uint8Array, onRow: (row: readonly Value[]) => void): void {
    const last = bytes.lastIndexOf(NEW_LINE);
    if (last < 0) {
      this.rest = joined(this.rest, bytes);
      return;
    }
    let start = 0;
    if (this.rest.length > 0) {
      start = bytes.indexOf(NEW_LINE) + 1;
      const whole = joined(this.rest, bytes.subarray(0, start));
      this.rest = new Uint8Array(0);
      this.lines(whole, { from: 0, to: whole.length, onRow });
    }
    this.lines(bytes, { from: start, to: last + 1, onRow });
    this.rest = bytes.slice(last + 1);
  }

  /** The file is over; its last line may lack an end. */
  finish(onRow: (row: readonly Value[]) => void): void {
    if (this.rest.length === 0) return;
    const whole = joined(this.rest, Uint8Array.of(NEW_LINE));
    this.rest = new Uint8Array(0);
    this.lines(whole, { from: 0, to: whole.length, onRow });
  }

  /** Rows of whole lines. */
  private lines(
    bytes: Uint8Array,
    o: { readonly from: number; readonly to: number; readonly onRow: (row: readonly Value[]) => void },
  ): void {
    const { readers, delimiter } = this;
    const count = readers.length;
    let at = o.from;
    while (at < o.to) {
      this.line++;
      const row = this.empty.slice();
      let column = 0;
      let ended = false;
      while (!ended) {
        const start = at;
        let byte = bytes[at] as number;
        if (byte === QUOTE) {
          at = this.quoted(bytes, at, { row, column });
          byte = bytes[at] as number;
          if (byte === RETURN) byte = bytes[++at] as number;
          if (byte !== delimiter && byte !== NEW_LINE) this.fail('Something stands behind the closing quote.');
        } else {
          while (byte !== delimiter && byte !== NEW_LINE) byte = bytes[++at] as number;
          const reader = readers[column];
          if (reader) {
            const end = byte === NEW_LINE && at > start && bytes[at - 1] === RETURN ? at - 1 : at;
            row[column] = this.field(reader, bytes, { start, end, column });
          }
        }
        ended = byte === NEW_LINE;
        at++;
        column++;
      }
      if (column !== count) this.fail(`Row length mismatch. ${count} fields expected but was ${column}.`);
      o.onRow(row);
    }
  }

  private field(
    reader: FieldReader,
    bytes: Uint8Array,
    { start, end, column }: { readonly start: number; readonly end: number; readonly column: number },
  ): Value {
    try {
      return reader(bytes, start, end);
    } catch (error) {
      if (error instanceof FeedValueError) this.fail(`Column ${this.columns[column]?.name ?? ''}: ${error.message}`);
      throw error;
    }
  }

  /** Reads a field in quotes, doubled quotes inside; gives the place behind it. */
  private quoted(bytes: Uint8Array, quote: number, o: { readonly row: Value[]; readonly column: number }): number {
    let at = quote + 1;
    const content: number[] = [];
    for (; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (byte === NEW_LINE) throw new UnsupportedError('source', 'A CSV field over several lines cannot be read yet.');
      if (byte !== QUOTE) content.push(byte);
      else if (bytes[at + 1] === QUOTE) content.push(bytes[at++] as number);
      else break;
    }
    const reader = this.readers[o.column];
    if (reader) o.row[o.column] = this.field(reader, Uint8Array.from(content), { start: 0, end: content.length, column: o.column });
    return at + 1;
  }

  private fail(message: string): never {
    throw new FeedValueError(`Line ${this.line}: ${message}`);
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const out = new Uint8Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}
