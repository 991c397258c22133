import type { RelNode } from '../rel/rel-node.ts';
import type { Converter } from './converter.ts';
import { LogicalProject } from '../rel/logical/logical-project.ts';
import { inputRef, inputRefs } from '../rel/rex/rex-factory.ts';
import { rexKey } from '../rel/rex/rex-key.ts';

/** DISTINCT: an Aggregate over all columns; a repeated expression is computed once and put back above. */
export function distinct(root: RelNode, c: Converter): RelNode {
  const all = (node: RelNode): RelNode => {
    const builder = c.builder().push(node);
    return builder.aggregate(builder.groupKeyOf(node.rowType.fields.map((_, i) => i)), []).build();
  };
  if (!(root instanceof LogicalProject)) return all(root);
  const keys = root.projects.map(rexKey);
  const origins = keys.map((key) => keys.indexOf(key));
  if (origins.every((o, i) => o === i)) return all(root);
  const kept = origins.flatMap((o, i) => (o === i ? [i] : []));
  const { fields } = root.rowType;
  const squeezed = LogicalProject.create(root, {
    projects: kept.map((i) => inputRefs(fields)[i]).flatMap((e) => (e ? [e] : [])),
    names: kept.map((i) => fields[i]?.name ?? ''),
  });
  const unique = all(squeezed);
  return LogicalProject.create(unique, {
    projects: origins.map((o, i) => inputRef(kept.indexOf(o), fields[i]?.type ?? unique.rowType)),
    names: fields.map((f) => f.name),
  });
}
