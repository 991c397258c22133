import type { RexNode } from '../rex/rex-node.ts';
import { isCallOf } from '../rex/rex-node.ts';

interface Attribute {
  readonly input: number;
  readonly field: number;
}

/** What the equations of a join of many say about its inputs' columns (Flink's `AttributeBasedJoinKeyExtractor`). */
export interface MultiJoinKeys {
  /** By input: its columns of the key that all inputs share, in the order of the first input. Empty if there is none. */
  readonly common: readonly (readonly number[])[];
  /** By input: its columns in the equations with inputs before it. */
  readonly own: readonly (readonly number[])[];
}

export function multiJoinKeys(fieldCounts: readonly number[], conditions: readonly (RexNode | undefined)[]): MultiJoinKeys {
  const steps: { readonly left: Attribute; readonly right: Attribute }[][] = fieldCounts.map(() => []);
  for (const [a, b] of conditions.flatMap(equations)) {
    const first = attributeOf(a, fieldCounts);
    const second = attributeOf(b, fieldCounts);
    if (!first || !second) continue;
    const [left, right] = first.input < second.input ? [first, second] : [second, first];
    // The first input has none before it; it stands for itself.
    if (left.input === 0) steps[0]?.push({ left: { input: -1, field: -1 }, right: left });
    steps[right.input]?.push({ left, right });
  }
  return { common: commonKeys(steps), own: steps.map((list) => list.map((e) => e.right.field)) };
}

type Steps = readonly (readonly { readonly left: Attribute; readonly right: Attribute }[])[];

function commonKeys(steps: Steps): readonly (readonly number[])[] {
  const classes = new AttributeClasses();
  for (const step of steps.slice(1)) for (const { left, right } of step) classes.union(left, right);
  const reached = steps.filter((s) => s.length > 0);
  const common = classes.all().filter((c) => reached.every((step) => step.some((e) => c.has(e.left) || c.has(e.right))));
  return steps.map((_, input) =>
    common
      .flatMap((c) => {
        const fields = c.attributes.filter((a) => a.input === input).map((a) => a.field);
        return fields.length === 0 ? [] : [{ root: c.root.field, field: Math.min(...fields) }];
      })
      .sort((a, b) => a.root - b.root || a.field - b.field)
      .map((k) => k.field),
  );
}

interface AttributeClass {
  readonly root: Attribute;
  readonly attributes: readonly Attribute[];
  has(a: Attribute): boolean;
}

/** Columns that equations make equal; the root of a class is the one that Flink's union by rank would choose, since it decides the order. */
class AttributeClasses {
  private readonly parents = new Map<string, string>();
  private readonly ranks = new Map<string, number>();
  private readonly attributes = new Map<string, Attribute>();

  union(a: Attribute, b: Attribute): void {
    const rootA = this.find(this.add(a));
    const rootB = this.find(this.add(b));
    if (rootA === rootB) return;
    const rankA = this.ranks.get(rootA) ?? 0;
    const rankB = this.ranks.get(rootB) ?? 0;
    if (rankA < rankB) this.parents.set(rootA, rootB);
    else this.parents.set(rootB, rootA);
    if (rankA === rankB) this.ranks.set(rootA, rankA + 1);
  }

  all(): readonly AttributeClass[] {
    const groups = new Map<string, Attribute[]>();
    for (const [key, a] of this.attributes) {
      const root = this.find(key);
      groups.set(root, [...(groups.get(root) ?? []), a]);
    }
    return [...groups].map(([root, attributes]) => ({
      root: this.attributes.get(root) ?? { input: -1, field: -1 },
      attributes,
      has: (a) => attributes.some((x) => x.input === a.input && x.field === a.field),
    }));
  }

  private add(a: Attribute): string {
    const key = `${a.input}.${a.field}`;
    if (!this.attributes.has(key)) {
      this.attributes.set(key, a);
      this.parents.set(key, key);
    }
    return key;
  }

  private find(key: string): string {
    const parent = this.parents.get(key) ?? key;
    return parent === key ? key : this.find(parent);
  }
}

function attributeOf(index: number, fieldCounts: readonly number[]): Attribute | undefined {
  let field = index;
  for (const [input, count] of fieldCounts.entries()) {
    if (field < count) return { input, field };
    field -= count;
  }
  return undefined;
}

/** Equations of plain columns in ANDs. */
function equations(e: RexNode | undefined): (readonly [number, number])[] {
  if (!e) return [];
  if (isCallOf(e, 'AND')) return e.operands.flatMap(equations);
  if (!isCallOf(e, 'EQUALS')) return [];
  const [a, b] = e.operands;
  return a?.rex === 'inputRef' && b?.rex === 'inputRef' ? [[a.index, b.index]] : [];
}
