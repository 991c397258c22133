import type { RelNode } from './rel-node.ts';
import type { RowType } from '../types/sql-type.ts';
import { LogicalProject } from './logical/logical-project.ts';
import { Project } from './core/project.ts';
import { sameType } from '../types/sql-type.ts';
import { makeCast } from './rex/rex-builder.ts';
import { inputRefs } from './rex/rex-factory.ts';

/** Equal field types, and names if asked. */
export function sameRow(a: RowType, b: RowType, withNames: boolean): boolean {
  return (
    a.fields.length === b.fields.length &&
    a.fields.every((f, i) => f.type.digest === b.fields[i]?.type.digest && (!withNames || f.name === b.fields[i]?.name))
  );
}

/** The node cast to a row type, by a Project of its own or in the Project that it is (Calcite's `RelOptUtil.createCastRel`). */
export function castRel(node: RelNode, rowType: RowType, rename: boolean): RelNode {
  if (sameRow(node.rowType, rowType, rename)) return node;
  const names = (rename ? rowType : node.rowType).fields.map((f) => f.name);
  const isProject = node instanceof Project;
  const input = isProject ? node.input() : node;
  const expressions = isProject ? node.projects : inputRefs(node.rowType.fields);
  const projects = rowType.fields.map((f, i) => {
    const e = expressions[i];
    if (!e) throw new Error(`Field counts are not equal: rowType [${node.rowType.digest}] castRowType [${rowType.digest}]`);
    return sameType(f.type, e.type) ? e : makeCast(f.type, e, true);
  });
  return LogicalProject.create(input, {
    projects,
    names,
    hints: isProject ? node.relHints : [],
    variablesSet: isProject ? node.variablesSet : [],
  });
}
