import type { TimerNotice } from '../listener.ts';

/** A note of an event: a timer, or a state and its key. */
export interface EventNote {
  readonly name: string;
  readonly key: string;
  readonly domain?: 'event' | 'processing';
  readonly namespace?: string;
}

/** Notes of one namespace; most namespaces of session windows have one key, which needs no map. */
type ByKey = { readonly key: string; readonly id: number } | Map<string, number>;

/** What events are about, each thing once: events name it by its number. */
export class NoteBook {
  readonly notes: EventNote[] = [];
  /** Numbers of timers and windows by name, namespace and key. Looked up part by part: a text of all three would be made for each event. */
  private readonly ids = new Map<string, Map<string, ByKey>>();

  add(note: EventNote): number {
    return this.notes.push(note) - 1;
  }

  timer({ service, domain, key, namespace }: TimerNotice): number {
    const about = this.about(domain === 'event' ? service : `${service}|${domain}`);
    return find(about, namespace, key) ?? this.note(about, { name: service, domain, key, namespace });
  }

  window(namespace: string, key: string): number {
    const about = this.about('window|');
    return find(about, namespace, key) ?? this.note(about, { name: 'window', key, namespace });
  }

  private about(name: string): Map<string, ByKey> {
    let known = this.ids.get(name);
    if (!known) this.ids.set(name, (known = new Map()));
    return known;
  }

  private note(about: Map<string, ByKey>, note: EventNote & { readonly namespace: string }): number {
    const { namespace, key } = note;
    const id = this.add(note);
    const known = about.get(namespace);
    if (!known) about.set(namespace, { key, id });
    else if (known instanceof Map) known.set(key, id);
    else about.set(namespace, new Map([known, { key, id }].map((n) => [n.key, n.id])));
    return id;
  }
}

function find(about: ReadonlyMap<string, ByKey>, namespace: string, key: string): number | undefined {
  const known = about.get(namespace);
  if (known instanceof Map) return known.get(key);
  return known?.key === key ? known.id : undefined;
}
