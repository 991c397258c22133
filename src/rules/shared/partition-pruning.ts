import type { RexExecutor } from '../../rel/rex/rex-simplify/contract.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { Field, SqlType } from '../../types/sql-type.ts';
import { defined } from '../../base/assert.ts';
import { FlinkError, UnsupportedError } from '../../base/diagnostic.ts';
import { conjunctions } from '../../rel/rex/conditions.ts';
import { expandSearch } from '../../rel/rex/expand-search.ts';
import { isCallOf } from '../../rel/rex/rex-node.ts';
import { makeAbstractCast } from '../../rel/rex/rex-builder.ts';
import { charLiteral } from '../../rel/rex/rex-factory.ts';
import { mapRex, someRex } from '../../rel/rex/rex-visit.ts';
import { toCnfWithinBudget } from '../../rel/rex/to-cnf.ts';
import { withNullability } from '../../types/sql-type.ts';

/** A partition: the text of each partition key's value. */
export type Partition = Readonly<Record<string, string>>;

/** Types of partition keys that Flink's `PartitionPruner` can read from text. */
const READABLE_TYPES: ReadonlySet<SqlType['name']> = new Set<SqlType['name']>([
  'VARCHAR',
  'CHAR',
  'BOOLEAN',
  'TINYINT',
  'SMALLINT',
  'INTEGER',
  'BIGINT',
  'FLOAT',
  'DOUBLE',
  'DECIMAL',
  'DATE',
  'TIME',
  'TIMESTAMP',
  'TIMESTAMP_WITH_LOCAL_TIME_ZONE',
]);

/** Conjuncts of a condition, by whether partition keys alone decide them. */
export interface SplitCondition {
  readonly partition: readonly RexNode[];
  readonly rest: readonly RexNode[];
}

/** Splits a condition's conjunctive normal form (Flink's `RexNodeExtractor.extractPartitionPredicateList`). */
export function splitByPartitionKeys(condition: RexNode, fields: readonly Field[], keys: readonly string[]): SplitCondition {
  const isOpaque = (e: RexNode): boolean => {
    if (e.rex === 'call' || e.rex === 'literal') return false;
    if (e.rex !== 'inputRef') return true;
    return !keys.includes(fields[e.index]?.name ?? '') || !READABLE_TYPES.has(e.type.name);
  };
  const partition: RexNode[] = [];
  const rest: RexNode[] = [];
  for (const e of conjunctions(toCnfWithinBudget(condition))) (someRex(e, isOpaque) ? rest : partition).push(e);
  return { partition, rest };
}

/**
 * The partitions for which a predicate over partition keys is true, in their order (Flink's `PartitionPruner`). Every key of the table is
 * read from each partition, whether or not the predicate asks for it.
 */
export function prunePartitions(
  partitions: readonly Partition[],
  predicate: RexNode,
  fields: readonly Field[],
  keys: readonly string[],
  executor: RexExecutor | undefined,
): readonly Partition[] {
  const expanded = expandSearch(predicate);
  return partitions.filter((partition) => {
    const values = new Map(keys.map((key) => [key, keyValue(partition, key, keyType(fields, key))]));
    const bound = mapRex(expanded, (e) => (e.rex === 'inputRef' ? values.get(fields[e.index]?.name ?? '') : undefined));
    return isTrue(bound, executor);
  });
}

function keyType(fields: readonly Field[], key: string): SqlType {
  return defined(
    fields.find((f) => f.name === key),
    `partition key ${key}`,
  ).type;
}

/** The value of a key as an expression: character strings as they are written, other values read from the text. */
function keyValue(partition: Partition, key: string, type: SqlType): RexNode {
  const text = partition[key];
  if (text === undefined) {
    throw new FlinkError('plan/partition-key', [{ className: 'NoSuchElementException', message: `key not found: ${key}` }]);
  }
  const valueType = withNullability(type, false);
  // Flink's pruner puts Scala's object `Boolean` where the value belongs, so a boolean key always fails.
  if (type.name === 'BOOLEAN') {
    const message = 'class scala.Boolean$ cannot be cast to class java.lang.Boolean';
    throw new FlinkError('plan/partition-key', [{ className: 'ClassCastException', message }]);
  }
  return type.name === 'VARCHAR' || type.name === 'CHAR' ? charLiteral(text, valueType) : makeAbstractCast(valueType, charLiteral(text));
}

/** Unknown counts as false. */
function isTrue(condition: RexNode, executor: RexExecutor | undefined): boolean {
  const folded = condition.rex === 'literal' ? condition : executor?.reduce([condition])[0];
  const value = folded && isCallOf(folded, 'CAST') ? folded.operands[0] : folded;
  if (value?.rex === 'literal' && value.value.kind === 'boolean') return value.value.value;
  if (value?.rex === 'literal' && value.value.kind === 'null') return false;
  throw new UnsupportedError('partitions', 'A predicate on partition keys cannot be evaluated for the partitions of the table.');
}
