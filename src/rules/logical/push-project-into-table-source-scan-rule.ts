import type { GuardAnswer } from '../../planner/rule.ts';
import type { RelOptTable } from '../../rel/core/rel-opt-table.ts';
import { defineRule, leaf, some } from '../../planner/rule.ts';
import { LogicalProject } from '../../rel/logical/logical-project.ts';
import { LogicalTableScan } from '../../rel/logical/logical-table-scan.ts';
import { collectInputRefs } from '../../rel/rex/rex-visit.ts';
import { narrowSource } from '../shared/source-projection.ts';

function whyNotNarrowed(table: RelOptTable): GuardAnswer {
  const { source } = table;
  if (!source) return 'the table has no connector';
  const has = (kind: string): boolean => table.abilities.some((a) => a.kind === kind);
  if (source.projection !== 'none') return !has('project') || 'the source has a projection already';
  if (!source.metadata) return 'the source takes no projection (no SupportsProjectionPushDown)';
  if (has('metadata')) return 'the source reads its metadata already';
  return source.metadataProjection || 'the source reads all declared metadata in any case';
}

/** The Project gives the scan back: same columns of the same types. */
function isTrivial(project: LogicalProject): boolean {
  const fields = project.input().rowType.fields;
  return project.projects.length === fields.length && project.projects.every((e, i) => e.rex === 'inputRef' && e.index === i);
}

/** The source reads only the columns, and nested fields if it can, that the Project above it uses. */
export const PushProjectIntoTableSourceScanRule = defineRule({
  description: 'PushProjectIntoTableSourceScanRule',
  operand: some(LogicalProject, [leaf(LogicalTableScan)]),
  explain: { summary: 'The source reads only the columns that the Project above it uses.' },
  matches: (call) => whyNotNarrowed(call.rel<LogicalTableScan>(1).table),
  onMatch: (call) => {
    const project = call.rel<LogicalProject>(0);
    const scan = call.rel<LogicalTableScan>(1);
    const isNested = scan.table.source?.projection === 'nested';
    const used = new Set(project.projects.flatMap((e) => collectInputRefs(e)));
    if (!isNested && used.size === scan.rowType.fields.length) {
      call.note('every column is used');
      return;
    }
    const eventsDuplicate = scan.cluster.config.boolean('table.exec.source.cdc-events-duplicate');
    const { table, rewrite } = narrowSource(scan.table, project.projects, eventsDuplicate);
    const newScan = LogicalTableScan.create(scan.cluster, table, scan.hints);
    const newProject = LogicalProject.create(newScan, {
      projects: project.projects.map(rewrite),
      names: project.names,
      hints: project.hints,
    });
    call.transformTo(isTrivial(newProject) ? newScan : newProject);
  },
});
