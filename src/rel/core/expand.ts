import type { Cluster } from '../cluster.ts';
import type { Cost } from '../metadata/cost.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RexLiteral, RexNode } from '../rex/rex-node.ts';
import type { Field, RowType, SqlType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { tableError } from '../../base/diagnostic.ts';
import { leastRestrictive } from '../../types/least-restrictive.ts';
import { relRowType, shortTypeText } from '../../types/sql-type.ts';
import { makeCost } from '../metadata/cost.ts';
import { literalValueText } from '../rex/literal-text.ts';
import { rexText } from '../rex/rex-text.ts';
import { term } from '../rel-node.ts';
import { SingleRel } from './single-rel.ts';

/** The name, or `name_0`, `name_1`, … if taken; the answer is added to `taken` (Flink's `ExpandUtil.buildUniqueFieldName`). */
export function buildUniqueFieldName(taken: Set<string>, name: string): string {
  let free = name;
  for (let i = 0; taken.has(free); i++) free = `${name}_${i}`;
  taken.add(free);
  return free;
}

/** Row of an Expand: a column is named after the first input field it shows; a second column of the same field gets `_0`, `_1`, …. */
function expandRowType(input: RowType, projects: readonly (readonly RexNode[])[], expandIdIndex: number): RowType {
  const taken = new Set(input.fields.map((f) => f.name));
  const uses = new Map<string, number>();
  const fields: Field[] = (projects[0] ?? []).map((_, i) => {
    const column = projects.map((p) => p[i]).filter((e): e is RexNode => e !== undefined);
    const ref = column.find((e) => e.rex === 'inputRef');
    let name: string;
    if (ref?.rex === 'inputRef') {
      const source = input.fields[ref.index]?.name ?? '';
      const count = (uses.get(source) ?? 0) + 1;
      uses.set(source, count);
      name = count <= 1 ? source : buildUniqueFieldName(taken, `${source}_${count - 2}`);
    } else {
      name = buildUniqueFieldName(taken, i === expandIdIndex ? '$e' : `$f${i}`);
    }
    return { name, type: commonType(column, i) };
  });
  return relRowType(fields);
}

function commonType(column: readonly RexNode[], index: number): SqlType {
  const common = leastRestrictive(column.map((e) => e.type));
  if (!common || common.name === 'NULL') {
    throw tableError(
      'plan/expand',
      'Expand node only support projects that have common types, but got a column with different types which can not derive a least ' +
        `restrictive common type: column index[${index}], column types[${column.map((e) => shortTypeText(e.type)).join(',')}]`,
    );
  }
  return common;
}

/** Flink's `Expand`: each input row gives one row a project; the expand id tells which. */
export abstract class Expand extends SingleRel {
  readonly projects: readonly (readonly RexNode[])[];
  readonly expandIdIndex: number;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, projects: readonly (readonly RexNode[])[], expandIdIndex: number) {
    super(cluster, traits, [input]);
    this.projects = projects;
    this.expandIdIndex = expandIdIndex;
  }

  protected override deriveRowType(): RowType {
    return expandRowType(this.input().rowType, this.projects, this.expandIdIndex);
  }

  /** `{land, null AS city, 1 AS $e}, …` */
  override describe(): readonly Term[] {
    const input = this.input().rowType.fields;
    const output = this.rowType.fields;
    const item = (e: RexNode, i: number): string => {
      const name = output[i]?.name ?? '';
      if (e.rex === 'inputRef') {
        const source = input[e.index]?.name ?? '';
        return source === name ? name : `${source} AS ${name}`;
      }
      return `${e.rex === 'literal' ? bareValueText(e) : rexText(e)} AS ${name}`;
    };
    return [term('projects', this.projects.map((p) => `{${p.map(item).join(', ')}}`).join(', '))];
  }

  override estimateRowCount(mq: MetadataQuery): number {
    return mq.rowCount(this.input()) * this.projects.length;
  }

  override computeSelfCost(mq: MetadataQuery): Cost {
    const rows = mq.rowCount(this.input()) * this.projects.length;
    return makeCost(rows, rows, 0);
  }
}

/** A literal's value alone: `null`, `3`. */
function bareValueText(e: RexLiteral): string {
  return e.value.kind === 'null' ? 'null' : literalValueText(e.value, e.type, 'never');
}
