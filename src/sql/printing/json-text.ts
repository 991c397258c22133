import type { SqlBasicCall, SqlNode } from '../ast.ts';
import { commaList, INSIDE, type Print } from './print-context.ts';

const operandsOf = (node: SqlBasicCall): SqlNode[] => node.operands.filter((o) => o !== undefined);
const symbolOf = (node: SqlNode | undefined, otherwise: string): string =>
  (node?.type === 'SqlSymbolLiteral' ? node.value : otherwise).replaceAll('_', ' ');

/** The JSON functions, each with the clauses that it prints even where they were left out. */
export function jsonCallText(print: Print, node: SqlBasicCall): string {
  const operands = operandsOf(node);
  const [first, second] = operands.map((o) => (o.type === 'SqlSymbolLiteral' ? '' : print(o, INSIDE)));
  switch (node.operator) {
    case 'JSON_EXISTS':
      return `JSON_EXISTS(${first}, ${second}${operands[2] ? ` ${symbolOf(operands[2], '')} ON ERROR` : ''})`;
    case 'JSON_VALUE':
      return `JSON_VALUE(${first}, ${valueClauses(print, operands.slice(1))})`;
    case 'JSON_QUERY':
      return queryText(print, node);
    case 'JSON_OBJECT':
      return objectText(print, operands);
    case 'JSON_ARRAY': {
      const elements = operands.slice(1);
      if (elements.length === 0) return 'JSON_ARRAY()';
      return `JSON_ARRAY(${elements.map((e) => print(e, INSIDE)).join(', ')} ${symbolOf(operands[0], 'ABSENT_ON_NULL')})`;
    }
    default:
      return aggregateText(print, node);
  }
}

function valueClauses(print: Print, operands: readonly SqlNode[]): string {
  return operands
    .map((o, i) => {
      if (o.type !== 'SqlSymbolLiteral') return print(o, INSIDE);
      return o.symbol === 'SqlJsonEmptyOrError' ? `ON ${o.value}` : `${i === 0 ? '' : ''}${o.value}`;
    })
    .join(' ');
}

function queryText(print: Print, node: SqlBasicCall): string {
  const [document, path, wrapper, onEmpty, onError, returning] = node.operands;
  const head = `${document ? print(document, INSIDE) : ''}, ${path ? print(path, INSIDE) : ''}`;
  const type = returning ? ` RETURNING ${print(returning, INSIDE)}` : '';
  const behaviors = `${symbolOf(onEmpty, 'NULL')} ON EMPTY ${symbolOf(onError, 'NULL')} ON ERROR`;
  return `JSON_QUERY(${head}${type} ${symbolOf(wrapper, 'WITHOUT_ARRAY')} WRAPPER ${behaviors})`;
}

function objectText(print: Print, operands: readonly SqlNode[]): string {
  const nulls = symbolOf(operands[0], 'NULL_ON_NULL');
  const entries: string[] = [];
  for (let i = 1; i + 1 < operands.length; i += 2) {
    entries.push(`KEY ${print(operands[i] as SqlNode, INSIDE)} VALUE ${print(operands[i + 1] as SqlNode, INSIDE)}`);
  }
  return `JSON_OBJECT(${[entries.join(', '), nulls].filter(Boolean).join(' ')})`;
}

function aggregateText(print: Print, node: SqlBasicCall): string {
  const nulls = /(ABSENT|NULL)_ON_NULL$/.exec(node.operator)?.[0] ?? '';
  const name = node.operator.slice(0, -nulls.length - 1);
  const clause = nulls.replaceAll('_', ' ');
  const [value, other] = operandsOf(node);
  const text = value ? print(value, INSIDE) : '';
  if (name === 'JSON_OBJECTAGG') return `JSON_OBJECTAGG(KEY ${text} VALUE ${other ? print(other, INSIDE) : ''} ${clause})`;
  const order = other?.type === 'SqlNodeList' ? ` WITHIN GROUP (ORDER BY ${commaList(print, other.list)})` : '';
  return `JSON_ARRAYAGG(${text} ${clause})${order}`;
}
