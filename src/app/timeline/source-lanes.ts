/** Lanes of sources and of operators that follow the smallest of several watermarks. */
import type { OperatorRef, RunTrace } from '../../trace/run-trace.ts';
import type { Role } from '../graph/roles.ts';
import { msg } from '../messages/messages.ts';
import { LAST_DATE, operatorTitle, type Lane, type MergeLane, type SourceLane } from './lane-kinds.ts';
import { marksKey, mergeMarks, NO_MARKS, partitionsOf, sourcesOf, type EventMarks } from './marks.ts';
import { holders, type Staircase, type WatermarkLines } from './watermark-lines.ts';

export function sourceLanes(trace: RunTrace, lines: WatermarkLines, marks: ReadonlyMap<string, EventMarks>): readonly Lane[] {
  const sources = sourcesOf(trace);
  return sources.flatMap((operator, index): readonly Lane[] => {
    const own = trace.operators[operator];
    if (!own) return [];
    const table = operatorTitle(own);
    const subtitle =
      sources.length > 1 ? msg('timeline.lane.sourceOf', { n: index + 1, total: sources.length }) : msg('timeline.lane.source');
    const split = lines.partitions(operator);
    const named = partitionsOf(marks, table);
    const pauses = (trace.pauses ?? []).filter((pause) => pause.operator === operator);
    const head = { operator, title: table, role: 'scan' as Role, kind: 'source' as const, table, pauses };
    if (split.length === 0 || named.length + split.length <= 1) {
      const events = mergeMarks(named.map((partition) => marks.get(marksKey(table, partition)) ?? NO_MARKS));
      const line = sourceLine(trace, lines, operator);
      return [{ ...head, key: `source ${operator}`, subtitle, events, line, hasTimes: hasTimes(events, line) }];
    }
    const parts = split.map(([partition, line]): SourceLane => {
      const events = marks.get(marksKey(table, partition)) ?? NO_MARKS;
      const part = msg('timeline.lane.partition', { n: partition, total: split.length });
      return {
        ...head,
        key: `source ${operator} ${partition}`,
        title: `${table} ${partition}`,
        subtitle: part,
        events,
        line,
        hasTimes: hasTimes(events, line),
        pauses: pauses.filter((pause) => pause.partition === partition),
      };
    });
    const inputs = split.map(([partition, line]) => ({ name: `${table} ${partition}`, line }));
    return [...parts, mergeLane(trace, { operator, title: table, role: 'scan', line: lines.output(operator), inputs, isSplit: true })];
  });
}

export function hasDate(line: Staircase | undefined): boolean {
  return line !== undefined && line.values.some((value) => Math.abs(value) <= LAST_DATE);
}

function hasTimes(events: EventMarks, line: Staircase | undefined): boolean {
  return events.times.some((time) => Number.isFinite(time)) || hasDate(line);
}

/** A source's watermark, or that of the watermark assigner which follows it without a fork. */
function sourceLine(trace: RunTrace, lines: WatermarkLines, source: OperatorRef): Staircase | undefined {
  let current = source;
  for (;;) {
    const line = lines.output(current);
    if (line) return line;
    const readers = trace.operators.flatMap((operator, index) => (operator.inputs.includes(current) ? [index] : []));
    const [reader] = readers;
    if (readers.length !== 1 || reader === undefined || (trace.operators[reader]?.inputs.length ?? 0) !== 1) return undefined;
    current = reader;
  }
}

export function mergeLane(
  trace: RunTrace,
  part: Pick<MergeLane, 'title' | 'role' | 'line' | 'inputs'> & { readonly operator: OperatorRef; readonly isSplit?: boolean },
): MergeLane {
  const n = part.inputs.length;
  const subtitle = part.isSplit
    ? msg('timeline.lane.smallestPartition', { n })
    : n === 2
      ? msg('timeline.lane.smallerOfBoth')
      : msg('timeline.lane.smallestOf', { n });
  const held = holders(
    part.inputs.map((input) => input.line),
    trace.steps.length,
  );
  return {
    kind: 'merge',
    key: `merge ${part.operator}`,
    operator: part.operator,
    title: part.title,
    subtitle,
    role: part.role,
    line: part.line,
    inputs: part.inputs,
    holders: held,
  };
}
