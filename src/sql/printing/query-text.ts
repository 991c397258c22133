import type {
  SqlBasicCall,
  SqlHint,
  SqlJoin,
  SqlMatchRecognize,
  SqlNode,
  SqlOrderBy,
  SqlSelect,
  SqlWindow,
  SqlWindowBound,
  SqlWith,
} from '../ast.ts';
import { identifierText } from './literal-text.ts';
import { powersOf } from './operator-powers.ts';
import { commaList, INSIDE, TOP, type Print, type PrintContext } from './print-context.ts';

/** FROM pulls a little less than a comma between tables does. */
const FROM: PrintContext = { left: 15, right: 16, inQuery: false };

export function hintText(print: Print, hint: SqlHint): string {
  const name = identifierText(hint.name);
  if (hint.options.length === 0) return name;
  const options = hint.options.map((o) => print(o, INSIDE));
  if (hint.format !== 'KV_LIST') return `${name}(${options.join(', ')})`;
  const pairs = options.flatMap((o, i) => (i % 2 === 0 ? [`${o} = ${options[i + 1] ?? ''}`] : []));
  return `${name}(${pairs.join(', ')})`;
}

export function hintsText(print: Print, hints: readonly SqlHint[]): string {
  return `/*+ ${hints.map((h) => hintText(print, h)).join(', ')} */`;
}

/** SELECT without parentheses around it. */
export function selectText(print: Print, node: SqlSelect): string {
  const keywords = node.keywords.map((k) => ` ${k.value}`).join('');
  const list = commaList(print, node.selectList);
  const head =
    node.hints.length > 0 ? `SELECT\n${hintsText(print, node.hints)}\n${`${keywords} ${list}`.trimStart()}` : `SELECT${keywords} ${list}`;
  const lines = [head];
  if (node.from) lines.push(`FROM ${print(node.from, FROM)}`);
  if (node.where) lines.push(`WHERE ${whereText(print, node.where)}`);
  if (node.groupBy) lines.push(groupByText(print, node.groupBy));
  if (node.having) lines.push(`HAVING ${print(node.having, TOP)}`);
  if (node.windowDecls.length > 0) lines.push(`WINDOW ${node.windowDecls.map((w) => print(w, INSIDE)).join(',\n')}`);
  if (node.qualify) lines.push(`QUALIFY ${print(node.qualify, TOP)}`);
  return lines.join('\n');
}

/** The condition is printed as a list of what AND, or OR, joins. */
function whereText(print: Print, where: SqlNode): string {
  const isOr = where.type === 'SqlBasicCall' && where.kind === 'OR';
  const kind = isOr ? 'OR' : 'AND';
  const items: SqlNode[] = [];
  let node = where;
  while (node.type === 'SqlBasicCall' && node.kind === kind) {
    items.push(node.operands[1] as SqlNode);
    node = node.operands[0] as SqlNode;
  }
  items.push(node);
  items.reverse();
  const context = isOr ? { left: 23, right: 22, inQuery: false } : { left: 25, right: 24, inQuery: false };
  return items.map((item) => print(item, context)).join(` ${kind} `);
}

function groupByText(print: Print, groupBy: readonly SqlNode[]): string {
  const [only] = groupBy;
  if (groupBy.length === 1 && only?.type === 'SqlBasicCall' && only.kind === 'GROUP_BY_DISTINCT') {
    return `GROUP BY DISTINCT ${commaList(
      print,
      only.operands.filter((o) => o !== undefined),
    )}`;
  }
  return `GROUP BY ${commaList(print, groupBy)}`;
}

export function orderByText(print: Print, node: SqlOrderBy): string {
  const lines = [print(node.query, { left: 0, right: 1, inQuery: true })];
  if (node.orderList.length > 0) lines.push(`ORDER BY ${commaList(print, node.orderList)}`);
  if (node.offset) lines.push(`OFFSET ${print(node.offset, INSIDE)} ROWS`);
  if (node.fetch) lines.push(`FETCH NEXT ${print(node.fetch, INSIDE)} ROWS ONLY`);
  return lines.join('\n');
}

export function withText(print: Print, node: SqlWith): string {
  const items = node.withList.map((item) => {
    const columns = item.columnList ? ` (${commaList(print, item.columnList)})` : '';
    return `${identifierText(item.name)}${columns} AS ${print(item.query, { left: 200, right: 200, inQuery: false })}`;
  });
  const recursive = node.withList.some((i) => i.recursive) ? 'RECURSIVE ' : '';
  return `WITH ${recursive}${items.join(', ')} ${print(node.body, { left: 2, right: 3, inQuery: true })}`;
}

/** How strongly a join binds, with a comma or with words. */
const JOIN_POWER = 16;

const JOIN_WORDS: Readonly<Record<Exclude<SqlJoin['joinType'], 'COMMA'>, string>> = {
  INNER: 'INNER JOIN',
  LEFT: 'LEFT JOIN',
  RIGHT: 'RIGHT JOIN',
  FULL: 'FULL JOIN',
  CROSS: 'CROSS JOIN',
};

/** A join; inside parentheses it stays on one line. */
export function joinText(print: Print, node: SqlJoin, context: PrintContext): string {
  const isPulled = context.left > JOIN_POWER || (JOIN_POWER + 1 <= context.right && context.right !== 0);
  if (isPulled) return `(${bareJoin(print, node, { context: INSIDE, newline: ' ' })})`;
  return bareJoin(print, node, { context, newline: '\n' });
}

function bareJoin(print: Print, node: SqlJoin, how: { context: PrintContext; newline: string }): string {
  const { context, newline } = how;
  const leftContext = { left: context.left, right: JOIN_POWER, inQuery: false };
  const left = node.left.type === 'SqlJoin' ? bareJoin(print, node.left, { context: leftContext, newline }) : print(node.left, leftContext);
  const right = print(node.right, { left: JOIN_POWER + 1, right: context.right, inQuery: false });
  if (node.joinType === 'COMMA') return `${left},${newline}${right}`;
  const head = `${left}${newline}${node.natural ? 'NATURAL ' : ''}${JOIN_WORDS[node.joinType]} ${right}`;
  if (!node.condition) return head;
  if (node.condition.type === 'SqlNodeList') return `${head} USING (${commaList(print, node.condition.list)})`;
  return `${head} ON ${print(node.condition, { left: context.left, right: context.right, inQuery: false })}`;
}

export function windowText(print: Print, node: SqlWindow): string {
  const parts: string[] = [];
  if (node.refName) parts.push(identifierText(node.refName));
  if (node.partitionList.length > 0) parts.push(`PARTITION BY ${commaList(print, node.partitionList)}`);
  if (node.orderList.length > 0) parts.push(`ORDER BY ${commaList(print, node.orderList)}`);
  const unit = node.isRows ? 'ROWS' : 'RANGE';
  if (node.lowerBound && node.upperBound) {
    parts.push(`${unit} BETWEEN ${boundText(print, node.lowerBound)} AND ${boundText(print, node.upperBound)}`);
  } else if (node.lowerBound) {
    parts.push(`${unit} ${boundText(print, node.lowerBound)}`);
  }
  if (node.allowPartial === false) parts.push('DISALLOW PARTIAL');
  const name = node.declName ? `${identifierText(node.declName)} AS ` : '';
  return `${name}(${parts.join(' ')})`;
}

function boundText(print: Print, bound: SqlWindowBound): string {
  if (!('offset' in bound)) return bound.bound;
  return `${print(bound.offset, { left: 0, right: 20, inQuery: false })} ${bound.bound}`;
}

export function matchRecognizeText(print: Print, node: SqlMatchRecognize): string {
  const lines: string[] = [];
  if (node.partitionList.length > 0) lines.push(`PARTITION BY ${commaList(print, node.partitionList)}`);
  if (node.orderList.length > 0) lines.push(`ORDER BY ${commaList(print, node.orderList)}`);
  if (node.measures.length > 0) lines.push(`MEASURES ${commaList(print, node.measures)}`);
  if (node.rowsPerMatch) lines.push(node.rowsPerMatch);
  if (node.after) lines.push(`AFTER MATCH ${print(node.after, INSIDE)}`);
  const pattern = `${node.strictStart ? '^ ' : ''}${print(node.pattern, INSIDE)}${node.strictEnd ? ' $' : ''}`;
  lines.push(`PATTERN (${pattern})${node.within ? ` WITHIN ${print(node.within, INSIDE)}` : ''}`);
  if (node.subsets.length > 0) lines.push(`SUBSET ${node.subsets.map((s) => subsetText(print, s)).join(', ')}`);
  lines.push(`DEFINE ${node.definitions.map((d) => definitionText(print, d)).join(', ')}`);
  return `${print(node.table, INSIDE)} MATCH_RECOGNIZE(\n${lines.join('\n')})`;
}

/** The operands of a definition are condition and variable; the text has them the other way round. */
function definitionText(print: Print, node: SqlNode): string {
  const [condition, variable] = (node as SqlBasicCall).operands as readonly [SqlNode, SqlNode];
  return `${print(variable, INSIDE)} AS ${print(condition, { left: powersOf(node as SqlBasicCall).right, right: 0, inQuery: false })}`;
}

function subsetText(print: Print, node: SqlNode): string {
  const [name, variables] = (node as SqlBasicCall).operands as readonly [SqlNode, SqlNode];
  const list = variables.type === 'SqlNodeList' ? variables.list : [variables];
  return `${print(name, INSIDE)} = (${commaList(print, list)})`;
}
