const PREFIX = 'planscope.';

/** Reads a choice of the reader; a blocked or broken storage counts as none. */
export function readPreference<T>(name: string, isValid: (value: unknown) => value is T): T | undefined {
  try {
    const text = localStorage.getItem(PREFIX + name);
    if (text === null) return undefined;
    const value: unknown = JSON.parse(text);
    return isValid(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a choice where storage allows it. */
export function writePreference(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A blocked storage only means that the choice is not remembered.
  }
}
