import type { BoundCall, BoundExpr } from './bound.ts';
import type { ExprContext } from './expression/context.ts';
import { decimalOf } from '../types/decimal.ts';
import { simpleType } from '../types/sql-type.ts';
import { operatorNamed } from './expression/call-binding.ts';

/** Calls that point at another row of a match. */
function navigationOf(e: BoundExpr): string | undefined {
  if (e.kind !== 'call') return undefined;
  const { name } = e.op;
  return name === 'PREV' || name === 'NEXT' || name === 'FIRST' || name === 'LAST' ? name : undefined;
}

function isPhysical(name: string): boolean {
  return name === 'PREV' || name === 'NEXT';
}

const AGGREGATES: ReadonlySet<string> = new Set(['SUM', 'SUM0', 'AVG', 'COUNT', 'MAX', 'MIN']);

interface Around {
  readonly call: BoundCall;
  readonly offset: BoundExpr;
}

function wrap(e: BoundExpr, around: Around | undefined): BoundExpr {
  return around ? { ...around.call, operands: [e, around.offset], type: e.type } : e;
}

/** Pushes PREV, NEXT, FIRST and LAST down to the columns they are about (Calcite's `NavigationExpander`). */
function expand(e: BoundExpr, around: Around | undefined, cx: ExprContext): BoundExpr {
  if (e.kind === 'patternColumn' || e.kind === 'field') return wrap(e, around);
  if (e.kind === 'call') {
    const name = navigationOf(e);
    if (name !== undefined) {
      let [inner, offset] = e.operands;
      if (!inner) throw new Error(`${name} without operand`);
      offset ??= integer(isPhysical(name) ? 1 : 0, e);
      const innerName = navigationOf(inner);
      if (isPhysical(name) && innerName !== undefined && isPhysical(innerName) && inner.kind === 'call') {
        const [column, innerOffset] = inner.operands;
        if (column && innerOffset) {
          const op = operatorNamed(cx, innerName === name ? '+' : '-', 'binary');
          offset = { kind: 'call', op, operands: [offset, innerOffset], type: simpleType('INTEGER', false), origin: e.origin };
          inner = { ...e, operands: [column, offset] };
        }
      }
      return wrap(expand(inner, { call: e, offset }, cx), around);
    }
    if (e.operands.length === 0) return wrap(e, around);
    return { ...e, operands: e.operands.map((o) => wrap(expand(o, undefined, cx), around)) };
  }
  if (e.kind === 'case') {
    const part = (x: BoundExpr): BoundExpr => wrap(expand(x, undefined, cx), around);
    return { ...e, conditions: e.conditions.map(part), values: e.values.map(part), otherwise: part(e.otherwise) };
  }
  if (e.kind === 'inList') {
    return { ...e, value: wrap(expand(e.value, undefined, cx), around) };
  }
  return e;
}

function integer(n: number, at: BoundExpr): BoundExpr {
  return { kind: 'literal', value: { kind: 'decimal', value: decimalOf(n) }, type: simpleType('INTEGER', false), origin: at.origin };
}

/** In DEFINE every column says which row it means: `PREV(A.x, 0)` of the variable itself, `LAST(B.x, 0)` of another one. */
function replace(e: BoundExpr, alpha: string, cx: ExprContext): BoundExpr {
  const visit = (x: BoundExpr): BoundExpr => replace(x, alpha, cx);
  switch (e.kind) {
    case 'patternColumn':
    case 'field': {
      const variable = variableOf(e);
      if (variable === undefined) return e;
      const op = operatorNamed(cx, variable === alpha ? 'PREV' : 'LAST');
      return { kind: 'call', op, operands: [e, integer(0, e)], type: e.type, origin: e.origin };
    }
    case 'call': {
      const name = navigationOf(e);
      if (name === 'FIRST' || name === 'LAST' || AGGREGATES.has(e.op.name) || e.op.name === 'FINAL' || e.op.name === 'RUNNING') return e;
      if (name === 'PREV') {
        const variable = e.operands[0] && variableOf(e.operands[0]);
        if (variable === undefined) break;
        return variable === alpha ? e : { ...e, op: operatorNamed(cx, 'LAST') };
      }
      break;
    }
    case 'case':
      return { ...e, conditions: e.conditions.map(visit), values: e.values.map(visit), otherwise: visit(e.otherwise) };
    case 'inList':
      return { ...e, value: visit(e.value) };
    default:
      return e;
  }
  return e.kind === 'call' ? { ...e, operands: e.operands.map(visit) } : e;
}

function variableOf(e: BoundExpr): string | undefined {
  if (e.kind === 'patternColumn') return e.alpha;
  return e.kind === 'field' ? variableOf(e.ref) : undefined;
}

/** A condition of DEFINE for the variable `alpha`. */
export function navigatedDefinition(e: BoundExpr, alpha: string, cx: ExprContext): BoundExpr {
  return replace(expand(e, undefined, cx), alpha, cx);
}

/** A measure: FINAL around it unless it says RUNNING or FINAL itself. */
export function navigatedMeasure(e: BoundExpr, allRows: boolean, cx: ExprContext): BoundExpr {
  const name = e.kind === 'call' ? e.op.name : '';
  const keeps = name === 'FINAL' || (name === 'RUNNING' && allRows);
  const op = keeps ? undefined : operatorNamed(cx, allRows ? 'RUNNING' : 'FINAL');
  const expr: BoundExpr = op ? { kind: 'call', op, operands: [e], type: e.type, origin: e.origin } : e;
  return expand(expr, undefined, cx);
}
