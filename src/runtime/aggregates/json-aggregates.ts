import type { Value } from '../../types/value.ts';
import type { Json } from '../eval/json-text.ts';
import type { Accumulator, AccumulatorFactory } from './accumulator.ts';
import { writeJson } from '../eval/json-text.ts';
import { RunError } from '../run-error.ts';

/** JSON_ARRAYAGG over JSON texts, in arrival order (Flink's `JsonArrayAggFunction`). */
class JsonArrayAgg implements Accumulator {
  private readonly items: string[] = [];
  private readonly absent: boolean;

  constructor(absent: boolean) {
    this.absent = absent;
  }

  accumulate([x = null]: readonly Value[]): void {
    if (x !== null) this.items.push(x as string);
    else if (!this.absent) this.items.push('null');
  }

  retract([x = null]: readonly Value[]): void {
    const i = this.items.indexOf(x === null ? 'null' : (x as string));
    if (i >= 0) this.items.splice(i, 1);
  }

  merge(): void {
    throw new Error('JSON_ARRAYAGG is never merged');
  }

  value(): Value {
    return writeJson(this.items.map((raw): Json => ({ raw })));
  }
}

/** JSON_OBJECTAGG over keys and JSON texts (Flink's `JsonObjectAggFunction`). */
class JsonObjectAgg implements Accumulator {
  private readonly members = new Map<string, string>();
  private readonly absent: boolean;

  constructor(absent: boolean) {
    this.absent = absent;
  }

  accumulate([key = null, x = null]: readonly Value[]): void {
    const k = key as string;
    if (this.members.has(k)) {
      throw new RunError(
        'TableException',
        `Key '${k}' is already present. Duplicate keys are not allowed in JSON_OBJECTAGG. Please ensure that keys are unique.`,
      );
    }
    if (x !== null) this.members.set(k, x as string);
    else if (!this.absent) this.members.set(k, 'null');
  }

  retract([key = null]: readonly Value[]): void {
    this.members.delete(key as string);
  }

  merge(): void {
    throw new Error('JSON_OBJECTAGG is never merged');
  }

  value(): Value {
    return writeJson(new Map([...this.members].map(([k, raw]) => [k, { raw }] as const)));
  }
}

/** `absent`: members and items that are null are left out. */
export function jsonAggregate(shape: 'array' | 'object', absent: boolean): AccumulatorFactory {
  return () => (shape === 'array' ? new JsonArrayAgg(absent) : new JsonObjectAgg(absent));
}
