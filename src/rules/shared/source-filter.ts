import type { FilterExpression } from '../../catalog/connector.ts';
import type { SqlOperator } from '../../catalog/sql-operator.ts';
import type { RelOptTable } from '../../rel/core/rel-opt-table.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { Field } from '../../types/sql-type.ts';
import { FLINK_LOOKUP_NAMES } from '../../catalog/functions/lookup-names.ts';
import { composeConjunction, conjunctions } from '../../rel/rex/conditions.ts';
import { expandSearch } from '../../rel/rex/expand-search.ts';
import { printExpression } from '../../rel/rex/flink-expression-text.ts';
import { toCnfWithinBudget } from '../../rel/rex/to-cnf.ts';
import { literal } from '../../rel/rex/rex-factory.ts';
import { mapRexBottomUp } from '../../rel/rex/rex-visit.ts';
import { intervalType, isYearMonthInterval } from '../../types/sql-type.ts';
import { withAbilities } from './source-abilities.ts';

/** A condition offered to a source. */
export interface OfferedFilter {
  readonly table: RelOptTable;
  /** What the source leaves to the planner; undefined if nothing. */
  readonly remaining: RexNode | undefined;
}

/**
 * Offers the conjuncts of a condition to a source (Flink's `PushFilterIntoSourceScanRuleBase`). Undefined if none of them can be said in the
 * form that sources understand; else the source has been asked, and is not asked again whatever it took.
 */
export function offerFilter(table: RelOptTable, condition: RexNode): OfferedFilter | undefined {
  const fields = table.rowType.fields;
  const isSearch = condition.rex === 'call' && condition.op.kind === 'SEARCH';
  const parts = conjunctions(toCnfWithinBudget(isSearch ? expandSearch(condition) : condition));
  const offered = parts.flatMap((rex) => {
    const expression = toFilterExpression(rex, fields);
    return expression ? [{ rex: thereAndBack(expandSearch(rex)), expression }] : [];
  });
  const ask = table.source?.filter;
  if (offered.length === 0 || !ask) return undefined;
  const result = ask(offered.map((o) => o.expression));
  const pick = (indexes: readonly number[]): RexNode[] => offered.filter((_, i) => indexes.includes(i)).map((o) => o.rex);
  const predicates = pick(result.accepted);
  const names = fields.map((f) => f.name);
  const texts = predicates.map((e) => printExpression(e, names, { format: 'prefix', detail: 'digest' }));
  const text = texts.length === 0 ? '' : texts.reduce((l, r) => `and(${l}, ${r})`);
  const unconverted = parts.filter((rex) => !toFilterExpression(rex, fields));
  const rest = [...pick(result.remaining), ...unconverted];
  return {
    table: withAbilities(table, [{ ability: { kind: 'filter', predicates, names }, text: `filter=[${text}]` }]),
    remaining: rest.length === 0 ? undefined : composeConjunction(rest),
  };
}

/** What comes back of a condition that was put into the source's form: an interval literal forgets which units it was written in. */
function thereAndBack(e: RexNode): RexNode {
  return mapRexBottomUp(e, (x) => {
    if (x.rex !== 'literal' || x.type.name !== 'INTERVAL') return x;
    const units = isYearMonthInterval(x.type) ? ({ start: 'YEAR', end: 'MONTH' } as const) : ({ start: 'DAY', end: 'SECOND' } as const);
    return literal(x.value, intervalType(units, x.type.nullable));
  });
}

/** A row expression as sources see it (Flink's `RexNodeToExpressionConverter`); undefined for what has no such form. */
export function toFilterExpression(e: RexNode, fields: readonly Field[]): FilterExpression | undefined {
  switch (e.rex) {
    case 'inputRef':
      return { kind: 'field', path: [fields[e.index]?.name ?? ''], type: e.type };
    case 'literal':
      return e.value.kind === 'symbol' ? undefined : { kind: 'literal', type: e.type, value: e.value };
    case 'fieldAccess': {
      const path = fieldPath(e, fields);
      return path && { kind: 'field', path, type: e.type };
    }
    case 'call': {
      const call = e.op.kind === 'SEARCH' ? expandSearch(e) : e;
      if (call.rex !== 'call') return toFilterExpression(call, fields);
      const operands: FilterExpression[] = [];
      for (const operand of call.operands) {
        const converted = toFilterExpression(operand, fields);
        if (!converted) return undefined;
        operands.push(converted);
      }
      return callExpression(call.op, operands, call.type);
    }
    default:
      return undefined;
  }
}

function callExpression(op: SqlOperator, operands: readonly FilterExpression[], type: RexNode['type']): FilterExpression | undefined {
  if (op.kind === 'AND' || op.kind === 'OR') {
    return operands.reduce((l, r) => ({ kind: 'call', operator: op.name, operands: [l, r], type }));
  }
  if (op.kind === 'CAST' || op.name === 'TRY_CAST' || isKnownByName(op)) return { kind: 'call', operator: op.name, operands, type };
  return undefined;
}

/** Functions and postfix operators are looked up by name, other operators by kind; both without blanks and underscores. */
function isKnownByName(op: SqlOperator): boolean {
  const isFunction = op.syntax.startsWith('function') || op.syntax === 'postfix';
  const name = (isFunction ? op.name : op.kind).replace(/[\s_]/g, '').toUpperCase();
  return FLINK_LOOKUP_NAMES.has(name);
}

function fieldPath(e: RexNode, fields: readonly Field[]): readonly string[] | undefined {
  if (e.rex === 'inputRef') return [fields[e.index]?.name ?? ''];
  const base = e.rex === 'fieldAccess' ? fieldPath(e.ref, fields) : undefined;
  return base && e.rex === 'fieldAccess' ? [...base, e.fieldName] : undefined;
}
