import type { NameScope } from '../validate/name-scope.ts';
import type { BoundQuery } from '../validate/bound.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { ConvertPlace, Converter } from './converter.ts';
import type { PlanningSession } from './session.ts';
import { InvariantError } from '../base/assert.ts';
import { createBinder } from '../validate/binder.ts';
import { boundTable } from '../validate/table-name.ts';
import { RelBuilder } from '../rel/rel-builder.ts';
import { HintPlacement } from './query-hints.ts';
import { convertExpression } from './expression/expression.ts';
import { convertRelation } from './relation.ts';
import { convertSelect } from './select.ts';
import { convertSetOp } from './set-op.ts';
import { convertValues } from './values.ts';

/** Ties the rules of conversion together for one statement. */
export function createConverter(session: PlanningSession): Converter {
  const merges = session.config.boolean('table.optimizer.sql2rel.project-merge.enabled');
  const correlations = new Map<number, NameScope>();
  const converter: Converter = {
    session,
    correlations,
    hints: new HintPlacement(),
    builder: () => new RelBuilder(session.cluster, { bloat: merges ? 100 : -1, pushJoinCondition: true, simplifyLimit: false }),
    query: (query, place) => convertQuery(query, place, converter),
    relation: (relation, place) => convertRelation(relation, place, converter),
    expression: (e, bb) => convertExpression(e, bb, converter),
  };
  // A rule that replaces a temporal table function by the table it reads asks for that table's tree.
  session.cluster.expandTable = (path) => expandTable(path, converter);
  return converter;
}

function expandTable(names: readonly string[], c: Converter): RelNode {
  const table = c.session.catalog.findTable(c.session.catalog.qualify(names));
  if (!table || table.kind === 'view') throw new InvariantError(`no table ${names.join('.')}`);
  const bound = boundTable(createBinder(c.session), table, { span: { start: 0, end: 0 }, hints: [] });
  return c.relation(bound, { top: false, aliasHints: false });
}

function convertQuery(query: BoundQuery, place: ConvertPlace, c: Converter): RelNode {
  switch (query.kind) {
    case 'select':
      return convertSelect(query, place, c);
    case 'setOp':
      return convertSetOp(query, place, c);
    case 'values':
      return convertValues(query, place, c);
  }
}
