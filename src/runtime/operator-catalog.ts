import type { ExecNode } from '../exec/exec-node.ts';
import type { OperatorFactory } from './operator.ts';
import { UnsupportedError } from '../base/diagnostic.ts';
import { sourceScan } from './operators/source-scan.ts';
import { correlateFunction } from './operators/correlate-function.ts';
import { intervalJoin } from './operators/interval-join.ts';
import { match } from './operators/match/match.ts';
import { overAggregate } from './operators/over-aggregate.ts';
import { temporalSort } from './operators/temporal-sort.ts';
import { groupWindowAggregate } from './operators/window/group-window-aggregate.ts';
import { windowJoin } from './operators/window/window-join.ts';
import { windowDeduplicate, windowRank } from './operators/window/window-rank.ts';
import { bundledJoin } from './operators/mini-batch/bundled-join.ts';
import {
  bundledGroupAggregate,
  globalGroupAggregate,
  incrementalGroupAggregate,
  localGroupAggregate,
} from './operators/mini-batch/group-aggregates.ts';
import { bundledChangelogNormalize, bundledDeduplicate } from './operators/mini-batch/keyed-bundles.ts';
import { miniBatchAssigner } from './operators/mini-batch/mini-batch-assigner.ts';
import { multiJoin } from './operators/multi-join.ts';
import { rank } from './operators/rank.ts';
import { temporalJoin } from './operators/temporal-join.ts';
import { lookupJoin } from './operators/lookup-join.ts';
import { localWindowAggregate } from './operators/window/local-window-aggregate.ts';
import { windowTableFunction } from './operators/window/window-table-function.ts';
import { windowAggregate } from './operators/window/window-aggregate.ts';
import { sink } from './operators/sink.ts';
import { calc, dropUpdateBefore, expand, passThrough, values } from './operators/stateless.ts';
import { watermarkAssigner } from './operators/watermark-assigner.ts';

/** Every operator, by the name of its exec node. A new one is a file and a line here. */
const OPERATORS: Readonly<Record<string, OperatorFactory>> = {
  TableSourceScan: sourceScan,
  DataStreamScan: sourceScan,
  Values: values,
  Exchange: passThrough,
  Union: passThrough,
  Calc: calc,
  Expand: expand,
  DropUpdateBefore: dropUpdateBefore,
  WatermarkAssigner: watermarkAssigner,
  MiniBatchAssigner: miniBatchAssigner,
  Sink: sink,
  ChangelogNormalize: bundledChangelogNormalize,
  Correlate: correlateFunction,
  Deduplicate: bundledDeduplicate,
  GroupAggregate: bundledGroupAggregate,
  LocalGroupAggregate: localGroupAggregate,
  GlobalGroupAggregate: globalGroupAggregate,
  IncrementalGroupAggregate: incrementalGroupAggregate,
  GroupWindowAggregate: groupWindowAggregate,
  IntervalJoin: intervalJoin,
  Join: bundledJoin,
  MultiJoin: multiJoin,
  Limit: rank,
  OverAggregate: overAggregate,
  Rank: rank,
  TemporalSort: temporalSort,
  WindowDeduplicate: windowDeduplicate,
  WindowJoin: windowJoin,
  WindowRank: windowRank,
  SortLimit: rank,
  TemporalJoin: temporalJoin,
  LookupJoin: lookupJoin,
  Match: match,
  WindowTableFunction: windowTableFunction,
  LocalWindowAggregate: localWindowAggregate,
  GlobalWindowAggregate: windowAggregate,
  WindowAggregate: windowAggregate,
};

/** The factory of a node's operator. Throws `UnsupportedError` if there is none. */
export function operatorFactory(node: ExecNode): OperatorFactory {
  const factory = OPERATORS[node.name];
  if (!factory) throw new UnsupportedError('operator', `${node.name} cannot be run yet.`);
  return factory;
}
