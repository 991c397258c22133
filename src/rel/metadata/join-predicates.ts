import type { Join } from '../core/join.ts';
import type { PredicateList } from './predicates.ts';
import type { RexNode } from '../rex/rex-node.ts';
import { FlinkError } from '../../base/diagnostic.ts';
import { containsAll, range } from '../bit-set.ts';
import { composeConjunction, conjunctions, retainDeterministic } from '../rex/conditions.ts';
import { FALSE_LITERAL } from '../rex/rex-factory.ts';
import { rexKey } from '../rex/rex-key.ts';
import { isAlwaysTrue, isCallOf } from '../rex/rex-node.ts';
import { RexSimplifier } from '../rex/rex-simplify/simplifier.ts';
import { collectInputRefs, mapInputRefs, shiftRefs } from '../rex/rex-visit.ts';

/**
 * Conditions that hold above a join, and those that its equations carry from one side to the other (Calcite's
 * `JoinConditionBasedPredicateInference`): from `a = b` and `b > 3` follows `a > 3`.
 */
export function inferJoinPredicates(join: Join, left: readonly RexNode[], right: readonly RexNode[]): PredicateList {
  const leftCount = join.left.rowType.fields.length;
  const total = leftCount + join.right.rowType.fields.length;
  const all = range(0, total);
  const leftFields = range(0, leftCount);
  const rightFields = range(leftCount, total);
  const leftList = conjunctions(composeConjunction(left));
  const rightList = conjunctions(composeConjunction(right)).map((e) => shiftRefs(e, leftCount));
  const { joinType, condition } = join;
  const inference = new Inference(join, total, [...leftList, ...rightList]);
  const inferred: RexNode[] = [];
  if (joinType === 'semi' || joinType === 'inner' || joinType === 'left' || joinType === 'anti') {
    inferred.push(...inference.infer(leftList, joinType === 'left' ? rightFields : all));
  }
  if (joinType === 'semi' || joinType === 'inner' || joinType === 'right') {
    inferred.push(...inference.infer(rightList, joinType === 'right' ? leftFields : all));
  }
  const leftInferred = inferred.filter((e) => containsAll(leftFields, collectInputRefs(e)));
  const rightInferred = inferred
    .filter((e) => !leftInferred.includes(e) && containsAll(rightFields, collectInputRefs(e)))
    .map((e) => shiftRefs(e, -leftCount));
  switch (joinType) {
    case 'semi':
      return { pulledUp: [...leftList, ...leftInferred], leftInferred, rightInferred };
    case 'inner':
      return {
        pulledUp: [...leftList, ...rightList, ...retainDeterministic(conjunctions(condition)), ...inferred],
        leftInferred,
        rightInferred,
      };
    case 'left':
    case 'anti':
      return { pulledUp: leftList, leftInferred, rightInferred };
    case 'right':
      return { pulledUp: rightList, leftInferred: inferred, rightInferred: [] };
    default:
      return { pulledUp: [], leftInferred: [], rightInferred: [] };
  }
}

class Inference {
  private readonly join: Join;
  private readonly classes: readonly (readonly number[])[];
  private readonly equations: ReadonlySet<string>;
  private readonly known: Set<string>;

  constructor(join: Join, fieldCount: number, given: readonly RexNode[]) {
    this.join = join;
    const equations = conjunctions(join.condition).filter((e) => isCallOf(e, 'EQUALS') && e.operands.every((o) => o.rex === 'inputRef'));
    this.equations = new Set(equations.map(rexKey));
    this.classes = equivalenceClasses(equations, fieldCount);
    this.known = new Set(given.map(rexKey));
  }

  /** Variants of the conditions over equal columns that are new, not trivial and lie in the allowed fields. */
  infer(list: readonly RexNode[], allowed: readonly number[]): RexNode[] {
    const result: RexNode[] = [];
    for (const e of list) {
      if (this.equations.has(rexKey(e))) continue;
      for (const mapping of this.mappings(collectInputRefs(e))) {
        const moved = mapInputRefs(e, (i) => mapping.get(i) ?? i);
        const simple = this.simplify(moved);
        if (!this.isNew(moved, allowed) || !this.isNew(simple, allowed)) continue;
        result.push(simple);
        this.known.add(rexKey(simple));
      }
    }
    return result;
  }

  private simplify(e: RexNode): RexNode {
    const simplifier = new RexSimplifier({ executor: this.join.cluster.executor });
    return simplifier.simplifyFilterPredicates(conjunctions(e)) ?? FALSE_LITERAL;
  }

  private isNew(e: RexNode, allowed: readonly number[]): boolean {
    if (!containsAll(allowed, collectInputRefs(e)) || this.known.has(rexKey(e))) return false;
    if (isCallOf(e, 'EQUALS')) {
      const [a, b] = e.operands;
      return !(a?.rex === 'inputRef' && b?.rex === 'inputRef' && a.index === b.index);
    }
    return !isAlwaysTrue(e);
  }

  /** All combinations of equal columns, the last column changing fastest. */
  private mappings(columns: readonly number[]): ReadonlyMap<number, number>[] {
    if (columns.length === 0) return [];
    let all: Map<number, number>[] = [new Map()];
    for (const c of columns) {
      all = all.flatMap((m) => (this.classes[c] ?? [c]).map((target) => new Map([...m, [c, target]])));
    }
    return all;
  }
}

/** For each field the fields equal to it, itself included, ascending. */
function equivalenceClasses(equations: readonly RexNode[], fieldCount: number): number[][] {
  const classOf = range(0, fieldCount).map((i) => [i]);
  for (const e of equations) {
    const [a, b] = e.rex === 'call' ? e.operands : [];
    if (a?.rex !== 'inputRef' || b?.rex !== 'inputRef') continue;
    if (a.index >= fieldCount) throw outOfRange('p1', a.index);
    if (b.index >= fieldCount) throw outOfRange('p2', b.index);
    const merged = [...new Set([...(classOf[a.index] ?? []), ...(classOf[b.index] ?? [])])].sort((x, y) => x - y);
    for (const i of merged) classOf[i] = merged;
  }
  return classOf;
}

/** A sub-query in a join condition reads a column of the wrong side afterwards, which Flink does not notice before this. */
function outOfRange(operand: string, index: number): FlinkError {
  return new FlinkError('plan/sub-query-in-join', [
    { className: 'NullPointerException', message: `equivalence.get(${operand}) for ${index}` },
  ]);
}
