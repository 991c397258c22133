import type { Config } from '../../catalog/config.ts';
import type { PhysicalRel } from './physical-rel.ts';
import type { RelNode } from '../rel-node.ts';
import { FlinkError } from '../../base/diagnostic.ts';
import { explainTree } from '../explain.ts';
import { isPhysicalRel } from './physical-rel.ts';
import { StreamPhysicalGroupAggregate } from './stream-physical-group-aggregate.ts';
import { StreamPhysicalLookupJoin } from './stream-physical-lookup-join.ts';
import { matchesTwoStage } from './two-phase.ts';
import { resolveUpdateDeterminism } from './update-determinism.ts';

/** The plan with advice (EXPLAIN PLAN_ADVICE): aggregates that could run in two phases, updates that may go wrong. */
export function adviceText(roots: readonly RelNode[]): string {
  const nodeAdvice = new Map<string, number>();
  const queryAdvice: string[] = [];
  const trees = roots.map((root) => {
    const targets = new Map<RelNode, number>();
    const tagged = twoPhaseTargets(root);
    if (tagged.length > 0) {
      const content = twoPhaseAdvice(root.cluster.config);
      const id = nodeAdvice.get(content) ?? nodeAdvice.size + 1;
      nodeAdvice.set(content, id);
      for (const n of tagged) targets.set(n, id);
    }
    const warning = updateWarning(root);
    if (warning !== undefined) queryAdvice.push(warning);
    return explainTree(root, {
      adviceOf: (n) => {
        const id = targets.get(n);
        return id === undefined ? [] : [id];
      },
    });
  });
  const notes = [...nodeAdvice].map(([content, id]) => `advice[${id}]: [ADVICE] ${content}`);
  queryAdvice.forEach((content, i) => notes.push(`advice[${nodeAdvice.size + 1 + i}]: [WARNING] ${content}`));
  return `${trees.join('\n\n')}\n\n${notes.length === 0 ? 'No available advice...' : notes.join('\n')}`;
}

/** Flink's `GroupAggregationAnalyzer`. */
function twoPhaseTargets(root: RelNode): readonly RelNode[] {
  const found: RelNode[] = [];
  const visit = (placeholder: RelNode): void => {
    const node = placeholder.stripped();
    if (node instanceof StreamPhysicalGroupAggregate) {
      const input = node.input().stripped();
      const below = input.inputs[0]?.stripped();
      if (below && matchesTwoStage(node, below) === true) found.push(node);
    }
    node.inputs.forEach(visit);
  };
  visit(root);
  return found;
}

function twoPhaseAdvice(config: Config): string {
  const settings: string[] = [];
  if (config.enumeration('table.optimizer.agg-phase-strategy') === 'ONE_PHASE')
    settings.push("'table.optimizer.agg-phase-strategy' to 'AUTO'");
  if (!config.boolean('table.exec.mini-batch.enabled')) settings.push("'table.exec.mini-batch.enabled' to 'true'");
  if (!(config.duration('table.exec.mini-batch.allow-latency') > 0))
    settings.push("'table.exec.mini-batch.allow-latency' to a positive long value");
  if (!(config.integer('table.exec.mini-batch.size') > 0)) settings.push("'table.exec.mini-batch.size' to a positive long value");
  return `You might want to enable local-global two-phase optimization by configuring (${settings.join(', ')}).`;
}

const STRATEGY = 'table.optimizer.non-deterministic-update.strategy';

/** Flink's `NonDeterministicUpdateAnalyzer`: what the resolver would have done or refused, had it not been switched off. */
function updateWarning(root: RelNode): string | undefined {
  if (!isPhysicalRel(root) || root.cluster.config.enumeration(STRATEGY) === 'TRY_RESOLVE') return undefined;
  try {
    const resolved = resolveUpdateDeterminism(root);
    const before = materialized(root);
    return materialized(resolved).every((m, i) => m === before[i])
      ? undefined
      : `You might want to enable upsert materialization for look up join operator by configuring ('${STRATEGY}' to 'TRY_RESOLVE') to ` +
          "resolve the correctness issue caused by 'Non-Deterministic Updates' (NDU) in a changelog pipeline.";
  } catch (e) {
    if (e instanceof FlinkError) return e.message;
    throw e;
  }
}

function materialized(root: PhysicalRel): readonly boolean[] {
  const found: boolean[] = [];
  const visit = (placeholder: RelNode): void => {
    const node = placeholder.stripped();
    if (node instanceof StreamPhysicalLookupJoin) found.push(node.options.upsertMaterialize === true);
    node.inputs.forEach(visit);
  };
  visit(root);
  return found;
}
