import type { RunOperator } from '../../trace/run-trace.ts';
import { localTimeText, unitOf } from '../timeline/clock-text.ts';

/** The columns that an operator keeps its state by, as EXPLAIN prints them. */
const KEY = /\b(?:groupBy|partitionBy|key)=\[([^\]]*)\]/;
const NANOS_OF_MILLI = 1_000_000n;

/** A timestamp as a state's key holds it, in nanoseconds: `2024-05-06 10:01`. */
function timestampText(nanos: string): string {
  const value = BigInt(nanos);
  if (value % NANOS_OF_MILLI !== 0n) return nanos;
  const millis = Number(value / NANOS_OF_MILLI);
  return localTimeText(millis, { unit: unitOf(millis), withDay: true, withYear: true });
}

/** A key as people read it: the parts that are timestamps become times. A key that does not fit the operator's columns stays as it is. */
export function stateKeyText(operator: Pick<RunOperator, 'description' | 'columns'> | undefined, key: string): string {
  const names = KEY.exec(operator?.description ?? '')?.[1]?.split(', ');
  const parts = key.split(', ');
  if (!operator || parts.length !== names?.length) return key;
  return parts
    .map((part, i) => {
      const type = operator.columns.find((column) => column.name === names[i])?.type ?? '';
      return type.startsWith('TIMESTAMP') && /^-?\d+$/.test(part) ? timestampText(part) : part;
    })
    .join(', ');
}
