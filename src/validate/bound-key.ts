import type { BoundExpr, BoundFrameEnd, BoundSortItem } from './bound.ts';
import type { NameScope, ScopeChild } from './name-scope.ts';
import { decimalText } from '../types/decimal.ts';

/** Numbers for objects whose identity counts, within one comparison. */
export class Identities {
  private readonly numbers = new Map<object, number>();

  of(x: NameScope | ScopeChild | object): number {
    let n = this.numbers.get(x);
    if (n === undefined) {
      n = this.numbers.size;
      this.numbers.set(x, n);
    }
    return n;
  }
}

/** A text that is equal for expressions that are written alike after names have been resolved (Calcite's `equalsDeep`). */
export function boundKey(e: BoundExpr, ids: Identities): string {
  const key = (x: BoundExpr): string => boundKey(x, ids);
  const list = (xs: readonly BoundExpr[]): string => xs.map(key).join(',');
  switch (e.kind) {
    case 'column':
      return `c${ids.of(e.child)}.${e.index}`;
    case 'field':
      return `${key(e.ref)}.${e.name}`;
    case 'literal':
      return `${valueKey(e)}:${e.type.digest}`;
    case 'call':
      return `${e.op.name}/${e.op.kind}(${list(e.operands)})${e.op.kind === 'CAST' || e.op.name === 'TRY_CAST' ? `:${e.type.digest}` : ''}`;
    case 'case':
      return `case(${list(e.conditions)};${list(e.values)};${key(e.otherwise)})`;
    case 'inList':
      return `in${e.negated}${e.quantified ? `${e.quantified.comparison}${e.quantified.all}` : ''}(${key(e.value)};${list(e.list)})`;
    case 'aggregate':
      return `agg ${e.op.name}(${e.distinct}${e.ignoreNulls};${list(e.operands)};${e.filter ? key(e.filter) : ''};${sortKey(e.withinGroup, ids)})`;
    case 'over': {
      const w = e.window;
      return `over ${e.op.name}(${e.distinct}${e.ignoreNulls};${list(e.operands)};${list(w.partitionBy)};${sortKey(w.orderBy, ids)};${w.isRows};${endKey(w.lower, ids)};${endKey(w.upper, ids)})`;
    }
    case 'subQuery':
      return `q${ids.of(e.query)}`;
    case 'descriptor':
      return `descriptor(${e.columns.join()})`;
    case 'tableArgument':
      return `table(${e.input})`;
    case 'default':
      return 'default';
    case 'patternColumn':
      return `${e.alpha}.$${e.index}`;
    case 'parameter':
      return `p${e.index}`;
    case 'dynamicParam':
      return `?${e.index}`;
  }
}

function valueKey(e: Extract<BoundExpr, { readonly kind: 'literal' }>): string {
  const v = e.value;
  switch (v.kind) {
    case 'null':
      return 'null';
    case 'decimal':
    case 'double':
      return `${v.kind} ${decimalText(v.value)}`;
    case 'binary':
      return `X'${v.hex}'`;
    case 'date':
      return `date ${v.days}`;
    case 'time':
    case 'timestamp':
      return `${v.kind} ${v.nanos}`;
    default:
      return `${v.kind} '${String(v.value)}'`;
  }
}

function sortKey(items: readonly BoundSortItem[], ids: Identities): string {
  return items.map((i) => `${boundKey(i.expr, ids)} ${i.descending} ${i.nulls ?? ''}`).join();
}

function endKey(end: BoundFrameEnd | undefined, ids: Identities): string {
  if (!end) return '';
  return 'offset' in end ? `${boundKey(end.offset, ids)} ${end.bound}` : end.bound;
}

/** Direct parts of an expression; a sub-query's own query is not entered. */
export function boundOperands(e: BoundExpr): readonly BoundExpr[] {
  switch (e.kind) {
    case 'field':
      return [e.ref];
    case 'call':
      return e.operands;
    case 'case':
      return [...e.conditions.flatMap((c, i) => (e.values[i] ? [c, e.values[i]] : [c])), e.otherwise];
    case 'inList':
      return [e.value, ...e.list];
    case 'aggregate':
      return [...e.operands, ...(e.filter ? [e.filter] : []), ...e.withinGroup.map((i) => i.expr)];
    case 'over': {
      const ends = [e.window.lower, e.window.upper].flatMap((b) => (b && 'offset' in b ? [b.offset] : []));
      return [...e.operands, ...(e.filter ? [e.filter] : []), ...e.window.partitionBy, ...e.window.orderBy.map((i) => i.expr), ...ends];
    }
    case 'subQuery':
      return e.operands;
    default:
      return [];
  }
}

/** True if the expression or a part of it passes the test. */
export function someBound(e: BoundExpr, test: (x: BoundExpr) => boolean): boolean {
  return test(e) || boundOperands(e).some((x) => someBound(x, test));
}
