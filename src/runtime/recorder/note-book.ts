import type { TimerNotice } from '../listener.ts';

/** A note of an event: a timer, or a state and its key. */
export interface EventNote {
  readonly name: string;
  readonly key: string;
  readonly domain?: 'event' | 'processing';
  readonly namespace?: string;
}

type ByKey = Map<string, number>;

/** What events are about, each thing once: events name it by its number. */
export class NoteBook {
  readonly notes: EventNote[] = [];
  /** Numbers of timers and windows by name, namespace and key. Looked up part by part: a text of all three would be made for each event. */
  private readonly ids = new Map<string, Map<string, ByKey>>();

  add(note: EventNote): number {
    return this.notes.push(note) - 1;
  }

  timer({ service, domain, key, namespace }: TimerNotice): number {
    const byKey = this.keysOf(domain === 'event' ? service : `${service}|${domain}`, namespace);
    const known = byKey.get(key);
    if (known !== undefined) return known;
    const id = this.add({ name: service, domain, key, namespace });
    byKey.set(key, id);
    return id;
  }

  window(namespace: string, key: string): number {
    const byKey = this.keysOf('window|', namespace);
    const known = byKey.get(key);
    if (known !== undefined) return known;
    const id = this.add({ name: 'window', key, namespace });
    byKey.set(key, id);
    return id;
  }

  private keysOf(about: string, namespace: string): ByKey {
    let byNamespace = this.ids.get(about);
    if (!byNamespace) this.ids.set(about, (byNamespace = new Map()));
    let byKey = byNamespace.get(namespace);
    if (!byKey) byNamespace.set(namespace, (byKey = new Map()));
    return byKey;
  }
}
