import type { RelNode } from '../../rel/rel-node.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import { uniqueName } from '../../rel/core/rank.ts';
import { StreamPhysicalCalc } from '../../rel/physical/stream-physical-calc.ts';
import { StreamPhysicalChangelogNormalize } from '../../rel/physical/stream-physical-changelog-normalize.ts';
import { StreamPhysicalExchange } from '../../rel/physical/stream-physical-exchange.ts';
import { StreamPhysicalWatermarkAssigner } from '../../rel/physical/stream-physical-watermark-assigner.ts';
import { inputRef } from '../../rel/rex/rex-factory.ts';
import { RexProgram } from '../../rel/rex/rex-program.ts';
import { mapInputRefs, remapRefs } from '../../rel/rex/rex-visit.ts';
import { ANY_DISTRIBUTION, hashDistribution } from '../../rel/traits/distribution.ts';
import { replaceTraits } from '../../rel/traits/trait-set.ts';
import { any, defineRule, some } from '../../planner/rule.ts';

/** Watermarks are made before the changelog is normalised, so that they stand as close to the source as they can. */
export const WatermarkAssignerChangelogNormalizeTransposeRuleWithoutCalc = defineRule({
  description: 'WatermarkAssignerChangelogNormalizeTransposeRuleWithoutCalc',
  operand: some(StreamPhysicalWatermarkAssigner, [some(StreamPhysicalChangelogNormalize, [any(StreamPhysicalExchange)])]),
  explain: { summary: 'A watermark assigner moves below the ChangelogNormalize and its Exchange.' },
  onMatch: (call) => {
    const watermark = call.rel<StreamPhysicalWatermarkAssigner>(0);
    const normalize = call.rel<StreamPhysicalChangelogNormalize>(1);
    const exchange = call.rel<StreamPhysicalExchange>(2);
    const moved = watermark.copy(replaceTraits(watermark.traitSet, { distribution: ANY_DISTRIBUTION }), [exchange.input()]);
    call.transformTo(normalizeOver(normalize, exchange, { input: moved, keys: keysOf(exchange), uniqueKeys: normalize.uniqueKeys }));
  },
});

/** The same with a Calc between watermark and normalize: the Calc goes along; shuffle keys that it drops are carried and dropped above. */
export const WatermarkAssignerChangelogNormalizeTransposeRuleWithCalc = defineRule({
  description: 'WatermarkAssignerChangelogNormalizeTransposeRuleWithCalc',
  operand: some(StreamPhysicalWatermarkAssigner, [
    some(StreamPhysicalCalc, [some(StreamPhysicalChangelogNormalize, [any(StreamPhysicalExchange)])]),
  ]),
  explain: { summary: 'A watermark assigner and the Calc below it move below the ChangelogNormalize and its Exchange.' },
  onMatch: (call) => {
    const watermark = call.rel<StreamPhysicalWatermarkAssigner>(0);
    const calc = call.rel<StreamPhysicalCalc>(1);
    const normalize = call.rel<StreamPhysicalChangelogNormalize>(2);
    const exchange = call.rel<StreamPhysicalExchange>(3);
    const targets = targetsOf(calc.projects);
    const dropped = keysOf(exchange).filter((k) => !targets.has(k));
    if (dropped.length === 0) {
      call.transformTo(pushCalcAndWatermark({ watermark, calc, normalize, exchange }, calc.program));
      return;
    }
    const program = withDroppedKeys(calc.program, dropped);
    if (isPermutation(program)) {
      call.transformTo(pushWatermarkOnly({ watermark, calc, normalize, exchange }, targets));
      return;
    }
    const top = pushCalcAndWatermark({ watermark, calc, normalize, exchange }, program);
    const projects = calc.rowType.fields.map((f, i) => inputRef(i, top.rowType.fields[i]?.type ?? f.type));
    const names = projects.map((_, i) => top.rowType.fields[i]?.name);
    call.transformTo(new StreamPhysicalCalc(calc.cluster, calc.traitSet, top, RexProgram.create(top.rowType, projects, undefined, names)));
  },
});

interface Chain {
  readonly watermark: StreamPhysicalWatermarkAssigner;
  readonly calc: StreamPhysicalCalc;
  readonly normalize: StreamPhysicalChangelogNormalize;
  readonly exchange: StreamPhysicalExchange;
}

function keysOf(exchange: StreamPhysicalExchange): readonly number[] {
  return exchange.distribution.type === 'hash' ? exchange.distribution.keys : [];
}

/** Input column → output column, for columns that are passed on; the last place counts. */
function targetsOf(projects: readonly RexNode[]): ReadonlyMap<number, number> {
  const targets = new Map<number, number>();
  projects.forEach((e, i) => {
    if (e.rex === 'inputRef') targets.set(e.index, i);
  });
  return targets;
}

/** Exchange and normalize over a new input, keyed by the new places of the keys. */
function normalizeOver(
  normalize: StreamPhysicalChangelogNormalize,
  exchange: StreamPhysicalExchange,
  o: { readonly input: RelNode; readonly keys: readonly number[]; readonly uniqueKeys: readonly number[] },
): StreamPhysicalChangelogNormalize {
  const distribution = hashDistribution(o.keys);
  const newExchange = new StreamPhysicalExchange(
    exchange.cluster,
    replaceTraits(exchange.traitSet, { distribution }),
    o.input,
    distribution,
  );
  const { filterCondition } = normalize;
  const names = normalize.rowType.fields.map((f) => f.name);
  const newNames = o.input.rowType.fields.map((f) => f.name);
  const condition = filterCondition && mapInputRefs(filterCondition, (i) => newNames.indexOf(names[i] ?? ''));
  return normalize.copyWith(normalize.traitSet, newExchange, { uniqueKeys: o.uniqueKeys, filterCondition: condition });
}

function pushCalcAndWatermark(chain: Chain, program: RexProgram): StreamPhysicalChangelogNormalize {
  const { watermark, calc, normalize, exchange } = chain;
  const calcTraits = replaceTraits(calc.traitSet, { distribution: ANY_DISTRIBUTION });
  const newCalc = new StreamPhysicalCalc(calc.cluster, calcTraits, exchange.input(), program);
  const newWatermark = watermark.copy(replaceTraits(watermark.traitSet, { distribution: ANY_DISTRIBUTION }), [newCalc]);
  const targets = targetsOf(newCalc.projects);
  const place = (k: number): number => targets.get(k) ?? -1;
  const keys = keysOf(exchange).map(place);
  const result = normalizeOver(normalize, exchange, { input: newWatermark, keys, uniqueKeys: normalize.uniqueKeys.map(place) });
  return result.copyWith(replaceTraits(result.traitSet, { distribution: hashDistribution(keys) }), result.input(), {});
}

function withDroppedKeys(program: RexProgram, dropped: readonly number[]): RexProgram {
  const names = program.outputRowType.fields.map((f) => f.name);
  const projects = [...program.expandedProjects];
  for (const key of dropped) {
    const field = program.inputRowType.fields[key];
    if (!field) continue;
    names.push(uniqueName(field.name, names));
    projects.push(inputRef(key, field.type));
  }
  return RexProgram.create(program.inputRowType, projects, program.expandedCondition, names);
}

/** Every input column once, in any order, without a filter's help. */
function isPermutation(program: RexProgram): boolean {
  const refs = program.expandedProjects.map((e) => (e.rex === 'inputRef' ? e.index : -1));
  return refs.length === program.inputRowType.fields.length && !refs.includes(-1) && new Set(refs).size === refs.length;
}

function pushWatermarkOnly(chain: Chain, targets: ReadonlyMap<number, number>): RelNode {
  const { watermark, calc, normalize, exchange } = chain;
  const sources = new Map([...targets].map(([source, target]) => [target, source]));
  const rowtime = sources.get(watermark.rowtimeIndex) ?? -1;
  const newWatermark = watermark.copyAssigner(
    replaceTraits(watermark.traitSet, { distribution: ANY_DISTRIBUTION }),
    exchange.input(),
    rowtime,
    remapRefs(watermark.watermarkExpr, sources),
  );
  const top = normalizeOver(normalize, exchange, { input: newWatermark, keys: keysOf(exchange), uniqueKeys: normalize.uniqueKeys });
  const type = top.rowType.fields[rowtime]?.type;
  const retype = (e: RexNode): RexNode =>
    mapInputRefs(
      e,
      (i) => i,
      (i) => (i === rowtime && type ? type : (calc.input().rowType.fields[i]?.type ?? e.type)),
    );
  const names = calc.program.outputRowType.fields.map((f) => f.name);
  const program = RexProgram.create(top.rowType, calc.projects.map(retype), calc.condition && retype(calc.condition), names);
  return new StreamPhysicalCalc(calc.cluster, calc.traitSet, top, program);
}
