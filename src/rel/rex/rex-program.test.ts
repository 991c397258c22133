import type { RexNode } from './rex-node.ts';
import { describe, expect, test } from 'vitest';
import { relRowType, simpleType } from '../../types/sql-type.ts';
import { call, exactLiteral, inputRef } from './rex-factory.ts';
import { mergeAndSimplify, mergePrograms, RexProgram } from './rex-program.ts';
import { rexText } from './rex-text.ts';
import { AND, GREATER_THAN, IS_NOT_NULL, LESS_THAN, MULTIPLY, PLUS } from './standard-operators.ts';

const INT = simpleType('INTEGER', true);
const ROW_TYPE = relRowType([
  { name: 'a', type: INT },
  { name: 'b', type: INT },
]);
const a = inputRef(0, INT);
const b = inputRef(1, INT);
const sum = call(PLUS, [a, b]);
const gt = (x: RexNode, v: number): RexNode => call(GREATER_THAN, [x, exactLiteral(v)]);

describe('RexProgram', () => {
  test('shares sub-expressions', () => {
    const p = RexProgram.create(ROW_TYPE, [sum, call(MULTIPLY, [sum, sum]), a], gt(sum, 1), ['s', 'q', undefined]);
    expect(p.expressions.map(rexText)).toEqual(['$0', '$1', '+($t0, $t1)', '*($t2, $t2)', '1', '>($t2, $t4)']);
    expect(p.projects.map(rexText)).toEqual(['$t2', '$t3', '$t0']);
    expect(p.expandedProjects.map(rexText)).toEqual(['+($0, $1)', '*(+($0, $1), +($0, $1))', '$0']);
    expect(rexText(p.expandedCondition as RexNode)).toBe('>(+($0, $1), 1)');
    expect(p.outputRowType.fields.map((f) => f.name)).toEqual(['s', 'q', '$0']);
    expect([0, 1, 2].map((i) => p.sourceField(i))).toEqual([-1, -1, 0]);
  });

  test('the identity is trivial', () => {
    expect(RexProgram.createIdentity(ROW_TYPE).isTrivial).toBe(true);
    expect(RexProgram.create(ROW_TYPE, [a, b], undefined, ['x', 'y']).isTrivial).toBe(true);
    expect(RexProgram.create(ROW_TYPE, [b, a], undefined, ['x', 'y']).isTrivial).toBe(false);
  });

  test('merging puts the condition of the lower program first', () => {
    const bottom = RexProgram.create(ROW_TYPE, [sum, b], call(IS_NOT_NULL, [b]), ['s', 'b']);
    const top = RexProgram.create(bottom.outputRowType, [call(PLUS, [a, exactLiteral(1)])], call(LESS_THAN, [a, b]), ['t']);
    const merged = mergePrograms(top, bottom);
    expect(merged.inputRowType).toBe(bottom.inputRowType);
    expect(merged.expandedProjects.map(rexText)).toEqual(['+(+($0, $1), 1)']);
    expect(rexText(merged.expandedCondition as RexNode)).toBe('AND(IS NOT NULL($1), <(+($0, $1), $1))');
  });

  test('merging simplifies the condition', () => {
    const bottom = RexProgram.create(ROW_TYPE, [a, b], call(AND, [gt(a, 1), gt(b, 1)]), ['a', 'b']);
    const top = RexProgram.create(bottom.outputRowType, [a], gt(a, 5), ['a']);
    expect(rexText(mergeAndSimplify(top, bottom).expandedCondition as RexNode)).toBe('AND(>($1, 1), >($0, 5))');
  });
});
