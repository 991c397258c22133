import type { TraceNode, Step } from '../../trace/plan-trace.ts';
import type { NodePair } from '../../trace/plan-diff.ts';
import { count, msg } from '../messages/messages.ts';
import { titleOf } from './card-model.ts';
import type { Frame } from './frames.ts';
import { stepName, type StatementPlaces } from './positions.ts';

/** Names with how often they occur: `Exchange (3)`. */
function tally(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, n]) => (n > 1 ? `${name} (${n})` : name)).join(', ');
}

function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** What a step did to the plan, in one sentence. */
export function changeSentence(nodes: readonly TraceNode[], event: Step, pairs: readonly NodePair[] | undefined): string {
  const title = (ref: number | undefined): string => (ref === undefined ? '' : titleOf(nodes[ref]?.type ?? ''));
  const replaced = pairs?.find((pair) => pair.change === 'replaced');
  const removed = pairs?.filter((pair) => pair.change === 'removed') ?? [];
  const added = pairs?.filter((pair) => pair.change === 'added') ?? [];
  const changed = pairs?.filter((pair) => pair.change === 'changed') ?? [];
  const names = (list: readonly NodePair[], side: 'before' | 'after'): string => tally(list.map((pair) => title(pair[side]?.ref)));
  if (replaced) {
    const before = [title(replaced.before?.ref), ...removed.map((pair) => title(pair.before?.ref))];
    return count('sentence.replaced', before.length, { before: joinNames(before), after: title(replaced.after?.ref) });
  }
  if (added.length > 0 && removed.length > 0)
    return msg('sentence.both', { added: names(added, 'after'), removed: names(removed, 'before') });
  if (added.length > 0) return msg('sentence.added', { added: names(added, 'after') });
  if (removed.length > 0) return msg('sentence.removed', { removed: names(removed, 'before') });
  if (changed.length > 0) return count('sentence.changed', changed.length, { name: names(changed.slice(0, 3), 'after') });
  return event.changed ? msg('sentence.moved') : msg('sentence.nothing');
}

/** "Step 12 of 40, Rule: what it did": the whole step for someone who does not see the graph. */
export function stepSentence(nodes: readonly TraceNode[], places: StatementPlaces, frame: Frame): string {
  const { event, globalStep, stage } = frame.position;
  if (!event) {
    const isReached = places.stages.find((place) => place.name === stage)?.isReached ?? false;
    return msg(isReached ? 'sentence.plan' : 'sentence.noPlan', { stage });
  }
  return msg('sentence.step', {
    n: globalStep,
    total: places.totalSteps,
    rule: stepName(event, nodes),
    change: changeSentence(nodes, event, frame.diff?.pairs),
  });
}
