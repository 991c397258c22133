import type { RelRule } from '../planner/rule.ts';
import { Filter } from '../rel/core/filter.ts';
import { TableScan } from '../rel/core/table-scan.ts';
import { FlinkLogicalAggregate } from '../rel/flink-logical/flink-logical-aggregate.ts';
import { FlinkLogicalCalc } from '../rel/flink-logical/flink-logical-calc.ts';
import { FlinkLogicalCorrelate } from '../rel/flink-logical/flink-logical-correlate.ts';
import { FlinkLogicalOverAggregate } from '../rel/flink-logical/flink-logical-over-aggregate.ts';
import { FlinkLogicalSink } from '../rel/flink-logical/flink-logical-sink.ts';
import { FlinkLogicalTableFunctionScan } from '../rel/flink-logical/flink-logical-table-function-scan.ts';
import { FlinkLogicalTableSourceScan } from '../rel/flink-logical/flink-logical-table-source-scan.ts';
import { FlinkLogicalWindowAggregate } from '../rel/flink-logical/flink-logical-window-aggregate.ts';
import { LogicalAggregate } from '../rel/logical/logical-aggregate.ts';
import { LogicalProject } from '../rel/logical/logical-project.ts';
import { LogicalSink } from '../rel/logical/logical-sink.ts';
import { LogicalTableFunctionScan } from '../rel/logical/logical-table-function-scan.ts';
import { LogicalTableScan } from '../rel/logical/logical-table-scan.ts';
import { LogicalWindowAggregate } from '../rel/logical/logical-window-aggregate.ts';
import { StreamPhysicalJoin } from '../rel/physical/stream-physical-join.ts';
import { FlinkLogicalAggregateStreamConverter } from './converter-logical/flink-logical-aggregate-stream-converter.ts';
import { FlinkLogicalCalcConverter } from './converter-logical/flink-logical-calc-converter.ts';
import { FlinkLogicalCorrelateConverter } from './converter-logical/flink-logical-correlate-converter.ts';
import { FlinkLogicalDataStreamTableScanConverter } from './converter-logical/flink-logical-data-stream-table-scan-converter.ts';
import { FlinkLogicalExpandConverter } from './converter-logical/flink-logical-expand-converter.ts';
import { FlinkLogicalIntermediateTableScanConverter } from './converter-logical/flink-logical-intermediate-table-scan-converter.ts';
import { FlinkLogicalJoinConverter } from './converter-logical/flink-logical-join-converter.ts';
import { FlinkLogicalMatchConverter } from './converter-logical/flink-logical-match-converter.ts';
import { FlinkLogicalMultiJoinConverter } from './converter-logical/flink-logical-multi-join-converter.ts';
import { FlinkLogicalOverAggregateConverter } from './converter-logical/flink-logical-over-aggregate-converter.ts';
import { FlinkLogicalRankConverter } from './converter-logical/flink-logical-rank-converter.ts';
import { FlinkLogicalSinkConverter } from './converter-logical/flink-logical-sink-converter.ts';
import { FlinkLogicalSnapshotConverter } from './converter-logical/flink-logical-snapshot-converter.ts';
import { FlinkLogicalSortStreamConverter } from './converter-logical/flink-logical-sort-stream-converter.ts';
import { FlinkLogicalTableFunctionScanConverter } from './converter-logical/flink-logical-table-function-scan-converter.ts';
import { FlinkLogicalTableSourceScanConverter } from './converter-logical/flink-logical-table-source-scan-converter.ts';
import { FlinkLogicalUnionConverter } from './converter-logical/flink-logical-union-converter.ts';
import { FlinkLogicalValuesConverter } from './converter-logical/flink-logical-values-converter.ts';
import { FlinkLogicalWatermarkAssignerConverter } from './converter-logical/flink-logical-watermark-assigner-converter.ts';
import { FlinkLogicalWindowAggregateConverter } from './converter-logical/flink-logical-window-aggregate-converter.ts';
import { StreamPhysicalCalcRule } from './converter-physical/stream-physical-calc-rule.ts';
import { StreamPhysicalCorrelateRule } from './converter-physical/stream-physical-correlate-rule.ts';
import { StreamPhysicalDataStreamScanRule } from './converter-physical/stream-physical-data-stream-scan-rule.ts';
import { StreamPhysicalExpandRule } from './converter-physical/stream-physical-expand-rule.ts';
import { StreamPhysicalGroupAggregateRule } from './converter-physical/stream-physical-group-aggregate-rule.ts';
import { StreamPhysicalGroupWindowAggregateRule } from './converter-physical/stream-physical-group-window-aggregate-rule.ts';
import { StreamPhysicalIntermediateTableScanRule } from './converter-physical/stream-physical-intermediate-table-scan-rule.ts';
import { StreamPhysicalLimitRule } from './converter-physical/stream-physical-limit-rule.ts';
import { StreamPhysicalMatchRule } from './converter-physical/stream-physical-match-rule.ts';
import { StreamPhysicalMultiJoinRule } from './converter-physical/stream-physical-multi-join-rule.ts';
import { StreamPhysicalOverAggregateRule } from './converter-physical/stream-physical-over-aggregate-rule.ts';
import { StreamPhysicalRankRule } from './converter-physical/stream-physical-rank-rule.ts';
import { StreamPhysicalSinkRule } from './converter-physical/stream-physical-sink-rule.ts';
import { StreamPhysicalSortLimitRule } from './converter-physical/stream-physical-sort-limit-rule.ts';
import { StreamPhysicalSortRule } from './converter-physical/stream-physical-sort-rule.ts';
import { StreamPhysicalTableSourceScanRule } from './converter-physical/stream-physical-table-source-scan-rule.ts';
import { StreamPhysicalTemporalSortRule } from './converter-physical/stream-physical-temporal-sort-rule.ts';
import { StreamPhysicalUnionRule } from './converter-physical/stream-physical-union-rule.ts';
import { StreamPhysicalValuesRule } from './converter-physical/stream-physical-values-rule.ts';
import { StreamPhysicalWatermarkAssignerRule } from './converter-physical/stream-physical-watermark-assigner-rule.ts';
import { StreamPhysicalWindowAggregateRule } from './converter-physical/stream-physical-window-aggregate-rule.ts';
import { StreamPhysicalWindowDeduplicateRule } from './converter-physical/stream-physical-window-deduplicate-rule.ts';
import { StreamPhysicalWindowRankRule } from './converter-physical/stream-physical-window-rank-rule.ts';
import { StreamPhysicalWindowTableFunctionRule } from './converter-physical/stream-physical-window-table-function-rule.ts';
import { AggregateJoinJoinRemoveRule } from './logical/aggregate-join-join-remove-rule.ts';
import { AggregateJoinRemoveRule } from './logical/aggregate-join-remove-rule.ts';
import { AggregateReduceFunctionsRule } from './logical/aggregate-reduce-functions-rule.ts';
import {
  AggregateUnionAggregateRuleFirstInput,
  AggregateUnionAggregateRuleSecondInput,
} from './logical/aggregate-union-aggregate-rules.ts';
import { DecomposeGroupingSetsRule } from './logical/decompose-grouping-sets-rule.ts';
import { FilterToCalcRule } from './logical/filter-to-calc-rule.ts';
import { FlinkAggregateJoinTransposeRule } from './logical/flink-aggregate-join-transpose-rule.ts';
import { FlinkAggregateProjectMergeRule } from './logical/flink-aggregate-project-merge-rule.ts';
import { FlinkAggregateRemoveRule } from './logical/flink-aggregate-remove-rule.ts';
import { FlinkFilterCalcMergeRule } from './logical/flink-filter-calc-merge-rule.ts';
import { FlinkProjectCalcMergeRule } from './logical/flink-project-calc-merge-rule.ts';
import { FlinkProjectWatermarkAssignerTransposeRule } from './logical/flink-project-watermark-assigner-transpose-rule.ts';
import { FlinkSemiAntiJoinFilterTransposeRule } from './logical/flink-semi-anti-join-filter-transpose-rule.ts';
import { FlinkSemiAntiJoinJoinTransposeRule } from './logical/flink-semi-anti-join-join-transpose-rule.ts';
import { FlinkSemiAntiJoinProjectTransposeRule } from './logical/flink-semi-anti-join-project-transpose-rule.ts';
import { ProjectJoinJoinRemoveRule } from './logical/project-join-join-remove-rule.ts';
import { ProjectJoinRemoveRule } from './logical/project-join-remove-rule.ts';
import { ProjectSnapshotTransposeRule } from './logical/project-snapshot-transpose-rule.ts';
import { ProjectToCalcRule } from './logical/project-to-calc-rule.ts';
import { PruneAggregateCallRuleCalc, PruneAggregateCallRuleProject } from './logical/prune-aggregate-call-rules.ts';
import { PushLimitIntoTableSourceScanRule } from './logical/push-limit-into-table-source-scan-rule.ts';
import { PushProjectIntoTableSourceScanRule } from './logical/push-project-into-table-source-scan-rule.ts';
import { ReplaceIntersectWithSemiJoinRule, ReplaceMinusWithAntiJoinRule } from './logical/replace-set-op-with-join-rules.ts';
import { RewriteIntersectAllRule } from './logical/rewrite-intersect-all-rule.ts';
import { RewriteMinusAllRule } from './logical/rewrite-minus-all-rule.ts';
import { SortProjectTransposeRule } from './logical/sort-project-transpose-rule.ts';
import { SortRemoveRule } from './logical/sort-remove-rule.ts';
import { UnionEliminatorRule } from './logical/union-eliminator-rule.ts';
import { UnionToDistinctRule } from './logical/union-to-distinct-rule.ts';
import { WindowAggregateReduceFunctionsRule } from './logical/window-aggregate-reduce-functions-rule.ts';
import { AggregateProjectPullUpConstantsRule } from './normalize/aggregate-project-pull-up-constants-rule.ts';
import { CoerceInputsRuleIntersect, CoerceInputsRuleMinus, CoerceInputsRuleUnion } from './normalize/coerce-inputs-rules.ts';
import { ConvertToNotInOrInRule } from './normalize/convert-to-not-in-or-in-rule.ts';
import { FilterMergeRule } from './normalize/filter-merge-rule.ts';
import { FlinkJoinReorderRule } from './normalize/flink-join-reorder-rule.ts';
import { FlinkProjectMergeRule } from './normalize/flink-project-merge-rule.ts';
import { JoinConditionTypeCoerceRule } from './normalize/join-condition-type-coerce-rule.ts';
import { JoinPushExpressionsRule } from './normalize/join-push-expressions-rule.ts';
import { JoinTableFunctionScanToCorrelateRule } from './normalize/join-table-function-scan-to-correlate-rule.ts';
import { JoinToMultiJoinForReorderRule } from './normalize/join-to-multi-join-for-reorder-rule.ts';
import { JoinToMultiJoinRule } from './normalize/join-to-multi-join-rule.ts';
import { LogicalUnnestRule, UncollectToTableFunctionScanRule } from './normalize/logical-unnest-rule.ts';
import { FilterMultiJoinMergeRule, ProjectMultiJoinMergeRule } from './normalize/multi-join-merge-rules.ts';
import { ProjectRemoveRule } from './normalize/project-remove-rule.ts';
import { ProjectToWindowRule } from './normalize/project-to-window-rule.ts';
import { PruneCountStarInputRule } from './normalize/prune-count-star-input-rule.ts';
import {
  ReduceExpressionsRuleCalc,
  ReduceExpressionsRuleFilter,
  ReduceExpressionsRuleJoin,
  ReduceExpressionsRuleProject,
} from './normalize/reduce-expressions-rules.ts';
import {
  RemoveUnreachableCoalesceArgumentsRuleCalc,
  RemoveUnreachableCoalesceArgumentsRuleFilter,
  RemoveUnreachableCoalesceArgumentsRuleJoin,
  RemoveUnreachableCoalesceArgumentsRuleProject,
} from './normalize/remove-unreachable-coalesce-arguments-rules.ts';
import { RewriteMultiJoinConditionRule } from './normalize/rewrite-multi-join-condition-rule.ts';
import {
  SimplifyCoalesceWithEquiJoinConditionRuleCalc,
  SimplifyCoalesceWithEquiJoinConditionRuleProject,
} from './normalize/simplify-coalesce-with-equi-join-condition-rules.ts';
import { SimplifyFilterConditionRule, SimplifyFilterConditionRuleSimplifySubQuery } from './normalize/simplify-filter-condition-rule.ts';
import { SimplifyJoinConditionRule } from './normalize/simplify-join-condition-rule.ts';
import { StreamLogicalWindowAggregateRule } from './normalize/stream-logical-window-aggregate-rule.ts';
import { WindowPropertiesHavingRule, WindowPropertiesRule } from './normalize/window-properties-rules.ts';
import { WrapJsonAggFunctionArgumentsRule } from './normalize/wrap-json-agg-function-arguments-rule.ts';
import { unreachable } from './not-yet.ts';
import { StreamPhysicalCalcRemoveRule } from './physical/calc-remove-rule.ts';
import { DuplicateChangesInferRule } from './physical/duplicate-changes-infer-rule.ts';
import { ExpandWindowTableFunctionTransposeRule } from './physical/expand-window-table-function-transpose-rule.ts';
import { FlinkCalcMergeRule, FlinkCalcMergeRulePhysical } from './physical/flink-calc-merge-rule.ts';
import { FlinkExpandConversionRule } from './physical/flink-expand-conversion-rule.ts';
import { IncrementalAggregateRule } from './physical/incremental-aggregate-rule.ts';
import { MiniBatchIntervalInferRule } from './physical/mini-batch-interval-infer-rule.ts';
import { PullUpWindowTableFunctionIntoWindowAggregateRule } from './physical/pull-up-window-table-function-into-window-aggregate-rule.ts';
import { PushCalcPastChangelogNormalizeRule } from './physical/push-calc-past-changelog-normalize-rule.ts';
import { StreamPhysicalConstantTableFunctionScanRule } from './physical/stream-physical-constant-table-function-scan-rule.ts';
import { StreamPhysicalIntervalJoinRule } from './physical/stream-physical-interval-join-rule.ts';
import { StreamPhysicalJoinRule } from './physical/stream-physical-join-rule.ts';
import { StreamPhysicalSnapshotOnCalcTableScanRule } from './physical/stream-physical-snapshot-on-calc-table-scan-rule.ts';
import { StreamPhysicalSnapshotOnTableScanRule } from './physical/stream-physical-snapshot-on-table-scan-rule.ts';
import { StreamPhysicalTemporalJoinRule } from './physical/stream-physical-temporal-join-rule.ts';
import { StreamPhysicalWindowJoinRule } from './physical/stream-physical-window-join-rule.ts';
import { TwoStageOptimizedAggregateRule } from './physical/two-stage-optimized-aggregate-rule.ts';
import { TwoStageOptimizedWindowAggregateRule } from './physical/two-stage-optimized-window-aggregate-rule.ts';
import {
  WatermarkAssignerChangelogNormalizeTransposeRuleWithCalc,
  WatermarkAssignerChangelogNormalizeTransposeRuleWithoutCalc,
} from './physical/watermark-assigner-changelog-normalize-transpose-rules.ts';
import { FilterAggregateTransposeRule } from './pushdown/filter-aggregate-transpose-rule.ts';
import { FilterSetOpTransposeRule } from './pushdown/filter-set-op-transpose-rule.ts';
import { FlinkFilterIntoJoinRule, FlinkJoinConditionPushRule } from './pushdown/flink-filter-join-rules.ts';
import { FlinkFilterProjectTransposeRule } from './pushdown/flink-filter-project-transpose-rule.ts';
import { FlinkProjectJoinTransposeRule } from './pushdown/flink-project-join-transpose-rule.ts';
import { JoinDependentConditionDerivationRule } from './pushdown/join-dependent-condition-derivation-rule.ts';
import { ProjectFilterTransposeRule } from './pushdown/project-filter-transpose-rule.ts';
import { ProjectMultiJoinTransposeRule } from './pushdown/project-multi-join-transpose-rule.ts';
import { ProjectSemiAntiJoinTransposeRule } from './pushdown/project-semi-anti-join-transpose-rule.ts';
import { ProjectSetOpTransposeRule } from './pushdown/project-set-op-transpose-rule.ts';
import { ProjectWindowTableFunctionTransposeRule } from './pushdown/project-window-table-function-transpose-rule.ts';
import {
  AggregateValuesRule,
  PruneEmptyAggregate,
  PruneEmptyFilter,
  PruneEmptyIntersect,
  PruneEmptyJoinLeft,
  PruneEmptyJoinRight,
  PruneEmptyMinus,
  PruneEmptyProject,
  PruneEmptySort,
  PruneEmptyUnion,
  PruneSortLimit0,
} from './pushdown/prune-empty-rules.ts';
import { PushFilterIntoTableSourceScanRule } from './pushdown/push-filter-into-table-source-scan-rule.ts';
import { PushPartitionIntoTableSourceScanRule } from './pushdown/push-partition-into-table-source-scan-rule.ts';
import { CalcRankTransposeRule } from './rewrite/calc-rank-transpose-rule.ts';
import { FlinkLogicalCalcRemoveRule } from './rewrite/calc-remove-rule.ts';
import { CalcSnapshotTransposeRule } from './rewrite/calc-snapshot-transpose-rule.ts';
import { ConstantRankNumberColumnRemoveRule } from './rewrite/constant-rank-number-column-remove-rule.ts';
import { EVENT_TIME_TEMPORAL_JOIN_REWRITE_RULES } from './rewrite/event-time-temporal-join-rewrite-rules.ts';
import { FlinkLogicalRankRuleForRangeEnd } from './rewrite/flink-logical-rank-rule.ts';
import { PushFilterInCalcIntoTableSourceScanRule } from './rewrite/push-filter-in-calc-into-table-source-scan-rule.ts';
import { PushWatermarkIntoTableSourceScanAcrossCalcRule } from './rewrite/push-watermark-into-flink-table-source-scan-across-calc-rule.ts';
import { PushWatermarkIntoTableSourceScanRule } from './rewrite/push-watermark-into-table-source-scan-rule.ts';
import { RedundantRankNumberColumnRemoveRule } from './rewrite/redundant-rank-number-column-remove-rule.ts';
import { SplitAggregateRule } from './rewrite/split-aggregate-rule.ts';
import { TemporalJoinRewriteWithUniqueKeyRule } from './rewrite/temporal-join-rewrite-with-unique-key-rule.ts';
import { FlinkRewriteSubQueryRule } from './subquery/flink-rewrite-sub-query-rule.ts';
import { FlinkSubQueryRemoveRule } from './subquery/flink-sub-query-remove-rule.ts';
import { SubQueryRemoveRuleFilter, SubQueryRemoveRuleJoin, SubQueryRemoveRuleProject } from './subquery/sub-query-remove-rules.ts';
import { CorrelateSortToRankRule } from './temporal/correlate-sort-to-rank-rule.ts';
import {
  LogicalCorrelateToJoinFromLookupTableRuleWithFilter,
  LogicalCorrelateToJoinFromLookupTableRuleWithoutFilter,
} from './temporal/logical-correlate-to-join-from-lookup-table-rule.ts';
import { LogicalCorrelateToJoinFromTemporalTableFunctionRule } from './temporal/logical-correlate-to-join-from-temporal-table-function-rule.ts';
import {
  LogicalCorrelateToJoinFromTemporalTableRuleWithFilter,
  LogicalCorrelateToJoinFromTemporalTableRuleWithoutFilter,
} from './temporal/logical-correlate-to-join-from-temporal-table-rule.ts';

/*
 * The only list of rules. Groups are those of Flink 2.3.0's FlinkStreamRuleSets, in its order, which decides what fires first. A rule stands
 * here once a place it runs; rules that are not built yet keep their place (see not-yet.ts).
 */

/** Also POST_EXPAND_CLEAN_UP_RULES. Catalog tables are logical scans from the start, so this never has anything to do. */
export const TABLE_REF_RULES: readonly RelRule[] = [
  unreachable('EnumerableToLogicalTableScan', TableScan, 'no enumerable scan comes out of the conversion'),
];

/** IN and EXISTS below AND become semi and anti joins; simplification first, so that their conditions are seen as they will stay. */
export const SEMI_JOIN_RULES: readonly RelRule[] = [
  SimplifyFilterConditionRuleSimplifySubQuery,
  FlinkRewriteSubQueryRule,
  FlinkSubQueryRemoveRule,
  JoinConditionTypeCoerceRule,
  JoinPushExpressionsRule,
];

/** What is left of sub-queries becomes joins and correlates. */
export const TABLE_SUBQUERY_RULES: readonly RelRule[] = [SubQueryRemoveRuleFilter, SubQueryRemoveRuleProject, SubQueryRemoveRuleJoin];

/** Correlated snapshots become joins. Lookup first: what it refuses is a versioned table. */
export const EXPAND_PLAN_RULES: readonly RelRule[] = [
  LogicalCorrelateToJoinFromLookupTableRuleWithFilter,
  LogicalCorrelateToJoinFromLookupTableRuleWithoutFilter,
  LogicalCorrelateToJoinFromTemporalTableRuleWithFilter,
  LogicalCorrelateToJoinFromTemporalTableRuleWithoutFilter,
  LogicalCorrelateToJoinFromTemporalTableFunctionRule,
];

/** A correlated Top-N becomes a rank before decorrelation would lose it. */
export const PRE_DECORRELATION_RULES: readonly RelRule[] = [CorrelateSortToRankRule];

/** Normal forms: simple conditions, constants folded, windows and OVER as nodes of their own, UNNEST as a table function. */
export const DEFAULT_REWRITE_RULES: readonly RelRule[] = [
  SimplifyFilterConditionRule,
  SimplifyJoinConditionRule,
  JoinConditionTypeCoerceRule,
  JoinPushExpressionsRule,
  RemoveUnreachableCoalesceArgumentsRuleProject,
  RemoveUnreachableCoalesceArgumentsRuleFilter,
  RemoveUnreachableCoalesceArgumentsRuleJoin,
  RemoveUnreachableCoalesceArgumentsRuleCalc,
  SimplifyCoalesceWithEquiJoinConditionRuleProject,
  SimplifyCoalesceWithEquiJoinConditionRuleCalc,
  ReduceExpressionsRuleFilter,
  ReduceExpressionsRuleProject,
  ReduceExpressionsRuleCalc,
  ReduceExpressionsRuleJoin,
  AggregateProjectPullUpConstantsRule,
  FlinkProjectMergeRule,
  StreamLogicalWindowAggregateRule,
  ProjectToWindowRule,
  WindowPropertiesRule,
  WindowPropertiesHavingRule,
  CoerceInputsRuleUnion,
  CoerceInputsRuleIntersect,
  CoerceInputsRuleMinus,
  ConvertToNotInOrInRule,
  PruneSortLimit0,
  FilterMergeRule,
  LogicalUnnestRule,
  UncollectToTableFunctionScanRule,
  unreachable('ConstantVectorSearchCallToCorrelateRule', LogicalTableFunctionScan, 'only for VECTOR_SEARCH'),
  JoinTableFunctionScanToCorrelateRule,
  WrapJsonAggFunctionArgumentsRule,
  PruneCountStarInputRule,
];

/** One-sided conditions are derived before filters move, so that they can move too. */
export const JOIN_PREDICATE_REWRITE_RULES: readonly RelRule[] = [JoinDependentConditionDerivationRule];

/** Filters move down. */
export const FILTER_RULES: readonly RelRule[] = [
  FlinkFilterIntoJoinRule,
  FlinkJoinConditionPushRule,
  FilterAggregateTransposeRule,
  FlinkFilterProjectTransposeRule,
  FilterSetOpTransposeRule,
  FilterMergeRule,
];

/** Filters move down and what they meet is simplified and folded in the same round. */
export const FILTER_PREPARE_RULES: readonly RelRule[] = [
  FlinkFilterIntoJoinRule,
  FlinkJoinConditionPushRule,
  FilterAggregateTransposeRule,
  FlinkFilterProjectTransposeRule,
  FilterSetOpTransposeRule,
  FilterMergeRule,
  SimplifyFilterConditionRule,
  SimplifyJoinConditionRule,
  JoinConditionTypeCoerceRule,
  JoinPushExpressionsRule,
  ReduceExpressionsRuleFilter,
  ReduceExpressionsRuleProject,
  ReduceExpressionsRuleCalc,
  ReduceExpressionsRuleJoin,
];

/** Partitions first: what they decide need not be filtered. */
export const PUSH_PARTITION_DOWN_RULES: readonly RelRule[] = [
  unreachable('PushPartitionIntoLegacyTableSourceScanRule', Filter, 'only for legacy table sources'),
  PushPartitionIntoTableSourceScanRule,
];

/** Filters that still stand on a scan are offered to the source. */
export const PUSH_FILTER_DOWN_RULES: readonly RelRule[] = [
  PushFilterIntoTableSourceScanRule,
  unreachable('PushFilterIntoLegacyTableSourceScanRule', Filter, 'only for legacy table sources'),
];

/** Empty Values eat what stands on them. */
export const PRUNE_EMPTY_RULES: readonly RelRule[] = [
  PruneEmptyUnion,
  PruneEmptyIntersect,
  PruneEmptyMinus,
  PruneEmptyProject,
  PruneEmptyFilter,
  PruneEmptySort,
  PruneEmptyAggregate,
  PruneEmptyJoinLeft,
  PruneEmptyJoinRight,
  AggregateValuesRule,
];

/** Joins become one node, so that their order is free. */
export const JOIN_REORDER_PREPARE_RULES: readonly RelRule[] = [
  ProjectMultiJoinMergeRule,
  FilterMultiJoinMergeRule,
  JoinToMultiJoinForReorderRule,
];

/** Bushy up to the threshold, left-deep beyond. */
export const JOIN_REORDER_RULES: readonly RelRule[] = [RewriteMultiJoinConditionRule, FlinkJoinReorderRule];

/** Only with the option or a MULTI_JOIN hint. */
export const MULTI_JOIN_RULES: readonly RelRule[] = [JoinToMultiJoinRule];

/** Columns that nobody reads are cut as far down as possible. */
export const PROJECT_RULES: readonly RelRule[] = [
  ProjectFilterTransposeRule,
  FlinkProjectJoinTransposeRule,
  ProjectMultiJoinTransposeRule,
  ProjectSemiAntiJoinTransposeRule,
  FlinkProjectMergeRule,
  ProjectRemoveRule,
  AggregateProjectPullUpConstantsRule,
  ProjectSetOpTransposeRule,
  ProjectWindowTableFunctionTransposeRule,
];

/** Alternatives that cost decides: push-downs into sources, Calcs, aggregates reduced or moved. */
export const LOGICAL_RULES: readonly RelRule[] = [
  PushProjectIntoTableSourceScanRule,
  unreachable('PushProjectIntoLegacyTableSourceScanRule', LogicalProject, 'only for legacy table sources'),
  PushFilterIntoTableSourceScanRule,
  unreachable('PushFilterIntoLegacyTableSourceScanRule', Filter, 'only for legacy table sources'),
  PushLimitIntoTableSourceScanRule,
  ProjectSnapshotTransposeRule,
  FlinkProjectWatermarkAssignerTransposeRule,
  SortProjectTransposeRule,
  SortRemoveRule,
  JoinPushExpressionsRule,
  SimplifyJoinConditionRule,
  UnionEliminatorRule,
  UnionToDistinctRule,
  FlinkAggregateProjectMergeRule,
  AggregateProjectPullUpConstantsRule,
  FlinkAggregateRemoveRule,
  FlinkAggregateJoinTransposeRule,
  AggregateUnionAggregateRuleFirstInput,
  AggregateUnionAggregateRuleSecondInput,
  ProjectJoinJoinRemoveRule,
  ProjectJoinRemoveRule,
  AggregateJoinJoinRemoveRule,
  AggregateJoinRemoveRule,
  AggregateReduceFunctionsRule,
  WindowAggregateReduceFunctionsRule,
  PruneAggregateCallRuleProject,
  PruneAggregateCallRuleCalc,
  DecomposeGroupingSetsRule,
  FlinkFilterCalcMergeRule,
  FlinkProjectCalcMergeRule,
  FilterToCalcRule,
  ProjectToCalcRule,
  FlinkCalcMergeRule,
  FlinkSemiAntiJoinJoinTransposeRule,
  FlinkSemiAntiJoinProjectTransposeRule,
  FlinkSemiAntiJoinFilterTransposeRule,
  ReplaceIntersectWithSemiJoinRule,
  RewriteIntersectAllRule,
  ReplaceMinusWithAntiJoinRule,
  RewriteMinusAllRule,
];

/** One converter a node class; four try their luck on a scan, exactly one fits its table. */
export const LOGICAL_CONVERTERS: readonly RelRule[] = [
  FlinkLogicalAggregateStreamConverter,
  unreachable('FlinkLogicalTableAggregateConverter(in:NONE,out:LOGICAL)', LogicalAggregate, 'only for table aggregates of the Table API'),
  FlinkLogicalOverAggregateConverter,
  FlinkLogicalCalcConverter,
  FlinkLogicalCorrelateConverter,
  FlinkLogicalJoinConverter,
  FlinkLogicalMultiJoinConverter,
  FlinkLogicalSortStreamConverter,
  FlinkLogicalUnionConverter,
  FlinkLogicalValuesConverter,
  FlinkLogicalTableSourceScanConverter,
  unreachable('FlinkLogicalLegacyTableSourceScanConverter(in:NONE,out:LOGICAL)', LogicalTableScan, 'only for legacy table sources'),
  FlinkLogicalTableFunctionScanConverter,
  FlinkLogicalDataStreamTableScanConverter,
  FlinkLogicalIntermediateTableScanConverter,
  FlinkLogicalExpandConverter,
  FlinkLogicalRankConverter,
  FlinkLogicalWatermarkAssignerConverter,
  FlinkLogicalWindowAggregateConverter,
  unreachable(
    'FlinkLogicalWindowTableAggregateConverter(in:NONE,out:LOGICAL)',
    LogicalWindowAggregate,
    'only for table aggregates of the Table API',
  ),
  FlinkLogicalSnapshotConverter,
  FlinkLogicalMatchConverter,
  FlinkLogicalSinkConverter,
  unreachable('FlinkLogicalLegacySinkConverter(in:NONE,out:LOGICAL)', LogicalSink, 'only for legacy table sinks'),
];

/** What the search cannot decide by cost: watermarks into sources, ranks out of OVER, Calcs below snapshots. */
export const LOGICAL_REWRITE: readonly RelRule[] = [
  PushWatermarkIntoTableSourceScanAcrossCalcRule,
  PushWatermarkIntoTableSourceScanRule,
  FlinkLogicalRankRuleForRangeEnd,
  CalcRankTransposeRule,
  ConstantRankNumberColumnRemoveRule,
  SplitAggregateRule,
  CalcSnapshotTransposeRule,
  unreachable(
    'SplitRemoteConditionFromJoinRule',
    FlinkLogicalCalc,
    'only for Python functions',
    'SplitRemoteConditionFromJoinRule#LOGICAL_REWRITE0',
  ),
  unreachable(
    'SplitPythonConditionFromCorrelateRule',
    FlinkLogicalCalc,
    'only for Python functions',
    'SplitPythonConditionFromCorrelateRule#LOGICAL_REWRITE0',
  ),
  unreachable(
    'CalcPythonCorrelateTransposeRule',
    FlinkLogicalCalc,
    'only for Python functions',
    'CalcPythonCorrelateTransposeRule#LOGICAL_REWRITE0',
  ),
  unreachable(
    'RemoteCorrelateSplitRule-Python',
    FlinkLogicalCalc,
    'only for Python functions',
    'RemoteCorrelateSplitRule-Python#LOGICAL_REWRITE0',
  ),
  FlinkCalcMergeRule,
  RedundantRankNumberColumnRemoveRule,
  FlinkLogicalCalcRemoveRule,
  PushFilterInCalcIntoTableSourceScanRule,
  TemporalJoinRewriteWithUniqueKeyRule,
  unreachable(
    'RemoteCalcSplitConditionRexFieldRule',
    FlinkLogicalCalc,
    'only for Python functions',
    'RemoteCalcSplitConditionRexFieldRule#LOGICAL_REWRITE0',
  ),
  unreachable(
    'RemoteCalcSplitProjectionRexFieldRule',
    FlinkLogicalCalc,
    'only for Python functions',
    'RemoteCalcSplitProjectionRexFieldRule#LOGICAL_REWRITE0',
  ),
  unreachable(
    'RemoteCalcSplitConditionRule',
    FlinkLogicalCalc,
    'only for Python functions',
    'RemoteCalcSplitConditionRule#LOGICAL_REWRITE0',
  ),
  unreachable(
    'RemoteCalcSplitProjectionRule',
    FlinkLogicalCalc,
    'only for Python functions',
    'RemoteCalcSplitProjectionRule#LOGICAL_REWRITE0',
  ),
  unreachable(
    'PythonCalcSplitPandasInProjectionRule',
    FlinkLogicalCalc,
    'only for Python functions',
    'PythonCalcSplitPandasInProjectionRule#LOGICAL_REWRITE0',
  ),
  unreachable('RemoteCalcExpandProjectRule', FlinkLogicalCalc, 'only for Python functions', 'RemoteCalcExpandProjectRule#LOGICAL_REWRITE0'),
  unreachable('RemoteCalcPushConditionRule', FlinkLogicalCalc, 'only for Python functions', 'RemoteCalcPushConditionRule#LOGICAL_REWRITE0'),
  unreachable(
    'RemoteCalcRewriteProjectionRule',
    FlinkLogicalCalc,
    'only for Python functions',
    'RemoteCalcRewriteProjectionRule#LOGICAL_REWRITE0',
  ),
  unreachable('PythonMapRenameRule', FlinkLogicalCalc, 'only for Python functions', 'PythonMapRenameRule#LOGICAL_REWRITE0'),
  unreachable('PythonMapMergeRule', FlinkLogicalCalc, 'only for Python functions', 'PythonMapMergeRule#LOGICAL_REWRITE0'),
  unreachable(
    'RemoteCorrelateSplitRule-Async',
    FlinkLogicalCalc,
    'only for asynchronous functions',
    'RemoteCorrelateSplitRule-Async#LOGICAL_REWRITE0',
  ),
  unreachable(
    'RemoteCorrelateSplitRule-Async',
    FlinkLogicalCalc,
    'only for asynchronous functions',
    'RemoteCorrelateSplitRule-Async#LOGICAL_REWRITE1',
  ),
  unreachable(
    'RemoteCalcSplitConditionRexFieldRule',
    FlinkLogicalCalc,
    'only for asynchronous functions',
    'RemoteCalcSplitConditionRexFieldRule#LOGICAL_REWRITE1',
  ),
  unreachable(
    'RemoteCalcSplitProjectionRexFieldRule',
    FlinkLogicalCalc,
    'only for asynchronous functions',
    'RemoteCalcSplitProjectionRexFieldRule#LOGICAL_REWRITE1',
  ),
  unreachable(
    'SplitRemoteConditionFromJoinRule',
    FlinkLogicalCalc,
    'only for asynchronous functions',
    'SplitRemoteConditionFromJoinRule#LOGICAL_REWRITE1',
  ),
  unreachable(
    'RemoteCalcSplitConditionRule',
    FlinkLogicalCalc,
    'only for asynchronous functions',
    'RemoteCalcSplitConditionRule#LOGICAL_REWRITE1',
  ),
  unreachable(
    'RemoteCalcSplitProjectionRule',
    FlinkLogicalCalc,
    'only for asynchronous functions',
    'RemoteCalcSplitProjectionRule#LOGICAL_REWRITE1',
  ),
  unreachable(
    'RemoteCalcExpandProjectRule',
    FlinkLogicalCalc,
    'only for asynchronous functions',
    'RemoteCalcExpandProjectRule#LOGICAL_REWRITE1',
  ),
  unreachable(
    'RemoteCalcPushConditionRule',
    FlinkLogicalCalc,
    'only for asynchronous functions',
    'RemoteCalcPushConditionRule#LOGICAL_REWRITE1',
  ),
  unreachable(
    'RemoteCalcRewriteProjectionRule',
    FlinkLogicalCalc,
    'only for asynchronous functions',
    'RemoteCalcRewriteProjectionRule#LOGICAL_REWRITE1',
  ),
  unreachable('AsyncCalcSplitNestedRule', FlinkLogicalCalc, 'only for asynchronous functions', 'AsyncCalcSplitNestedRule#LOGICAL_REWRITE0'),
  unreachable(
    'AsyncCalcSplitOnePerCalcRule',
    FlinkLogicalCalc,
    'only for asynchronous functions',
    'AsyncCalcSplitOnePerCalcRule#LOGICAL_REWRITE0',
  ),
];

/** The scan of a versioned table must not get a ChangelogNormalize; one variant a shape of the chain below the join. */
export const EVENT_TIME_TEMPORAL_JOIN_RULES: readonly RelRule[] = EVENT_TIME_TEMPORAL_JOIN_REWRITE_RULES;

/** One implementation a logical node, with few exceptions; exchanges come from conversion. */
export const PHYSICAL_OPT_RULES: readonly RelRule[] = [
  FlinkCalcMergeRulePhysical,
  FlinkExpandConversionRule,
  StreamPhysicalCalcRemoveRule,
  StreamPhysicalDataStreamScanRule,
  StreamPhysicalTableSourceScanRule,
  unreachable(
    'StreamPhysicalLegacyTableSourceScanRule(in:LOGICAL,out:STREAM_PHYSICAL)',
    FlinkLogicalTableSourceScan,
    'only for legacy table sources',
  ),
  StreamPhysicalIntermediateTableScanRule,
  StreamPhysicalWatermarkAssignerRule,
  StreamPhysicalValuesRule,
  StreamPhysicalCalcRule,
  unreachable('StreamPhysicalPythonCalcRule(in:LOGICAL,out:STREAM_PHYSICAL)', FlinkLogicalCalc, 'only for Python functions'),
  unreachable('StreamPhysicalPythonAsyncCalcRule(in:LOGICAL,out:STREAM_PHYSICAL)', FlinkLogicalCalc, 'only for Python functions'),
  unreachable('StreamPhysicalAsyncCalcRule(in:LOGICAL,out:STREAM_PHYSICAL)', FlinkLogicalCalc, 'only for asynchronous functions'),
  StreamPhysicalUnionRule,
  StreamPhysicalSortRule,
  StreamPhysicalLimitRule,
  StreamPhysicalSortLimitRule,
  StreamPhysicalTemporalSortRule,
  StreamPhysicalRankRule,
  StreamPhysicalExpandRule,
  StreamPhysicalGroupAggregateRule,
  unreachable(
    'StreamPhysicalGroupTableAggregateRule(in:LOGICAL,out:STREAM_PHYSICAL)',
    FlinkLogicalAggregate,
    'only for table aggregates of the Table API',
  ),
  unreachable('StreamPhysicalPythonGroupAggregateRule(in:LOGICAL,out:STREAM_PHYSICAL)', FlinkLogicalAggregate, 'only for Python functions'),
  unreachable(
    'StreamPhysicalPythonGroupTableAggregateRule(in:LOGICAL,out:STREAM_PHYSICAL)',
    FlinkLogicalAggregate,
    'only for Python functions',
  ),
  StreamPhysicalOverAggregateRule,
  unreachable(
    'StreamPhysicalPythonOverAggregateRule(in:LOGICAL,out:STREAM_PHYSICAL)',
    FlinkLogicalOverAggregate,
    'only for Python functions',
  ),
  StreamPhysicalGroupWindowAggregateRule,
  unreachable(
    'StreamPhysicalGroupWindowTableAggregateRule(in:LOGICAL,out:STREAM_PHYSICAL)',
    FlinkLogicalWindowAggregate,
    'only for table aggregates of the Table API',
  ),
  unreachable(
    'StreamPhysicalPythonGroupWindowAggregateRule(in:LOGICAL,out:STREAM_PHYSICAL)',
    FlinkLogicalWindowAggregate,
    'only for Python functions',
  ),
  StreamPhysicalWindowTableFunctionRule,
  StreamPhysicalWindowAggregateRule,
  PullUpWindowTableFunctionIntoWindowAggregateRule,
  ExpandWindowTableFunctionTransposeRule,
  StreamPhysicalWindowRankRule,
  StreamPhysicalWindowDeduplicateRule,
  unreachable(
    'StreamPhysicalProcessTableFunctionRule(in:LOGICAL,out:STREAM_PHYSICAL)',
    FlinkLogicalTableFunctionScan,
    'only for process table functions',
  ),
  unreachable('StreamPhysicalMLPredictTableFunctionRule(in:LOGICAL,out:STREAM_PHYSICAL)', FlinkLogicalTableFunctionScan, 'only for models'),
  unreachable('StreamPhysicalVectorSearchTableFunctionRule', FlinkLogicalCorrelate, 'only for VECTOR_SEARCH'),
  StreamPhysicalJoinRule,
  StreamPhysicalMultiJoinRule,
  StreamPhysicalIntervalJoinRule,
  StreamPhysicalTemporalJoinRule,
  StreamPhysicalSnapshotOnTableScanRule,
  StreamPhysicalSnapshotOnCalcTableScanRule,
  StreamPhysicalWindowJoinRule,
  StreamPhysicalMatchRule,
  StreamPhysicalConstantTableFunctionScanRule,
  StreamPhysicalCorrelateRule,
  unreachable('StreamPhysicalPythonCorrelateRule(in:LOGICAL,out:STREAM_PHYSICAL)', FlinkLogicalCorrelate, 'only for Python functions'),
  unreachable('StreamPhysicalAsyncCorrelateRule(in:LOGICAL,out:STREAM_PHYSICAL)', FlinkLogicalCorrelate, 'only for asynchronous functions'),
  StreamPhysicalSinkRule,
  unreachable('StreamPhysicalLegacySinkRule(in:LOGICAL,out:STREAM_PHYSICAL)', FlinkLogicalSink, 'only for legacy table sinks'),
];

/** Watermarks and conditions move to the side of a ChangelogNormalize where they cost less state. */
export const CHANGELOG_NORMALIZE_TRANSPOSE_RULES: readonly RelRule[] = [
  WatermarkAssignerChangelogNormalizeTransposeRuleWithCalc,
  WatermarkAssignerChangelogNormalizeTransposeRuleWithoutCalc,
  PushCalcPastChangelogNormalizeRule,
];

export const MINI_BATCH_RULES: readonly RelRule[] = [MiniBatchIntervalInferRule];

export const DUPLICATE_CHANGES_RULES: readonly RelRule[] = [DuplicateChangesInferRule];

/** Two phases where batches of rows or slices of windows make the first one small. */
export const PHYSICAL_REWRITE: readonly RelRule[] = [
  TwoStageOptimizedAggregateRule,
  IncrementalAggregateRule,
  TwoStageOptimizedWindowAggregateRule,
  unreachable('DeltaJoinRewriteRule', StreamPhysicalJoin, 'looks rows up by an index, and SQL declares none'),
];

/** The rules of the logical search, in the order in which they are asked. */
export const LOGICAL_OPT_RULES: readonly RelRule[] = [
  ...FILTER_RULES,
  ...PROJECT_RULES,
  ...PRUNE_EMPTY_RULES,
  ...LOGICAL_RULES,
  ...LOGICAL_CONVERTERS,
];
