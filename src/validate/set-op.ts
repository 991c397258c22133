import type { SqlBasicCall, SqlNode } from '../sql/ast.ts';
import type { Field } from '../types/sql-type.ts';
import type { BoundQuery } from './bound.ts';
import type { Place } from './errors.ts';
import type { Binder, QueryPlace } from './expression/context.ts';
import { leastRestrictive } from '../types/least-restrictive.ts';
import { contextError, joinPositions } from './errors.ts';

/** UNION, INTERSECT, EXCEPT: as many columns on both sides, with common types pair by pair. */
export function bindSetOp(binder: Binder, node: SqlBasicCall, place: QueryPlace): BoundQuery {
  const [left, right] = node.operands;
  if (!left || !right) throw new Error(`${node.operator} has two operands`);
  const a = binder.query(left, place);
  const b = binder.query(right, place);
  if (a.fields.length !== b.fields.length) {
    throw contextError('validate/set-operation-columns', selectListPlace(right), `Column count mismatch in ${node.operator}`);
  }
  const fields = a.fields.map((f, i): Field => {
    const other = b.fields[i];
    const type = other && leastRestrictive([f.type, other.type]);
    if (!type) {
      throw contextError('validate/set-operation-types', selectItemPlace(left, i), `Type mismatch in column ${i + 1} of ${node.operator}`);
    }
    return { name: f.name, type };
  });
  const op = node.kind === 'INTERSECT' ? 'INTERSECT' : node.kind === 'EXCEPT' ? 'EXCEPT' : 'UNION';
  return { kind: 'setOp', op, all: node.operator.endsWith(' ALL'), left: a, right: b, fields, span: node.span };
}

function selectListPlace(query: SqlNode): Place {
  return query.type === 'SqlSelect' ? joinPositions(query.selectList) : query;
}

/** The item of the first SELECT below (Calcite's `SqlUtil.getSelectListItem`). */
function selectItemPlace(query: SqlNode, i: number): Place {
  switch (query.type) {
    case 'SqlSelect': {
      const [only] = query.selectList;
      const isStar = query.selectList.length === 1 && only?.type === 'SqlIdentifier' && only.names[only.names.length - 1] === '';
      if (isStar && query.from) return selectItemPlace(query.from, i);
      return query.selectList[i] ?? query;
    }
    case 'SqlOrderBy':
      return selectItemPlace(query.query, i);
    case 'SqlBasicCall': {
      const [first] = query.operands;
      if (query.kind === 'UNION' || query.kind === 'INTERSECT' || query.kind === 'EXCEPT' || query.kind === 'AS') {
        return first ? selectItemPlace(first, i) : query;
      }
      if (query.kind === 'VALUES' && first?.type === 'SqlBasicCall') return first.operands[i] ?? first;
      return query;
    }
    default:
      return query;
  }
}
