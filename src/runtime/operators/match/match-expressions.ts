import type { AggregateCall } from '../../../rel/core/aggregate-call.ts';
import type { RexCall, RexNode } from '../../../rel/rex/rex-node.ts';
import type { RowType, SqlType } from '../../../types/sql-type.ts';
import type { Value } from '../../../types/value.ts';
import type { OperatorContext } from '../../operator.ts';
import type { Row } from '../../record.ts';
import type { MatchScope } from './pattern-states.ts';
import { UnsupportedError } from '../../../base/diagnostic.ts';
import { aggregateInfoList } from '../../../rel/physical/aggregate-info.ts';
import { inputRef, nullLiteral } from '../../../rel/rex/rex-factory.ts';
import { rexText } from '../../../rel/rex/rex-text.ts';
import { mapChildren } from '../../../rel/rex/rex-visit.ts';
import { valueOfLiteral } from '../../../rel/rex/value-literal.ts';
import { relRowType } from '../../../types/sql-type.ts';
import { AggregateHandler } from '../../aggregates/aggregate-handler.ts';
import { timestampOfMillis } from '../../event-time.ts';

/** Stands for all variables of the pattern. */
const ALL_VARIABLES = '*';

/** Where an expression stands. */
export interface MatchExpressionPlace {
  readonly context: OperatorContext;
  readonly input: RowType;
  /** Variables that `*` covers, in the order of the pattern. */
  readonly variables: readonly string[];
  /** The variable whose condition this is; absent in MEASURES. */
  readonly defines?: string;
}

type Read = (scope: MatchScope) => Value;

/** Compiles an expression of DEFINE or MEASURES (Flink's `MatchCodeGenerator`). Throws `UnsupportedError` for what cannot be computed. */
export function compileMatchExpression(e: RexNode, place: MatchExpressionPlace): Read {
  const slots = new Slots(place);
  const rewritten = slots.rewrite(e);
  const reads = slots.finish();
  const evaluate = place.context.compile(rewritten, reads.length);
  return (scope) => evaluate(reads.map((read) => read(scope)));
}

/** The time of a match. One that only the end of the input lets go has the largest long, which Flink cannot print as a date. */
function rowtimeOf(time: number): Value {
  if (time === Infinity) throw new UnsupportedError('function', 'MATCH_ROWTIME of a match that the end of the input lets go is no date.');
  return timestampOfMillis(time);
}

interface Navigation {
  readonly fromFirst: boolean;
  readonly offset: number;
}

const LAST_ROW: Navigation = { fromFirst: false, offset: 0 };

/** Collects what an expression reads of a match; each read becomes a field of the row that the rest is computed from. */
class Slots {
  private readonly place: MatchExpressionPlace;
  private readonly reads: (() => Read)[] = [];
  private readonly aggregates = new Map<string, VariableAggregates>();
  /** FIRST and LAST hold for the references below them, up to the next one that ends. */
  private navigation = LAST_ROW;

  constructor(place: MatchExpressionPlace) {
    this.place = place;
  }

  /** The reads, once all aggregates are known. */
  finish(): readonly Read[] {
    return this.reads.map((make) => make());
  }

  rewrite(e: RexNode): RexNode {
    if (e.rex === 'patternFieldRef') {
      const { navigation } = this;
      return this.slot(e.type, () => this.readField(e.alpha, e.index, navigation));
    }
    return e.rex === 'call' ? this.rewriteCall(e) : mapChildren(e, (o) => this.rewrite(o));
  }

  private rewriteCall(e: RexCall): RexNode {
    switch (e.op.name) {
      case 'FINAL':
        return this.rewrite(operandOf(e));
      case 'PREV':
      case 'NEXT':
        return this.navigate(operandOf(e), LAST_ROW);
      case 'FIRST':
      case 'LAST':
        return this.navigate(operandOf(e), { fromFirst: e.op.name === 'FIRST', offset: offsetOf(e) });
      case 'MATCH_PROCTIME':
        return nullLiteral(e.type);
      case 'MATCH_ROWTIME':
        return this.slot(
          e.type,
          () =>
            ({ time }) =>
              rowtimeOf(time),
        );
      case 'CURRENT_WATERMARK':
        throw new UnsupportedError('function', 'There is no CURRENT_WATERMARK inside of MATCH_RECOGNIZE.');
      default:
        if (e.op.category === 'aggregate') return this.aggregate(e);
        return mapChildren(e, (o) => this.rewrite(o));
    }
  }

  private navigate(e: RexNode, navigation: Navigation): RexNode {
    this.navigation = navigation;
    const result = this.rewrite(e);
    this.navigation = LAST_ROW;
    return result;
  }

  private aggregate(e: RexCall): RexNode {
    const variable = variableOf(e);
    let known = this.aggregates.get(variable);
    if (!known) {
      known = new VariableAggregates(this.place, this.rowsOf(variable));
      this.aggregates.set(variable, known);
    }
    const { read } = known.add(e);
    return this.slot(e.type, () => read);
  }

  private slot(type: SqlType, make: () => Read): RexNode {
    this.reads.push(make);
    return inputRef(this.reads.length - 1, type);
  }

  private readField(variable: string, index: number, { fromFirst, offset }: Navigation): Read {
    const rowsOf = this.rowsOf(variable);
    return (scope) => {
      const rows = rowsOf(scope);
      const row = rows[fromFirst ? offset : rows.length - 1 - offset];
      return row?.[index] ?? null;
    };
  }

  /** Rows of a variable; a condition counts the row that it is asked about. */
  private rowsOf(variable: string): (scope: MatchScope) => readonly Row[] {
    const { variables, defines } = this.place;
    const all = variable === ALL_VARIABLES;
    const names = all ? variables : [variable];
    const withCurrent = defines !== undefined && (all || variable === defines);
    return ({ rowsOf, current }) => {
      const rows = names.flatMap(rowsOf);
      return withCurrent && current ? [...rows, current] : rows;
    };
  }
}

/** The aggregates over the rows of one variable; they are computed together. */
class VariableAggregates {
  private readonly place: MatchExpressionPlace;
  private readonly rowsOf: (scope: MatchScope) => readonly Row[];
  private readonly calls: RexCall[] = [];
  private readonly keys: string[] = [];
  private handler: { readonly run: (rows: readonly Row[]) => readonly Value[] } | undefined;

  constructor(place: MatchExpressionPlace, rowsOf: (scope: MatchScope) => readonly Row[]) {
    this.place = place;
    this.rowsOf = rowsOf;
  }

  add(e: RexCall): { readonly read: Read } {
    const key = rexText(e);
    let index = this.keys.indexOf(key);
    if (index < 0) {
      index = this.calls.push(e) - 1;
      this.keys.push(key);
    }
    return { read: (scope) => this.values(scope)[index] ?? null };
  }

  private values(scope: MatchScope): readonly Value[] {
    this.handler ??= { run: aggregation(this.calls, this.place) };
    return this.handler.run(this.rowsOf(scope));
  }
}

/** Runs calls over rows: arguments become the fields of a row of their own. */
function aggregation(calls: readonly RexCall[], place: MatchExpressionPlace): (rows: readonly Row[]) => readonly Value[] {
  const { context, input } = place;
  const args: RexNode[] = [];
  const argument = (e: RexNode): number => {
    const known = args.findIndex((a) => rexText(a) === rexText(e));
    return known >= 0 ? known : args.push(e) - 1;
  };
  const aggCalls = calls.map((c): AggregateCall => ({
    op: c.op,
    distinct: false,
    approximate: false,
    ignoreNulls: false,
    args: c.operands.map(argument),
    filterArg: -1,
    collation: [],
    type: c.type,
  }));
  const argumentRow = relRowType(args.map((a, i) => ({ name: `TMP${i}`, type: a.type })));
  const evaluate = args.map((a) => context.compile(ofRow(a), input.fields.length));
  const needRetractions = aggCalls.map(() => false);
  const handler = new AggregateHandler(
    aggregateInfoList({ input: argumentRow, aggCalls, needRetractions, needInputCount: false }),
    argumentRow,
  );
  return (rows) => {
    const accumulators = handler.create();
    for (const row of rows)
      handler.accumulate(
        accumulators,
        evaluate.map((f) => f(row)),
      );
    return handler.values(accumulators);
  };
}

/** An argument of an aggregate reads the row itself, whatever navigation stands in it. */
function ofRow(e: RexNode): RexNode {
  if (e.rex === 'patternFieldRef') return inputRef(e.index, e.type);
  if (e.rex === 'call' && NAVIGATIONS.includes(e.op.name)) return ofRow(operandOf(e));
  return mapChildren(e, ofRow);
}

const NAVIGATIONS = ['FINAL', 'FIRST', 'LAST', 'PREV', 'NEXT'];

function operandOf(e: RexCall): RexNode {
  const [operand] = e.operands;
  if (!operand) throw new Error(`${e.op.name} without operand`);
  return operand;
}

function offsetOf(e: RexCall): number {
  const offset = e.operands[1];
  return offset?.rex === 'literal' ? Number(valueOfLiteral(offset)) : 0;
}

/** The variable that an aggregate is over; without operands it is over all of them. */
function variableOf(e: RexCall): string {
  if (e.operands.length === 0) return ALL_VARIABLES;
  const variable = e.operands.map(variableIn).find((v) => v !== undefined);
  if (variable === undefined) throw new UnsupportedError('operator', 'An aggregate of MATCH_RECOGNIZE needs a pattern variable.');
  return variable;
}

function variableIn(e: RexNode): string | undefined {
  if (e.rex === 'patternFieldRef') return e.alpha;
  if (e.rex !== 'call') return undefined;
  return e.operands.length === 0 ? ALL_VARIABLES : e.operands.map(variableIn).find((v) => v !== undefined);
}
