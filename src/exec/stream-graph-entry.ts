/** One node of the stream graph as EXPLAIN JSON_EXECUTION_PLAN prints it. */
export interface StreamGraphEntry {
  readonly id: number;
  readonly type: string;
  readonly pact: 'Data Source' | 'Operator' | 'Data Sink';
  readonly contents: string;
  readonly parallelism: number;
  readonly predecessors: readonly { readonly id: number; readonly shipStrategy: string; readonly side: string }[];
}
