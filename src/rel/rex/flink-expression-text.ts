import type { SqlKind } from '../../catalog/sql-operator.ts';
import type { LiteralValue, RexLiteral, RexNode } from './rex-node.ts';
import { dateText, timestampText, timeText } from '../../types/datetime-text.ts';
import { decimalText } from '../../types/decimal.ts';
import { shortTypeText } from '../../types/sql-type.ts';
import { charLiteralText, hexText, literalText, literalValueText, sargText } from './literal-text.ts';
import { rexText } from './rex-text.ts';

/** `prefix`: `=(a, 1)`; `infix`: `(a = 1)`. */
export type ExpressionFormat = 'prefix' | 'infix';

/** `digest`: literals and casts with full types; `explain`: plain values and short types. */
export type ExpressionDetail = 'digest' | 'explain';

export interface ExpressionTextOptions {
  readonly format: ExpressionFormat;
  readonly detail: ExpressionDetail;
  /** Expressions behind local references, which are always expanded in text. */
  readonly locals?: readonly RexNode[];
}

/** The text of an expression with field names, as physical and execution nodes print it (`FlinkRexUtil.getExpressionString`). */
export function printExpression(e: RexNode, names: readonly string[], options: ExpressionTextOptions): string {
  const print = (x: RexNode): string => printExpression(x, names, options);
  switch (e.rex) {
    case 'inputRef':
      return names[e.index] ?? `$${e.index}`;
    case 'patternFieldRef':
      return `${e.alpha}.${names[e.index] ?? `$${e.index}`}`;
    case 'localRef': {
      const target = options.locals?.[e.index];
      if (!target) throw new Error('local reference without local expressions');
      return print(target);
    }
    case 'literal':
      return options.detail === 'digest' ? literalText(e) : explainLiteralText(e);
    case 'fieldAccess':
      return `${print(e.ref)}.${e.fieldName}`;
    case 'correlVariable':
      return rexText(e);
    case 'call':
    case 'over':
    case 'subQuery': {
      const { name, kind } = e.op;
      const operands = e.operands.map(print);
      if (kind === 'AS') return operands[0] ?? '';
      if (kind === 'CAST' || name === 'TRY_CAST') {
        const type = options.detail === 'digest' ? e.type.digest : shortTypeText(e.type);
        return `${name}(${operands[0]} AS ${type})`;
      }
      if (operands.length === 1)
        return options.format === 'infix' && isPostfix(kind) ? `${operands[0]} ${name}` : `${name}(${operands[0]})`;
      return options.format === 'infix' && isInfix(kind) ? `(${operands.join(` ${name} `)})` : `${name}(${operands.join(', ')})`;
    }
    default:
      return rexText(e);
  }
}

function isPostfix(kind: SqlKind): boolean {
  switch (kind) {
    case 'IS_FALSE':
    case 'IS_NOT_FALSE':
    case 'IS_TRUE':
    case 'IS_NOT_TRUE':
    case 'IS_UNKNOWN':
    case 'IS_NULL':
    case 'IS_NOT_NULL':
      return true;
    default:
      return false;
  }
}

function isInfix(kind: SqlKind): boolean {
  switch (kind) {
    case 'TIMES':
    case 'DIVIDE':
    case 'PLUS':
    case 'MINUS':
    case 'LESS_THAN':
    case 'LESS_THAN_OR_EQUAL':
    case 'GREATER_THAN':
    case 'GREATER_THAN_OR_EQUAL':
    case 'EQUALS':
    case 'NOT_EQUALS':
    case 'OR':
    case 'AND':
      return true;
    default:
      return false;
  }
}

function explainLiteralText(e: RexLiteral): string {
  const { value } = e;
  switch (value.kind) {
    case 'null':
      return `null:${shortTypeText(e.type)}`;
    case 'char':
      return `'${value.value}'`;
    case 'symbol':
      return value.value;
    case 'interval':
      return literalText(e);
    case 'sarg':
      return sargText(value.value, plainValueText);
    default:
      return literalValueText(value, e.type);
  }
}

/** Java's `toString` of a value inside a Sarg: numbers as decimals, strings with their charset. */
function plainValueText(value: LiteralValue): string {
  switch (value.kind) {
    case 'decimal':
    case 'double':
    case 'bigint':
      return decimalText(value.value);
    case 'char':
      return charLiteralText(value.value);
    case 'binary':
      return hexText(value.value);
    case 'date':
      return dateText(value.days);
    case 'time':
      return timeText(value.nanos);
    case 'timestamp':
      return timestampText(value.nanos);
    default:
      return 'value' in value ? String(value.value) : value.kind;
  }
}

/** `expr AS name`, or the bare text where both are equal, as `select=[…]` items print. */
export function selectItemText(text: string, name: string): string {
  return text === name ? text : `${text} AS ${name}`;
}
