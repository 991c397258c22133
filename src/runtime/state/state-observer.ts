/** Sees the use of one state: which keys are read, written and cleared. Values are looked at after the step, since they change in place. */
export interface StateObserver {
  read(key: string): void;
  write(key: string, value: unknown): void;
  clear(key: string): void;
  /** Its time to live is over; it was found when it was asked for. */
  expired(key: string): void;
}

/** What an operator keeps in a form of its own, and how it is to be shown. */
export interface SelfDescribing {
  shownState(): object;
}

/** A map of an operator's state, told of by an observer. Without one operators use a plain `Map`. */
export class ObservedMap<V> extends Map<string, V> {
  private readonly observer: StateObserver;

  constructor(observer: StateObserver) {
    super();
    this.observer = observer;
  }

  override get(key: string): V | undefined {
    const value = super.get(key);
    // What is read may be changed in place.
    if (value !== undefined) this.observer.write(key, value);
    return value;
  }

  override set(key: string, value: V): this {
    this.observer.write(key, value);
    return super.set(key, value);
  }

  override delete(key: string): boolean {
    const was = super.delete(key);
    if (was) this.observer.clear(key);
    return was;
  }

  override clear(): void {
    for (const key of this.keys()) this.observer.clear(key);
    super.clear();
  }
}
