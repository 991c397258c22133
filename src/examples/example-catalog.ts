import lookupJoinOnDatastream from './lookup-join-on-datastream/script.sql?raw';
import lookupJoinOnDdl from './lookup-join-on-ddl/script.sql?raw';
import lookupJoinLatestRates from './lookup-join-latest-rates/script.sql?raw';
import lookupJoinCalcOnDim from './lookup-join-calc-on-dim/script.sql?raw';
import intervalJoin from './interval-join/script.sql?raw';
import intervalJoinProctime from './interval-join-proctime/script.sql?raw';
import regularJoin from './regular-join/script.sql?raw';
import temporalJoinVersionedTable from './temporal-join-versioned-table/script.sql?raw';
import temporalTableFunction from './temporal-table-function/script.sql?raw';
import temporalTableFunctionRowtime from './temporal-table-function-rowtime/script.sql?raw';
import timeAttributesMaterialised from './time-attributes-materialised/script.sql?raw';
import windowsOnTimeAttributes from './windows-on-time-attributes/script.sql?raw';
import watermarkPushDownStructure1 from './watermark-push-down-structure-1/script.sql?raw';
import watermarkPushDownStructure2 from './watermark-push-down-structure-2/script.sql?raw';
import watermarkNoPushDown from './watermark-no-push-down/script.sql?raw';
import smallerWatermarkOfAUnion from './smaller-watermark-of-a-union/script.sql?raw';
import smallerWatermarkOfAUnionRows from './smaller-watermark-of-a-union/rows.feed?raw';
import watermarkNestedComputedColumn from './watermark-nested-computed-column/script.sql?raw';

/** A script of the gallery. Its text is also a golden case of the planner. */
export interface Example {
  /** Name in links: `#/x/<id>`. */
  readonly id: string;
  readonly title: string;
  /** What a reader sees in it, one sentence. */
  readonly sentence: string;
  readonly group: 'Lookup joins' | 'Other joins' | 'Time attributes' | 'Watermarks';
  readonly sql: string;
  /** Sample rows for its query. */
  readonly feed?: string;
}

/** The gallery, in the order of the list. The first one is what a new user sees. */
export const EXAMPLES: readonly Example[] = [
  {
    id: 'lookup-join-on-datastream',
    title: 'Lookup join on a DataStream',
    sentence:
      'A stream asks a lookup table for each of its rows: follow LogicalCorrelate to LogicalJoin to LookupJoin, and watch PROCTIME_MATERIALIZE appear.',
    group: 'Lookup joins',
    sql: lookupJoinOnDatastream,
  },
  {
    id: 'lookup-join-on-ddl',
    title: 'Lookup join on DDL',
    sentence: 'The same query over tables made by DDL: a computed proctime column and a watermark bring a Project and a WatermarkAssigner.',
    group: 'Lookup joins',
    sql: lookupJoinOnDdl,
  },
  {
    id: 'lookup-join-latest-rates',
    title: 'Latest rates, inner and left',
    sentence: 'Amounts are converted with the latest rate, looked up at processing time; once as an inner and once as a left join.',
    group: 'Lookup joins',
    sql: lookupJoinLatestRates,
  },
  {
    id: 'lookup-join-calc-on-dim',
    title: 'Calculation on the lookup side',
    sentence: 'A key that has to be computed and a filter on the looked-up rows both move into the lookup.',
    group: 'Lookup joins',
    sql: lookupJoinCalcOnDim,
  },
  {
    id: 'interval-join',
    title: 'Interval join on event time',
    sentence: 'A time bound on two rowtime columns makes an interval join; without it the same join is a regular one.',
    group: 'Other joins',
    sql: intervalJoin,
  },
  {
    id: 'interval-join-proctime',
    title: 'Interval join on processing time',
    sentence: 'Bounds on processing time work too, until a rowtime column in the input forbids it.',
    group: 'Other joins',
    sql: intervalJoinProctime,
  },
  {
    id: 'regular-join',
    title: 'Regular join and its state',
    sentence: 'A regular join keeps both sides in state for good, unless a TTL is set.',
    group: 'Other joins',
    sql: regularJoin,
  },
  {
    id: 'temporal-join-versioned-table',
    title: 'Temporal join with a versioned table',
    sentence: 'Each order meets the rate that was valid at its own time, from a change feed with a primary key.',
    group: 'Other joins',
    sql: temporalJoinVersionedTable,
  },
  {
    id: 'temporal-table-function',
    title: 'Temporal table function',
    sentence: 'The older spelling of a processing-time temporal join: LATERAL TABLE over a temporal table function.',
    group: 'Other joins',
    sql: temporalTableFunction,
  },
  {
    id: 'temporal-table-function-rowtime',
    title: 'Temporal table function on event time',
    sentence: 'The same function over a rowtime attribute becomes an event-time temporal join.',
    group: 'Other joins',
    sql: temporalTableFunctionRowtime,
  },
  {
    id: 'time-attributes-materialised',
    title: 'Where time attributes become plain',
    sentence:
      'In a call, at the sink, in a regular join, never in a plain projection: the places where a time attribute turns into a timestamp.',
    group: 'Time attributes',
    sql: timeAttributesMaterialised,
  },
  {
    id: 'windows-on-time-attributes',
    title: 'Windows on time attributes',
    sentence: 'Group windows, window functions and OVER on rowtime and proctime, and the error for a column that is no time attribute.',
    group: 'Time attributes',
    sql: windowsOnTimeAttributes,
  },
  {
    id: 'smaller-watermark-of-a-union',
    title: 'Smaller watermark of a union',
    sentence:
      'Two sources in one window: the slow one holds the watermark back, a row that is late for one window is dropped, another is counted.',
    group: 'Watermarks',
    sql: smallerWatermarkOfAUnion,
    feed: smallerWatermarkOfAUnionRows,
  },
  {
    id: 'watermark-push-down-structure-1',
    title: 'Watermark pushed into the source',
    sentence: 'The watermark stands directly over the scan: its strategy moves into the source.',
    group: 'Watermarks',
    sql: watermarkPushDownStructure1,
  },
  {
    id: 'watermark-push-down-structure-2',
    title: 'Watermark pushed across a computed column',
    sentence: 'The watermark stands on a computed column: the expression is calculated again in the source and read back above it.',
    group: 'Watermarks',
    sql: watermarkPushDownStructure2,
  },
  {
    id: 'watermark-no-push-down',
    title: 'Watermark that stays',
    sentence: 'A source without the ability keeps the WatermarkAssigner in the plan.',
    group: 'Watermarks',
    sql: watermarkNoPushDown,
  },
  {
    id: 'watermark-nested-computed-column',
    title: 'A computed column on another one',
    sentence: 'An error worth knowing: a computed column may not stand on another computed column.',
    group: 'Watermarks',
    sql: watermarkNestedComputedColumn,
  },
];

/** The example of that name. */
export function findExample(id: string): Example | undefined {
  return EXAMPLES.find((example) => example.id === id);
}
