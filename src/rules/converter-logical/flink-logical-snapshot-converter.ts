import { FlinkError } from '../../base/diagnostic.ts';
import { rexText } from '../../rel/rex/rex-text.ts';
import { defineConverter } from '../../planner/rule.ts';
import { FlinkLogicalSnapshot } from '../../rel/flink-logical/flink-logical-snapshot.ts';
import { LogicalSnapshot } from '../../rel/logical/logical-snapshot.ts';

/** Makes a Snapshot of the logical convention. A literal period (time travel) was resolved when the table was looked up: only the input stays. */
export const FlinkLogicalSnapshotConverter = defineConverter({
  name: 'FlinkLogicalSnapshotConverter',
  nodeClass: LogicalSnapshot,
  from: 'NONE',
  to: 'LOGICAL',
  explain: { summary: 'FOR SYSTEM_TIME AS OF becomes a FlinkLogicalSnapshot.' },
  convert: (snapshot, call) => {
    const input = call.convert(snapshot.input(), { convention: 'LOGICAL' });
    if (snapshot.period.rex === 'literal') return input;
    if (snapshot.period.rex === 'fieldAccess') return FlinkLogicalSnapshot.create(input, snapshot.period);
    // The wording of Scala's MatchError is the JVM's business; what counts is that such a period cannot be planned.
    throw new FlinkError('plan/snapshot', [{ className: 'MatchError', message: rexText(snapshot.period) }]);
  },
});
