import type { SqlBasicCall, SqlNode, SqlOrderBy, SqlSelect, SqlWith } from '../sql/ast.ts';
import type { BoundQuery } from './bound.ts';
import type { Binder, QueryPlace } from './expression/context.ts';
import type { WithNames } from './with-names.ts';
import { UnsupportedError } from '../base/diagnostic.ts';
import type { Place } from './errors.ts';
import { contextError, joinPositions } from './errors.ts';
import { bindSelect } from './select.ts';
import { bindSetOp } from './set-op.ts';
import { bindValues } from './values.ts';

const MAX_VIEW_DEPTH = 100;

/** Binds any query. */
export function bindQuery(binder: Binder, node: SqlNode, place: QueryPlace): BoundQuery {
  if (place.depth > MAX_VIEW_DEPTH) throw new UnsupportedError('view-depth', 'Views are nested too deeply.', node.span);
  switch (node.type) {
    case 'SqlSelect':
      return bindSelect(binder, node, place);
    case 'SqlOrderBy':
      return bindOrderBy(binder, node, place);
    case 'SqlWith':
      return bindWith(binder, node, place);
    case 'SqlBasicCall':
      return bindQueryCall(binder, node, place);
    case 'SqlNodeList':
      if (node.list.length === 1 && node.list[0]) return bindQuery(binder, node.list[0], place);
      break;
    default:
  }
  throw new UnsupportedError('query', `A query of the form ${node.type} is not supported.`, node.span);
}

function bindQueryCall(binder: Binder, node: SqlBasicCall, place: QueryPlace): BoundQuery {
  switch (node.kind) {
    case 'UNION':
    case 'INTERSECT':
    case 'EXCEPT':
      return bindSetOp(binder, node, place);
    case 'VALUES':
      return bindValues(binder, node, place);
    case 'EXPLICIT_TABLE':
      return bindSelect(binder, selectAll(node, node.operands[0] ?? node), place);
    case 'SCALAR_QUERY': {
      const [query] = node.operands;
      if (query) return bindQuery(binder, query, place);
      break;
    }
    default:
  }
  throw new UnsupportedError('query', `A query of the form ${node.operator} is not supported.`, node.span);
}

/** `SELECT * FROM from`, made by Calcite around `TABLE t` and around set operations with ORDER BY. */
function selectAll(around: SqlNode, from: SqlNode): SqlSelect {
  const { pos, span } = around;
  const star: SqlNode = { type: 'SqlIdentifier', names: [''], parts: [], pos, span };
  return { type: 'SqlSelect', hints: [], keywords: [], selectList: [star], from, windowDecls: [], pos, span };
}

/** ORDER BY belongs to the SELECT below it; around anything else a `SELECT *` is made for it. */
function bindOrderBy(binder: Binder, node: SqlOrderBy, place: QueryPlace): BoundQuery {
  const { query } = node;
  if (query.type === 'SqlSelect') return bindSelect(binder, query, place, node);
  if (query.type === 'SqlWith' && query.body.type === 'SqlSelect') {
    const body: SqlOrderBy = { ...node, query: query.body };
    return bindWith(binder, { ...query, body }, place);
  }
  return bindSelect(binder, selectAll(node, query), place, node);
}

/** Items of WITH are validated once where they are declared and bound anew wherever they are named. */
function bindWith(binder: Binder, node: SqlWith, place: QueryPlace): BoundQuery {
  let names: WithNames | undefined = place.with;
  for (const item of node.withList) {
    if (item.recursive) throw new UnsupportedError('with-recursive', 'WITH RECURSIVE is not supported.', item.span);
    const itemPlace: QueryPlace = { ...place, with: names };
    const bound = bindQuery(binder, item.query, itemPlace);
    if (item.columnList && item.columnList.length !== bound.fields.length) {
      throw contextError('validate/column-count', listPlace(item.columnList), 'Number of columns must match number of query columns');
    }
    names = { item, place: itemPlace, next: names };
  }
  return bindQuery(binder, node.body, { ...place, with: names });
}

/** The place of a list with its parentheses. */
function listPlace(columns: readonly Place[]): Place {
  const { pos, span } = joinPositions(columns);
  return { pos: { ...pos, column: pos.column - 1, endColumn: pos.endColumn + 1 }, span };
}
