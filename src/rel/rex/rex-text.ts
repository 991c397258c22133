import type { RelNode } from '../rel-node.ts';
import type { RexCall, RexFieldCollation, RexNode, RexOver, RexWindow, RexWindowBound } from './rex-node.ts';
import { unreachable } from '../../base/assert.ts';
import { sameTypeIgnoringNullability } from '../../types/sql-type.ts';
import { literalOmitsType, literalText } from './literal-text.ts';

/**
 * Calcite's `RexNode.toString`: `$n` references, prefix calls, types where they are not obvious. Nothing is ever reordered here; see
 * `rex-key.ts` for equality.
 */
export function rexText(e: RexNode): string {
  switch (e.rex) {
    case 'inputRef':
      return `$${e.index}`;
    case 'localRef':
      return `$t${e.index}`;
    case 'literal':
      return literalText(e);
    case 'call':
      return callText(e);
    case 'over':
      return overText(e);
    case 'subQuery': {
      const operands = e.operands.map((o) => `${rexText(o)}, `).join('');
      return `${e.op.name}(${operands}{\n${subQueryPlanText(e.rel)}})`;
    }
    case 'fieldAccess':
      return `${rexText(e.ref)}.${e.fieldName}`;
    case 'correlVariable':
      return `$cor${e.id}`;
    case 'dynamicParam':
      return `?${e.index}`;
    case 'patternFieldRef':
      return `${e.alpha}.$${e.index}`;
    case 'tableArg': {
      const partition = e.partitionKeys.length > 0 ? ` PARTITION BY(${e.partitionKeys.map((k) => `$${k}`).join(', ')})` : '';
      const order = e.orderKeys.map((k, i) => `$${k}${e.sortOrder[i] === undefined ? '' : ` ${e.sortOrder[i]}`}`);
      return `TABLE(#${e.inputIndex})${partition}${order.length > 0 ? ` ORDER BY(${order.join(', ')})` : ''}`;
    }
    default:
      return unreachable(e);
  }
}

function callText(e: RexCall): string {
  const head = e.operands.length === 0 && e.op.syntax === 'functionId' ? e.op.name : `${e.op.name}(${operandsText(e)})`;
  return e.op.kind === 'CAST' ? `${head}:${e.type.digest}` : head;
}

function isSimpleBinary(e: RexCall | RexOver): boolean {
  switch (e.op.kind) {
    case 'PLUS':
    case 'MINUS':
    case 'TIMES':
    case 'DIVIDE':
    case 'EQUALS':
    case 'NOT_EQUALS':
    case 'LESS_THAN':
    case 'LESS_THAN_OR_EQUAL':
    case 'GREATER_THAN':
    case 'GREATER_THAN_OR_EQUAL':
    case 'IS_DISTINCT_FROM':
    case 'IS_NOT_DISTINCT_FROM':
      return e.operands.length === 2;
    default:
      return false;
  }
}

/** Calcite's `RexCall.appendOperands`: a literal loses its type where the call makes it obvious. */
function operandsText(e: RexCall | RexOver): string {
  const { operands } = e;
  const logical = e.op.kind === 'AND' || e.op.kind === 'OR';
  const simple = isSimpleBinary(e);
  return operands
    .map((operand, i) => {
      if (operand.rex !== 'literal') return rexText(operand);
      if (logical && operand.type.name === 'BOOLEAN') return literalText(operand, 'never');
      const other = simple ? operands[1 - i] : undefined;
      const bare =
        other !== undefined &&
        (other.rex !== 'literal' || literalOmitsType(other)) &&
        sameTypeIgnoringNullability(operand.type, other.type);
      return literalText(operand, bare ? 'never' : 'optional');
    })
    .join(', ');
}

function overText(e: RexOver): string {
  const head = `${e.op.name}(${e.distinct ? 'DISTINCT ' : ''}${operandsText(e)})${e.ignoreNulls ? ' IGNORE NULLS' : ''}`;
  return `${head} OVER (${windowText(e.window, e.op.aggregate?.allowsFraming ?? true)})`;
}

/** The text between the brackets of OVER (Calcite's `RexWindow.appendDigest`); the frame is left out where it is the default or makes no sense. */
export function windowText(w: RexWindow, allowsFraming: boolean): string {
  const parts: string[] = [];
  if (w.partitionKeys.length > 0) parts.push(`PARTITION BY ${w.partitionKeys.map(rexText).join(', ')}`);
  if (w.orderKeys.length > 0) parts.push(`ORDER BY ${w.orderKeys.map(fieldCollationText).join(', ')}`);
  const isDefault = w.lower.bound === 'UNBOUNDED PRECEDING' && w.upper.bound === 'CURRENT ROW' && !w.isRows;
  if (allowsFraming && w.orderKeys.length > 0 && !isDefault) {
    const unit = w.isRows ? 'ROWS' : 'RANGE';
    if (w.upper.bound === 'CURRENT ROW') parts.push(`${unit} ${windowBoundText(w.lower)}`);
    else parts.push(`${unit} BETWEEN ${windowBoundText(w.lower)} AND ${windowBoundText(w.upper)}`);
  }
  return parts.join(' ');
}

function windowBoundText(b: RexWindowBound): string {
  return 'offset' in b ? `${rexText(b.offset)} ${b.bound}` : b.bound;
}

/** Calcite's `RexFieldCollation.toString`: `$1 DESC NULLS LAST`. */
export function fieldCollationText(c: RexFieldCollation): string {
  const descending = c.direction === 'DESCENDING' || c.direction === 'STRICTLY_DESCENDING';
  const nulls = c.nullDirection === 'UNSPECIFIED' ? '' : ` NULLS ${c.nullDirection}`;
  return `${rexText(c.expr)}${descending ? ' DESC' : ''}${nulls}`;
}

/** The plan inside a sub-query as Calcite's own `RelWriterImpl` writes it: two blanks a level, a line feed after each node. */
export function subQueryPlanText(node: RelNode, level = 0): string {
  const rel = node.stripped();
  const items = rel.describe('expplan').filter((t) => t.hidden !== true);
  const text = items.length === 0 ? '' : `(${items.map((t) => `${t.name}=[${t.text}]`).join(', ')})`;
  return `${'  '.repeat(level)}${rel.typeName}${text}\n${rel.inputs.map((i) => subQueryPlanText(i, level + 1)).join('')}`;
}
