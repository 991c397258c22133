import type { AggregateCall } from '../../core/aggregate-call.ts';
import type { AggregateInfo, AggregateInfoList } from '../aggregate-info.ts';
import type { NamedWindowProperty } from '../window-property.ts';
import type { RowType } from '../../../types/sql-type.ts';
import { actualAggInfos } from '../aggregate-info.ts';
import { windowPropertyText } from '../window-property.ts';
import { fieldName, fieldNames, namedItem } from './field-text.ts';

/** Which phase of an aggregation a node is; decides names of arguments and outputs. */
export type AggregatePhase =
  | { readonly phase: 'single' | 'local' | 'global' }
  /** The one node that is the global phase of the partial and the local phase of the final aggregation. */
  | { readonly phase: 'incremental'; readonly shuffleKey: readonly number[] };

export interface AggregateTextRequest {
  readonly input: RowType;
  readonly output: RowType;
  readonly infos: AggregateInfoList;
  readonly grouping: readonly number[];
  readonly phase: AggregatePhase;
  readonly properties?: readonly NamedWindowProperty[];
}

/** The `select` item of stream aggregates (Flink's `RelExplainUtil.stream…AggregationToString`). */
export function aggregateSelectText(r: AggregateTextRequest): string {
  const { input, infos, grouping, phase } = r;
  const inNames = fieldNames(input);
  const outNames = fieldNames(r.output);
  const groupNames = grouping.map((k) => fieldName(input, k));
  const offset = phase.phase === 'incremental' ? phase.shuffleKey.length : grouping.length;
  const texts = callTexts(r, offset);
  const outputs =
    phase.phase === 'local'
      ? [...groupNames, ...accumulatorNames(offset, infos, outNames)]
      : phase.phase === 'incremental'
        ? [...groupNames, ...accumulatorNames(offset, infos, inNames)]
        : outNames;
  const properties = (r.properties ?? []).map((p) => windowPropertyText(p.kind));
  return zipItems([...groupNames, ...texts, ...properties], outputs);
}

/** Pairs as far as both lists go. */
function zipItems(texts: readonly string[], names: readonly string[]): string {
  const n = Math.min(texts.length, names.length);
  return texts
    .slice(0, n)
    .map((t, i) => namedItem(t, names[i] ?? t))
    .join(', ');
}

function callTexts(r: AggregateTextRequest, offset: number): readonly string[] {
  const { infos, input, phase } = r;
  const distinct = distinctNames(infos);
  if (phase.phase === 'global' || phase.phase === 'incremental') {
    const names = accumulatorNames(offset, infos, fieldNames(input));
    return infos.aggInfos.map((info, i) => {
      const set = distinct.get(i);
      return `${functionName(info)}(${set === undefined ? '' : `${set} `}${names[i] ?? ''})`;
    });
  }
  const filters = filterArgs(infos);
  const argsText = (info: AggregateInfo): string =>
    info.call.args.length === 0 ? '*' : info.call.args.map((a) => fieldName(input, a)).join(', ');
  const filterText = (info: AggregateInfo): string => {
    const filter = filters.get(info.index) ?? -1;
    return filter >= 0 ? ` FILTER ${fieldName(input, filter)}` : '';
  };
  if (phase.phase === 'local') {
    const calls = infos.aggInfos.map((info) => {
      const set = distinct.get(info.index);
      return `${functionName(info)}(${set === undefined ? '' : `${set} `}${argsText(info)})${filterText(info)}`;
    });
    const sets = infos.distinctInfos.map((d) => `DISTINCT(${d.argIndexes.map((a) => fieldName(input, a)).join(', ')})`);
    return [...calls, ...sets];
  }
  return actualAggInfos(infos).map((info) => {
    const set = distinct.has(info.index) ? 'DISTINCT ' : '';
    return `${functionName(info)}(${set}${argsText(info)})${filterText(info)}`;
  });
}

function functionName(info: AggregateInfo): string {
  return `${info.call.op.name}${info.consumeRetraction ? '_RETRACT' : ''}`;
}

function distinctNames(infos: AggregateInfoList): ReadonlyMap<number, string> {
  return new Map(infos.distinctInfos.flatMap((d, i) => d.aggIndexes.map((a) => [a, `distinct$${i}`] as const)));
}

function filterArgs(infos: AggregateInfoList): ReadonlyMap<number, number> {
  const result = new Map(infos.aggInfos.map((i) => [i.index, i.call.filterArg]));
  for (const d of infos.distinctInfos) d.aggIndexes.forEach((a, i) => result.set(a, d.filterArgs[i] ?? -1));
  return result;
}

/** Names of each function's accumulator among `names` from `offset` on, several in brackets; then the distinct sets. */
function accumulatorNames(offset: number, infos: AggregateInfoList, names: readonly string[]): readonly string[] {
  let at = offset;
  const result = infos.aggInfos.map((info) => {
    const own = names.slice(at, at + info.buffers.length);
    at += info.buffers.length;
    return own.length > 1 ? `(${own.join(', ')})` : (own[0] ?? '');
  });
  return [...result, ...names.slice(at)];
}

/** The `select` item of legacy group windows: no `_RETRACT`, properties last (Flink's `legacyStreamWindowAggregationToString`). */
export function legacyWindowSelectText(r: {
  readonly input: RowType;
  readonly output: RowType;
  readonly grouping: readonly number[];
  readonly aggCalls: readonly AggregateCall[];
  readonly properties: readonly NamedWindowProperty[];
}): string {
  const calls = r.aggCalls.map((c) => {
    const args = c.args.length === 0 ? '*' : c.args.map((a) => fieldName(r.input, a)).join(', ');
    const distinct = c.distinct ? (c.args.length === 0 ? 'DISTINCT' : 'DISTINCT ') : '';
    const filter = c.filterArg >= 0 && c.filterArg < r.input.fields.length ? ` FILTER ${fieldName(r.input, c.filterArg)}` : '';
    return `${c.op.name}(${distinct}${args})${filter}`;
  });
  const properties = r.properties.map((p) => windowPropertyText(p.kind));
  return zipItems([...r.grouping.map((k) => fieldName(r.input, k)), ...calls, ...properties], fieldNames(r.output));
}
