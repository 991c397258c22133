import type { RelBuilder } from '../../rel/rel-builder.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { SqlOperator } from '../../catalog/sql-operator.ts';
import type { RowType } from '../../types/sql-type.ts';
import { defined } from '../../base/assert.ts';
import { range } from '../../rel/bit-set.ts';
import { LogicalTableFunctionScan } from '../../rel/logical/logical-table-function-scan.ts';
import { call, TRUE_LITERAL } from '../../rel/rex/rex-factory.ts';
import { relRowType } from '../../types/sql-type.ts';
import { builtIn } from './built-in.ts';

/** Flink's `INTERNAL_REPLICATE_ROWS`: gives the columns after the first as often as the first says. */
function replicateRowsFunction(row: RowType): SqlOperator {
  return { ...builtIn('$REPLICATE_ROWS$1'), inferReturnType: () => row };
}

/**
 * On top of the builder stands a count and `names.length` columns: the columns, each row as often as its count says (Flink's
 * `SetOpRewriteUtil.replicateRows`).
 */
export function replicateRows(builder: RelBuilder, names: readonly string[]): RelNode {
  const count = names.length;
  const { cluster } = builder;
  const operands = builder.fields(range(0, count + 1));
  const row = relRowType(names.map((name, i) => ({ name, type: defined(operands[i + 1], 'column').type })));
  builder.push(LogicalTableFunctionScan.create(cluster, [], call(replicateRowsFunction(row), operands, row), row));
  builder.join('inner', TRUE_LITERAL, [cluster.nextCorrelId()]);
  return builder.project(builder.fields(range(count + 1, count * 2 + 1))).build();
}
