import type { SqlOperator } from '../../catalog/sql-operator.ts';
import type { RelNode } from '../rel-node.ts';
import type { LiteralValue, RexCall, RexNode, Sarg } from './rex-node.ts';
import { unreachable } from '../../base/assert.ts';
import { sameTypeIgnoringNullability } from '../../types/sql-type.ts';
import { hexText, sargText } from './literal-text.ts';
import { windowText } from './rex-text.ts';

/** Keys by expression: a cache of a pure function of an immutable object, the only module state here. */
const KEYS = new WeakMap<RexNode, string>();

/**
 * Key of an expression: two expressions are equal in Calcite's sense exactly if their keys are. `>` counts as `<` with swapped operands,
 * the two operands of a symmetrical call have no order (`RexNormalize`), and types count.
 */
export function rexKey(e: RexNode): string {
  // References are cheaper to write than to look up.
  if (e.rex === 'inputRef') return `$${e.index}`;
  if (e.rex === 'localRef') return `$t${e.index}:${e.type.digest}`;
  const known = KEYS.get(e);
  if (known !== undefined) return known;
  const key = computeKey(e);
  // The plan inside a sub-query may have its inputs exchanged by a planner, so such keys are not kept.
  if (!key.includes('{#')) KEYS.set(e, key);
  return key;
}

/** True if the two expressions are equal in Calcite's sense. */
export function rexEquals(a: RexNode, b: RexNode): boolean {
  return a === b || (a.rex === b.rex && rexKey(a) === rexKey(b));
}

/** True if two lists are equal one by one. */
export function rexListEquals(a: readonly RexNode[], b: readonly RexNode[]): boolean {
  return a === b || (a.length === b.length && a.every((e, i) => rexEquals(e, b[i] as RexNode)));
}

function operatorKey(op: SqlOperator): string {
  return op.kind === 'OTHER_FUNCTION' ? op.name : `${op.name}/${op.kind}`;
}

function computeKey(e: RexNode): string {
  switch (e.rex) {
    case 'inputRef':
      return `$${e.index}`;
    case 'localRef':
      return `$t${e.index}:${e.type.digest}`;
    case 'literal':
      return `${literalValueKey(e.value)}:${e.type.digest}`;
    case 'call':
      return callKey(e);
    case 'over':
      return `OVER ${operatorKey(e.op)}(${e.operands.map(rexKey).join(',')}):${e.type.digest}|${e.distinct}|${e.ignoreNulls}|${windowText(e.window, true)}|${e.op.aggregate?.allowsFraming ?? true}`;
    case 'subQuery':
      return `${operatorKey(e.op)}(${e.operands.map(rexKey).join(',')}){#${relDeepKey(e.rel)}}`;
    case 'fieldAccess':
      return `${rexKey(e.ref)}.${e.fieldIndex}:${e.fieldName}`;
    case 'correlVariable':
      return `$cor${e.id}:${e.type.digest}`;
    case 'dynamicParam':
      return `?${e.index}:${e.type.digest}`;
    case 'patternFieldRef':
      return `${e.alpha}.$${e.index}`;
    case 'tableArg':
      return `TABLE(#${e.inputIndex})${e.partitionKeys.join()}|${e.orderKeys.join()}|${e.sortOrder.join()}:${e.type.digest}`;
    default:
      return unreachable(e);
  }
}

function callKey(e: RexCall): string {
  const [a, b] = e.operands;
  if (a !== undefined && b !== undefined && e.operands.length === 2) {
    const ka = rexKey(a);
    const kb = rexKey(b);
    switch (e.op.kind) {
      case 'GREATER_THAN':
        return `</LESS_THAN(${kb},${ka}):${e.type.digest}`;
      case 'GREATER_THAN_OR_EQUAL':
        return `<=/LESS_THAN_OR_EQUAL(${kb},${ka}):${e.type.digest}`;
      case 'AND':
      case 'OR':
      case 'EQUALS':
      case 'NOT_EQUALS':
      case 'IS_DISTINCT_FROM':
      case 'IS_NOT_DISTINCT_FROM':
      case 'GREATEST':
      case 'LEAST':
        return pairKey(e, ka, kb, true);
      case 'PLUS':
      case 'TIMES':
        return pairKey(e, ka, kb, sameTypeIgnoringNullability(a.type, b.type));
      default:
        return pairKey(e, ka, kb, false);
    }
  }
  return `${operatorKey(e.op)}(${e.operands.map(rexKey).join(',')}):${e.type.digest}`;
}

function pairKey(e: RexCall, ka: string, kb: string, symmetrical: boolean): string {
  const operands = symmetrical && kb < ka ? `${kb},${ka}` : `${ka},${kb}`;
  return `${operatorKey(e.op)}(${operands}):${e.type.digest}`;
}

/**
 * Key of a literal's value: values of equal Java class and content are equal, whatever the name under which they print, so `1` and `1E0`
 * differ only by their types, and 1.0 differs from 1.00.
 */
export function literalValueKey(value: LiteralValue): string {
  switch (value.kind) {
    case 'null':
      return 'null';
    case 'boolean':
      return String(value.value);
    case 'decimal':
    case 'bigint':
    case 'double':
      return `${value.value.unscaled}e${value.value.scale}`;
    case 'interval':
      return `${value.value}e0`;
    case 'char':
      return JSON.stringify(value.value);
    case 'binary':
      return `X${hexText(value.value)}`;
    case 'date':
      return `d${value.days}`;
    case 'time':
      return `t${value.nanos}`;
    case 'timestamp':
      return `ts${value.nanos}`;
    case 'symbol':
      return `FLAG(${value.value})`;
    case 'sarg':
      return sargKey(value.value);
    case 'row':
      return `[${value.values.map(rexKey).join(',')}]`;
    default:
      return unreachable(value);
  }
}

function sargKey(sarg: Sarg): string {
  return sargText(sarg, literalValueKey);
}

/** Structural key of a whole plan (Calcite's `deepEquals` of nodes that are in no planner's graph). */
export function relDeepKey(node: RelNode): string {
  const rel = node.stripped();
  const items = rel.describe('digest').map((t) => `${t.name}=${t.rex ? t.rex.map(rexKey).join(';') : t.text}`);
  const types = rel.rowType.fields.map((f) => f.type.digest).join();
  return `${rel.typeName}|${rel.traitSet.text}|${items.join('|')}|${types}(${rel.inputs.map(relDeepKey).join(',')})`;
}
