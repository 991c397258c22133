import type { Cluster } from '../../rel/cluster.ts';
import type { MultiJoin } from '../../rel/logical/multi-join.ts';
import type { RelBuilder } from '../../rel/rel-builder.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { RexCall, RexNode } from '../../rel/rex/rex-node.ts';
import { defined } from '../../base/assert.ts';
import { composeConjunction, conjunctions } from '../../rel/rex/conditions.ts';
import { call, inputRef, TRUE_LITERAL } from '../../rel/rex/rex-factory.ts';
import { collectInputRefs, mapInputRefs } from '../../rel/rex/rex-visit.ts';

/** Up to this many inputs all join orders are tried. */
export function bushyThreshold(cluster: Cluster): number {
  return cluster.config.integer('table.optimizer.bushy-join-reorder-threshold');
}

/** A join of some inputs, in the order in which their fields stand. */
interface JoinPlan {
  readonly factors: readonly number[];
  readonly rel: RelNode;
}

type Level = Map<string, JoinPlan>;

/** The inputs of a MultiJoin and who owns which field. */
class Factors {
  readonly multiJoin: MultiJoin;
  private readonly starts: number[] = [];

  constructor(multiJoin: MultiJoin) {
    this.multiJoin = multiJoin;
    let start = 0;
    for (const input of multiJoin.inputs) {
      this.starts.push(start);
      start += input.rowType.fields.length;
    }
  }

  get count(): number {
    return this.multiJoin.inputs.length;
  }

  fieldCount(factor: number): number {
    return this.multiJoin.input(factor).rowType.fields.length;
  }

  start(factor: number): number {
    return defined(this.starts[factor], 'input of a MultiJoin');
  }

  /** The input that a field belongs to. */
  owner(field: number): number {
    return this.starts.findLastIndex((start) => field >= start);
  }

  /** Inputs that a condition reads. */
  readBy(condition: RexNode): readonly number[] {
    return [...new Set(collectInputRefs(condition).map((i) => this.owner(i)))];
  }

  /** Rows of an outer join are padded here, so the input must not be joined first. */
  isPadded(factor: number): boolean {
    const type = this.multiJoin.join.joinTypes[factor];
    return type === 'left' || type === 'right' || type === 'full';
  }
}

/**
 * The cheapest order of a MultiJoin (Flink's `FlinkBushyJoinReorderRule`): the best join of each set of inputs, from small sets to large
 * ones, sizes counted in rows; the deeper side goes left. Padded inputs of outer joins come on top, then those without any condition; a
 * Project restores the order of fields.
 */
export function bushyJoinOrder(b: RelBuilder, multiJoin: MultiJoin): RelNode {
  const factors = new Factors(multiJoin);
  const levels = reorderInner(b, factors);
  let plan = cheapest(b, defined(levels.at(-1), 'level of joins'));
  const hasOuter = multiJoin.join.outerJoinConditions.some((c) => conjunctions(c).length > 0);
  if (multiJoin.join.isFullOuterJoin || hasOuter) plan = addOuter(b, factors, plan);
  plan = addCross(b, factors, plan);
  return restoreFields(b, factors, plan);
}

function keyOf(factors: readonly number[]): string {
  return [...factors].sort((x, y) => x - y).join();
}

/** The planner of the rewriting stages counts rows only. */
function isCheaper(b: RelBuilder, x: JoinPlan, y: JoinPlan): boolean {
  return b.cluster.mq.cumulativeCost(x.rel).rows < b.cluster.mq.cumulativeCost(y.rel).rows;
}

function cheapest(b: RelBuilder, level: Level): JoinPlan {
  let best: JoinPlan | undefined;
  for (const plan of level.values()) if (!best || isCheaper(b, plan, best)) best = plan;
  return defined(best, 'join order');
}

function reorderInner(b: RelBuilder, factors: Factors): readonly Level[] {
  const first: Level = new Map();
  factors.multiJoin.inputs.forEach((rel, i) => {
    if (!factors.isPadded(i)) first.set(keyOf([i]), { factors: [i], rel });
  });
  const levels = [first];
  if (factors.multiJoin.join.isFullOuterJoin) return levels;
  while (levels.length < factors.count) {
    const next = nextLevel(b, factors, levels);
    if (next.size === 0) break;
    levels.push(next);
  }
  return levels;
}

function nextLevel(b: RelBuilder, factors: Factors, levels: readonly Level[]): Level {
  const next: Level = new Map();
  for (let i = 0, k = levels.length - 1; i <= k; i++, k--) {
    const lefts = [...defined(levels[i], 'level').values()];
    const rights = [...defined(levels[k], 'level').values()];
    lefts.forEach((left, at) => {
      for (const right of i === k ? lefts.slice(at) : rights) {
        const joined = joinInner(b, factors, left, right);
        if (!joined) continue;
        const known = next.get(keyOf(joined.factors));
        if (!known || isCheaper(b, joined, known)) next.set(keyOf(joined.factors), joined);
      }
    });
  }
  return next;
}

function joinInner(b: RelBuilder, factors: Factors, x: JoinPlan, y: JoinPlan): JoinPlan | undefined {
  if (x.factors.some((f) => y.factors.includes(f))) return undefined;
  const conditions = conditionsBetween(factors, x.factors, y.factors, conjunctions(factors.multiJoin.join.joinFilter));
  if (!conditions) return undefined;
  const [left, right] = x.factors.length >= y.factors.length ? [x, y] : [y, x];
  const condition = composeConjunction(conditions.map((c) => moved(factors, c, [...left.factors, ...right.factors])));
  const rel = b.push(left.rel).push(right.rel).join('inner', condition).build();
  return { factors: [...left.factors, ...right.factors], rel };
}

/** Conditions that read inputs of both sides and no others; undefined if there is none, or one that is no call. */
function conditionsBetween(
  factors: Factors,
  left: readonly number[],
  right: readonly number[],
  candidates: readonly RexNode[],
): readonly RexCall[] | undefined {
  const found: RexCall[] = [];
  for (const c of candidates) {
    if (c.rex !== 'call') return undefined;
    const read = factors.readBy(c);
    const isBetween = read.some((f) => left.includes(f)) && read.some((f) => right.includes(f));
    if (isBetween && read.every((f) => left.includes(f) || right.includes(f))) found.push(c);
  }
  return found.length > 0 ? found : undefined;
}

/** A condition over the fields as they stand in another order of inputs. */
function moved(factors: Factors, condition: RexCall, order: readonly number[]): RexNode {
  const target = (field: number): number => {
    const owner = factors.owner(field);
    let offset = 0;
    for (const f of order) {
      if (f === owner) return offset + field - factors.start(owner);
      offset += factors.fieldCount(f);
    }
    return field;
  };
  return call(
    condition.op,
    condition.operands.map((o) => mapInputRefs(o, target)),
  );
}

function remaining(factors: Factors, plan: JoinPlan): readonly number[] {
  return factors.multiJoin.inputs.map((_, i) => i).filter((i) => !plan.factors.includes(i));
}

function addOuter(b: RelBuilder, factors: Factors, plan: JoinPlan): JoinPlan {
  const { join } = factors.multiJoin;
  const candidates = join.isFullOuterJoin ? conjunctions(join.joinFilter) : join.outerJoinConditions.flatMap((c) => conjunctions(c));
  let result = plan;
  for (const factor of remaining(factors, plan)) {
    const conditions = conditionsBetween(factors, plan.factors, [factor], candidates);
    if (!conditions) continue;
    const order = [...result.factors, factor];
    const condition = composeConjunction(conditions.map((c) => moved(factors, c, order)));
    const type = join.isFullOuterJoin ? 'full' : 'left';
    const rel = b.push(result.rel).push(factors.multiJoin.input(factor)).join(type, condition).build();
    result = { factors: order, rel };
  }
  return result;
}

function addCross(b: RelBuilder, factors: Factors, plan: JoinPlan): JoinPlan {
  let result = plan;
  for (const factor of remaining(factors, plan)) {
    const type = factors.multiJoin.join.joinTypes[factor] ?? 'inner';
    const rel = b.push(result.rel).push(factors.multiJoin.input(factor)).join(type, TRUE_LITERAL).build();
    result = { factors: [...result.factors, factor], rel };
  }
  return result;
}

function restoreFields(b: RelBuilder, factors: Factors, plan: JoinPlan): RelNode {
  const { fields } = factors.multiJoin.rowType;
  const starts = new Map<number, number>();
  let start = 0;
  for (const f of plan.factors) {
    starts.set(f, start);
    start += factors.fieldCount(f);
  }
  const projects = fields.map((field, i) => {
    const owner = factors.owner(i);
    return inputRef(defined(starts.get(owner), 'place of an input') + i - factors.start(owner), field.type);
  });
  b.push(plan.rel).project(
    projects,
    fields.map((f) => f.name),
  );
  const post = factors.multiJoin.join.postJoinFilter;
  return (post ? b.filter(post) : b).build();
}
