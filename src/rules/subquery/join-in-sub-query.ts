import type { RelBuilder } from '../../rel/rel-builder.ts';
import type { RexNode, RexSubQuery } from '../../rel/rex/rex-node.ts';
import type { SubQueryPlace } from './join-sub-query.ts';
import { simpleType } from '../../types/sql-type.ts';
import { composeConjunction, composeDisjunction } from '../../rel/rex/conditions.ts';
import { call, exactLiteral, FALSE_LITERAL, nullLiteral, TRUE_LITERAL } from '../../rel/rex/rex-factory.ts';
import { shiftRefs } from '../../rel/rex/rex-visit.ts';
import { CASE, COUNT, EQUALS, IS_NOT_NULL, IS_NULL, LESS_THAN } from '../../rel/rex/standard-operators.ts';

const UNKNOWN = nullLiteral(simpleType('BOOLEAN', true));

/** `name`, or `name` with a number for all but a single sub-query. */
function aliasOf(name: string, index: number): string {
  return index === 0 ? name : `${name}${index}`;
}

function equations(operands: readonly RexNode[], fields: readonly RexNode[]): RexNode[] {
  return operands.map((o, i) => call(EQUALS, [o, fields[i] as RexNode]));
}

/** Must unknown be told from false? */
function needsUnknown(place: SubQueryPlace): boolean {
  return place.logic === 'TRUE_FALSE_UNKNOWN' || place.logic === 'UNKNOWN_AS_TRUE';
}

/**
 * Joins an IN. Where only true matters, an inner join with the distinct rows. Else a left join with the distinct rows and `true AS i`;
 * where unknown matters, all rows and the rows without null are counted first (`ct.c`, `ct.ck`): no row at all is false, a null among
 * them makes a miss unknown.
 */
export function joinIn(b: RelBuilder, query: RexSubQuery, place: SubQueryPlace): RexNode {
  if (query.operands.every((o) => o.rex === 'literal')) return joinLiteralsIn(b, query, place);
  const ct = aliasOf('ct', place.index);
  const dt = aliasOf('dt', place.index);
  b.push(query.rel);
  let offset = place.offset;
  if (place.logic === 'TRUE') {
    b.aggregate(b.groupKey(b.fields()), []);
  } else {
    const fields: RexNode[] = b.fields();
    if (needsUnknown(place)) {
      b.aggregate(b.groupKey([]), [
        { op: COUNT, operands: [], name: 'c' },
        { op: COUNT, operands: b.fields(), name: 'ck' },
      ]);
      b.as(ct).join(place.variables.length > 0 ? 'left' : 'inner', TRUE_LITERAL, place.variables);
      offset += 2;
      b.push(query.rel);
    }
    b.project([...fields, b.alias(TRUE_LITERAL, 'i')]).distinct();
  }
  b.as(dt);
  const shifted = b.fields().map((f) => shiftRefs(f, offset));
  const condition = composeConjunction(equations(query.operands, shifted));
  if (place.logic === 'TRUE') {
    b.join('inner', condition, place.variables);
    return TRUE_LITERAL;
  }
  b.join('left', condition, place.variables);
  const last = b.field(b.peek().rowType.fields.length - 1);
  const c = (): RexNode => b.fieldOfAlias(ct, 'c');
  const branches: RexNode[] = [];
  if (needsUnknown(place)) branches.push(call(EQUALS, [c(), exactLiteral(0)]), FALSE_LITERAL);
  branches.push(...nullOperands(query), call(IS_NOT_NULL, [last]), TRUE_LITERAL);
  if (needsUnknown(place)) branches.push(call(LESS_THAN, [b.fieldOfAlias(ct, 'ck'), c()]), missOf(place));
  return call(CASE, [...branches, FALSE_LITERAL]);
}

/** A null among the operands makes the answer unknown. */
function nullOperands(query: RexSubQuery): RexNode[] {
  const tests = query.operands.filter((o) => o.type.nullable).map((o) => call(IS_NULL, [o]));
  return tests.length > 0 ? [composeDisjunction(tests), UNKNOWN] : [];
}

/** What a miss beside a null counts as. */
function missOf(place: SubQueryPlace): RexNode {
  return place.logic === 'TRUE_FALSE_UNKNOWN' ? UNKNOWN : TRUE_LITERAL;
}

/** With literals only, the comparison is done inside the sub-query: `cs` says whether the row found was equal (true) or had a null. */
function joinLiteralsIn(b: RelBuilder, query: RexSubQuery, place: SubQueryPlace): RexNode {
  const dt = aliasOf('dt', place.index);
  const isCorrelated = place.variables.length > 0;
  b.push(query.rel);
  const fields = b.fields();
  if (place.logic === 'TRUE' || place.logic === 'TRUE_FALSE') {
    b.filter(equations(query.operands, fields));
    b.project([b.alias(TRUE_LITERAL, 'cs')]).distinct();
  } else {
    filterWithNulls(b, query, fields, isCorrelated);
  }
  b.as(dt).join(place.logic === 'TRUE' ? 'inner' : 'left', TRUE_LITERAL, place.variables);
  if (place.logic === 'TRUE') return TRUE_LITERAL;
  const cs = (): RexNode => b.fieldOfAlias(dt, 'cs');
  const branches: RexNode[] = [];
  if (needsUnknown(place)) {
    if (!isCorrelated) branches.push(call(IS_NULL, [b.fieldOfAlias(dt, 'c')]), FALSE_LITERAL);
    branches.push(call(EQUALS, [cs(), FALSE_LITERAL]), missOf(place));
  }
  branches.push(...nullOperands(query), call(IS_NOT_NULL, [cs()]), TRUE_LITERAL);
  return call(CASE, [...branches, FALSE_LITERAL]);
}

/** Rows that are equal or have a null; uncorrelated, one of the equal ones first. */
function filterWithNulls(b: RelBuilder, query: RexSubQuery, fields: readonly RexNode[], isCorrelated: boolean): void {
  const nulls = [...fields, ...query.operands.filter((o) => o.type.nullable)].map((f) => call(IS_NULL, [f]));
  b.filter(composeDisjunction([composeConjunction(equations(query.operands, fields)), composeDisjunction(nulls)]));
  b.project([b.alias(composeConjunction(fields.map((f) => call(IS_NOT_NULL, [f]))), 'cs')]);
  if (isCorrelated) {
    b.distinct();
    return;
  }
  b.aggregate(b.groupKey([b.fieldNamed('cs')]), [{ op: COUNT, operands: [], name: 'c' }]);
  b.sortLimit([{ expr: b.fieldNamed('cs'), direction: 'DESCENDING', nullDirection: 'FIRST' }], undefined, exactLiteral(1));
}
