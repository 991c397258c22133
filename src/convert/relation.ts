import type { BoundDerived, BoundRelation, BoundSample, BoundSnapshot, BoundTableFunction, BoundUnnest } from '../validate/bound.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { ConvertPlace, Converter } from './converter.ts';
import { relRowType } from '../types/sql-type.ts';
import { castRel } from '../rel/cast-rel.ts';
import { Sample } from '../rel/core/sample.ts';
import { Uncollect } from '../rel/core/uncollect.ts';
import { LogicalSnapshot } from '../rel/logical/logical-snapshot.ts';
import { LogicalTableFunctionScan } from '../rel/logical/logical-table-function-scan.ts';
import { uniquify } from '../rel/names.ts';
import { call } from '../rel/rex/rex-factory.ts';
import { blackboardOver } from './blackboard.ts';
import { convertJoin } from './join.ts';
import { withAlias } from './query-hints.ts';
import { convertMatch } from './match-recognize.ts';
import { oneRow } from './one-row.ts';
import { convertTable } from './table-expansion.ts';

/** An item of FROM. */
export function convertRelation(r: BoundRelation, place: ConvertPlace, c: Converter): RelNode {
  const node = convert(r, place, c);
  if (!c.session.spans?.has(node)) c.session.spans?.set(node, r.span);
  return node;
}

function convert(r: BoundRelation, place: ConvertPlace, c: Converter): RelNode {
  switch (r.kind) {
    case 'table':
      return convertTable(r, place, c);
    case 'derived':
      return convertDerived(r, place, c);
    case 'alias':
      return convertAlias(r, place, c);
    case 'join':
      return convertJoin(r, place, c);
    case 'unnest':
      return convertUnnest(r, place, c);
    case 'tableFunction':
      return convertTableFunction(r, place, c);
    case 'snapshot':
      return convertSnapshot(r, place, c);
    case 'match':
      return convertMatch(r, place, c);
    case 'sample':
      return convertSample(r, place, c);
  }
}

/** A query in FROM; a view's query gets the view's names where they differ. */
function convertDerived(r: BoundDerived, place: ConvertPlace, c: Converter): RelNode {
  const node = c.query(r.query, { ...place, top: r.origin === 'view' });
  if (r.origin !== 'view') return node;
  const row = relRowType(node.rowType.fields.map((f, i) => ({ name: r.fields[i]?.name ?? f.name, type: f.type })));
  return castRel(node, row, true);
}

/** An alias alone makes no node; column names matter where the node's own names are made up. */
function convertAlias(r: Extract<BoundRelation, { readonly kind: 'alias' }>, place: ConvertPlace, c: Converter): RelNode {
  const input = c.relation(r.input, place);
  const renames = r.columns && (r.input.kind === 'unnest' || isValues(r.input));
  const node = renames ? c.builder().push(input).rename(r.columns).build() : input;
  if (!place.aliasHints) return node;
  const named = withAlias(node, r.alias);
  c.hints.move(node, named);
  c.hints.markBlock(named);
  return named;
}

/** All rows need no node, and no rows are Values (`RelBuilder.sample`). */
function convertSample(r: BoundSample, place: ConvertPlace, c: Converter): RelNode {
  const input = c.relation(r.input, place);
  const rate = Number(r.rate);
  if (rate === 1) return input;
  return rate === 0 ? c.builder().push(input).empty().build() : Sample.create(input, { mode: r.mode, rate: r.rate, seed: r.seed });
}

function isValues(r: BoundRelation): boolean {
  return r.kind === 'derived' && r.origin === 'query' && r.query.kind === 'values';
}

function convertUnnest(r: BoundUnnest, place: ConvertPlace, c: Converter): RelNode {
  const bb = blackboardOver(r.scope, undefined, place);
  // The relations of the lateral scope are outside: its columns are correlations.
  const exprs = r.operands.map((o) => c.expression(o, { ...bb, scope: undefined }));
  const project = c.builder().push(oneRow(c)).project(exprs, r.names).build();
  return Uncollect.create(project, r.withOrdinality);
}

function convertTableFunction(r: BoundTableFunction, place: ConvertPlace, c: Converter): RelNode {
  const inputs = r.inputs.map((i) => c.relation(i, place));
  const bb = { ...blackboardOver(r.scope, undefined, place), scope: undefined };
  const operands = r.operands.map((o) => c.expression(o, bb));
  const names = uniquify(r.fields.map((f) => f.name));
  const fields = r.fields.map((f, i) => ({ name: names[i] ?? f.name, type: f.type }));
  const row = relRowType(fields);
  return LogicalTableFunctionScan.create(c.session.cluster, inputs, call(r.op, operands, row), row);
}

function convertSnapshot(r: BoundSnapshot, place: ConvertPlace, c: Converter): RelNode {
  const input = c.relation(r.input, place);
  const period = c.expression(r.period, { ...blackboardOver(r.scope, undefined, place), scope: undefined });
  return LogicalSnapshot.create(input, period);
}
