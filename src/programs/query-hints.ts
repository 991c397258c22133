import type { RelHint, RelNode } from '../rel/rel-node.ts';
import { tableError, validationError } from '../base/diagnostic.ts';
import { inHashOrder } from '../base/java-hash.ts';
import { isAliasHint, isJoinHint, isStateTtlHint } from '../rel/hints.ts';
import { LogicalAggregate } from '../rel/logical/logical-aggregate.ts';
import { LogicalCorrelate } from '../rel/logical/logical-correlate.ts';
import { LogicalFilter } from '../rel/logical/logical-filter.ts';
import { LogicalJoin } from '../rel/logical/logical-join.ts';
import { LogicalProject } from '../rel/logical/logical-project.ts';
import { LogicalSnapshot } from '../rel/logical/logical-snapshot.ts';
import { LogicalTableScan } from '../rel/logical/logical-table-scan.ts';
import { LogicalWatermarkAssigner } from '../rel/logical/logical-watermark-assigner.ts';
import { mapRexBottomUp, mapRexList } from '../rel/rex/rex-visit.ts';

/** Flink's `FlinkHints.LEFT_INPUT` and `RIGHT_INPUT`: what names of tables become in hints of a node with two inputs. */
const LEFT = 'LEFT';
const RIGHT = 'RIGHT';

/**
 * Hints of SELECT as the optimizer wants them (Flink's `QueryHintsResolver`, then `ClearQueryBlockAliasResolver`): names of tables turn into
 * sides of the node, hints about other nodes go, and so do the names of query blocks. Throws a `ValidationException` if a hint names no input
 * of any node.
 */
export function resolveQueryHints(roots: readonly RelNode[]): readonly RelNode[] {
  const resolver = new QueryHints();
  const resolved = roots.map((r) => resolver.visit(r));
  resolver.check();
  return resolved.map(withoutAliases);
}

class QueryHints {
  /** Name of a hint → name of a table in it → whether some node has an input of that name. */
  private readonly options = new Map<string, Map<string, boolean>>();
  private readonly all = new Map<string, RelHint>();
  private readonly valid = new Set<string>();

  visit(node: RelNode): RelNode {
    if (node instanceof LogicalFilter || node instanceof LogicalProject) return this.visitInputs(this.withSubQueries(node));
    const isTarget = node instanceof LogicalJoin || node instanceof LogicalCorrelate || node instanceof LogicalAggregate;
    if (!isTarget || !node.hints.some((h) => isJoinHint(h) || isStateTtlHint(h))) return this.visitInputs(node);
    const names = node.inputs.map(aliasOrTableName);
    const hints = merged(node.hints.flatMap((h) => this.resolved(h, names)));
    return this.visitInputs(node).withHints(hints);
  }

  private withSubQueries(node: RelNode): RelNode {
    const list = mapRexList(node.rexNodes, (e) =>
      mapRexBottomUp(e, (x) => {
        if (x.rex !== 'subQuery') return x;
        const rel = this.visit(x.rel);
        return rel === x.rel ? x : { ...x, rel };
      }),
    );
    return list === node.rexNodes ? node : node.withRexNodes(list);
  }

  private visitInputs(node: RelNode): RelNode {
    const inputs = node.inputs.map((n) => this.visit(n));
    return inputs.every((n, i) => n === node.inputs[i]) ? node : node.copy(node.traitSet, inputs);
  }

  private resolved(hint: RelHint, names: readonly (string | undefined)[]): readonly RelHint[] {
    const hasTwoInputs = names.length === 2;
    if (isStateTtlHint(hint)) return this.stateTtl(hint, names, hasTwoInputs);
    if (!hasTwoInputs || !isJoinHint(hint)) return [hint];
    this.all.set(keyOf(hint), hint);
    return hint.name === 'LOOKUP' ? this.lookup(hint, names[1]) : this.joinStrategy(hint, names);
  }

  private lookup(hint: RelHint, rightName: string | undefined): readonly RelHint[] {
    const table = new Map(hint.kvOptions).get('table') ?? '';
    this.expect(hint.name, [table]);
    if (rightName === undefined || !matches(table, rightName)) return [];
    this.valid.add(keyOf(hint));
    this.found(hint.name, rightName);
    return [hint];
  }

  private joinStrategy(hint: RelHint, names: readonly (string | undefined)[]): readonly RelHint[] {
    this.expect(hint.name, hint.listOptions);
    for (const name of names) this.found(hint.name, name);
    const [side] = hint.listOptions.flatMap((option) => sideOf(option, names, `join hint: ${hint.name}`) ?? []);
    if (side === undefined) return [];
    this.valid.add(keyOf(hint));
    return [{ name: hint.name, inheritPath: [], listOptions: [side], kvOptions: [] }];
  }

  private stateTtl(hint: RelHint, names: readonly (string | undefined)[], hasTwoInputs: boolean): readonly RelHint[] {
    this.expect(
      hint.name,
      hint.kvOptions.map(([table]) => table),
    );
    for (const name of names) this.found(hint.name, name);
    if (hasTwoInputs) {
      const sides = hint.kvOptions.flatMap(([table, ttl]) => {
        const side = sideOf(table, names, `state ttl hint: ${hint.name}`);
        return side === undefined ? [] : [[side, ttl] as const];
      });
      return sides.length === 0 ? [] : [{ name: hint.name, inheritPath: [], listOptions: [], kvOptions: inHashOrder(sides) }];
    }
    const [name] = names;
    const ttls = hint.kvOptions.filter(([table]) => name !== undefined && matches(table, name)).map(([, ttl]) => ttl);
    return ttls.length === 0 ? [] : [{ name: hint.name, inheritPath: [], listOptions: ttls, kvOptions: [] }];
  }

  private expect(hintName: string, tables: readonly string[]): void {
    const known = this.options.get(hintName) ?? new Map<string, boolean>();
    for (const t of tables) if (!known.has(t)) known.set(t, false);
    this.options.set(hintName, known);
  }

  private found(hintName: string, tableName: string | undefined): void {
    const known = this.options.get(hintName);
    if (tableName === undefined || !known) return;
    for (const option of known.keys()) if (matches(option, tableName)) known.set(option, true);
  }

  check(): void {
    const unmatched = inHashOrder(this.options).map(([hint, tables]) => ({
      hint,
      tables: inHashOrder(tables).flatMap(([table, isFound]) => (isFound ? [] : [table])),
    }));
    if (unmatched.some((u) => u.tables.length > 0)) {
      const lines = unmatched.map((u) => `\n\`${u.tables.join(', ')}\` in \`${u.hint}\``).join('');
      throw validationError('plan/query-hint', `The options of following hints cannot match the name of input tables or views: ${lines}`);
    }
    const invalid = [...this.all].filter(([key]) => !this.valid.has(key)).map(([, hint]) => hint);
    if (invalid.length === 0) return;
    const lines = invalid.map((h) => (h.name === 'LOOKUP' ? h.name : `${h.name} :${h.listOptions.join(', ')}`));
    throw validationError('plan/query-hint', `The options of following hints is invalid: \n${lines.join('\n')}`);
  }
}

/** A hint whatever way it came. */
function keyOf(hint: RelHint): string {
  return JSON.stringify([hint.name, hint.listOptions, hint.kvOptions]);
}

function sideOf(option: string, names: readonly (string | undefined)[], where: string): string | undefined {
  const [isLeft, isRight] = names.map((n) => n !== undefined && matches(option, n));
  if (isLeft && isRight) {
    const inputs = names.map((n) => `Optional[${n}]`).join(', ');
    throw validationError('plan/query-hint', `Ambitious option: ${option} in ${where}, the input relations are: ${inputs}`);
  }
  if (isLeft) return LEFT;
  return isRight ? RIGHT : undefined;
}

/** Whether the option names the table, by its end parts: `t`, `db.t` or `cat.db.t`. */
function matches(option: string, tableName: string): boolean {
  const a = option.split('.').reverse();
  const b = tableName.split('.').reverse();
  return a.slice(0, b.length).every((part, i) => part === b[i]);
}

function aliasOrTableName(node: RelNode): string | undefined {
  const alias = node.hints.find(isAliasHint)?.listOptions[0];
  if (alias !== undefined) return alias;
  if (node instanceof LogicalTableScan) return node.table.names.join('.');
  const isTransparent =
    node instanceof LogicalProject ||
    node instanceof LogicalFilter ||
    node instanceof LogicalSnapshot ||
    node instanceof LogicalWatermarkAssigner;
  return isTransparent ? aliasOrTableName(node.input()) : undefined;
}

/** Options of several STATE_TTL hints as one, the first value of a key; other hints stay before it. */
function merged(hints: readonly RelHint[]): readonly RelHint[] {
  const result: RelHint[] = hints.filter((h) => isJoinHint(h) || isAliasHint(h));
  const others = hints.filter((h) => !isJoinHint(h) && !isAliasHint(h));
  const pairs = new Map<string, (readonly [string, string])[]>();
  const lists = new Map<string, string>();
  for (const h of others) {
    const [first] = h.listOptions;
    if (h.kvOptions.length > 0) pairs.set(h.name, [...h.kvOptions, ...(pairs.get(h.name) ?? [])]);
    else if (first !== undefined) lists.set(h.name, lists.get(h.name) ?? first);
    else throw tableError('plan/query-hint', `Invalid ${h.name} hint, the key-value options and list options are all empty`);
  }
  for (const [name, options] of inHashOrder(pairs)) {
    result.push({ name, inheritPath: [], listOptions: [], kvOptions: inHashOrder(options) });
  }
  for (const [name, first] of inHashOrder(lists)) result.push({ name, inheritPath: [], listOptions: [first], kvOptions: [] });
  return result;
}

function withoutAliases(node: RelNode): RelNode {
  const hints = node.hints.filter((h) => !isAliasHint(h));
  const own = hints.length === node.hints.length ? node : node.withHints(hints);
  const inputs = own.inputs.map(withoutAliases);
  return inputs.every((n, i) => n === own.inputs[i]) ? own : own.copy(own.traitSet, inputs);
}
