import type { RelNode } from '../../rel/rel-node.ts';
import type { RexCall, RexFieldAccess, RexNode, RexSubQuery } from '../../rel/rex/rex-node.ts';
import type { EvalContext, Evaluate } from '../../runtime/eval/contract.ts';
import type { Row } from '../../runtime/record.ts';
import type { Value } from '../../types/value.ts';
import type { Bag } from './bag.ts';
import { isProctime } from '../../types/sql-type.ts';
import { inputRef } from '../../rel/rex/rex-factory.ts';
import { mapRex, someRex, visitRex } from '../../rel/rex/rex-visit.ts';
import { timestampOfMillis } from '../../runtime/event-time.ts';
import { asCondition, compileRuntimeExpression } from '../../runtime/runtime-expression.ts';
import { NotRunnable } from './not-runnable.ts';
import { subQueryValue } from './sub-queries.ts';

/** Values of correlation variables: the rows that they stand for. */
export type Scope = ReadonlyMap<number, Row>;

export const EMPTY_SCOPE: Scope = new Map();

/** Where an expression stands. */
export interface Place {
  /** Fields of the row that it is evaluated over. */
  readonly fieldCount: number;
  readonly scope: Scope;
  /** Correlation variables by which sub-queries see the row itself. */
  readonly own?: readonly number[];
}

/** The clock stands still while plans are compared: every plan sees the same instant. */
const INSTANT = 0;

/** Functions whose value is that of the clock, or of a time attribute; everything else that is not deterministic cannot be compared. */
const CLOCK = new Set(['PROCTIME', 'PROCTIME_MATERIALIZE', 'CURRENT_ROW_TIMESTAMP', 'NOW', 'CURRENT_TIMESTAMP', 'UNIX_TIMESTAMP']);
const CLOCK_DEPENDENT = new Set(['CURRENT_WATERMARK']);

/** Computes what an expression asks of the outside; `row` is the row without anything behind it. */
type Slot = (row: Row) => Value;

/** Compiles expressions of plans of any stage: those of the runtime, with values of correlation variables and sub-queries behind the row. */
export class Expressions {
  private readonly context: EvalContext;
  private readonly rows: (rel: RelNode, scope: Scope) => Bag;

  constructor(context: EvalContext, rows: (rel: RelNode, scope: Scope) => Bag) {
    this.context = context;
    this.rows = rows;
  }

  compile(e: RexNode, place: Place): Evaluate {
    checkRepeatable(e);
    const slots: Slot[] = [];
    const rewritten = mapRex(e, (n) => {
      const slot = this.slotOf(n, place);
      if (!slot) return undefined;
      slots.push(slot);
      return inputRef(place.fieldCount + slots.length - 1, n.type);
    });
    const run = compileRuntimeExpression(rewritten, {
      fieldCount: place.fieldCount + slots.length,
      context: this.context,
      clock: { now: INSTANT, watermark: -Infinity },
    });
    if (slots.length === 0) return run;
    return (row) => {
      const padded: Value[] = row.slice(0, place.fieldCount);
      while (padded.length < place.fieldCount) padded.push(null);
      for (const slot of slots) padded.push(slot(row));
      return run(padded);
    };
  }

  condition(e: RexNode | undefined, place: Place): (row: Row) => boolean {
    return asCondition(e && this.compile(e, place));
  }

  private slotOf(e: RexNode, place: Place): Slot | undefined {
    if (e.rex === 'fieldAccess' && e.ref.rex === 'correlVariable') return correlated(e, e.ref.id, place.scope);
    if (e.rex === 'subQuery') return this.subQuery(e, place);
    if (e.rex === 'call' && e.op.name === 'PROCTIME') return () => timestampOfMillis(INSTANT);
    if (e.rex === 'over') throw new NotRunnable('An OVER call stands where no rows around it are known.');
    return undefined;
  }

  private subQuery(e: RexSubQuery, place: Place): Slot {
    const operands = e.operands.map((o) => this.compile(o, place));
    const value = subQueryValue(e, this.context);
    return (row) => {
      const own = place.own ?? [];
      const scope = own.length === 0 ? place.scope : new Map([...place.scope, ...own.map((id) => [id, row] as const)]);
      return value(
        operands.map((o) => o(row)),
        this.rows(e.rel, scope),
      );
    };
  }
}

function correlated(e: RexFieldAccess, id: number, scope: Scope): Slot {
  const row = scope.get(id);
  if (!row) throw new NotRunnable(`The correlation variable $cor${id} has no value here.`);
  const value = row[e.fieldIndex] ?? null;
  return () => value;
}

function checkRepeatable(e: RexNode): void {
  visitRex(e, (n) => {
    if (n.rex !== 'call') return;
    const name = n.op.name.toUpperCase();
    if (CLOCK_DEPENDENT.has(name)) throw new NotRunnable(`${name} depends on the progress of time.`);
    if (!n.op.deterministic && !CLOCK.has(name)) throw new NotRunnable(`${name} is not deterministic.`);
    if (readsProcessingTime(n)) throw new NotRunnable('Processing time is compared or computed with.');
  });
}

/** Operators that hand a processing time on without looking at it. */
const HANDS_ON = new Set(['PROCTIME_MATERIALIZE', 'CAST', 'REINTERPRET', 'DESCRIPTOR']);

function readsProcessingTime(call: RexCall): boolean {
  return !HANDS_ON.has(call.op.name.toUpperCase()) && call.operands.some((o) => isProctime(o.type));
}

/** True if the expression holds an OVER call. */
export function hasOver(list: readonly RexNode[]): boolean {
  return list.some((e) => someRex(e, (n) => n.rex === 'over'));
}
