import type { DescribeLevel, RelHint, RelNode } from './rel-node.ts';
import type { TraitSet } from './traits/trait-set.ts';
import { javaDouble } from '../base/java-double.ts';
import { shortTypeText } from '../types/sql-type.ts';
import { Aggregate } from './core/aggregate.ts';
import { Correlate } from './core/correlate.ts';
import { Join } from './core/join.ts';
import { TableScan } from './core/table-scan.ts';
import { hintsText, isAliasHint, isJoinHint, isStateTtlHint } from './hints.ts';
import { costText } from './metadata/cost.ts';

export interface ExplainOptions {
  /** `digest` (default): stage dumps and the optimised plan; `expplan`: the AST section, where Projects print names. */
  readonly level?: DescribeLevel;
  /** `rowcount = …, cumulative cost = …` after each line (Calcite's ALL_ATTRIBUTES). */
  readonly withCost?: boolean;
  /** `changelogMode=[I]` on physical nodes. */
  readonly withChangelogMode?: boolean;
  /** `upsertKeys=[[a], [b, c]]` on physical nodes. */
  readonly withUpsertKeys?: boolean;
  /** `, rowType=[RecordType(…)]` after the items. */
  readonly withRowType?: boolean;
  /** Join and state TTL hints; on unless switched off. */
  readonly withQueryHints?: boolean;
  /** `hints=[[[ALIAS options:[A]]]]`, the AST section only. */
  readonly withQueryBlockAlias?: boolean;
  /** `duplicateChanges=[ALLOW]` on physical nodes. */
  readonly withDuplicateChanges?: boolean;
  /** A text before each name, `12:`; ids of nodes as dumps show them. */
  readonly idOf?: (node: RelNode) => string | number;
  /** Numbers of advice tagged to a node: the first item, `advice=[1]`. */
  readonly adviceOf?: (node: RelNode) => readonly number[];
}

const PHYSICAL_PREFIX = 'StreamPhysical';

/** A physical node's name prints without its prefix; logical ones keep theirs. */
export function displayName(typeName: string): string {
  return typeName.startsWith(PHYSICAL_PREFIX) ? typeName.slice(PHYSICAL_PREFIX.length) : typeName;
}

/**
 * A plan as Flink's tree writer (`RelTreeWriterImpl`) prints it: one line a node, `:- ` and `+- ` before children. No line feed at the
 * end. Placeholders of a running planner are looked through.
 */
export function explainTree(root: RelNode, options: ExplainOptions = {}): string {
  const lines: string[] = [];
  const visit = (placeholder: RelNode, prefix: string, branch: string): void => {
    const node = placeholder.stripped();
    lines.push(`${prefix}${branch}${explainLine(node, options)}`);
    const below = branch === '' ? '' : `${prefix}${branch === '+- ' ? '   ' : ':  '}`;
    node.inputs.forEach((input, i) => visit(input, below, i === node.inputs.length - 1 ? '+- ' : ':- '));
  };
  visit(root, '', '');
  return lines.join('\n');
}

/** One node's line without the tree before it. */
export function explainLine(node: RelNode, options: ExplainOptions = {}): string {
  const id = options.idOf ? `${options.idOf(node)}:` : '';
  const items = explainItems(node, options).map(([name, text]) => `${name}=[${text}]`);
  let line = `${id}${displayName(node.typeName)}`;
  if (items.length > 0) line += `(${items.join(', ')})`;
  if (options.withRowType) line += `, rowType=[${shortTypeText(node.rowType)}]`;
  if (options.withCost) {
    const { mq } = node.cluster;
    line += `: rowcount = ${javaDouble(mq.rowCount(node))}, cumulative cost = ${costText(mq.cumulativeCost(node))}`;
  }
  return line;
}

/** All items of a node in the order in which they print, those that the writer adds at the end. */
export function explainItems(node: RelNode, options: ExplainOptions = {}): (readonly [string, string])[] {
  const items: (readonly [string, string])[] = [];
  const advice = options.adviceOf?.(node) ?? [];
  if (advice.length > 0) items.push(['advice', advice.join(', ')]);
  for (const t of node.describe(options.level ?? 'digest')) if (!t.hidden) items.push([t.name, t.text]);
  const isPhysical = node.traitSet.convention === 'STREAM_PHYSICAL';
  if (options.withChangelogMode && isPhysical) items.push(['changelogMode', changelogText(node.traitSet)]);
  if (options.withUpsertKeys && isPhysical) {
    const keys = node.cluster.mq.upsertKeys(node) ?? [];
    const names = node.rowType.fields.map((f) => f.name);
    if (keys.length > 0) items.push(['upsertKeys', keys.map((k) => `[${k.map((i) => names[i] ?? '?').join(', ')}]`).join(', ')]);
  }
  if (options.withQueryHints ?? true) pushQueryHints(node, items);
  if (options.withQueryBlockAlias && node.isHintable && !(node instanceof TableScan))
    pushHints(items, 'hints', node.hints.filter(isAliasHint));
  if (options.withDuplicateChanges && isPhysical) items.push(['duplicateChanges', node.traitSet.duplicateChanges]);
  return items;
}

function pushQueryHints(node: RelNode, items: (readonly [string, string])[]): void {
  if (node instanceof Join || node instanceof Correlate) {
    pushHints(items, 'joinHints', node.hints.filter(isJoinHint));
    pushHints(items, 'stateTtlHints', node.hints.filter(isStateTtlHint));
  } else if (node instanceof Aggregate || node.typeName.endsWith('GroupAggregate')) {
    pushHints(items, 'stateTtlHints', node.hints.filter(isStateTtlHint));
  }
}

function pushHints(items: (readonly [string, string])[], name: string, hints: readonly RelHint[]): void {
  if (hints.length > 0) items.push([name, hintsText(hints)]);
}

/** The changelog mode that the traits of a physical node stand for (Flink's `ChangelogPlanUtils`), `NONE` before the inference. */
export function changelogText(t: TraitSet): string {
  const { insert, update, delete: deletes } = t.modifyKinds;
  const kinds: string[] = [];
  if (insert) kinds.push('I');
  if (update && t.updateKind === 'BEFORE_AND_AFTER') kinds.push('UB');
  if (update) kinds.push('UA');
  if (deletes) kinds.push(t.deleteKind === 'DELETE_BY_KEY' ? 'PD' : 'D');
  return kinds.length === 0 ? 'NONE' : kinds.join(',');
}
