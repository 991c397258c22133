import type { SqlNode, SqlWindow } from '../../sql/ast.ts';
import type { Field } from '../../types/sql-type.ts';
import type { BoundExpr, BoundQuery } from '../bound.ts';
import type { NameScope } from '../name-scope.ts';
import type { Session } from '../session.ts';
import type { WithNames } from '../with-names.ts';

/** The rules that call each other across files, tied together in `binder.ts`, so that files import each other in one direction only. */
export interface Binder {
  readonly session: Session;
  /** An expression; NULL without a type is refused unless `allowNull`. */
  expression(node: SqlNode, cx: ExprContext): BoundExpr;
  /** A query that stands inside `scope` (undefined at the top). */
  query(node: SqlNode, place: QueryPlace): BoundQuery;
}

/** Where a query stands. */
export interface QueryPlace {
  readonly parent: NameScope | undefined;
  readonly with: WithNames | undefined;
  /** The catalog and database that names without them belong to: another one inside a view. */
  readonly path: readonly [string, string];
  /** Views that are being expanded. */
  readonly depth: number;
}

/** What may stand in an expression and what names mean there. */
export interface ExprContext {
  readonly binder: Binder;
  readonly place: QueryPlace;
  readonly scope: NameScope;
  /** `inside`: the operands of an aggregate call. */
  readonly aggregates: 'allowed' | 'inside' | 'refused';
  /** Number of GROUP BY items of the query, 0 for an aggregate query without, −1 if it is none (Calcite's `getGroupCount`). */
  readonly groupCount: number;
  /** Windows of the WINDOW clause. */
  readonly windows: ReadonlyMap<string, SqlWindow>;
  /** True while the function in front of OVER is bound. */
  readonly over?: boolean;
  /** Columns of JOIN … USING that a simple name may mean. */
  readonly common?: ReadonlyMap<string, BoundExpr>;
  /** Inside MATCH_RECOGNIZE. */
  readonly match?: MatchContext;
  /** The only columns that there are, for an expression that stands alone. */
  readonly parameters?: readonly Field[];
  /** Group windows of GROUP BY, for TUMBLE_START and kin. */
  readonly groupWindows?: readonly BoundExpr[];
}

export interface MatchContext {
  readonly variables: ReadonlySet<string>;
  readonly fields: readonly Field[];
  readonly clause: 'DEFINE' | 'MEASURES';
  /** In DEFINE: the variable that a column without one belongs to. */
  readonly variable: string;
}
