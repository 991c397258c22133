import type { RexNode } from '../../../rel/rex/rex-node.ts';
import type { EventId, RowsByVariable } from './pattern-matcher.ts';
import { UnsupportedError } from '../../../base/diagnostic.ts';
import { valueOfLiteral } from '../../../rel/rex/value-literal.ts';
import { RunError } from '../../run-error.ts';
import { compareEvents } from './pattern-matcher.ts';

/** AFTER MATCH: tells of a match which others are dropped for it, by their first rows (Flink's `AfterMatchSkipStrategy`). */
export type SkipStrategy = (match: RowsByVariable) => (start: EventId) => boolean;

export function skipStrategy(after: RexNode): SkipStrategy {
  const name = after.rex === 'literal' ? valueOfLiteral(after) : after.rex === 'call' ? after.op.name : undefined;
  const operand = after.rex === 'call' ? after.operands[0] : undefined;
  const variable = operand?.rex === 'literal' ? String(valueOfLiteral(operand)) : '';
  switch (name) {
    case 'SKIP PAST LAST ROW':
      return (match) => upTo(eventsOf(match).at(-1));
    case 'SKIP TO NEXT ROW':
      return (match) => upTo(eventsOf(match)[0]);
    case 'SKIP TO FIRST':
      return (match) => before(match, variable, (events) => events[0]);
    case 'SKIP TO LAST':
      return (match) => before(match, variable, (events) => events.at(-1));
    default:
      throw new UnsupportedError('operator', 'This AFTER MATCH cannot be run yet.');
  }
}

function eventsOf(match: RowsByVariable): EventId[] {
  return [...match.values()].flatMap((rows) => rows.map((r) => r.event)).sort(compareEvents);
}

function upTo(last: EventId | undefined): (start: EventId) => boolean {
  return (start) => last !== undefined && compareEvents(start, last) <= 0;
}

/** Matches that start before a row of the variable. Skipping to the first row would find the same match for ever. */
function before(
  match: RowsByVariable,
  variable: string,
  choose: (events: readonly EventId[]) => EventId | undefined,
): (start: EventId) => boolean {
  const target = choose((match.get(variable) ?? []).map((r) => r.event));
  if (!target) {
    throw new RunError('FlinkRuntimeException', `Could not skip to ${variable}. No such element in the found match ${matchText(match)}`);
  }
  const [first] = eventsOf(match);
  if (first && compareEvents(first, target) === 0)
    throw new RunError('FlinkRuntimeException', 'Could not skip to first element of a match.');
  return (start) => compareEvents(start, target) < 0;
}

function matchText(match: RowsByVariable): string {
  const lists = [...match].map(([variable, rows]) => {
    const events = rows.map(({ event }) => `EventId{id=${event.id}, timestamp=${event.time}}`);
    return `${variable}=[${events.join(', ')}]`;
  });
  return `{${lists.join(', ')}}`;
}
