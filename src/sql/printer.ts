import { unreachable } from '../base/assert.ts';
import type { SqlNode, SqlSampleSpec } from './ast.ts';
import type { ScriptNode, SqlStatement } from './ast-statement.ts';
import { callText } from './printing/call-text.ts';
import { charLiteralText, identifierText, numberText, stringText, unitText } from './printing/literal-text.ts';
import { commaList, INSIDE, TOP, type PrintContext } from './printing/print-context.ts';
import { hintsText, hintText, joinText, matchRecognizeText, orderByText, selectText, windowText, withText } from './printing/query-text.ts';
import { statementText } from './printing/statement-text.ts';
import { nullableTypeText, dataTypeText } from './printing/type-text.ts';
import { statementKind } from './printing/statement-kind.ts';

const STATEMENT_TYPES = /^(RichSqlInsert|ClientCommand|\w+Directive)$/;

/** Whether a node is a statement of its own kind, not a query or an expression. */
function isStatement(node: SqlNode | SqlStatement): node is SqlStatement {
  return STATEMENT_TYPES.test(node.type) || statementKind(node.type) !== undefined;
}

/**
 * The canonical text of a tree: keywords in upper case, names in back-ticks, only the parentheses that the tree needs, line breaks where
 * Calcite has them. Equal trees have equal texts.
 */
export function printSql(node: SqlNode | SqlStatement): string {
  return isStatement(node) ? statementText(print, printSql, node) : print(node, TOP);
}

/** Class and kind of a tree's root: `SqlSelect SELECT`. */
export function treeHead(node: ScriptNode): string {
  if (node.type === 'SqlBasicCall') return `SqlBasicCall ${node.kind}`;
  if (node.type === 'SqlSelect') return 'SqlSelect SELECT';
  if (node.type === 'SqlOrderBy') return 'SqlOrderBy ORDER_BY';
  if (node.type === 'SqlWith') return 'SqlWith WITH';
  if (node.type === 'SqlCreateOrAlterMaterializedTable' && node.isOrAlter) return `${node.type} OTHER_DDL`;
  return `${node.type} ${statementKind(node.type) ?? 'OTHER'}`;
}

/** Operators pull at whatever stands between them; this is what queries and joins do about it. */
function enclosed(text: string, context: PrintContext, power: number): string {
  const isPulled = context.left > power || (power + 1 <= context.right && context.right !== 0);
  return isPulled ? `(${text})` : text;
}

function print(node: SqlNode, context: PrintContext): string {
  switch (node.type) {
    case 'SqlIdentifier':
      return identifierText(node);
    case 'SqlNodeList': {
      const list = commaList(print, node.list);
      return context.left > 0 || context.right > 0 ? `(${list})` : list;
    }
    case 'SqlDynamicParam':
      return '?';
    case 'SqlNumericLiteral':
      return numberText(node);
    case 'SqlCharStringLiteral':
      return charLiteralText(node);
    case 'SqlBinaryStringLiteral': {
      const [first = '', ...rest] = node.pieces ?? [node.hex];
      return [`X'${first}'`, ...rest.map((p) => `'${p}'`)].join('\n');
    }
    case 'SqlBooleanLiteral':
      return node.value === undefined ? 'UNKNOWN' : node.value ? 'TRUE' : 'FALSE';
    case 'SqlNullLiteral':
      return 'NULL';
    case 'SqlUnknownLiteral':
      return `${node.tag} ${stringText(node.value)}`;
    case 'SqlDateTimeLiteral':
      return `${node.typeName} '${node.value}'`;
    case 'SqlIntervalLiteral':
      return `INTERVAL ${node.sign === -1 ? '-' : ''}'${node.value}' ${unitText(node.qualifier)}`;
    case 'SqlIntervalQualifier':
      return unitText(node);
    case 'SqlSymbolLiteral':
      return node.value;
    case 'SqlDataTypeSpec':
      return node.nullable === undefined ? dataTypeText(node) : nullableTypeText(node);
    case 'SqlBasicCall':
      return callText(print, node, context);
    case 'SqlCase': {
      const branches = node.whenList.map((w, i) => `WHEN ${print(w, INSIDE)} THEN ${print(node.thenList[i] as SqlNode, INSIDE)}`);
      return `CASE ${branches.join(' ')} ELSE ${print(node.elseExpr, INSIDE)} END`;
    }
    case 'SqlWindow':
      return windowText(print, node);
    case 'SqlHint':
      return hintText(print, node);
    case 'SqlTableRef':
      return `${identifierText(node.name)}\n${hintsText(print, node.hints)}`;
    case 'SqlSelect':
      return context.inQuery ? selectText(print, node) : `(${selectText(print, node)})`;
    case 'SqlOrderBy':
      return enclosed(orderByText(print, node), context, 0);
    case 'SqlWithItem':
      return identifierText(node.name);
    case 'SqlWith':
      return enclosed(withText(print, node), context, 2);
    case 'SqlJoin':
      return joinText(print, node, context);
    case 'SqlSnapshot':
      return `${print(node.table, INSIDE)} FOR SYSTEM_TIME AS OF ${print(node.period, INSIDE)}`;
    case 'SqlMatchRecognize':
      return matchRecognizeText(print, node);
    case 'SqlPivot': {
      const axis = node.axisList.length > 1 ? `(${commaList(print, node.axisList)})` : commaList(print, node.axisList);
      const values = node.inList.map((v) => (v.type === 'SqlNodeList' && v.list.length === 1 && v.list[0] ? v.list[0] : v));
      return `${print(node.query, { left: context.left, right: 0, inQuery: false })} PIVOT (${commaList(print, node.aggList)} FOR ${axis} IN (${values.map(pivotValue).join(', ')}))`;
    }
    case 'SqlUnpivot': {
      const group = (list: readonly SqlNode[]): string => (list.length > 1 ? `(${commaList(print, list)})` : commaList(print, list));
      const nulls = node.includeNulls ? 'INCLUDE NULLS' : 'EXCLUDE NULLS';
      return `${print(node.query, { left: context.left, right: 0, inQuery: false })} UNPIVOT ${nulls} (${group(node.measureList)} FOR ${group(node.axisList)} IN (${node.inList.map(unpivotValue).join(', ')}))`;
    }
    case 'SqlSampleSpec':
      return sampleText(node);
    default:
      return unreachable(node);
  }
}

/** A value of PIVOT or UNPIVOT: a list of one prints as what is in it. */
function pivotValue(node: SqlNode): string {
  if (node.type === 'SqlNodeList') {
    const [only] = node.list;
    return node.list.length === 1 && only ? print(only, INSIDE) : `(${commaList(print, node.list)})`;
  }
  if (node.type === 'SqlBasicCall' && node.kind === 'AS') return node.operands.map((o) => (o ? pivotValue(o) : '')).join(' AS ');
  return print(node, INSIDE);
}

/** A value of UNPIVOT: what stands behind AS keeps its parentheses. */
function unpivotValue(node: SqlNode): string {
  if (node.type !== 'SqlBasicCall' || node.kind !== 'AS') return pivotValue(node);
  const [columns, values] = node.operands;
  const list = values?.type === 'SqlNodeList' ? commaList(print, values.list) : '';
  return `${columns ? pivotValue(columns) : ''} AS (${list})`;
}

/** The percentage has the digits that Java has left after dividing it by a hundred and multiplying it again. */
function sampleText(node: SqlSampleSpec): string {
  if (node.method === 'SUBSTITUTE') return `SUBSTITUTE('${node.value.toUpperCase()}')`;
  const [whole = '0', fraction = ''] = node.value.split('.');
  const significant = `${whole}${fraction}`.replace(/0+$/, '').length - whole.length;
  const scale = Math.max(significant + 2, fraction.length, 0);
  const digits = fraction.padEnd(scale, '0').slice(0, scale);
  return `${node.method}(${whole}${digits === '' ? '' : `.${digits}`})${node.seed === undefined ? '' : ` REPEATABLE(${node.seed})`}`;
}
