import type { BoundExpr, BoundMatch, BoundMatchAfter, BoundPattern } from '../validate/bound.ts';
import type { FieldCollation } from '../rel/traits/distribution.ts';
import type { SqlKind, SqlOperator } from '../catalog/sql-operator.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { RexNode } from '../rel/rex/rex-node.ts';
import type { ConvertPlace, Converter } from './converter.ts';
import { FlinkError, UnsupportedError } from '../base/diagnostic.ts';
import { relRowType, simpleType } from '../types/sql-type.ts';
import { LogicalMatch } from '../rel/logical/logical-match.ts';
import { booleanLiteral, call, charLiteral, exactLiteral, symbolLiteral } from '../rel/rex/rex-factory.ts';
import { rexText } from '../rel/rex/rex-text.ts';
import { blackboardOver } from './blackboard.ts';
import { nullDirectionOf } from './expression/over.ts';

/** Operators that stand only in patterns. */
function patternOperator(name: string, kind: SqlKind = 'OTHER'): SqlOperator {
  return {
    name,
    kind,
    syntax: 'special',
    category: 'match',
    deterministic: true,
    dynamic: false,
    nullPolicy: 'AS_IS',
    flinkInference: false,
    arity: { min: 0, max: -1 },
    checkOperands: () => ({ ok: true }),
    inferReturnType: () => simpleType('NULL', true),
  };
}

/** MATCH_RECOGNIZE. */
export function convertMatch(m: BoundMatch, place: ConvertPlace, c: Converter): RelNode {
  const input = c.relation(m.input, place);
  const bb = blackboardOver(m.scope, input, place);
  const column = (e: BoundExpr): number => {
    const rex = c.expression(e, bb);
    if (rex.rex !== 'inputRef') throw new UnsupportedError('match-key', 'Keys of MATCH_RECOGNIZE must be columns.', e.origin.span);
    return rex.index;
  };
  return LogicalMatch.create(input, {
    rowType: relRowType(m.fields),
    pattern: pattern(m.pattern),
    strictStart: m.strictStart,
    strictEnd: m.strictEnd,
    definitions: m.definitions.map((d): readonly [string, RexNode] => [d.name, c.expression(d.expr, bb)]),
    measures: distinctMeasures(
      m.measures.map((x): readonly [string, RexNode] => {
        if (x.failure) throw x.failure;
        return [x.name, c.expression(x.expr, bb)];
      }),
    ),
    after: after(m.after),
    subsets: m.subsets.map((s): readonly [string, readonly string[]] => [s.name, [...s.variables].sort()]),
    allRows: m.allRows,
    partitionKeys: m.partitionBy.map(column),
    orderKeys: m.orderBy.map((item): FieldCollation => {
      // Calcite has no code for NULLS FIRST and NULLS LAST here.
      if (item.nulls) throw new FlinkError('plan/match', [{ className: 'AssertionError', message: 'null' }], item.expr.origin.span);
      return { index: column(item.expr), direction: item.descending ? 'DESCENDING' : 'ASCENDING', nullDirection: nullDirectionOf(item) };
    }),
    interval: m.within && c.expression(m.within, bb),
  });
}

/** Two measures of one name do not fit into Calcite's map. */
function distinctMeasures(list: readonly (readonly [string, RexNode])[]): typeof list {
  const known = new Map<string, RexNode>();
  for (const [name, e] of list) {
    const first = known.get(name);
    if (first) {
      const message = `Multiple entries with same key: ${name}=${rexText(e)} and ${name}=${rexText(first)}`;
      throw new FlinkError('plan/match', [{ className: 'IllegalArgumentException', message }]);
    }
    known.set(name, e);
  }
  return list;
}

function after(a: BoundMatchAfter): RexNode {
  if (a.kind === 'symbol') return symbolLiteral(a.value);
  return call(patternOperator(a.kind), [charLiteral(a.variable)]);
}

function pattern(p: BoundPattern): RexNode {
  switch (p.kind) {
    case 'variable':
      return charLiteral(p.name);
    case 'concat':
      return call(patternOperator(''), p.operands.map(pattern));
    case 'alter':
      return call(patternOperator('|'), p.operands.map(pattern));
    case 'permute':
      return call(patternOperator('PATTERN_PERMUTE'), p.operands.map(pattern));
    case 'excluded':
      return call(patternOperator('PATTERN_EXCLUDE'), p.operands.map(pattern));
    case 'quantifier':
      return call(patternOperator('PATTERN_QUANTIFIER'), [
        pattern(p.operand),
        exactLiteral(p.least),
        exactLiteral(p.most),
        booleanLiteral(p.reluctant),
      ]);
  }
}
