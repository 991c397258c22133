import type { UserFunction } from '../../catalog/user-function.ts';
import type { SqlBasicCall } from '../../sql/ast.ts';
import type { SqlOperator } from '../../catalog/sql-operator.ts';
import type { ExprContext } from './context.ts';
import { UnsupportedError } from '../../base/diagnostic.ts';

/** The name of a function as it was written, its parts joined by points. */
export function functionName(node: SqlBasicCall): string {
  return node.functionName ? node.functionName.names.join('.') : node.operator;
}

/** What a name of a function stands for: operators that are built in, or one function of the user's. */
export type FunctionLookup = { readonly operators: readonly SqlOperator[]; readonly user?: UserFunction };

/** Temporary system functions, then built-in ones, then those of the current catalog and database. */
export function lookupFunction(node: SqlBasicCall, cx: ExprContext): FunctionLookup {
  const { catalog, operators } = cx.binder.session;
  const names = node.functionName?.names;
  if (!names) return { operators: operators.lookup(node.operator) };
  const [first = ''] = names;
  if (names.length === 1) {
    const system = catalog.systemFunction(first);
    if (system) return { operators: userOperators(system), user: system };
    const builtIn = operators.lookup(first);
    if (builtIn.length > 0) return { operators: builtIn };
  }
  const user = catalog.catalogFunction(names);
  if (user) {
    if (user.kind === 'class') {
      throw new UnsupportedError('function-class', `Nothing is known about the types of the function ${user.displayName}.`, node.span);
    }
    return { operators: userOperators(user), user };
  }
  // Functions with syntax of their own are known by their operator, whatever the name as written.
  return { operators: names.length === 1 ? operators.lookup(node.operator) : [] };
}

function userOperators(user: UserFunction): readonly SqlOperator[] {
  return user.kind === 'scalar' || user.kind === 'table' ? [user.operator] : [];
}
