import type { Field } from '../types/sql-type.ts';
import type { NameScope } from '../validate/name-scope.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { RexNode } from '../rel/rex/rex-node.ts';
import type { ConvertPlace } from './converter.ts';
import type { GroupedNames } from './grouped-names.ts';

/** What expressions of one place refer to while they are converted: the fields at hand and, above an aggregation, its output. */
export interface Blackboard {
  readonly scope: NameScope | undefined;
  /** Fields of the relations of `scope`, counted through. */
  readonly fields: readonly Field[];
  /** Set while expressions above an aggregation are converted. */
  readonly grouped?: GroupedNames;
  /** Expressions that stand for the columns of a lone expression (computed columns). */
  readonly parameters?: readonly (RexNode | undefined)[];
  readonly place: ConvertPlace;
}

/** A place over the output of one node. */
export function blackboardOver(scope: NameScope, root: RelNode | undefined, place: ConvertPlace): Blackboard {
  return { scope, fields: root ? root.rowType.fields : [], place };
}
