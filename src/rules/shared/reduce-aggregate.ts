import type { Aggregate } from '../../rel/core/aggregate.ts';
import type { AggregateCall } from '../../rel/core/aggregate-call.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { SqlKind, SqlOperator } from '../../catalog/sql-operator.ts';
import { defined } from '../../base/assert.ts';
import { aggregateCallKey, makeAggregateCall } from '../../rel/core/aggregate-call.ts';
import { ensureType, makeCast } from '../../rel/rex/rex-builder.ts';
import { call, exactLiteral, inputRef, nullLiteral } from '../../rel/rex/rex-factory.ts';
import { CASE, COUNT, DIVIDE, EQUALS, MINUS, SUM, SUM0 } from '../../rel/rex/standard-operators.ts';
import { parseDecimal } from '../../types/decimal.ts';
import { sameType, withNullability } from '../../types/sql-type.ts';
import { builtIn } from './built-in.ts';

const REDUCIBLE: readonly SqlKind[] = ['SUM', 'AVG', 'STDDEV_POP', 'STDDEV_SAMP', 'VAR_POP', 'VAR_SAMP'];

/** A call that is written with simpler ones. */
export function isReducible(c: AggregateCall): boolean {
  return REDUCIBLE.includes(c.op.kind);
}

/** `AVG(k)` and kin of a group key are that key. */
function isKeyItself(aggregate: Aggregate, c: AggregateCall): boolean {
  const kinds: readonly SqlKind[] = ['AVG', 'MAX', 'MIN', 'ANY_VALUE', 'FIRST_VALUE', 'LAST_VALUE'];
  const [only] = c.args;
  const isPlain = aggregate.isSimple && c.filterArg < 0 && c.collation.length === 0;
  return isPlain && c.args.length === 1 && only !== undefined && aggregate.groupSet.includes(only) && kinds.includes(c.op.kind);
}

/**
 * Aggregate calls written with simpler ones (Flink's copy of Calcite's `AggregateReduceFunctionsRule`): SUM and AVG by SUM, COUNT; variances by
 * Welford's sum of squared differences. Collects the simpler calls. (SQL of Flink has no covariances and regressions.)
 */
export class CallReducer {
  private readonly aggregate: Aggregate;
  private readonly positions = new Map<string, RexNode>();
  /** Calls of the new aggregate. */
  readonly calls: AggregateCall[] = [];

  constructor(aggregate: Aggregate) {
    this.aggregate = aggregate;
  }

  /** A call of the old aggregate as an expression over the new one's row. */
  reduce(c: AggregateCall): RexNode {
    if (isKeyItself(this.aggregate, c)) return this.key(c);
    switch (c.op.kind) {
      case 'SUM':
        return this.sum(c);
      case 'AVG':
        return this.average(c);
      case 'STDDEV_POP':
        return this.variance(c, true, true);
      case 'STDDEV_SAMP':
        return this.variance(c, false, true);
      case 'VAR_POP':
        return this.variance(c, true, false);
      case 'VAR_SAMP':
        return this.variance(c, false, false);
      default:
        return this.add(c);
    }
  }

  private key(c: AggregateCall): RexNode {
    const index = this.aggregate.groupSet.lastIndexOf(c.args[0] ?? -1);
    const { type } = defined(this.aggregate.rowType.fields[index], 'group key');
    const ref = inputRef(index, type);
    return sameType(type, c.type) ? ref : makeCast(c.type, ref);
  }

  private isNullable(column: number): boolean {
    return this.aggregate.input().rowType.fields[column]?.type.nullable ?? false;
  }

  /** A reference to a call of the new aggregate; a COUNT drops arguments that are never null (`RexBuilder.addAggCall`). */
  private add(c: AggregateCall): RexNode {
    const args = c.op.name === 'COUNT' && !c.distinct ? c.args.filter((i) => this.isNullable(i)) : c.args;
    const added = { ...c, args };
    const key = aggregateCallKey(added);
    const known = this.positions.get(key);
    if (known) return known;
    const ref = inputRef(this.aggregate.groupSet.length + this.calls.length, c.type);
    this.calls.push(added);
    this.positions.set(key, ref);
    return ref;
  }

  /** The same call with another function, its type derived. */
  private withFunction(c: AggregateCall, op: SqlOperator, change: Partial<AggregateCall> = {}): AggregateCall {
    const made = { ...c, name: undefined, ...change, op };
    return makeAggregateCall(made, this.aggregate.input().rowType, this.aggregate.groupSet.length);
  }

  private count(c: AggregateCall): RexNode {
    return this.add(this.withFunction(c, COUNT));
  }

  private sum(c: AggregateCall): RexNode {
    const sum = this.add(this.withFunction(c, SUM0, { name: c.name }));
    // A sum that is never null has no empty group and no null among its values.
    if (!c.type.nullable) return sum;
    return call(CASE, [call(EQUALS, [this.count(c), exactLiteral(0)]), nullLiteral(sum.type), sum]);
  }

  private average(c: AggregateCall): RexNode {
    const sum = this.add(this.withFunction(c, SUM));
    const count = this.count(c);
    const numerator = ensureType(withNullability(c.type, sum.type.nullable), sum, true);
    return makeCast(c.type, call(DIVIDE, [numerator, count]));
  }

  private variance(c: AggregateCall, biased: boolean, sqrt: boolean): RexNode {
    const squares = this.add(this.withFunction(c, builtIn('$WELFORD_M2$1'), { args: c.args.slice(0, 1) }));
    const variance = call(DIVIDE, [squares, denominator(this.count(c), biased)]);
    return makeCast(c.type, sqrt ? call(builtIn('POWER'), [variance, exactLiteral(defined(parseDecimal('0.5'), 'one half'))]) : variance);
  }
}

/** The count, or one less for a sample, null where that is zero. */
function denominator(count: RexNode, biased: boolean): RexNode {
  if (biased) return count;
  const one = exactLiteral(1);
  return call(CASE, [call(EQUALS, [count, one]), nullLiteral(count.type), call(MINUS, [count, one])]);
}
