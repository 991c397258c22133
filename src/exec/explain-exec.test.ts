import type { ExecNode } from './exec-node.ts';
import { describe, expect, it } from 'vitest';
import { explainExec } from './explain-exec.ts';

/** Only names, texts and inputs are looked at. */
function node(id: number, description: string, inputs: readonly ExecNode[] = []): ExecNode {
  return { id, name: description, description, terms: [], inputs, rel: undefined as unknown as ExecNode['rel'] };
}

describe('the execution section', () => {
  it('prints a shared node once and refers to it afterwards', () => {
    const scan = node(1, 'Scan');
    const root = node(4, 'Join', [node(2, 'Calc(a)', [scan]), node(3, 'Calc(b)', [scan])]);
    expect(explainExec({ roots: [root] })).toBe(
      ['Join', ':- Calc(a)', ':  +- Scan(reuse_id=[1])', '+- Calc(b)', '   +- Reused(reference_id=[1])'].join('\n'),
    );
  });

  it('prints what several roots share as a tree of its own', () => {
    const scan = node(1, 'Scan');
    const roots = [node(2, 'Sink(a)', [scan]), node(3, 'Sink(b)', [scan])];
    expect(explainExec({ roots })).toBe(
      ['Scan(reuse_id=[1])', '', 'Sink(a)', '+- Reused(reference_id=[1])', '', 'Sink(b)', '+- Reused(reference_id=[1])'].join('\n'),
    );
  });
});
