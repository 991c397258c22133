import type { FeedColumn } from './cell-text.ts';
import type { FeedJson, FeedObject } from './feed-json.ts';
import type { FeedOp } from './read-feed.ts';
import { isFeedObject } from './feed-json.ts';

/** A change of a table as a message of a CDC format tells it. */
export interface EnvelopeChange {
  readonly op: FeedOp;
  readonly json: FeedObject;
}

type Fields = ReadonlyMap<string, FeedJson>;

function objectAt(fields: Fields, name: string): FeedObject | undefined {
  const value = fields.get(name) ?? null;
  return value !== null && isFeedObject(value) ? value : undefined;
}

function change(op: FeedOp, json: FeedObject | undefined): readonly EnvelopeChange[] {
  return json ? [{ op, json }] : [];
}

function update(before: FeedObject | undefined, after: FeedObject | undefined): readonly EnvelopeChange[] {
  return [...change('-U', before), ...change('+U', after)];
}

/** Debezium's `op` (with or without `payload` around it, `DebeziumJsonDeserializationSchema`) and Oracle GoldenGate's `op_type`. */
function beforeAndAfter(fields: Fields): readonly EnvelopeChange[] | undefined {
  const before = objectAt(fields, 'before');
  const after = objectAt(fields, 'after');
  if (!before && !after) return undefined;
  switch (fields.get('op') ?? fields.get('op_type')) {
    case 'c':
    case 'r':
    case 'I':
      return change('+I', after);
    case 'u':
    case 'U':
      return update(before, after);
    case 'd':
    case 'D':
      return change('-D', before);
    default:
      return undefined;
  }
}

/** The row before an update: what is not in `old` was the same (`MaxwellJsonDeserializationSchema`, `CanalJsonDeserializationSchema`). */
function patched(data: FeedObject, old: FeedObject | undefined): FeedObject {
  return { fields: new Map([...data.fields, ...(old?.fields ?? [])]) };
}

/** Maxwell's `type` and one row in `data`; Canal's writes the type large and `data` as a list. */
function typeAndData(fields: Fields): readonly EnvelopeChange[] | undefined {
  const type = fields.get('type');
  const data = fields.get('data') ?? null;
  if (typeof type !== 'string' || data === null) return undefined;
  const isList = Array.isArray(data);
  if (!isList && !isFeedObject(data)) return undefined;
  const listOf = (value: FeedJson): readonly FeedJson[] => (Array.isArray(value) ? (value as readonly FeedJson[]) : [value]);
  const olds = listOf(fields.get('old') ?? null);
  const changes = listOf(data).map((row, i): readonly EnvelopeChange[] | undefined => {
    if (row === null || !isFeedObject(row)) return undefined;
    const old = olds[i] ?? null;
    switch (type.toLowerCase()) {
      case 'insert':
      case 'bootstrap-insert':
        return change('+I', row);
      case 'update':
        return update(patched(row, old !== null && isFeedObject(old) ? old : undefined), row);
      case 'delete':
        return change('-D', row);
      default:
        return undefined;
    }
  });
  return changes.some((one) => one === undefined) ? undefined : changes.flatMap((one) => one ?? []);
}

/** Keys that make an object a message about a row. A table that has such a column holds rows with them. */
const ENVELOPE_KEYS = new Set(['before', 'after', 'op', 'op_type', 'type', 'data', 'payload']);

/**
 * The changes that a message of `debezium-json`, `ogg-json`, `maxwell-json` or `canal-json` tells of; undefined if the object is none, and
 * then it is a row itself.
 */
export function changesOfEnvelope(json: FeedObject, columns: readonly FeedColumn[]): readonly EnvelopeChange[] | undefined {
  const names = new Set(columns.map((column) => column.name));
  const isMessage = [...json.fields.keys()].some((key) => ENVELOPE_KEYS.has(key)) && ![...json.fields.keys()].some((key) => names.has(key));
  if (!isMessage) return undefined;
  const payload = objectAt(json.fields, 'payload');
  return beforeAndAfter((payload ?? json).fields) ?? typeAndData(json.fields);
}
