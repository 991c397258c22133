/** A broken invariant of ours: a defect of the program, never of the user's input. */
export class InvariantError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvariantError';
  }
}

/** Throws `InvariantError` unless the condition holds. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}

/** The end of a switch over a union: compiles only while every member is handled. */
export function unreachable(value: never): never {
  throw new InvariantError(`unexpected value ${String(value)}`);
}

/** The value, which must be there. */
export function defined<T>(value: T | undefined | null, what: string): T {
  if (value === undefined || value === null) throw new InvariantError(`missing ${what}`);
  return value;
}
