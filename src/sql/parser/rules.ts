import { atomicRowExpression } from './atom.ts';
import { Cursor } from './cursor.ts';
import { expression, operand, parenthesizedList } from './expression.ts';
import { argument, firstArgument, namedFunctionCall, namedRoutineCall } from './function-call.ts';
import type { Grammar } from './grammar.ts';
import { tableHints } from './hint.ts';
import { leafQueryOrExpression, orderedQueryOrExpression, parenthesized, rowConstructor } from './query.ts';
import { fromClause, joinTable, tableRef } from './table-ref.ts';
import { orderBy, windowSpecification } from './window.ts';

/** The rules over the tokens of one statement. */
export function createGrammar(text: string, toScript?: (offset: number) => number): Grammar {
  const g: Grammar = {
    c: new Cursor(text, toScript),
    expression: (context) => expression(g, context),
    operand: (context) => operand(g, context),
    atom: () => atomicRowExpression(g),
    leafQueryOrExpression: (context) => leafQueryOrExpression(g, context),
    orderedQueryOrExpression: (context) => orderedQueryOrExpression(g, context),
    parenthesized: (context) => parenthesized(g, context),
    parenthesizedList: (context) => parenthesizedList(g, context),
    orderBy: (isAllowed) => orderBy(g, isAllowed),
    windowSpecification: () => windowSpecification(g),
    namedFunctionCall: () => namedFunctionCall(g),
    rowConstructor: () => rowConstructor(g),
    firstArgument: (context) => firstArgument(g, context),
    argument: (context) => argument(g, context),
    fromClause: () => fromClause(g),
    tableRef: (context) => tableRef(g, context),
    joinTable: (left) => joinTable(g, left),
    namedRoutineCall: (context) => namedRoutineCall(g, context),
    tableHints: (name) => tableHints(g.c, name),
  };
  return g;
}
