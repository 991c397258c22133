import type { Cluster } from './cluster.ts';

/** Calcite's `RelBuilder` with Flink's defaults. */
export class RelBuilder {
  readonly cluster: Cluster;
  constructor(cluster: Cluster) {
    this.cluster = cluster;
  }
}
