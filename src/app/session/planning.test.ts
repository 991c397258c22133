import { describe, expect, it } from 'vitest';
import type { PlanTrace, StatementKind } from '../../trace/plan-trace.ts';
import { followed } from './planning.ts';

const script = (...statements: readonly (readonly [StatementKind, string])[]): PlanTrace =>
  ({ statements: statements.map(([kind, text], i) => ({ number: i + 1, kind, text })) }) as unknown as PlanTrace;

describe('the statement on stage after an edit', () => {
  const before = script(['ddl', 'CREATE TABLE a'], ['query', 'SELECT 1'], ['query', 'SELECT 2']);

  it('moves with its text when a declaration is written above it', () => {
    const after = script(['ddl', 'CREATE TABLE a'], ['ddl', 'CREATE TABLE b'], ['query', 'SELECT 1'], ['query', 'SELECT 2']);
    expect(followed(before, after, 2)).toBe(3);
  });

  it('is the first query of another script that has a declaration at its number', () => {
    const after = script(['ddl', 'CREATE TABLE x'], ['ddl', 'CREATE TABLE y'], ['ddl', 'CREATE TABLE z'], ['insert', 'INSERT INTO z']);
    expect(followed(before, after, 3)).toBe(4);
  });

  it('stays while its own text changes, where a declaration was chosen, and where no query is left', () => {
    const after = script(['ddl', 'CREATE TABLE a'], ['query', 'SELECT 3'], ['query', 'SELECT 2']);
    expect(followed(before, after, 2)).toBe(2);
    expect(followed(before, before, 1)).toBe(1);
    expect(followed(before, script(['ddl', 'CREATE TABLE a'], ['ddl', 'CREATE TABLE b']), 2)).toBe(2);
    expect(followed(undefined, before, 1)).toBe(1);
  });
});
