import type { ExecNode } from '../../exec/exec-node.ts';
import type { Value } from '../../types/value.ts';
import type { Operator, OperatorContext } from '../operator.ts';
import type { Change, Row } from '../record.ts';
import type { RecordWork } from './lookup/sync-lookups.ts';
import { StreamPhysicalLookupJoin } from '../../rel/physical/stream-physical-lookup-join.ts';
import { smallestKey } from '../../rel/physical/key-queries.ts';
import { isAccumulate } from '../record.ts';
import { fieldsKey } from '../state/row-key.ts';
import { Alarms } from './lookup/alarms.ts';
import { asyncLookups } from './lookup/async-lookups.ts';
import { Dimension } from './lookup/dimension.ts';
import { cacheLimits, LookupCache, lookupOptions } from './lookup/lookup-cache.ts';
import { LookupCalls, lookupRetry } from './lookup/lookup-calls.ts';
import { recordText } from './lookup/record-text.ts';
import { oneAtATime } from './lookup/sync-lookups.ts';

/** Gives what a left row joins with, padded for LEFT where that is nothing, before it returns or when the answer is there. */
type Join = (row: Row, give: (rows: readonly Row[]) => void) => void;

/**
 * Asks the dimension table for each row at the moment it comes: filter on the left row alone, lookup (none where a key is null), the
 * dimension's own projection and filter, the rest of the condition; LEFT pads where nothing is left. A materialised join remembers what it
 * gave for each upsert key and takes exactly that back.
 */
export function lookupJoin(node: ExecNode, context: OperatorContext): Operator {
  const { rel } = node;
  if (!(rel instanceof StreamPhysicalLookupJoin)) throw new Error(`${node.name} is no LookupJoin`);
  const alarms = new Alarms(context, 'lookup');
  const join = joinFunction(rel, alarms, context);
  if (rel.options.upsertMaterialize) return oneAtATime(materialised(rel, join, context), context);
  if (!rel.isAsync) {
    return oneAtATime(({ kind, row }, emit, done) => {
      join(row, (rows) => {
        for (const out of rows) emit(kind, out);
        done();
      });
    }, context);
  }
  const { keyOrdered, capacity, timeout, ...options } = rel.asyncOptions;
  const mode = keyOrdered ? 'KEY_ORDERED' : options.mode;
  const upsertKey = upsertKeyOf(rel);
  return asyncLookups(
    {
      mode,
      capacity,
      timeout,
      alarms,
      keyOf: ({ row }) => (mode === 'KEY_ORDERED' ? fieldsKey(row, upsertKey) : ''),
      recordText: (change) => recordText(node, change, context.evalContext),
      ask: ({ kind, row }: Change, answer) => join(row, (rows) => answer(rows.map((out) => ({ kind, row: out })))),
    },
    context,
  );
}

function joinFunction(rel: StreamPhysicalLookupJoin, alarms: Alarms, context: OperatorContext): Join {
  const dimension = new Dimension(rel, context);
  const limits = cacheLimits(lookupOptions(rel.options.temporalTable));
  const cache = limits && new LookupCache(limits);
  const retry = dimension.isFullyCached ? undefined : lookupRetry(rel.options.hint);
  const calls = new LookupCalls({ dimension, cache, retry, alarms, context });
  const preFilter = context.condition(rel.conditions.preFilter, rel.input().rowType.fields.length);
  const padding: readonly Value[] = Array.from({ length: rel.rightRowType.fields.length }, () => null);
  const isLeft = rel.options.joinType === 'left';
  return (row, give) => {
    const complete = (found: readonly Row[]): void => {
      if (found.length === 0 && isLeft) give([[...row, ...padding]]);
      else give(found.map((r) => [...row, ...r]));
    };
    if (!preFilter(row)) {
      complete([]);
      return;
    }
    const found = (rows: readonly Row[]): void => {
      const joined = dimension.joined(row, rows);
      context.watch.lookup?.(joined);
      complete(joined);
    };
    const key = dimension.keyOf(row);
    if (key) calls.ask(key, found);
    else found([]);
  };
}

/** Flink's `KeyedLookupJoinWrapper`, which is never asynchronous. */
function materialised(rel: StreamPhysicalLookupJoin, join: Join, context: OperatorContext): RecordWork {
  const upsertKey = upsertKeyOf(rel);
  const remembered = context.keyedState<readonly Row[]>('values');
  return ({ kind, row }, emit, done) => {
    const key = fieldsKey(row, upsertKey);
    if (isAccumulate(kind)) {
      join(row, (rows) => {
        remembered.set(key, rows);
        for (const out of rows) emit(kind, out);
        done();
      });
      return;
    }
    const rows = remembered.get(key) ?? [];
    remembered.delete(key);
    for (const out of rows) emit('-D', out);
    done();
  };
}

function upsertKeyOf(rel: StreamPhysicalLookupJoin): readonly number[] {
  const key = smallestKey(rel.cluster.mq.upsertKeys(rel.input()) ?? []) ?? [];
  return key.length > 0 ? key : rel.input().rowType.fields.map((_, i) => i);
}
