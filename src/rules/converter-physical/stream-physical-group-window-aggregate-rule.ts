import type { Config } from '../../catalog/config.ts';
import type { EmitStrategy } from '../../rel/physical/stream-physical-group-window-aggregate.ts';
import type { GroupWindow } from '../../rel/core/window-aggregate.ts';
import { tableError } from '../../base/diagnostic.ts';
import { parseDuration } from '../../catalog/config.ts';
import { FlinkLogicalWindowAggregate } from '../../rel/flink-logical/flink-logical-window-aggregate.ts';
import { StreamPhysicalGroupWindowAggregate } from '../../rel/physical/stream-physical-group-window-aggregate.ts';
import { isRowtime } from '../../types/sql-type.ts';
import { defineConverter } from '../../planner/rule.ts';
import { inputByKeys, physicalTraits } from '../shared/physical-traits.ts';
import { checkSimpleGrouping } from '../shared/window-aggregation.ts';

/** Aggregates per key and legacy group window (TUMBLE, HOP, SESSION in GROUP BY). */
export const StreamPhysicalGroupWindowAggregateRule = defineConverter({
  name: 'StreamPhysicalGroupWindowAggregateRule',
  nodeClass: FlinkLogicalWindowAggregate,
  from: 'LOGICAL',
  to: 'STREAM_PHYSICAL',
  explain: { summary: 'An aggregate over a legacy group window becomes a window operator, after a shuffle by the other keys.' },
  matches: (call) => {
    checkSimpleGrouping(call.rel<FlinkLogicalWindowAggregate>(0));
    return true;
  },
  convert: (node, call) =>
    new StreamPhysicalGroupWindowAggregate(node.cluster, physicalTraits(node), inputByKeys(call, node.input(), node.groupSet), {
      outputRowType: node.rowType,
      grouping: node.groupSet,
      aggCalls: node.aggCalls,
      window: node.window,
      properties: node.properties,
      emit: emitStrategy(node.cluster.config, node.window),
    }),
});

/** When a window emits beside its end (Flink's experimental options `table.exec.emit.*`). */
function emitStrategy(config: Config, window: GroupWindow): EmitStrategy {
  const early = config.boolean('table.exec.emit.early-fire.enabled');
  const late = config.boolean('table.exec.emit.late-fire.enabled');
  if (window.kind === 'session' && (early || late))
    throw tableError('plan/emit', "Session window doesn't support EMIT strategy currently.");
  const delay = (key: string): number | undefined => {
    const raw = config.raw(key);
    return raw === undefined ? undefined : parseDuration(raw);
  };
  const eventTime = isRowtime(window.timeField.type);
  const allowLateness = late ? (delay('table.exec.emit.allow-lateness') ?? config.duration('table.exec.state.ttl')) : 0;
  if (eventTime && late && allowLateness <= 0) {
    throw tableError(
      'plan/emit',
      "The 'AFTER WATERMARK' emit strategy requires set 'allow-lateness' or 'minIdleStateRetentionTime' in table config.",
    );
  }
  const text = (ms: number | undefined): string => (ms !== undefined && ms > 0 ? `delay ${ms} millisecond` : 'no delay');
  const parts: string[] = [];
  if (early) parts.push(`early ${text(delay('table.exec.emit.early-fire.delay'))}`);
  if (late) parts.push(`late ${text(delay('table.exec.emit.late-fire.delay'))}`);
  return { text: parts.join(', '), produceUpdates: early || (eventTime && late) };
}
