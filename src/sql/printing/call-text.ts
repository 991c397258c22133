import type { SqlBasicCall, SqlNode } from '../ast.ts';
import { identifierText, unitText } from './literal-text.ts';
import { jsonCallText } from './json-text.ts';
import { powersOf } from './operator-powers.ts';
import { commaList, INSIDE, type Print, type PrintContext } from './print-context.ts';

/** Prints a call, with parentheses where its neighbours pull stronger than it does. */
export function callText(print: Print, node: SqlBasicCall, context: PrintContext): string {
  const powers = powersOf(node);
  const isPulled = context.left > powers.left || (powers.right <= context.right && context.right !== 0);
  if (isPulled) return `(${bareCall(print, node, INSIDE)})`;
  return bareCall(print, node, context);
}

const operandsOf = (node: SqlBasicCall): SqlNode[] => node.operands.filter((o) => o !== undefined);

function bareCall(print: Print, node: SqlBasicCall, context: PrintContext): string {
  const special = SPECIAL[node.kind];
  if (special) return special(print, node, context);
  if (node.operator.startsWith('JSON_') && node.syntax === 'SPECIAL') return jsonCallText(print, node);
  const byName = BY_NAME[node.operator];
  if (byName && node.syntax === 'SPECIAL') return byName(print, node, context);
  if (node.syntax === 'FUNCTION' || node.syntax === 'SPECIAL') return functionText(print, node);
  return operatorText(print, node, context);
}

/** `name(DISTINCT a, b)`. */
function functionText(print: Print, node: SqlBasicCall): string {
  const name = node.functionName ? identifierText(node.functionName, true) : node.operator;
  return `${node.specific ? 'SPECIFIC ' : ''}${name}${argumentsText(print, node)}`;
}

function argumentsText(print: Print, node: SqlBasicCall): string {
  const quantifier = node.quantifier ? `${node.quantifier.value} ` : '';
  return `(${quantifier}${functionArguments(print, operandsOf(node), node.kind === 'STRING_AGG')})`;
}

/** Arguments of a function: nothing pulls at them. Ordered functions have ORDER BY and SEPARATOR among them. */
function functionArguments(print: Print, operands: readonly SqlNode[], ordered = false): string {
  let out = '';
  for (const [i, operand] of operands.entries()) {
    if (ordered && operand.type === 'SqlNodeList') out += ` ORDER BY ${commaList(print, operand.list)}`;
    else if (ordered && operand.type === 'SqlBasicCall' && operand.operator === 'SEPARATOR') {
      out += ` SEPARATOR ${functionArguments(print, operandsOf(operand))}`;
    } else out += `${i === 0 ? '' : ', '}${print(operand, INSIDE)}`;
  }
  return out;
}

/** Prefix, postfix and binary operators. */
function operatorText(print: Print, node: SqlBasicCall, context: PrintContext): string {
  const { right } = powersOf(node);
  const [first, second] = operandsOf(node);
  if (!first) return node.operator;
  if (!second) {
    if (POSTFIX.test(node.operator)) return `${print(first, { left: context.left, right, inQuery: context.inQuery })} ${node.operator}`;
    return `${node.operator} ${print(first, { left: right, right: context.right, inQuery: context.inQuery })}`;
  }
  const isSetOperation = node.kind === 'UNION' || node.kind === 'INTERSECT' || node.kind === 'EXCEPT';
  const separator = isSetOperation ? `\n${node.operator}\n` : node.operator === '' ? ' ' : ` ${node.operator} `;
  return leftDeep(print, node, context, { separator, inQuery: isSetOperation });
}

const POSTFIX = /^(IS |DESC$|NULLS |FORMAT JSON)/;

/** A chain of one operator, printed without a call for each link. */
function leftDeep(print: Print, node: SqlBasicCall, context: PrintContext, how: { separator: string; inQuery: boolean }): string {
  const { left, right } = powersOf(node);
  const { inQuery } = how;
  const parts: string[] = [];
  let current = node;
  let outerRight = context.right;
  for (;;) {
    const [first, second] = operandsOf(current);
    if (!first || !second) break;
    parts.push(print(second, { left: right, right: outerRight, inQuery }));
    // The left operand's own right neighbour is this operator.
    outerRight = left;
    const isSame =
      first.type === 'SqlBasicCall' && first.kind === node.kind && first.operator === node.operator && first.operands.length === 2;
    if (!isSame || context.left > left) {
      parts.push(print(first, { left: context.left, right: left, inQuery }));
      break;
    }
    current = first;
  }
  return parts.reverse().join(how.separator);
}

type Text = (print: Print, node: SqlBasicCall, context: PrintContext) => string;

const first = (node: SqlBasicCall): SqlNode => operandsOf(node)[0] as SqlNode;
const second = (node: SqlBasicCall): SqlNode => operandsOf(node)[1] as SqlNode;
const list = (node: SqlNode | undefined): readonly SqlNode[] => (node?.type === 'SqlNodeList' ? node.list : []);

/** A unit as the argument of a function. */
function unitOrNode(print: Print, node: SqlNode): string {
  return node.type === 'SqlIntervalQualifier' ? unitText(node) : print(node, INSIDE);
}

const inBrackets =
  (name: string): Text =>
  (print, node) =>
    `${name}[${functionArguments(print, operandsOf(node))}]`;

const inParentheses =
  (name: string): Text =>
  (print, node) => {
    const inner = print(first(node), INSIDE);
    return isSelect(first(node)) ? `${name}(${inner})` : `${name}(${inner})`;
  };

function isSelect(node: SqlNode): boolean {
  return node.type === 'SqlSelect';
}

const SPECIAL: Readonly<Partial<Record<SqlBasicCall['kind'], Text>>> = {
  AS: (print, node, context) => {
    const [value, alias, ...columns] = operandsOf(node);
    const head = `${print(value as SqlNode, { left: context.left, right: 20, inQuery: false })} AS ${print(alias as SqlNode, INSIDE)}`;
    return columns.length === 0 ? head : `${head} (${functionArguments(print, columns)})`;
  },
  BETWEEN: (print, node, context) => {
    const [value, lower, upper] = operandsOf(node);
    const strict = containsAnd(lower as SqlNode) ? 100 : 0;
    const head = print(value as SqlNode, { left: 32, right: 0, inQuery: false });
    const low = print(lower as SqlNode, { left: strict, right: strict, inQuery: false });
    void context;
    return `${head} ${node.operator} ${low} AND ${print(upper as SqlNode, { left: 0, right: 33, inQuery: false })}`;
  },
  LIKE: likeText,
  SIMILAR: likeText,
  RLIKE: likeText,
  ITEM: (print, node, context) => {
    const head = print(first(node), { left: context.left, right: 0, inQuery: context.inQuery });
    const index = print(second(node), INSIDE);
    return `${head}[${node.operator === 'ITEM' ? index : `${node.operator}(${index})`}]`;
  },
  DOT: (print, node, context) => `${print(first(node), { left: context.left, right: 0, inQuery: false })}.${print(second(node), INSIDE)}`,
  INTERVAL: (print, node) => {
    const value = first(node);
    const isPlain = value.type.endsWith('Literal') || value.type === 'SqlIdentifier' || isCallOf(value, 'MINUS_PREFIX');
    const text = print(value, INSIDE);
    return `INTERVAL ${isPlain ? text : `(${text})`} ${unitOrNode(print, second(node))}`;
  },
  ROW: (print, node) => `ROW(${functionArguments(print, operandsOf(node))})`,
  ARGUMENT_ASSIGNMENT: (print, node, context) => {
    const value = print(first(node), { left: 21, right: context.right, inQuery: context.inQuery });
    return `${print(second(node), INSIDE)} => ${value}`;
  },
  FILTER: (print, node, context) => {
    const head = print(first(node), { left: context.left, right: 20, inQuery: false });
    return `${head} FILTER (WHERE ${print(second(node), { left: 21, right: context.right, inQuery: false })})`;
  },
  OVER: (print, node, context) => {
    const head = print(first(node), { left: context.left, right: 20, inQuery: false });
    return `${head} OVER ${print(second(node), { left: 21, right: context.right, inQuery: false })}`;
  },
  WITHIN_GROUP: (print, node) => `${print(first(node), INSIDE)} WITHIN GROUP (ORDER BY ${commaList(print, list(second(node)))})`,
  WITHIN_DISTINCT: (print, node) => `${print(first(node), INSIDE)} WITHIN DISTINCT (${commaList(print, list(second(node)))})`,
  IGNORE_NULLS: (print, node) => `${print(first(node), { left: 20, right: 21, inQuery: false })} IGNORE NULLS`,
  RESPECT_NULLS: (print, node) => `${print(first(node), { left: 20, right: 21, inQuery: false })} RESPECT NULLS`,
  OVERLAPS: periodText,
  CONTAINS: periodText,
  PRECEDES: periodText,
  SUCCEEDS: periodText,
  IMMEDIATELY_PRECEDES: periodText,
  IMMEDIATELY_SUCCEEDS: periodText,
  PERIOD_EQUALS: periodText,
  VALUES: (print, node) =>
    `VALUES ${operandsOf(node)
      .map((o) => print(o, INSIDE))
      .join(',\n')}`,
  LATERAL: (print, node) => {
    const inner = first(node);
    const isPlain = inner.type === 'SqlSelect' || isCallOf(inner, 'COLLECTION_TABLE') || isCallOf(inner, 'AS');
    return isPlain ? `LATERAL ${print(inner, INSIDE)}` : `LATERAL(${print(inner, INSIDE)})`;
  },
  UNNEST: (print, node) => {
    const operands = operandsOf(node);
    const [only] = operands;
    const isQuery = operands.length === 1 && only?.type === 'SqlSelect';
    const head = isQuery && only ? `UNNEST ${print(only, INSIDE)}` : `UNNEST(${functionArguments(print, operands)})`;
    return node.operator === 'UNNEST' ? head : `${head} WITH ORDINALITY`;
  },
  SET_SEMANTICS_TABLE: (print, node) => {
    const partition = list(node.operands[1]);
    const order = list(node.operands[2]);
    let out = print(first(node), INSIDE);
    if (partition.length > 0) out += ` PARTITION BY ${commaList(print, partition)}`;
    if (order.length > 0) out += ` ORDER BY ${commaList(print, order)}`;
    return out;
  },
  TABLESAMPLE: (print, node, context) =>
    `${print(first(node), { left: context.left, right: 0, inQuery: context.inQuery })} TABLESAMPLE ${print(second(node), INSIDE)}`,
  EXTEND: (print, node, context) => {
    const columns = list(second(node));
    // The types print without NOT NULL.
    const typeText = (t: SqlNode | undefined): string =>
      t?.type === 'SqlDataTypeSpec' ? print({ ...t, nullable: undefined }, INSIDE) : '';
    const pairs = columns.flatMap((c, i) => (i % 2 === 0 ? [`${print(c, INSIDE)} ${typeText(columns[i + 1])}`] : []));
    return `${print(first(node), { left: context.left, right: 20, inQuery: false })} EXTEND (${pairs.join(', ')})`;
  },
  ARRAY_VALUE_CONSTRUCTOR: inBrackets('ARRAY'),
  MAP_VALUE_CONSTRUCTOR: inBrackets('MAP'),
  MULTISET_VALUE_CONSTRUCTOR: inBrackets('MULTISET'),
  ARRAY_QUERY_CONSTRUCTOR: inParentheses('ARRAY'),
  MAP_QUERY_CONSTRUCTOR: inParentheses('MAP'),
  MULTISET_QUERY_CONSTRUCTOR: inParentheses('MULTISET'),
  CURSOR: (print, node) => `CURSOR(${print(first(node), INSIDE)})`,
  NEXT_VALUE: (print, node) => `NEXT VALUE FOR ${print(first(node), INSIDE)}`,
  CURRENT_VALUE: (print, node) => `CURRENT VALUE FOR ${print(first(node), INSIDE)}`,
  EXPLICIT_MODEL: (print, node) => `MODEL ${print(first(node), INSIDE)}`,
  JDBC_FN: (print, node) => `{fn ${node.operator}(${functionArguments(print, operandsOf(node))}) }`,
  GROUP_BY_DISTINCT: (print, node) => `GROUP_BY_DISTINCT ${commaList(print, operandsOf(node))}`,
  GROUPING_SETS: groupingText,
  ROLLUP: groupingText,
  CUBE: groupingText,
  CAST: castText,
  SAFE_CAST: castText,
  EXTRACT: (print, node) => `EXTRACT(${unitOrNode(print, first(node))} FROM ${print(second(node), INSIDE)})`,
  FLOOR: floorText,
  CEIL: floorText,
  POSITION: (print, node) => {
    const [needle, text, start] = operandsOf(node).map((o) => print(o, INSIDE));
    return `POSITION(${needle} IN ${text}${start === undefined ? '' : ` FROM ${start}`})`;
  },
  TRIM: (print, node) => {
    const [flag, chars, value] = node.operands;
    const trimmed = chars ? print(chars, INSIDE) : "' '";
    return `TRIM(${flag?.type === 'SqlSymbolLiteral' ? flag.value : 'BOTH'} ${trimmed} FROM ${value ? print(value, INSIDE) : ''})`;
  },
  TRANSLATE: (print, node) => `TRANSLATE(${print(first(node), INSIDE)} USING ${print(second(node), INSIDE)})`,
  SKIP_TO_FIRST: (print, node) => `SKIP TO FIRST ${print(first(node), INSIDE)}`,
  SKIP_TO_LAST: (print, node) => `SKIP TO LAST ${print(first(node), INSIDE)}`,
  PATTERN_PERMUTE: (print, node) =>
    `PERMUTE (${operandsOf(node)
      .map((o) => print(o, INSIDE))
      .join(', ')})`,
  PATTERN_EXCLUDED: (print, node) => `{- ${print(first(node), INSIDE)} -}`,
  PATTERN_QUANTIFIER: quantifierText,
};

const BY_NAME: Readonly<Record<string, Text>> = {
  OVERLAY: (print, node) => {
    const [value, text, start, length] = operandsOf(node).map((o) => print(o, INSIDE));
    return `OVERLAY(${value} PLACING ${text} FROM ${start}${length === undefined ? '' : ` FOR ${length}`})`;
  },
  MINUS_DATE: (print, node) => {
    const [a, b, unit] = operandsOf(node);
    return `(${print(a as SqlNode, { left: 0, right: 40, inQuery: false })} - ${print(b as SqlNode, { left: 41, right: 0, inQuery: false })}) ${unitOrNode(print, unit as SqlNode)}`;
  },
};

function isCallOf(node: SqlNode, kind: SqlBasicCall['kind']): boolean {
  return node.type === 'SqlBasicCall' && node.kind === kind;
}

function likeText(print: Print, node: SqlBasicCall): string {
  const operand = (o: SqlNode): string => print(o, { left: 33, right: 32, inQuery: false });
  const [value, pattern, escape] = operandsOf(node).map(operand);
  return `${value} ${node.operator} ${pattern}${escape === undefined ? '' : ` ESCAPE ${escape}`}`;
}

/** The operands of a comparison of periods; rows of two become periods. */
function periodText(print: Print, node: SqlBasicCall, context: PrintContext): string {
  const operand = (o: SqlNode, c: PrintContext): string => {
    if (o.type === 'SqlBasicCall' && o.kind === 'ROW') return `PERIOD (${functionArguments(print, operandsOf(o))})`;
    return print(o, c);
  };
  const [a, b] = operandsOf(node);
  const inner = { left: context.left, right: context.right, inQuery: false };
  return `${operand(a as SqlNode, inner)} ${node.operator} ${operand(b as SqlNode, inner)}`;
}

/** GROUPING SETS, ROLLUP and CUBE: a row among the elements prints as a plain list. */
function groupingText(print: Print, node: SqlBasicCall): string {
  const element = (o: SqlNode): string => {
    if (o.type === 'SqlBasicCall' && o.kind === 'ROW') return `(${functionArguments(print, operandsOf(o))})`;
    if (o.type === 'SqlNodeList' && o.list.length === 0) return '()';
    return print(o, INSIDE);
  };
  return `${node.operator}(${operandsOf(node).map(element).join(', ')})`;
}

function castText(print: Print, node: SqlBasicCall): string {
  const type = second(node);
  const target = type.type === 'SqlIntervalQualifier' ? `INTERVAL ${unitText(type)}` : print(type, INSIDE);
  return `${node.operator}(${print(first(node), INSIDE)} AS ${target})`;
}

function floorText(print: Print, node: SqlBasicCall): string {
  const [value, unit] = operandsOf(node);
  if (!unit) return functionText(print, node);
  return `${node.operator}(${print(value as SqlNode, { left: 0, right: 100, inQuery: false })} TO ${unitOrNode(print, unit)})`;
}

function quantifierText(print: Print, node: SqlBasicCall): string {
  const [pattern, least, most, reluctant] = operandsOf(node);
  const number = (n: SqlNode | undefined): number => (n?.type === 'SqlNumericLiteral' ? Number(n.text) : 0);
  const [from, to] = [number(least), number(most)];
  const inner = print(pattern as SqlNode, { left: 90, right: 91, inQuery: false });
  if (from === to) return `${inner} { ${from} }`;
  const range = rangeText(from, to);
  return `${inner} ${range}${reluctant?.type === 'SqlBooleanLiteral' && reluctant.value === true ? ' ?' : ''}`;
}

function rangeText(from: number, to: number): string {
  if (to === -1) return from === 0 ? '*' : from === 1 ? '+' : `{ ${from}, }`;
  if (from === 0 && to === 1) return '?';
  return from === -1 ? `{ , ${to} }` : `{ ${from}, ${to} }`;
}

/** Whether AND stands in an expression outside of queries. */
function containsAnd(node: SqlNode): boolean {
  if (node.type === 'SqlNodeList') return node.list.some(containsAnd);
  if (node.type === 'SqlCase') return [...node.whenList, ...node.thenList, node.elseExpr].some(containsAnd);
  if (node.type !== 'SqlBasicCall') return false;
  return node.kind === 'AND' || operandsOf(node).some(containsAnd);
}
