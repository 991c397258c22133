import type { FilterExpression, FilterResult, TableSource } from '../connector.ts';

const NOT_COMPARABLE: ReadonlySet<string> = new Set([
  'ARRAY',
  'MULTISET',
  'MAP',
  'ROW',
  'STRUCTURED',
  'RAW',
  'BINARY',
  'VARBINARY',
  'NULL',
]);

/** Splits conjuncts by a test of each: accepted ones go into the scan, the others stay above. */
export function splitConjuncts(conjuncts: readonly FilterExpression[], accepts: (e: FilterExpression) => boolean): FilterResult {
  const accepted: number[] = [];
  const remaining: number[] = [];
  conjuncts.forEach((e, i) => (accepts(e) ? accepted : remaining).push(i));
  return { accepted, remaining };
}

/**
 * `FilterUtils.shouldPushDown`: a conjunct is taken if it is a call of two operands, each a literal, one of the listed columns, or UPPER
 * or LOWER of such a thing, of a type whose values Java can compare.
 */
export function valuesFilter(fields: ReadonlySet<string>): NonNullable<TableSource['filter']> {
  const isPlain = (e: FilterExpression): boolean => {
    if (NOT_COMPARABLE.has(e.type.name)) return false;
    if (e.kind === 'literal') return true;
    if (e.kind === 'field') return e.path.length === 1 && fields.has(e.path[0] ?? '');
    const only = e.operands[0];
    return e.operands.length === 1 && (e.operator === 'UPPER' || e.operator === 'LOWER') && only !== undefined && isPlain(only);
  };
  return (conjuncts) => splitConjuncts(conjuncts, (e) => e.kind === 'call' && e.operands.length === 2 && e.operands.every(isPlain));
}
