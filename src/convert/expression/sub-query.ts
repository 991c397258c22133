import type { BoundExpr, BoundSubQuery } from '../../validate/bound.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { Blackboard } from '../blackboard.ts';
import type { Converter } from '../converter.ts';
import { Project } from '../../rel/core/project.ts';
import { Sort } from '../../rel/core/sort.ts';
import { collectionSubQuery, call, existsSubQuery, inSubQuery, scalarSubQuery, someSubQuery } from '../../rel/rex/rex-factory.ts';
import { NOT } from '../../rel/rex/standard-operators.ts';

const NEGATED: Readonly<Record<string, string>> = { '=': '<>', '<>': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' };

/** Sub-queries stay whole; later rules turn them into joins. */
export function convertSubQuery(e: BoundSubQuery, bb: Blackboard, c: Converter): RexNode {
  const rel = c.query(e.query, { ...bb.place, top: false });
  const operands = (): RexNode[] => e.operands.map((o) => c.expression(o, bb));
  const negate = (x: RexNode): RexNode => call(NOT, [x]);
  switch (e.subQuery) {
    case 'EXISTS':
      return existsSubQuery(withoutSelectList(rel));
    case 'SCALAR':
      return scalarSubQuery(rel);
    case 'IN': {
      const result = inSubQuery(rel, operands());
      return e.negated ? negate(result) : result;
    }
    case 'SOME':
      return someSubQuery(rel, operands(), e.comparison ?? '=');
    case 'ALL':
      return negate(someSubQuery(rel, operands(), NEGATED[e.comparison ?? '='] ?? '<>'));
    case 'ARRAY':
    case 'MULTISET':
    case 'MAP':
      return collectionSubQuery(e.subQuery, rel, e.type);
  }
}

/** EXISTS does not look at columns: Projects and pure sorts at the top go. */
function withoutSelectList(rel: RelNode): RelNode {
  let node = rel;
  while (node instanceof Project || (node instanceof Sort && !node.offset && !node.fetch)) node = node.input();
  return node;
}

/** True if an IN stands anywhere inside, also in a sub-query. */
export function containsIn(e: BoundExpr): boolean {
  switch (e.kind) {
    case 'inList':
      return true;
    case 'subQuery':
      return e.subQuery === 'IN' || e.operands.some(containsIn);
    case 'call':
      return e.operands.some(containsIn);
    case 'case':
      return [...e.conditions, ...e.values, e.otherwise].some(containsIn);
    default:
      return false;
  }
}
