import type { ShareDocument } from './state.ts';

/** A payload as it is written: short names, since each letter counts. Version 2; version 1 is the same without `f`. */
export interface PayloadV2 {
  readonly v: 2;
  /** Script. */
  readonly s: string;
  /** Sample rows. */
  readonly f?: string;
  /** Name. */
  readonly n?: string;
  /** Options. */
  readonly o?: Readonly<Record<string, string>>;
  /** Plan digests by statement number. */
  readonly p?: Readonly<Record<string, string>>;
  /** Engine version. */
  readonly e?: string;
}

function textRecord(value: unknown): Record<string, string> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== '__proto__',
  );
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/**
 * Reads a payload of any version known so far into the present form. Fields that are unknown or of a wrong type are left out; only a
 * payload without a script is refused. A payload of version 1 has no sample rows and is read as it is.
 */
export function readPayload(value: unknown): ShareDocument | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const raw = value as Readonly<Record<string, unknown>>;
  if (typeof raw['s'] !== 'string') return undefined;
  return {
    sql: raw['s'],
    feed: typeof raw['f'] === 'string' && raw['f'] !== '' ? raw['f'] : undefined,
    name: typeof raw['n'] === 'string' ? raw['n'].slice(0, 200) : undefined,
    options: textRecord(raw['o']),
    digests: textRecord(raw['p']),
    engine: typeof raw['e'] === 'string' ? raw['e'].slice(0, 40) : undefined,
  };
}

/** The present form as the payload of version 2; empty fields are left out. */
export function writePayload(document: ShareDocument): PayloadV2 {
  const hasEntries = (record: Readonly<Record<string, string>> | undefined): boolean =>
    record !== undefined && Object.keys(record).length > 0;
  return {
    v: 2,
    s: document.sql,
    ...(document.feed ? { f: document.feed } : {}),
    ...(document.name ? { n: document.name } : {}),
    ...(hasEntries(document.options) ? { o: document.options } : {}),
    ...(hasEntries(document.digests) ? { p: document.digests } : {}),
    ...(document.engine ? { e: document.engine } : {}),
  };
}
