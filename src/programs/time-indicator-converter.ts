import type { AggregateCall } from '../rel/core/aggregate-call.ts';
import type { Aggregate } from '../rel/core/aggregate.ts';
import type { Field, RowType, SqlType } from '../types/sql-type.ts';
import type { ProgramListener } from '../planner/program-listener.ts';
import type { RexNode } from '../rel/rex/rex-node.ts';
import { tableError, validationError } from '../base/diagnostic.ts';
import { isProctime, isTimeIndicator, relRowType, shortTypeText } from '../types/sql-type.ts';
import { SetOp } from '../rel/core/set-op.ts';
import { TableScan } from '../rel/core/table-scan.ts';
import { FlinkLogicalAggregate } from '../rel/flink-logical/flink-logical-aggregate.ts';
import { FlinkLogicalCalc } from '../rel/flink-logical/flink-logical-calc.ts';
import { FlinkLogicalCorrelate } from '../rel/flink-logical/flink-logical-correlate.ts';
import { FlinkLogicalJoin } from '../rel/flink-logical/flink-logical-join.ts';
import { FlinkLogicalMatch } from '../rel/flink-logical/flink-logical-match.ts';
import { FlinkLogicalMultiJoin } from '../rel/flink-logical/flink-logical-multi-join.ts';
import { FlinkLogicalOverAggregate } from '../rel/flink-logical/flink-logical-over-aggregate.ts';
import { FlinkLogicalSink } from '../rel/flink-logical/flink-logical-sink.ts';
import { FlinkLogicalTableFunctionScan } from '../rel/flink-logical/flink-logical-table-function-scan.ts';
import { FlinkLogicalValues } from '../rel/flink-logical/flink-logical-values.ts';
import { FlinkLogicalWindowAggregate } from '../rel/flink-logical/flink-logical-window-aggregate.ts';
import type { RelNode } from '../rel/rel-node.ts';
import { inputRef } from '../rel/rex/rex-factory.ts';
import { RexProgram } from '../rel/rex/rex-program.ts';
import { mapRex } from '../rel/rex/rex-visit.ts';
import { whyNoRegularJoin, whyNoTemporalJoin } from '../rules/shared/join-kinds.ts';
import { holdsWindowStartEnd } from '../rules/shared/window-aggregation.ts';
import { materializeExpression, materialized, plainTimestamp } from './time-indicator-expressions.ts';

/**
 * Flink's `RelTimeIndicatorConverter` over a plan of FlinkLogical nodes, leaves first. `final`: processing-time columns that reach the
 * root are read there.
 */
export function convertTimeIndicators(root: RelNode, listener: ProgramListener, final: boolean): RelNode {
  const converted = new TimeIndicatorConverter(listener).visit(root);
  if (root instanceof FlinkLogicalSink || !final) return converted;
  const result = materializeProctime(converted);
  if (result !== converted)
    listener.visited({ node: converted, result, action: 'reads the clock for processing-time columns of the result' });
  return result;
}

/** Nodes through which time attributes pass as they are. */
const TRANSPARENT = new Set([
  'FlinkLogicalTableFunctionScan',
  'FlinkLogicalSnapshot',
  'FlinkLogicalRank',
  'FlinkLogicalWatermarkAssigner',
  'FlinkLogicalSort',
  'FlinkLogicalExpand',
]);

class TimeIndicatorConverter {
  private readonly listener: ProgramListener;

  constructor(listener: ProgramListener) {
    this.listener = listener;
  }

  visit(placeholder: RelNode): RelNode {
    const node = placeholder.stripped();
    const { result, action } = this.convert(node);
    this.listener.visited({ node, result, action });
    return result;
  }

  private convert(node: RelNode): { result: RelNode; action: string } {
    if (node instanceof FlinkLogicalValues || node instanceof TableScan) return { result: node, action: 'stays as it is' };
    if (node instanceof SetOp) return { result: this.setOp(node), action: 'demands equal time attributes of all inputs' };
    if (TRANSPARENT.has(node.typeName)) return { result: this.copy(node), action: 'passes time attributes on' };
    if (node instanceof FlinkLogicalOverAggregate) return { result: this.over(node), action: 'gives plain timestamps as results' };
    if (node instanceof FlinkLogicalWindowAggregate || node instanceof FlinkLogicalAggregate) {
      return { result: this.aggregate(node), action: 'gets plain timestamps as arguments and keys' };
    }
    if (node instanceof FlinkLogicalMatch)
      return { result: this.match(node), action: 'reads time attributes as values in its expressions' };
    if (node instanceof FlinkLogicalCalc) return { result: this.calc(node), action: 'reads time attributes as values in its expressions' };
    if (node instanceof FlinkLogicalCorrelate) return { result: this.correlate(node), action: 'reads time attributes as arguments' };
    if (node instanceof FlinkLogicalJoin) return this.join(node);
    if (node instanceof FlinkLogicalMultiJoin) return { result: this.multiJoin(node), action: 'gets plain timestamps from all inputs' };
    if (node instanceof FlinkLogicalSink) {
      return {
        result: node.copy(node.traitSet, [materializeProctime(this.visit(node.input()))]),
        action: 'reads the clock for processing-time columns',
      };
    }
    throw tableError('plan/time-indicator', `This is a bug and should not happen. Please file an issue. Unknown node ${node.typeName}.`);
  }

  private copy(node: RelNode): RelNode {
    return node.copy(
      node.traitSet,
      node.inputs.map((n) => this.visit(n)),
    );
  }

  private setOp(node: SetOp): RelNode {
    const converted = this.copy(node);
    const [first, ...others] = converted.inputs.map((n) => n.rowType.fields);
    for (const fields of others) {
      fields.forEach((f, i) => {
        const head = first?.[i]?.type;
        if (!head || f.type.indicator === head.indicator) return;
        throw validationError(
          'plan/union-time',
          'Union fields with time attributes requires same types, but the types are ' +
            `${shortTypeText(f.type)} and ${shortTypeText(head)}.`,
        );
      });
    }
    return converted;
  }

  private over(node: FlinkLogicalOverAggregate): RelNode {
    const input = this.visit(node.input());
    const groups = node.groups.map((g) => ({
      ...g,
      calls: g.calls.map((c) => (isTimeIndicator(c.call.type) ? { ...c, call: { ...c.call, type: plainTimestamp(c.call.type) } } : c)),
    }));
    const types = [...input.rowType.fields.map((f) => f.type), ...groups.flatMap((g) => g.calls.map((c) => c.call.type))];
    const rowType = relRowType(node.rowType.fields.map((f, i) => ({ name: f.name, type: types[i] ?? f.type })));
    return new FlinkLogicalOverAggregate(node.cluster, node.traitSet, input, { constants: node.constants, groups, rowType });
  }

  private aggregate(node: FlinkLogicalAggregate | FlinkLogicalWindowAggregate): RelNode {
    const visited = this.visit(node.input());
    const input = materializeColumns(visited, columnsToMaterialize(node, visited));
    const aggCalls = node.aggCalls.map(plainResult);
    if (node instanceof FlinkLogicalWindowAggregate) {
      return new FlinkLogicalWindowAggregate(node.cluster, node.traitSet, input, { ...node.windowAggregateOptions, aggCalls });
    }
    return new FlinkLogicalAggregate(node.cluster, node.traitSet, input, { ...node.aggregateOptions, aggCalls }, node.partialFinalType);
  }

  private match(node: FlinkLogicalMatch): RelNode {
    const input = this.visit(node.input());
    const types = fieldTypes(input.rowType);
    const m = node.match;
    const convert = (e: RexNode): RexNode => materializeExpression(e, types);
    const measures = m.measures.map(([name, e]) => [name, convert(e)] as const);
    const isPlain = (name: string): boolean => measures.some(([n, e]) => n === name && !isTimeIndicator(e.type));
    return new FlinkLogicalMatch(node.cluster, node.traitSet, input, {
      ...m,
      rowType: plainRow(node.rowType, isPlain),
      definitions: m.definitions.map(([name, e]) => [name, convert(e)] as const),
      measures,
      interval: m.interval && convert(m.interval),
    });
  }

  private calc(node: FlinkLogicalCalc): RelNode {
    const input = this.visit(node.input());
    const types = fieldTypes(input.rowType);
    const projects = node.projects.map((e) => materializeExpression(e, types));
    const condition = node.condition && materializeExpression(node.condition, types);
    return node.copyCalc(
      node.traitSet,
      input,
      RexProgram.create(input.rowType, projects, condition, fieldNames(node.program.outputRowType)),
    );
  }

  private correlate(node: FlinkLogicalCorrelate): RelNode {
    const left = this.visit(node.left);
    let right = this.visit(node.right);
    if (right instanceof FlinkLogicalTableFunctionScan) {
      right = right.withRexNodes([materializeExpression(right.call, fieldTypes(left.rowType))]);
    }
    const { correlationId, requiredColumns, joinType } = node;
    return FlinkLogicalCorrelate.create(left, right, { correlationId, requiredColumns, joinType });
  }

  private join(node: FlinkLogicalJoin): { result: RelNode; action: string } {
    const left = this.visit(node.left);
    const right = this.visit(node.right);
    const copy = node.copyJoin(node.traitSet, node.condition, left, right, node.joinType);
    if (whyNoTemporalJoin(copy) === true) {
      const offset = left.rowType.fields.length;
      const indexes = new Set(right.rowType.fields.map((_, i) => offset + i));
      return { result: calcAbove(copy, indexes), action: "reads the right side's time attributes as values in a Calc above" };
    }
    const regular = whyNoRegularJoin(copy, right) === true;
    const newLeft = regular ? materializeAll(left) : left;
    const newRight = regular ? materializeAll(right) : right;
    const fields = [...newLeft.rowType.fields, ...newRight.rowType.fields];
    const condition = mapRex(node.condition, (e) => {
      const type = e.rex === 'inputRef' && isTimeIndicator(e.type) ? fields[e.index]?.type : undefined;
      return e.rex === 'inputRef' && type ? inputRef(e.index, type) : undefined;
    });
    const result = FlinkLogicalJoin.create(newLeft, newRight, { condition, joinType: node.joinType, hints: node.hints });
    return { result, action: regular ? 'gets plain timestamps from both inputs' : 'keeps the time attributes of its inputs' };
  }

  private multiJoin(node: FlinkLogicalMultiJoin): RelNode {
    const inputs = node.inputs.map((n) => materializeAll(this.visit(n)));
    const types = inputs.flatMap((n) => fieldTypes(n.rowType));
    const convert = (e: RexNode): RexNode => materializeExpression(e, types);
    const j = node.join;
    return FlinkLogicalMultiJoin.create(node.cluster, inputs, {
      ...j,
      joinFilter: convert(j.joinFilter),
      rowType: plainRow(node.rowType, () => true),
      joinConditions: j.joinConditions.map((e) => e && convert(e)),
      postJoinFilter: j.postJoinFilter && convert(j.postJoinFilter),
    });
  }
}

function fieldTypes(row: RowType): readonly SqlType[] {
  return row.fields.map((f) => f.type);
}

function fieldNames(row: RowType): readonly string[] {
  return row.fields.map((f) => f.name);
}

function plainRow(row: RowType, isPlain: (name: string) => boolean): RowType {
  return relRowType(
    row.fields.map((f) => (isTimeIndicator(f.type) && isPlain(f.name) ? { name: f.name, type: plainTimestamp(f.type) } : f)),
  );
}

/** A call whose result is a time attribute becomes one with a plain result, its finer settings lost. */
function plainResult(c: AggregateCall): AggregateCall {
  if (!isTimeIndicator(c.type)) return c;
  return { ...c, approximate: false, ignoreNulls: false, collation: [], type: plainTimestamp(c.type) };
}

/** Arguments and keys that are time attributes; the window_time of a whole window key stays one. */
function columnsToMaterialize(node: Aggregate, input: RelNode): ReadonlySet<number> {
  const isTime = (i: number): boolean => {
    const type = input.rowType.fields[i]?.type;
    return type !== undefined && isTimeIndicator(type);
  };
  const p = node.cluster.mq.windowProperties(input);
  const keys = node.groupSets.flatMap((set) => (holdsWindowStartEnd(set, p) ? set.filter((k) => !p.time.includes(k)) : set));
  return new Set([...node.aggCalls.flatMap((c) => c.args), ...keys].filter(isTime));
}

function materializeAll(node: RelNode): RelNode {
  return materializeColumns(
    node,
    columnsWhere(node, (f) => isTimeIndicator(f.type)),
  );
}

function materializeProctime(node: RelNode): RelNode {
  if (node instanceof FlinkLogicalValues && node.tuples.length === 0) return node;
  return materializeColumns(
    node,
    columnsWhere(node, (f) => isProctime(f.type)),
  );
}

function columnsWhere(node: RelNode, test: (f: Field) => boolean): ReadonlySet<number> {
  return new Set(node.rowType.fields.flatMap((f, i) => (test(f) ? [i] : [])));
}

/** In the Calc itself if the node is one, else in a new Calc above. */
function materializeColumns(node: RelNode, indexes: ReadonlySet<number>): RelNode {
  if (indexes.size === 0) return node;
  if (!(node instanceof FlinkLogicalCalc)) return calcAbove(node, indexes);
  const { program } = node;
  const projects = node.projects.map((e, i) => (indexes.has(i) ? materialized(e) : e));
  return FlinkLogicalCalc.create(
    node.input(),
    RexProgram.create(program.inputRowType, projects, node.condition, fieldNames(program.outputRowType)),
  );
}

function calcAbove(node: RelNode, indexes: ReadonlySet<number>): RelNode {
  const projects = node.rowType.fields.map((f, i) => {
    const ref = inputRef(i, f.type);
    return indexes.has(i) ? materialized(ref) : ref;
  });
  return FlinkLogicalCalc.create(node, RexProgram.create(node.rowType, projects, undefined, fieldNames(node.rowType)));
}
