import type { CatalogManager } from '../catalog-manager.ts';
import type { UserFunction } from '../user-function.ts';
import type { OperatorTable, SqlOperator, SqlSyntax } from '../sql-operator.ts';
import { AGGREGATE_FUNCTIONS } from './aggregate.ts';
import { ARITHMETIC_OPERATORS, MINUS_DATE } from './arithmetic.ts';
import { BITMAP_FUNCTIONS } from './bitmap.ts';
import { TYPED_OPERATORS } from './cast.ts';
import { COLLECTION_OPERATORS } from './collection.ts';
import { INFERRED_COLLECTION_FUNCTIONS } from './collection-inferred.ts';
import { COMPARISON_OPERATORS } from './comparison.ts';
import { CONDITIONAL_FUNCTIONS } from './conditional.ts';
import { INTERNAL_OPERATORS } from './internal.ts';
import { JSON_FUNCTIONS } from './json.ts';
import { LOGICAL_OPERATORS } from './logical.ts';
import { MATCH_FUNCTIONS } from './match.ts';
import { MATH_FUNCTIONS } from './math.ts';
import { STRING_FUNCTIONS } from './string.ts';
import { TEMPORAL_FUNCTIONS } from './temporal.ts';
import { INFERRED_TEXT_FUNCTIONS } from './text-inferred.ts';
import { WINDOW_FUNCTIONS } from './window.ts';

/** Every built-in function and operator. A new one is an entry in its family's list. */
export const BUILT_IN_OPERATORS: readonly SqlOperator[] = [
  ...LOGICAL_OPERATORS,
  ...COMPARISON_OPERATORS,
  ...ARITHMETIC_OPERATORS,
  ...MATH_FUNCTIONS,
  ...STRING_FUNCTIONS,
  ...INFERRED_TEXT_FUNCTIONS,
  ...TEMPORAL_FUNCTIONS,
  ...CONDITIONAL_FUNCTIONS,
  ...COLLECTION_OPERATORS,
  ...INFERRED_COLLECTION_FUNCTIONS,
  ...JSON_FUNCTIONS,
  ...BITMAP_FUNCTIONS,
  ...TYPED_OPERATORS,
  ...AGGREGATE_FUNCTIONS,
  ...WINDOW_FUNCTIONS,
  ...MATCH_FUNCTIONS,
  ...INTERNAL_OPERATORS,
];

/** Names under which the grammar knows a function that has another name in the catalogue. */
const ALIASES: Readonly<Record<string, string>> = {
  CEILING: 'CEIL',
  TRANSLATE: 'TRANSLATE3',
  'IS JSON': 'IS JSON VALUE',
  'IS NOT JSON': 'IS NOT JSON VALUE',
  REINTERPRET: 'Reinterpret',
  SIMILAR: 'SIMILAR TO',
  '!=': '<>',
};

/** Names are looked up without regard to case, as Flink does for what is built in. */
class FunctionCatalog implements OperatorTable {
  private readonly byName: ReadonlyMap<string, readonly SqlOperator[]>;

  constructor(operators: readonly SqlOperator[]) {
    const byName = new Map<string, SqlOperator[]>();
    for (const op of operators) {
      const key = op.name.toUpperCase();
      const list = byName.get(key);
      if (list) list.push(op);
      else byName.set(key, [op]);
    }
    byName.set('MINUS_DATE', [MINUS_DATE]);
    this.byName = byName;
  }

  lookup(name: string, syntax?: SqlSyntax): readonly SqlOperator[] {
    const key = name.toUpperCase();
    const found = this.byName.get(key) ?? this.byName.get((ALIASES[key] ?? '').toUpperCase()) ?? [];
    return syntax ? found.filter((op) => op.syntax === syntax) : found;
  }
}

/** The table of everything built in; has no state, so one serves all sessions. */
export const FUNCTION_CATALOG: OperatorTable = new FunctionCatalog(BUILT_IN_OPERATORS);

/**
 * Functions as a session sees them by a simple name: its temporary system functions, what is built in, its functions of the current
 * catalog and database (`FunctionCatalog.resolveAmbiguousFunctionReference`).
 */
export function functionCatalog(catalog: CatalogManager): OperatorTable {
  return {
    lookup(name, syntax) {
      const system = operatorOf(catalog.systemFunction(name));
      if (system) return [system];
      const builtIn = FUNCTION_CATALOG.lookup(name, syntax);
      if (builtIn.length > 0) return builtIn;
      const own = operatorOf(catalog.catalogFunction([name]));
      return own ? [own] : [];
    },
  };
}

function operatorOf(f: UserFunction | undefined): SqlOperator | undefined {
  return f?.kind === 'scalar' || f?.kind === 'table' ? f.operator : undefined;
}
