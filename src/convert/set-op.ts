import type { BoundSetOp } from '../validate/bound.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { ConvertPlace, Converter } from './converter.ts';
import { LogicalIntersect, LogicalMinus, LogicalUnion } from '../rel/logical/logical-set-op.ts';

/** UNION, INTERSECT, EXCEPT: both sides as they are, without casts. */
export function convertSetOp(query: BoundSetOp, place: ConvertPlace, c: Converter): RelNode {
  const inner = { ...place, top: false };
  const inputs = [c.query(query.left, inner), c.query(query.right, inner)] as const;
  switch (query.op) {
    case 'UNION':
      return LogicalUnion.create(inputs, query.all);
    case 'INTERSECT':
      return LogicalIntersect.create(inputs, query.all);
    case 'EXCEPT':
      return LogicalMinus.create(inputs, query.all);
  }
}
