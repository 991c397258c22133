import { describe, expect, it } from 'vitest';
import type { NodeParts } from './node-table.ts';
import { NodeTable, nodeText, stableHash } from './node-table.ts';
import { traceNodeText, traceTreeText } from './trace-text.ts';

function parts(type: string, terms: readonly (readonly [string, string])[] = [], more: Partial<NodeParts> = {}): NodeParts {
  return { type, terms: terms.map(([name, text]) => ({ name, text })), columns: [], convention: 'STREAM_PHYSICAL', ...more };
}

describe('NodeTable', () => {
  it('keeps one entry for equal data over equal inputs', () => {
    const table = new NodeTable();
    const scan = table.intern(nodeText(parts('Scan')), []);
    expect(table.intern(nodeText(parts('Scan')), [])).toBe(scan);
    const filter = table.intern(nodeText(parts('Filter')), [scan]);
    expect(table.intern(nodeText(parts('Filter')), [])).not.toBe(filter);
    expect(table.nodes).toHaveLength(3);
  });

  it('tells trees that print the same from trees that are the same', () => {
    const table = new NodeTable();
    const plain = table.intern(nodeText(parts('Scan')), []);
    const named = table.intern(nodeText(parts('Scan', [], { columns: [{ name: 'a', type: 'INTEGER', nullable: true }] })), []);
    expect(named).not.toBe(plain);
    expect(table.haveSameText(plain, named)).toBe(true);
    const [a, b] = [plain, named].map((r) => table.intern(nodeText(parts('Filter')), [r]));
    expect(table.haveSameText(a ?? -1, b ?? -1)).toBe(true);
    expect(table.nodes[a ?? -1]?.digest).toBe(table.nodes[b ?? -1]?.digest);
    expect(table.haveSameText(plain, a ?? -1)).toBe(false);
  });

  it('hashes to eight hex digits that stay', () => {
    expect(stableHash('')).toBe('811c9dc5');
    expect(stableHash('a')).toBe('e40c292c');
  });
});

describe('traceTreeText', () => {
  it('draws branches and cuts the prefix of physical names', () => {
    const table = new NodeTable();
    const scan = table.intern(nodeText(parts('StreamPhysicalTableSourceScan', [['table', '[t]']])), []);
    const calc = table.intern(
      nodeText(
        parts('StreamPhysicalCalc', [
          ['select', 'a'],
          ['where', '>(a, 1)'],
        ]),
      ),
      [scan],
    );
    const join = table.intern(nodeText(parts('StreamExecJoin')), [calc, scan]);
    const top = table.intern(nodeText(parts('LogicalUnion', [['all', 'true']])), [join, join]);
    expect(traceTreeText(table, top)).toBe(
      [
        'LogicalUnion(all=[true])',
        ':- Join',
        ':  :- Calc(select=[a], where=[>(a, 1)])',
        ':  :  +- TableSourceScan(table=[[t]])',
        ':  +- TableSourceScan(table=[[t]])',
        '+- Join',
        '   :- Calc(select=[a], where=[>(a, 1)])',
        '   :  +- TableSourceScan(table=[[t]])',
        '   +- TableSourceScan(table=[[t]])',
      ].join('\n'),
    );
  });

  it('prints the changelog mode before join hints', () => {
    const table = new NodeTable();
    const join = table.intern(
      nodeText(
        parts(
          'StreamPhysicalJoin',
          [
            ['where', 'w'],
            ['stateTtlHints', '[[x]]'],
          ],
          { changelogMode: 'I,UA' },
        ),
      ),
      [],
    );
    const node = table.nodes[join];
    expect(node && traceNodeText(node, { withChangelogMode: true })).toBe('Join(where=[w], changelogMode=[I,UA], stateTtlHints=[[[x]]])');
    expect(node && traceNodeText(node)).toBe('Join(where=[w], stateTtlHints=[[[x]]])');
    const multiJoin =
      table.nodes[
        table.intern(
          nodeText(
            parts('StreamPhysicalMultiJoin', [
              ['stateTtlHints', '[[x]]'],
              ['select', 'a'],
            ]),
          ),
          [],
        )
      ];
    expect(multiJoin && traceNodeText(multiJoin, { withChangelogMode: true })).toBe(
      'MultiJoin(stateTtlHints=[[[x]]], select=[a], changelogMode=[NONE])',
    );
    const calc = table.nodes[table.intern(nodeText(parts('StreamPhysicalCalc')), [])];
    expect(calc && traceNodeText(calc, { withChangelogMode: true })).toBe('Calc(changelogMode=[NONE])');
  });
});
