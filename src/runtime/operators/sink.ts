import type { ExecNode } from '../../exec/exec-node.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import type { Operator, OperatorContext } from '../operator.ts';
import type { Change } from '../record.ts';
import type { MaterializerKeys } from './sink/upsert-materializer.ts';
import { UnsupportedError } from '../../base/diagnostic.ts';
import { sinkColumns } from '../../catalog/table.ts';
import { smallestKey } from '../../rel/physical/key-queries.ts';
import { isResultSink } from '../../rel/physical/result-sink.ts';
import { StreamPhysicalSink } from '../../rel/physical/stream-physical-sink.ts';
import { relRowType } from '../../types/sql-type.ts';
import { stringFunction } from '../eval/cast.ts';
import { compactingMaterializer } from './sink/compacting-materializer.ts';
import { constraintEnforcer } from './sink/constraint-enforcer.ts';
import { upsertMaterializer } from './sink/upsert-materializer.ts';

/**
 * What stands before a table's writer (Flink's `CommonExecSink`): constraints of the columns, then, where the plan asks for it, changes put
 * in order by primary key. It hands on what the table's connector is given, so that a listener on the node sees the table's changelog.
 */
export function sink(node: ExecNode, context: OperatorContext): Operator {
  const { rel } = node;
  if (!(rel instanceof StreamPhysicalSink)) throw new Error(`${node.name} is no Sink`);
  const { table, conflictStrategy } = rel.sink;
  const columns = isResultSink(rel) ? rel.rowType.fields : sinkColumns(table);
  const type = relRowType(columns.map((c) => ({ name: c.name, type: c.type })));
  const enforce = constraintEnforcer(type, context.config);
  const names = table.kind === 'connector' ? (table.primaryKey?.columns ?? []) : [];
  const keys: MaterializerKeys = {
    primaryKey: names.map((name) => columns.findIndex((c) => c.name === name)),
    upsertKey: smallestKey(rel.cluster.mq.upsertKeys(rel.input()) ?? []),
  };
  const write = ((): ((change: Change) => void) => {
    if (!rel.upsertMaterialize) return ({ kind, row }) => context.emit(kind, row);
    if (conflictStrategy !== 'ERROR' && conflictStrategy !== 'NOTHING') return upsertMaterializer(keys, context);
    const keyText = keyTextOf(
      keys.primaryKey.map((i) => columns[i]?.type).filter((t) => t !== undefined),
      names,
      context,
    );
    return compactingMaterializer({ ...keys, conflict: conflictStrategy, keyText }, context);
  })();
  return {
    onRecord(_input: number, { kind, row }: Change): void {
      const kept = enforce ? enforce(row) : row;
      if (kept) write({ kind, row: kept });
    },
  };
}

/** `k=1, name=a`: values as Java prints Flink's internal ones. */
function keyTextOf(types: readonly SqlType[], names: readonly string[], context: OperatorContext): (values: readonly Value[]) => string {
  const texts = types.map((type) => javaText(type, context));
  return (values) => values.map((v, i) => `${names[i] ?? ''}=${v === null ? 'null' : (texts[i]?.(v) ?? '')}`).join(', ');
}

function javaText(type: SqlType, context: OperatorContext): (v: Value) => string {
  switch (type.name) {
    case 'DATE':
    case 'TIME':
      return String;
    case 'BOOLEAN':
      return String;
    case 'TIMESTAMP':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return (v) => localDateTimeText(v as bigint);
    default: {
      const text = stringFunction(type, context.evalContext);
      if (!text) throw new UnsupportedError('print', `Keys of type ${type.name} cannot be printed yet.`);
      return (v) => (v === null ? 'null' : String(text(v)));
    }
  }
}

/** `LocalDateTime.toString`: seconds and fractions only where they are not 0, fractions in groups of three digits. */
function localDateTimeText(nanos: bigint): string {
  const fraction = ((nanos % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  const text = new Date(Number((nanos - fraction) / 1_000_000n)).toISOString();
  if (fraction > 0n)
    return `${text.slice(0, 19)}.${String(fraction)
      .padStart(9, '0')
      .replace(/(000){1,2}$/, '')}`;
  return text.slice(17, 19) === '00' ? text.slice(0, 16) : text.slice(0, 19);
}
