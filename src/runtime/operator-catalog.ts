import type { ExecNode } from '../exec/exec-node.ts';
import type { OperatorFactory } from './operator.ts';
import { UnsupportedError } from '../base/diagnostic.ts';
import { StreamPhysicalJoin } from '../rel/physical/stream-physical-join.ts';
import { sourceScan } from './operators/source-scan.ts';
import { changelogNormalize } from './operators/changelog-normalize.ts';
import { correlate } from './operators/correlate.ts';
import { deduplicate } from './operators/deduplicate.ts';
import { groupAggregate } from './operators/group-aggregate.ts';
import { intervalJoin } from './operators/interval-join.ts';
import { match } from './operators/match/match.ts';
import { overAggregate } from './operators/over-aggregate.ts';
import { temporalSort } from './operators/temporal-sort.ts';
import { groupWindowAggregate } from './operators/window/group-window-aggregate.ts';
import { windowJoin } from './operators/window/window-join.ts';
import { windowDeduplicate, windowRank } from './operators/window/window-rank.ts';
import { rank } from './operators/rank.ts';
import { temporalJoin } from './operators/temporal-join.ts';
import { join } from './operators/join.ts';
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
  Sink: sink,
  ChangelogNormalize: changelogNormalize,
  Correlate: correlate,
  Deduplicate: deduplicate,
  GroupAggregate: groupAggregate,
  GroupWindowAggregate: groupWindowAggregate,
  IntervalJoin: intervalJoin,
  Join: join,
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
  const limit = limitOf(node);
  if (limit !== undefined) throw new UnsupportedError('operator', limit);
  return factory;
}

/** What the operator of a node would leave out, so that its rows would differ from Flink's without a word. */
function limitOf({ name, rel }: ExecNode): string | undefined {
  if (rel instanceof StreamPhysicalJoin && rel.cluster.config.boolean('table.exec.mini-batch.enabled')) {
    return `${name} with mini-batches cannot be run yet.`;
  }
  return undefined;
}
