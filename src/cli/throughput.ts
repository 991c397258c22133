import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { ByteSource } from '../engine/throughput.ts';
import { countRows } from '../engine/throughput.ts';
import { UsageError, collectInputs } from './input-files.ts';

/** How much of a file is read at once. */
const PIECE = 1 << 16;

/**
 * `throughput ROWS DATA PATH…`: rows per second of each query, start-up taken out by running two sizes, each twice. Beside a query lies
 * `tables.sql`; in it `${DATA}` stands for the folder of the size, `DATA/ROWS` and `DATA/<2 × ROWS>`. Processor time stands behind: other
 * programs on the machine disturb it less.
 */
export function throughput(args: readonly string[]): number {
  const [rowsText = '', data, ...paths] = args;
  const rows = Number(rowsText);
  if (!Number.isSafeInteger(rows) || rows <= 0 || data === undefined || paths.length === 0)
    throw new UsageError('ROWS, DATA and PATH are needed');
  for (const { path } of collectInputs(paths, '.sql', '')) {
    if (basename(path) === 'tables.sql') continue;
    const best = (size: number): Time => {
      const [one, two] = [run(path, resolve(data, String(size))), run(path, resolve(data, String(size)))];
      return { wall: Math.min(one.wall, two.wall), cpu: Math.min(one.cpu, two.cpu) };
    };
    const first = best(rows);
    const second = best(2 * rows);
    const rate = (kind: keyof Time): string => (rows / Math.max(1e-3, second[kind] - first[kind])).toFixed(0);
    console.log(
      `${basename(path)} ${rows} rows ${first.wall.toFixed(2)} s, ${2 * rows} rows ${second.wall.toFixed(2)} s, ${rate('wall')} rows/s; ` +
        `CPU ${first.cpu.toFixed(2)} s, ${second.cpu.toFixed(2)} s, ${rate('cpu')} rows/s`,
    );
  }
  console.error(`memory of this process at its highest: ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
  return 0;
}

/** Seconds by the clock, and of the processor, garbage collection on other threads included. */
interface Time {
  readonly wall: number;
  readonly cpu: number;
}

function run(path: string, data: string): Time {
  const tables = readFileSync(join(dirname(path), 'tables.sql'), 'utf8').replaceAll('${DATA}', data);
  const query = readFileSync(path, 'utf8').trim().replace(/;$/, '');
  // What the run before has left is not to be counted, neither as time nor as memory (`--expose-gc`).
  globalThis.gc?.();
  const start = performance.now();
  const cpuStart = process.cpuUsage();
  countRows({ tables, query, open: openFile, clock: () => performance.now() });
  const { user, system } = process.cpuUsage(cpuStart);
  return { wall: (performance.now() - start) / 1000, cpu: (user + system) / 1e6 };
}

function openFile(path: string): ByteSource {
  const file = openSync(path, 'r');
  const piece = new Uint8Array(PIECE);
  return {
    size: fstatSync(file).size,
    read: () => {
      const n = readSync(file, piece);
      if (n === 0) closeSync(file);
      return piece.subarray(0, n);
    },
  };
}
