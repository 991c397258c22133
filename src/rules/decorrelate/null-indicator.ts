import type { Cluster } from '../../rel/cluster.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import { CALCITE_BUILDER_CONFIG, RelBuilder } from '../../rel/rel-builder.ts';
import { TRUE_LITERAL } from '../../rel/rex/rex-factory.ts';

/** The node with a last column `nullIndicator` that is always true; behind a left join it is null in padded rows. */
export function withNullIndicator(cluster: Cluster, node: RelNode): RelNode {
  const b = new RelBuilder(cluster, CALCITE_BUILDER_CONFIG).push(node);
  const names = node.rowType.fields.map((f) => f.name);
  return b.projectNamed([...b.fields(), TRUE_LITERAL], [...names, 'nullIndicator'], true).build();
}
