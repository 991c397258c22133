import type { OperatorNames } from './operator-names.ts';

/*
 * The graph of operators between exec nodes and the texts of stream and job graph (Flink's transformations and `StreamGraph`). Exchanges and
 * unions are no operators: they become the ways rows take to the next one.
 */

export type ShipStrategy = 'FORWARD' | 'HASH' | 'GLOBAL' | 'REBALANCE' | 'BROADCAST' | 'CUSTOM';

/** Flink's `StreamNode`. */
export interface Operator {
  /** Order of creation; the order of the stream graph. */
  readonly id: number;
  /** `Calc[2]`, `Source: T[1]`. */
  readonly name: string;
  /** `[2]:Calc(select=[a])`. */
  readonly contents: string;
  readonly role: 'source' | 'operator' | 'legacy-sink';
  readonly parallelism: number;
  readonly inputs: readonly OperatorEdge[];
  /** A `SourceFunction` or input format at the head of a chain; yielding operators are not chained behind it. */
  readonly isLegacySource?: boolean;
  /** Sink V2 writers and async lookups (`YieldingOperatorFactory`). */
  readonly yields?: boolean;
}

export interface OperatorEdge {
  readonly source: Operator;
  readonly ship: ShipStrategy;
}

/** Where rows of a translated node come from, before the next operator takes them. */
export interface Stream {
  /** Several after a union. */
  readonly from: readonly { readonly operator: Operator; readonly ship?: ShipStrategy }[];
  readonly parallelism: number;
}

/** The edges of an operator that reads the stream: what no exchange decided is FORWARD at equal parallelism, else REBALANCE. */
export function edgesInto(streams: readonly Stream[], parallelism: number): OperatorEdge[] {
  return streams.flatMap((s) =>
    s.from.map(({ operator, ship }) => ({
      source: operator,
      ship: ship ?? (operator.parallelism === parallelism ? 'FORWARD' : 'REBALANCE'),
    })),
  );
}

/** Rows spread by a partitioner; one closer to the reader wins over one further up. */
export function partitioned(stream: Stream, ship: ShipStrategy, parallelism: number): Stream {
  return { from: stream.from.map(({ operator }) => ({ operator, ship })), parallelism };
}

/** What building operators needs besides the nodes; sinks use it too. */
export interface OperatorBuilder {
  readonly names: OperatorNames;
  /** Of sources: the environment's while the query is translated. */
  readonly defaultParallelism: number;
  /** Behind a shuffle and of the printing sink: what the job is started with. */
  readonly shuffleParallelism: number;
  /** Adds an operator to the graph. */
  add(o: Omit<Operator, 'id'>): Operator;
  /** A sink V2's writers get their place after everything else. */
  addLate(o: Omit<Operator, 'id'>): Operator;
}
