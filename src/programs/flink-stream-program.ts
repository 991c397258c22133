import type { Config } from '../catalog/config.ts';
import type { OptimizerStage } from './optimizer-program.ts';
import * as rules from '../rules/rule-catalog.ts';
import { inferChangelogMode } from './changelog-inference.ts';
import { decorrelateProgram } from './decorrelate.ts';
import { duplicateChangesInitProgram } from './duplicate-changes-init.ts';
import { markChangelogNormalizeProgram } from './mark-changelog-normalize.ts';
import { miniBatchInitProgram } from './mini-batch-init.ts';
import { group, hepCollection, hepSequence, volcano } from './optimizer-program.ts';
import { timeIndicatorProgram } from './time-indicator.ts';

const PREDICATE_REWRITE_ROUNDS = 5;

/**
 * The stages of Flink 2.3.0's streaming optimizer in order (`FlinkStreamProgram.buildProgram`), with the names under which Flink logs them.
 * `join_reorder` exists only with `table.optimizer.join-reorder-enabled`.
 */
export function flinkStreamProgram(config: Config): readonly OptimizerStage[] {
  const stages: OptimizerStage[] = [
    {
      name: 'subquery_rewrite',
      why: 'Sub-queries first: everything after sees joins instead of trees inside expressions.',
      program: group([
        ['convert table references before rewriting sub-queries to semi-join', hepSequence(rules.TABLE_REF_RULES)],
        ['rewrite sub-queries to semi-join', hepSequence(rules.SEMI_JOIN_RULES)],
        ['sub-queries remove', hepCollection(rules.TABLE_SUBQUERY_RULES)],
        ['convert table references after sub-queries removed', hepSequence(rules.TABLE_REF_RULES)],
      ]),
    },
    {
      name: 'temporal_join_rewrite',
      why: 'Correlated snapshots become joins before decorrelation, which does not know them.',
      program: group([
        ['convert correlate to temporal table join', hepSequence(rules.EXPAND_PLAN_RULES)],
        ['convert enumerable table scan', hepSequence(rules.TABLE_REF_RULES)],
      ]),
    },
    {
      name: 'decorrelate',
      why: 'What is still correlated becomes joins on values.',
      program: group([
        ['pre-rewrite before decorrelation', hepSequence(rules.PRE_DECORRELATION_RULES)],
        ['', decorrelateProgram],
      ]),
    },
    {
      name: 'default_rewrite',
      why: 'Normal forms and constants, so that later rules have one shape to match.',
      program: hepSequence(rules.DEFAULT_REWRITE_RULES),
    },
    {
      name: 'predicate_pushdown',
      why: 'Filters to the sources, five rounds, since a filter that moved may let another one move.',
      program: group([
        [
          'predicate rewrite',
          group(
            [
              ['join predicate rewrite', hepSequence(rules.JOIN_PREDICATE_REWRITE_RULES)],
              ['filter rules', hepCollection(rules.FILTER_PREPARE_RULES)],
            ],
            PREDICATE_REWRITE_ROUNDS,
          ),
        ],
        [
          'push predicate into table scan',
          group([
            ['push down partitions into table scan', hepSequence(rules.PUSH_PARTITION_DOWN_RULES)],
            ['push down filters into table scan', hepSequence(rules.PUSH_FILTER_DOWN_RULES)],
          ]),
        ],
        ['prune empty after predicate push down', hepSequence(rules.PRUNE_EMPTY_RULES)],
      ]),
    },
    {
      name: 'multi_join',
      why: 'Binary joins on one key become one operator, if asked for.',
      program: group([['merge binary regular joins into MultiJoin', hepCollection(rules.MULTI_JOIN_RULES)]]),
    },
    { name: 'project_rewrite', why: 'Only the columns that are read stay.', program: hepCollection(rules.PROJECT_RULES) },
    { name: 'logical', why: 'Alternatives compete by cost.', program: volcano('LOGICAL', rules.LOGICAL_OPT_RULES) },
    {
      name: 'logical_rewrite',
      why: 'Rewrites that are always right on the chosen logical plan.',
      program: group([
        ['', hepSequence(rules.LOGICAL_REWRITE)],
        ['', hepSequence(rules.EVENT_TIME_TEMPORAL_JOIN_RULES)],
      ]),
    },
    {
      name: 'time_indicator',
      why: 'Time attributes turn into plain timestamps where they are used as values.',
      program: timeIndicatorProgram,
    },
    { name: 'physical', why: 'Operators and exchanges.', program: volcano('STREAM_PHYSICAL', rules.PHYSICAL_OPT_RULES) },
    {
      name: 'physical_rewrite',
      why: 'Changelog modes are known only on the physical plan; what they decide comes last.',
      program: group([
        ['mark changelog normalize reusing same source', markChangelogNormalizeProgram],
        ['watermark transpose', hepCollection(rules.CHANGELOG_NORMALIZE_TRANSPOSE_RULES)],
        ['Changelog mode inference', { kind: 'program', run: inferChangelogMode }],
        ['Initialization for mini-batch interval inference', miniBatchInitProgram],
        ['mini-batch interval rules', hepSequence(rules.MINI_BATCH_RULES, 'TOP_DOWN')],
        ['initialization for duplicate changes inference', duplicateChangesInitProgram],
        ['duplicate changes rules', hepSequence(rules.DUPLICATE_CHANGES_RULES, 'TOP_DOWN')],
        ['physical rewrite', hepCollection(rules.PHYSICAL_REWRITE)],
      ]),
    },
  ];
  if (config.boolean('table.optimizer.join-reorder-enabled')) {
    const at = stages.findIndex((s) => s.name === 'multi_join');
    stages.splice(at, 0, {
      name: 'join_reorder',
      why: 'The cheapest order of inner joins.',
      program: group([
        ['merge join into MultiJoin', hepCollection(rules.JOIN_REORDER_PREPARE_RULES)],
        ['do join reorder', hepSequence(rules.JOIN_REORDER_RULES)],
      ]),
    });
  }
  return stages;
}
