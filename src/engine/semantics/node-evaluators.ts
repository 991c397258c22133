import type { RelNode } from '../../rel/rel-node.ts';
import type { Bag } from './bag.ts';
import type { Scope } from './expressions.ts';
import type { PlanEvaluator } from './plan-evaluator.ts';
import { Aggregate } from '../../rel/core/aggregate.ts';
import { Calc } from '../../rel/core/calc.ts';
import { Correlate } from '../../rel/core/correlate.ts';
import { Expand } from '../../rel/core/expand.ts';
import { Filter } from '../../rel/core/filter.ts';
import { Join } from '../../rel/core/join.ts';
import { Match } from '../../rel/core/match.ts';
import { Project } from '../../rel/core/project.ts';
import { Rank } from '../../rel/core/rank.ts';
import { SetOp } from '../../rel/core/set-op.ts';
import { Sink } from '../../rel/core/sink.ts';
import { Snapshot } from '../../rel/core/snapshot.ts';
import { Sort } from '../../rel/core/sort.ts';
import { TableFunctionScan } from '../../rel/core/table-function-scan.ts';
import { TableScan } from '../../rel/core/table-scan.ts';
import { Uncollect } from '../../rel/core/uncollect.ts';
import { Values } from '../../rel/core/values.ts';
import { WatermarkAssigner } from '../../rel/core/watermark-assigner.ts';
import { Window } from '../../rel/core/window.ts';
import { WindowAggregate } from '../../rel/core/window-aggregate.ts';
import { FlinkLogicalMultiJoin } from '../../rel/flink-logical/flink-logical-multi-join.ts';
import { MultiJoin } from '../../rel/logical/multi-join.ts';
import { StreamPhysicalChangelogNormalize } from '../../rel/physical/stream-physical-changelog-normalize.ts';
import { StreamPhysicalCorrelate } from '../../rel/physical/stream-physical-correlate.ts';
import { StreamPhysicalDropUpdateBefore } from '../../rel/physical/stream-physical-drop-update-before.ts';
import { StreamPhysicalExchange } from '../../rel/physical/stream-physical-exchange.ts';
import { StreamPhysicalGroupAggregateBase } from '../../rel/physical/group-aggregate-base.ts';
import { StreamPhysicalLookupJoin } from '../../rel/physical/stream-physical-lookup-join.ts';
import { StreamPhysicalMatch } from '../../rel/physical/stream-physical-match.ts';
import { StreamPhysicalMiniBatchAssigner } from '../../rel/physical/stream-physical-mini-batch-assigner.ts';
import { StreamPhysicalMultiJoin } from '../../rel/physical/stream-physical-multi-join.ts';
import { StreamPhysicalOverAggregate } from '../../rel/physical/stream-physical-over-aggregate.ts';
import { StreamPhysicalWindowDeduplicate } from '../../rel/physical/stream-physical-window-deduplicate.ts';
import { StreamPhysicalWindowTableFunction } from '../../rel/physical/stream-physical-window-table-function.ts';
import { StreamPhysicalWindowAggregateBase } from '../../rel/physical/window-aggregate-base.ts';
import { valueOfLiteral } from '../../rel/rex/value-literal.ts';
import { aggregate, physicalGroupAggregate } from './aggregates.ts';
import { join, snapshot } from './joins.ts';
import { lookupJoin } from './lookup-joins.ts';
import { multiJoin } from './multi-joins.ts';
import { NotRunnable } from './not-runnable.ts';
import { overWindow, windowGroups } from './over.ts';
import { rank, windowDeduplicate } from './ranks.ts';
import { calc, expand, filter, limited, normalize, project, setOp } from './row-operators.ts';
import { scan } from './scans.ts';
import { correlate, physicalCorrelate, tableFunction, uncollect } from './table-functions.ts';
import { legacyWindowAggregate, physicalWindowAggregate } from './window-aggregates.ts';
import { windowTableFunction } from './windows.ts';

type Evaluator = (node: RelNode, e: PlanEvaluator, scope: Scope) => Bag;
type NodeClass<N> = abstract new (...args: never[]) => N;

function kind<N extends RelNode>(
  type: NodeClass<N>,
  run: (node: N, e: PlanEvaluator, scope: Scope) => Bag,
): readonly [NodeClass<RelNode>, Evaluator] {
  // The list below asks the class before it calls.
  return [type, run as Evaluator];
}

const pass: Evaluator = (node, e, scope) => e.rows(node.input(), scope);

function matchRecognize(): Bag {
  throw new NotRunnable('MATCH_RECOGNIZE reads rows one after the other, as time passes.');
}

/** How nodes are evaluated, the first class that fits; nodes of all three conventions share the core classes. */
const EVALUATORS: readonly (readonly [NodeClass<RelNode>, Evaluator])[] = [
  kind(TableScan, scan),
  kind(Values, (n) => n.tuples.map((tuple) => tuple.map(valueOfLiteral))),
  kind(Project, project),
  kind(Filter, filter),
  kind(Calc, calc),
  kind(Join, join),
  kind(Correlate, correlate),
  kind(WindowAggregate, legacyWindowAggregate),
  kind(Aggregate, aggregate),
  kind(Expand, expand),
  kind(SetOp, setOp),
  kind(Rank, rank),
  kind(Sort, limited),
  kind(Snapshot, snapshot),
  kind(Window, windowGroups),
  kind(TableFunctionScan, tableFunction),
  kind(Uncollect, uncollect),
  kind(MultiJoin, multiJoin),
  kind(FlinkLogicalMultiJoin, multiJoin),
  kind(StreamPhysicalMultiJoin, multiJoin),
  kind(StreamPhysicalLookupJoin, lookupJoin),
  kind(StreamPhysicalCorrelate, physicalCorrelate),
  kind(StreamPhysicalGroupAggregateBase, physicalGroupAggregate),
  kind(StreamPhysicalWindowAggregateBase, physicalWindowAggregate),
  kind(StreamPhysicalWindowTableFunction, windowTableFunction),
  kind(StreamPhysicalOverAggregate, overWindow),
  kind(StreamPhysicalWindowDeduplicate, windowDeduplicate),
  kind(StreamPhysicalChangelogNormalize, normalize),
  // Over whole tables these change nothing.
  kind(WatermarkAssigner, pass),
  kind(Sink, pass),
  kind(StreamPhysicalExchange, pass),
  kind(StreamPhysicalDropUpdateBefore, pass),
  kind(StreamPhysicalMiniBatchAssigner, pass),
  kind(Match, matchRecognize),
  kind(StreamPhysicalMatch, matchRecognize),
];

/** Rows of one node over those of its inputs. */
export function evaluateNode(node: RelNode, e: PlanEvaluator, scope: Scope): Bag {
  const found = EVALUATORS.find(([type]) => node instanceof type);
  if (!found) throw new NotRunnable(`${node.typeName} has no meaning over whole tables.`);
  return found[1](node, e, scope);
}
