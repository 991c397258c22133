import type { SqlIdentifier, SqlNode, SqlNodeList, SqlWindow } from '../ast.ts';
import type { Cursor } from './cursor.ts';

/**
 * What may stand where an expression is read. Queries and expressions share their grammar; what is out of place is told apart after the
 * fact, with the message that Flink has for it.
 */
export type ExpressionContext =
  /** Anything. */
  | 'ALL'
  /** Anything but CURSOR. */
  | 'NONCURSOR'
  /** A query. */
  | 'QUERY'
  /** A query or a join in parentheses. */
  | 'QUERY_OR_JOIN'
  /** An expression without a query at its top. */
  | 'NON_QUERY'
  /** An expression; a query only in parentheses. */
  | 'SUB_QUERY'
  /** Like SUB_QUERY, and CURSOR. */
  | 'CURSOR';

/**
 * The rules that call each other across files, tied together in `rules.ts`. A file of rules takes what it needs from here, so that files
 * import each other in one direction only.
 */
export interface Grammar {
  readonly c: Cursor;
  /** Expression. */
  expression(context: ExpressionContext): SqlNode;
  /** Expression3: an operand of an operator. */
  operand(context: ExpressionContext): SqlNode;
  /** AtomicRowExpression. */
  atom(): SqlNode;
  /** LeafQueryOrExpr. */
  leafQueryOrExpression(context: ExpressionContext): SqlNode;
  /** OrderedQueryOrExpr: a query with ORDER BY and LIMIT, or an expression. */
  orderedQueryOrExpression(context: ExpressionContext): SqlNode;
  /** ParenthesizedExpression: a query, a join or an expression in parentheses. */
  parenthesized(context: ExpressionContext): SqlNode;
  /** ParenthesizedQueryOrCommaList. */
  parenthesizedList(context: ExpressionContext): SqlNodeList;
  /** OrderBy, from the word ORDER on. */
  orderBy(isAllowed: boolean): readonly SqlNode[];
  /** WindowSpecification. */
  windowSpecification(): SqlWindow;
  /** NamedFunctionCall with FILTER, OVER and the like behind it. */
  namedFunctionCall(): SqlNode;
  /** RowConstructor: a row of VALUES. */
  rowConstructor(): SqlNode;
  /** AddArg0 and AddArg: an argument of a function; the first one may be a query or a table. */
  firstArgument(context: ExpressionContext): SqlNode;
  argument(context: ExpressionContext): SqlNode;
  /** FromClause, behind FROM. */
  fromClause(): SqlNode;
  /** TableRef of the FROM clause. */
  tableRef(context: ExpressionContext): SqlNode;
  /** JoinTable: a join with what was read before it as its left side. */
  joinTable(left: SqlNode): SqlNode;
  /** NamedRoutineCall: a compound name with arguments in parentheses, of CALL, NEW and TABLE(…). */
  namedRoutineCall(context: ExpressionContext): SqlNode;
  /** CompoundIdentifier with hints behind it. */
  tableHints(name: SqlIdentifier): SqlNode;
}
