import type { Span } from '../base/span.ts';
import type { Cluster } from '../rel/cluster.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { Session } from '../validate/session.ts';

/** Where in the script a node of the first tree came from; nodes made by rewriting have no entry. */
export type SpanIndex = WeakMap<RelNode, Span>;

/** What planning a statement needs: the session's catalog and options, and the cluster of its nodes. */
export interface PlanningSession extends Session {
  readonly cluster: Cluster;
  readonly spans?: SpanIndex;
}
