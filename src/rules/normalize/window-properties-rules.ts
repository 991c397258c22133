import type { LogicalFilter } from '../../rel/logical/logical-filter.ts';
import type { NamedWindowProperty, WindowPropertyKind } from '../../rel/core/window-aggregate.ts';
import type { RelBuilder } from '../../rel/rel-builder.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { RuleCall } from '../../planner/rule.ts';
import type { SqlType } from '../../types/sql-type.ts';
import { tableError, validationError } from '../../base/diagnostic.ts';
import { defineRule, leaf, some } from '../../planner/rule.ts';
import { LogicalFilter as Filter } from '../../rel/logical/logical-filter.ts';
import { LogicalProject } from '../../rel/logical/logical-project.ts';
import { LogicalWindowAggregate } from '../../rel/logical/logical-window-aggregate.ts';
import { makeCast } from '../../rel/rex/rex-builder.ts';
import { mapRex, someRex } from '../../rel/rex/rex-visit.ts';
import { isProctime, isRowtime, timestampLtzType, timestampType } from '../../types/sql-type.ts';

function isAuxiliary(e: RexNode): boolean {
  return e.rex === 'call' && e.op.category === 'groupAuxiliary';
}

function hasAuxiliary(list: readonly RexNode[]): boolean {
  return list.some((e) => someRex(e, isAuxiliary));
}

/** `TUMBLE_END` reads the property `end`. */
function propertyOf(functionName: string): WindowPropertyKind {
  const kind = /_(START|END|ROWTIME|PROCTIME)$/.exec(functionName)?.[1]?.toLowerCase();
  return kind as WindowPropertyKind;
}

/** All properties that the window can give: start, end, and the time attributes that follow from its own. */
function windowProperties(aggregate: LogicalWindowAggregate): readonly NamedWindowProperty[] {
  const { alias, timeField } = aggregate.window;
  const property = (kind: WindowPropertyKind, type: SqlType): NamedWindowProperty => ({ name: `${alias}${kind}`, kind, type });
  const properties = [property('start', timestampType(3, false)), property('end', timestampType(3, false))];
  const proctime = property('proctime', timestampLtzType(3, true, 'PROCTIME'));
  if (isRowtime(timeField.type)) {
    const make = timeField.type.name === 'TIMESTAMP' ? timestampType : timestampLtzType;
    return [...properties, property('rowtime', make(3, true, 'ROWTIME')), proctime];
  }
  if (isProctime(timeField.type)) return [...properties, proctime];
  throw tableError('plan/group-window', 'Unknown window type encountered. Please report this bug.');
}

function replaceAuxiliaries(e: RexNode, aggregate: LogicalWindowAggregate, builder: RelBuilder): RexNode {
  return mapRex(e, (x) => {
    if (x.rex !== 'call' || !isAuxiliary(x)) return undefined;
    const kind = propertyOf(x.op.name);
    if (kind === 'rowtime' && isProctime(aggregate.window.timeField.type)) {
      throw validationError('plan/group-window', 'A proctime window cannot provide a rowtime attribute.');
    }
    return makeCast(x.type, builder.fieldNamed(`${aggregate.window.alias}${kind}`));
  });
}

function rewrite(call: RuleCall, filter: LogicalFilter | undefined, inner: LogicalProject, aggregate: LogicalWindowAggregate): void {
  const project = call.rel<LogicalProject>(0);
  const properties = windowProperties(aggregate);
  const builder = call.builder().push(aggregate.withProperties(properties));
  builder.project([...inner.projects, ...properties.map((p) => builder.fieldNamed(p.name))]);
  if (filter) builder.filter([replaceAuxiliaries(filter.condition, aggregate, builder)]);
  const projects = project.projects.map((e) => replaceAuxiliaries(e, aggregate, builder));
  call.transformTo(
    builder
      .project(
        projects,
        project.rowType.fields.map((f) => f.name),
      )
      .build(),
  );
}

/**
 * Replaces TUMBLE_START, TUMBLE_END, TUMBLE_ROWTIME, TUMBLE_PROCTIME (and those of HOP and SESSION) by columns that the window aggregate
 * gives out: `w$start`, `w$end`, `w$rowtime`, `w$proctime`.
 */
export const WindowPropertiesRule = defineRule({
  description: 'WindowPropertiesRule',
  operand: some(LogicalProject, [some(LogicalProject, [leaf(LogicalWindowAggregate)])]),
  explain: { summary: 'TUMBLE_END and kin become columns that the window aggregate gives out.' },
  matches: (call) => hasAuxiliary(call.rel<LogicalProject>(0).projects) || 'no auxiliary function of the window is read',
  onMatch: (call) => rewrite(call, undefined, call.rel(1), call.rel(2)),
});

/** The same with a HAVING between the Projects. */
export const WindowPropertiesHavingRule = defineRule({
  description: 'WindowPropertiesHavingRule',
  operand: some(LogicalProject, [some(Filter, [some(LogicalProject, [leaf(LogicalWindowAggregate)])])]),
  explain: { summary: 'TUMBLE_END and kin, also in HAVING, become columns that the window aggregate gives out.' },
  matches: (call) =>
    hasAuxiliary(call.rel<LogicalProject>(0).projects) ||
    hasAuxiliary([call.rel<LogicalFilter>(1).condition]) ||
    'no auxiliary function of the window is read',
  onMatch: (call) => rewrite(call, call.rel(1), call.rel(2), call.rel(3)),
});
