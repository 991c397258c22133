import type { RexCall, RexNode } from '../rex-node.ts';
import type { UnknownAs } from '../sarg.ts';
import type { RexExecutor, Simplifier } from './contract.ts';
import { sameType, sameTypeIgnoringNullability } from '../../../types/sql-type.ts';
import { composeConjunction } from '../conditions.ts';
import { makeCast, removeNullabilityCast } from '../rex-builder.ts';
import { booleanLiteral, nullLiteral } from '../rex-factory.ts';
import { rexEquals } from '../rex-key.ts';
import { isAlwaysFalse, isAlwaysTrue } from '../rex-node.ts';
import { isStronglyNull } from '../strong.ts';
import { simplifyArithmetic, simplifyLike, simplifyMinusPrefix, simplifyOperands } from './arithmetic.ts';
import { simplifyCase, simplifyCoalesce } from './case.ts';
import { simplifyCast } from './cast.ts';
import { simplifyComparison } from './comparison.ts';
import { simplifyFloorCeil } from './floor-ceil.ts';
import { simplifyAnd } from './logical-and.ts';
import { simplifyNot } from './logical-not.ts';
import { simplifyOr } from './logical-or.ts';
import { simplifyIs } from './null-tests.ts';
import { simplifySearch } from './search.ts';

export interface SimplifierOptions {
  /** Conditions known to be true of the input (pulled-up predicates). */
  readonly predicates?: readonly RexNode[];
  /** Folds casts of literals; without one they stay. */
  readonly executor?: RexExecutor;
}

/** Calcite's `RexSimplify`: rewrites expressions into simpler ones, given how an unknown answer counts. */
export class RexSimplifier implements Simplifier {
  readonly predicates: readonly RexNode[];
  readonly executor: RexExecutor | undefined;
  readonly eliminatesPredicates: boolean;

  constructor(options: SimplifierOptions = {}, eliminatesPredicates = true) {
    this.predicates = options.predicates ?? [];
    this.executor = options.executor;
    this.eliminatesPredicates = eliminatesPredicates;
  }

  withPredicates(predicates: readonly RexNode[]): RexSimplifier {
    return new RexSimplifier({ predicates, executor: this.executor }, this.eliminatesPredicates);
  }

  /** The expression simplified; its nullability, and hence its type, may change. */
  simplify(e: RexNode, u: UnknownAs = 'UNKNOWN'): RexNode {
    if (isStronglyNull(e, () => false)) {
      return e.type.name === 'BOOLEAN' && u !== 'UNKNOWN' ? booleanLiteral(u === 'TRUE') : nullLiteral(e.type);
    }
    return e.rex === 'call' ? this.simplifyCall(e, u) : e;
  }

  private simplifyCall(e: RexCall, u: UnknownAs): RexNode {
    switch (e.op.kind) {
      case 'AND':
        return simplifyAnd(this, e, u);
      case 'OR':
        return simplifyOr(this, e, u);
      case 'NOT':
        return simplifyNot(this, e, u);
      case 'CASE':
        return simplifyCase(this, e, u);
      case 'COALESCE':
        return simplifyCoalesce(this, e);
      case 'CAST':
        return simplifyCast(this, e);
      case 'CEIL':
      case 'FLOOR':
        return simplifyFloorCeil(this, e);
      case 'IS_NULL':
      case 'IS_NOT_NULL':
      case 'IS_TRUE':
      case 'IS_NOT_TRUE':
      case 'IS_FALSE':
      case 'IS_NOT_FALSE':
        return simplifyIs(this, e, u);
      case 'EQUALS':
      case 'NOT_EQUALS':
      case 'LESS_THAN':
      case 'LESS_THAN_OR_EQUAL':
      case 'GREATER_THAN':
      case 'GREATER_THAN_OR_EQUAL':
        return simplifyComparison(this, e, u);
      case 'SEARCH':
        return simplifySearch(this, e, u);
      case 'LIKE':
        return simplifyLike(this, e, u);
      case 'MINUS_PREFIX':
        return simplifyMinusPrefix(this, e, u);
      case 'PLUS_PREFIX':
        return this.simplify(e.operands[0] as RexNode, u);
      case 'PLUS':
      case 'MINUS':
      case 'TIMES':
      case 'DIVIDE':
        return simplifyArithmetic(this, e);
      default:
        return simplifyOperands(this, e);
    }
  }

  /**
   * The expression simplified and cast back to its type where that changed (`simplifyPreservingType`); without `matchNullability` a change
   * of nullability alone is let through.
   */
  simplifyPreservingType(e: RexNode, u: UnknownAs = 'UNKNOWN', matchNullability = true): RexNode {
    const simpler = this.simplify(e, u);
    if (sameType(simpler.type, e.type)) return simpler;
    if (!matchNullability && sameTypeIgnoringNullability(simpler.type, e.type)) return simpler;
    const cast = makeCast(e.type, simpler, matchNullability);
    return rexEquals(cast, e) ? e : cast;
  }

  /**
   * The conjunction of a filter's conditions, or undefined if it can never be true (`simplifyFilterPredicates`, as RelBuilder calls it:
   * terms do not know of each other here).
   */
  simplifyFilterPredicates(conditions: readonly RexNode[]): RexNode | undefined {
    const plain = new RexSimplifier({ predicates: this.predicates, executor: this.executor }, false);
    const simpler = plain.simplify(composeConjunction(conditions), 'FALSE');
    return isAlwaysFalse(simpler) ? undefined : removeNullabilityCast(simpler);
  }
}

/** `FlinkRexUtil.simplify`: a condition simplified with unknown as false, unless it is a constant as written. */
export function simplifyCondition(e: RexNode, executor?: RexExecutor): RexNode {
  if (isAlwaysTrue(e) || isAlwaysFalse(e)) return e;
  return new RexSimplifier({ executor }).simplify(e, 'FALSE');
}
