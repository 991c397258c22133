import type { BoundExpr, BoundValues } from '../validate/bound.ts';
import type { SqlType } from '../types/sql-type.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { RexLiteral } from '../rel/rex/rex-node.ts';
import type { Blackboard } from './blackboard.ts';
import type { ConvertPlace, Converter } from './converter.ts';
import { relRowType, withNullability } from '../types/sql-type.ts';
import { rescaleDecimal } from '../types/decimal.ts';
import { LogicalValues } from '../rel/logical/logical-values.ts';
import { charLiteral, exactLiteral } from '../rel/rex/rex-factory.ts';
import { convertLiteral } from './expression/expression.ts';
import { oneRow } from './one-row.ts';

/** VALUES: literal rows become one Values node, others a union of one-row Projects. */
export function convertValues(query: BoundValues, place: ConvertPlace, c: Converter): RelNode {
  const tuples = literalTuples(query);
  if (tuples) return LogicalValues.create(c.session.cluster, relRowType(query.fields), tuples);
  const bb: Blackboard = { scope: query.scope, fields: [], place };
  const builder = c.builder();
  for (const row of query.rows) {
    builder.push(oneRow(c)).project(
      row.map((e) => c.expression(e, bb)),
      query.fields.map((_, i) => `EXPR$${i}`),
    );
  }
  return builder.union(true, query.rows.length).build();
}

function literalTuples(query: BoundValues): RexLiteral[][] | undefined {
  const tuples: RexLiteral[][] = [];
  for (const row of query.rows) {
    const tuple: RexLiteral[] = [];
    for (const [i, e] of row.entries()) {
      const type = query.fields[i]?.type;
      const literal = type && literalIn(e, type);
      if (!literal) return undefined;
      tuple.push(literal);
    }
    tuples.push(tuple);
  }
  return tuples;
}

/** The literal as a value of its column: exact numbers get the column's scale, CHAR its length. */
function literalIn(e: BoundExpr, type: SqlType): RexLiteral | undefined {
  if (e.kind !== 'literal') return undefined;
  const literal = convertLiteral(e);
  if (literal.rex !== 'literal') return undefined;
  const { value } = literal;
  if (value.kind === 'decimal' && type.name === 'DECIMAL') {
    return exactLiteral(rescaleDecimal(value.value, type.scale ?? 0, 'HALF_UP'), withNullability(type, false));
  }
  if (value.kind === 'char' && type.name === 'CHAR')
    return charLiteral(value.value.padEnd(type.precision ?? 0), withNullability(type, false));
  return literal;
}
