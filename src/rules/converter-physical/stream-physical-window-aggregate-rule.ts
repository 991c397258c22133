import type { NamedWindowProperty } from '../../rel/physical/window-property.ts';
import type { SplitWindowKeys } from '../shared/window-aggregation.ts';
import { FlinkLogicalAggregate } from '../../rel/flink-logical/flink-logical-aggregate.ts';
import { StreamPhysicalCalc } from '../../rel/physical/stream-physical-calc.ts';
import { StreamPhysicalWindowAggregate } from '../../rel/physical/stream-physical-window-aggregate.ts';
import { inputRef } from '../../rel/rex/rex-factory.ts';
import { RexProgram } from '../../rel/rex/rex-program.ts';
import { defineConverter } from '../../planner/rule.ts';
import { inputByKeys, physicalInput, physicalTraits } from '../shared/physical-traits.ts';
import { attachedWindowing, checkSimpleGrouping, splitWindowKeys, whyNoWindowAggregate } from '../shared/window-aggregation.ts';

/**
 * Aggregates per key and window of a table-valued function. The window columns leave the keys and come back as properties of the window;
 * a Calc above puts the columns in their former order.
 */
export const StreamPhysicalWindowAggregateRule = defineConverter({
  name: 'StreamPhysicalWindowAggregateRule',
  nodeClass: FlinkLogicalAggregate,
  from: 'LOGICAL',
  to: 'STREAM_PHYSICAL',
  explain: { summary: 'GROUP BY window_start, window_end becomes a window aggregate, which emits once when a window ends.' },
  matches: (call) => {
    const node = call.rel<FlinkLogicalAggregate>(0);
    checkSimpleGrouping(node);
    return whyNoWindowAggregate(node);
  },
  convert: (node, call) => {
    const p = call.mq.windowProperties(node.input());
    if (!p) return undefined;
    const keys = splitWindowKeys(node.groupSet, p);
    const properties = windowPropertiesOf(keys, p.isRowtime);
    const aggregate = new StreamPhysicalWindowAggregate(node.cluster, physicalTraits(node), inputByKeys(call, node.input(), keys.rest), {
      grouping: keys.rest,
      aggCalls: node.aggCalls,
      properties,
      windowing: attachedWindowing(p, keys),
    });
    const { fields } = aggregate.rowType;
    const projects = mapping(node, keys, properties).map((i) => {
      const field = fields[i];
      if (!field) throw new Error(`no field ${i} in a window aggregate`);
      return inputRef(i, field.type);
    });
    const program = RexProgram.create(
      aggregate.rowType,
      projects,
      undefined,
      node.rowType.fields.map((f) => f.name),
    );
    return new StreamPhysicalCalc(node.cluster, physicalTraits(node), physicalInput(call, aggregate), program);
  },
});

function windowPropertiesOf(keys: SplitWindowKeys, isRowtime: boolean): readonly NamedWindowProperty[] {
  const properties: NamedWindowProperty[] = [];
  if (keys.start.length > 0) properties.push({ name: 'window_start', kind: 'start' });
  if (keys.end.length > 0) properties.push({ name: 'window_end', kind: 'end' });
  if (keys.time.length > 0) properties.push({ name: 'window_time', kind: isRowtime ? 'rowtime' : 'proctime' });
  return properties;
}

/** For each column of the logical aggregate, the column of the window aggregate that shows it. */
function mapping(node: FlinkLogicalAggregate, keys: SplitWindowKeys, properties: readonly NamedWindowProperty[]): readonly number[] {
  const calls = node.aggCalls.length;
  const at = (name: string): number => keys.rest.length + calls + properties.findIndex((p) => p.name === name);
  const ofKey = (key: number): number => {
    if (keys.start.includes(key)) return at('window_start');
    if (keys.end.includes(key)) return at('window_end');
    return keys.time.includes(key) ? at('window_time') : keys.rest.indexOf(key);
  };
  return [...node.groupSet.map(ofKey), ...node.aggCalls.map((_, i) => keys.rest.length + i)];
}
