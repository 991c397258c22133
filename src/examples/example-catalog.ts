export type ExampleGroup = 'Lookup joins' | 'Other joins' | 'Windows' | 'Changes and state' | 'Patterns' | 'Time attributes' | 'Watermarks';

/** A script of the gallery. Its text is also a golden case of the planner, and of the runtime where it has sample rows. */
export interface Example {
  /** Name in links: `#/x/<id>`. */
  readonly id: string;
  readonly title: string;
  /** What a reader sees in it, one sentence. */
  readonly sentence: string;
  readonly group: ExampleGroup;
  /** True for examples about rows and time: they open at the run. */
  readonly startsAtRun?: boolean;
  readonly sql: string;
  /** Sample rows for its query. */
  readonly feed?: string;
}

/** What stands in the gallery; the first one is what a new user sees. Texts are in the folder of that name. */
const ENTRIES: readonly Omit<Example, 'sql' | 'feed'>[] = [
  {
    id: 'lookup-join-on-datastream',
    title: 'Lookup join on a DataStream',
    sentence:
      'A stream asks a lookup table for each of its rows: follow LogicalCorrelate to LogicalJoin to LookupJoin, and watch PROCTIME_MATERIALIZE appear.',
    group: 'Lookup joins',
  },
  {
    id: 'lookup-join-on-ddl',
    title: 'Lookup join on DDL',
    sentence: 'The same query over tables made by DDL: a computed proctime column and a watermark bring a Project and a WatermarkAssigner.',
    group: 'Lookup joins',
  },
  {
    id: 'lookup-join-latest-rates',
    title: 'Latest rates, inner and left',
    sentence: 'Amounts are converted with the latest rate, looked up at processing time; once as an inner and once as a left join.',
    group: 'Lookup joins',
  },
  {
    id: 'lookup-join-calc-on-dim',
    title: 'Calculation on the lookup side',
    sentence: 'A key that has to be computed and a filter on the looked-up rows both move into the lookup.',
    group: 'Lookup joins',
  },
  {
    id: 'interval-join',
    title: 'Interval join on event time',
    sentence: 'A time bound on two rowtime columns makes an interval join; without it the same join is a regular one.',
    group: 'Other joins',
  },
  {
    id: 'interval-join-proctime',
    title: 'Interval join on processing time',
    sentence: 'Bounds on processing time work too, until a rowtime column in the input forbids it.',
    group: 'Other joins',
  },
  {
    id: 'regular-join',
    title: 'Regular join and its state',
    sentence: 'A regular join keeps both sides in state for good, unless a TTL is set.',
    group: 'Other joins',
  },
  {
    id: 'temporal-join-versioned-table',
    title: 'Temporal join with a versioned table',
    sentence: 'Each order meets the rate that was valid at its own time, from a change feed with a primary key.',
    group: 'Other joins',
  },
  {
    id: 'temporal-table-function',
    title: 'Temporal table function',
    sentence: 'The older spelling of a processing-time temporal join: LATERAL TABLE over a temporal table function.',
    group: 'Other joins',
  },
  {
    id: 'temporal-table-function-rowtime',
    title: 'Temporal table function on event time',
    sentence: 'The same function over a rowtime attribute becomes an event-time temporal join.',
    group: 'Other joins',
  },
  {
    id: 'left-join-pad-and-unpad',
    title: 'Left join, padded and taken back',
    sentence: 'A left row goes out with nulls, and is taken back when its partner comes.',
    group: 'Other joins',
  },
  {
    id: 'semi-join',
    title: 'IN as a semi join',
    sentence: 'Rows appear when the other side has the key and go when it loses it.',
    group: 'Other joins',
  },
  {
    id: 'interval-join-outer',
    title: 'Outer interval join',
    sentence: 'When does a row without a partner come out, and why so late?',
    group: 'Other joins',
  },
  {
    id: 'temporal-join-waits',
    title: 'Temporal join waits for both sides',
    sentence: 'Orders wait for the watermark of the rates: the slower side decides.',
    group: 'Other joins',
  },
  {
    id: 'tumble-late-row',
    title: 'Tumbling window and a late row',
    sentence: 'A row whose window is over is dropped: see which watermark closed it.',
    group: 'Windows',
  },
  {
    id: 'hop-overlap',
    title: 'Hopping windows',
    sentence: 'Each row counts in several windows, which share their slices.',
    group: 'Windows',
  },
  {
    id: 'cumulate-steps',
    title: 'Cumulating windows',
    sentence: 'Windows that grow step by step up to a full hour.',
    group: 'Windows',
  },
  {
    id: 'session-merge-by-late-row',
    title: 'Session windows merge',
    sentence: 'A row between two sessions makes them one.',
    group: 'Windows',
  },
  {
    id: 'legacy-tumble',
    title: 'Group window of the older kind',
    sentence: 'TUMBLE in GROUP BY: one operator, no local phase.',
    group: 'Windows',
  },
  {
    id: 'cascade-tumble',
    title: 'Windows over windows',
    sentence: 'A window over the results of smaller windows, by window_time.',
    group: 'Windows',
  },
  {
    id: 'window-join',
    title: 'Window join',
    sentence: 'Rows of two streams meet inside one window; what found no partner is padded when the window ends.',
    group: 'Windows',
  },
  {
    id: 'window-top-n',
    title: 'Best rows of each window',
    sentence: 'Top-N over a window gives its rows once, when the window is over.',
    group: 'Windows',
  },
  {
    id: 'window-deduplicate',
    title: 'Last row of each window',
    sentence: 'Deduplication inside a window.',
    group: 'Windows',
  },
  {
    id: 'over-range',
    title: 'OVER with a range',
    sentence: 'Each row with the sum over the time before it; rows wait for the watermark.',
    group: 'Windows',
  },
  {
    id: 'top-n-with-rank',
    title: 'Top-N with rank',
    sentence: 'One new row moves all rows below it: count the updates.',
    group: 'Changes and state',
  },
  {
    id: 'deduplicate-last-rowtime',
    title: 'Newest row of each key',
    sentence: 'Deduplication by event time updates its result.',
    group: 'Changes and state',
  },
  {
    id: 'count-with-retraction',
    title: 'Aggregates that take back',
    sentence: 'COUNT, SUM and AVG over a change feed; a group vanishes with its last row.',
    group: 'Changes and state',
  },
  {
    id: 'having-appears',
    title: 'HAVING and half updates',
    sentence: 'A group appears as +U without a -U and goes as -U without a +U.',
    group: 'Changes and state',
  },
  {
    id: 'changelog-normalize',
    title: 'ChangelogNormalize',
    sentence: 'An upsert source says only what is new; the normalizer finds out what was there before.',
    group: 'Changes and state',
  },
  {
    id: 'match-recognize',
    title: 'MATCH_RECOGNIZE within a time',
    sentence: 'A pattern over rows in time order, with a limit on how long it may take.',
    group: 'Patterns',
  },
  {
    id: 'time-attributes-materialised',
    title: 'Where time attributes become plain',
    sentence:
      'In a call, at the sink, in a regular join, never in a plain projection: the places where a time attribute turns into a timestamp.',
    group: 'Time attributes',
  },
  {
    id: 'windows-on-time-attributes',
    title: 'Windows on time attributes',
    sentence: 'Group windows, window functions and OVER on rowtime and proctime, and the error for a column that is no time attribute.',
    group: 'Time attributes',
  },
  {
    id: 'smaller-watermark-of-a-union',
    title: 'Smaller watermark of a union',
    sentence:
      'Two sources in one window: the slow one holds the watermark back, a row that is late for one window is dropped, another is counted.',
    group: 'Watermarks',
  },
  {
    id: 'watermark-push-down-structure-1',
    title: 'Watermark pushed into the source',
    sentence: 'The watermark stands directly over the scan: its strategy moves into the source.',
    group: 'Watermarks',
  },
  {
    id: 'watermark-push-down-structure-2',
    title: 'Watermark pushed across a computed column',
    sentence: 'The watermark stands on a computed column: the expression is calculated again in the source and read back above it.',
    group: 'Watermarks',
  },
  {
    id: 'watermark-no-push-down',
    title: 'Watermark that stays',
    sentence: 'A source without the ability keeps the WatermarkAssigner in the plan.',
    group: 'Watermarks',
  },
  {
    id: 'watermark-nested-computed-column',
    title: 'A computed column on another one',
    sentence: 'An error worth knowing: a computed column may not stand on another computed column.',
    group: 'Watermarks',
  },
  {
    id: 'idle-side',
    title: 'Whose watermark counts',
    sentence: 'A join follows the smaller watermark of its inputs.',
    group: 'Watermarks',
  },
];

const SCRIPTS: Readonly<Record<string, string>> = import.meta.glob('./*/script.sql', { query: '?raw', import: 'default', eager: true });
const FEEDS: Readonly<Record<string, string>> = import.meta.glob('./*/rows.feed', { query: '?raw', import: 'default', eager: true });

const RUN_GROUPS: ReadonlySet<ExampleGroup> = new Set(['Windows', 'Changes and state', 'Patterns', 'Watermarks']);

/** Groups in the order of the gallery. */
export const EXAMPLE_GROUPS: readonly ExampleGroup[] = [...new Set(ENTRIES.map((e) => e.group))];

/** The gallery, in the order of the list. */
export const EXAMPLES: readonly Example[] = ENTRIES.map((entry) => {
  const feed = FEEDS[`./${entry.id}/rows.feed`];
  return {
    ...entry,
    ...(feed !== undefined && RUN_GROUPS.has(entry.group) && { startsAtRun: true }),
    sql: SCRIPTS[`./${entry.id}/script.sql`] ?? '',
    ...(feed !== undefined && { feed }),
  };
});

/** The example of that name. */
export function findExample(id: string): Example | undefined {
  return EXAMPLES.find((example) => example.id === id);
}
