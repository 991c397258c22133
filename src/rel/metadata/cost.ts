import { javaDouble } from '../../base/java-double.ts';

/** Flink's `FlinkCost`. Rows and cpu are counts, io, network and memory bytes. */
export interface Cost {
  readonly rows: number;
  readonly cpu: number;
  readonly io: number;
  readonly network: number;
  readonly memory: number;
}

export const INFINITE_COST: Cost = { rows: Infinity, cpu: Infinity, io: Infinity, network: Infinity, memory: Infinity };
export const ZERO_COST: Cost = { rows: 0, cpu: 0, io: 0, network: 0, memory: 0 };
export const TINY_COST: Cost = { rows: 1, cpu: 1, io: 0, network: 0, memory: 0 };

export function makeCost(rows: number, cpu: number, io: number, network = 0, memory = 0): Cost {
  return { rows, cpu, io, network, memory };
}

/** Field-wise sum; the infinity object swallows everything. */
export function plusCost(a: Cost, b: Cost): Cost {
  if (a === INFINITE_COST || b === INFINITE_COST) return INFINITE_COST;
  return { rows: a.rows + b.rows, cpu: a.cpu + b.cpu, io: a.io + b.io, network: a.network + b.network, memory: a.memory + b.memory };
}

/** All fields times a factor. */
export function multiplyCost(c: Cost, factor: number): Cost {
  if (c === INFINITE_COST) return c;
  return { rows: c.rows * factor, cpu: c.cpu * factor, io: c.io * factor, network: c.network * factor, memory: c.memory * factor };
}

function weight(c: Cost): number {
  return c.memory + c.network * 4 + c.io * 2;
}

/** Flink's order: cpu first, then memory + 4·network + 2·io, then rows. */
export function costIsLe(a: Cost, b: Cost): boolean {
  if (a === b) return true;
  if (a.cpu !== b.cpu) return a.cpu < b.cpu;
  const wa = weight(a);
  const wb = weight(b);
  if (wa !== wb) return wa < wb;
  return a.rows <= b.rows;
}

/** `isLe` and not all five fields equal: two costs with equal cpu, weight and rows but different splits are each "less". */
export function costIsLt(a: Cost, b: Cost): boolean {
  const same = a.rows === b.rows && a.cpu === b.cpu && a.io === b.io && a.network === b.network && a.memory === b.memory;
  return !same && costIsLe(a, b);
}

/** `{1.0E8 rows, 1.0E8 cpu, 5.3E9 io, 0.0 network, 0.0 memory}`; the named costs have short texts. */
export function costText(c: Cost): string {
  if (c === INFINITE_COST) return '{inf}';
  if (c === ZERO_COST) return '{0}';
  if (c === TINY_COST) return '{tiny}';
  const [rows, cpu, io, network, memory] = [c.rows, c.cpu, c.io, c.network, c.memory].map(javaDouble);
  return `{${rows} rows, ${cpu} cpu, ${io} io, ${network} network, ${memory} memory}`;
}
