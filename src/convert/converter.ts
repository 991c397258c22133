import type { BoundExpr, BoundQuery, BoundRelation } from '../validate/bound.ts';
import type { NameScope } from '../validate/name-scope.ts';
import type { RelBuilder } from '../rel/rel-builder.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { RexNode } from '../rel/rex/rex-node.ts';
import type { Blackboard } from './blackboard.ts';
import type { HintPlacement } from './query-hints.ts';
import type { PlanningSession } from './session.ts';

/** The rules that call each other across files, tied together in `create-converter.ts`, so that files import each other in one direction only. */
export interface Converter {
  readonly session: PlanningSession;
  /** A fresh builder with the switches of SQL conversion. */
  builder(): RelBuilder;
  /** The scope that each correlation variable came from. */
  readonly correlations: Map<number, NameScope>;
  /** Hints of SELECTs that have been met. */
  readonly hints: HintPlacement;
  query(query: BoundQuery, place: ConvertPlace): RelNode;
  relation(relation: BoundRelation, place: ConvertPlace): RelNode;
  expression(e: BoundExpr, bb: Blackboard): RexNode;
}

export interface ConvertPlace {
  /** True for a statement's own query: its ORDER BY counts even without a limit. */
  readonly top: boolean;
  /** Query hints are in force, so aliases are kept as hints. */
  readonly aliasHints: boolean;
}
