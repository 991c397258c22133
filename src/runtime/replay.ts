import type { Config } from '../catalog/config.ts';
import type { ExecGraph, ExecNode } from '../exec/exec-node.ts';
import type { EvalContext } from './eval/contract.ts';
import type { RuntimeListener } from './listener.ts';
import type { LookupTables } from './lookup-tables.ts';
import type { Change, Row } from './record.ts';
import { MAX_WATERMARK } from './event-time.ts';
import { NO_LOOKUP_TABLES } from './lookup-tables.ts';
import { operatorFactory } from './operator-catalog.ts';
import { isSourceOf } from './operators/source-scan.ts';
import type { AlignmentGroup } from './sources/source-alignment.ts';
import type { Consumer } from './task.ts';
import { Task } from './task.ts';

export interface ReplayOptions {
  readonly graph: ExecGraph;
  readonly config: Config;
  readonly evalContext: EvalContext;
  /** Virtual time at the start, in milliseconds since the epoch. */
  readonly startTime?: number;
  readonly listener?: RuntimeListener;
  /** Tables that are only looked up. */
  readonly lookups?: LookupTables;
  /** Numbers of the partitions of a table, ascending; empty or left out: it has one. */
  readonly partitionsOf?: (table: readonly string[]) => readonly number[];
  /** Gets every change that a root gives out. */
  readonly onResult?: (change: Change) => void;
}

/**
 * Runs an exec graph on one thread with a virtual clock. Every event goes through the whole graph before the next one; a record is followed
 * by the watermark that it moves. So the same calls always give the same changes. Throws what the operators throw; it is of no use then.
 */
export class Replay {
  private readonly tasks: readonly Task[];
  private readonly sources: readonly Task[];
  private readonly clock: { now: number };
  private readonly source = { partition: 0 };
  /** Called when a source may read again what it had to leave (`canRead`). */
  onResumed: (() => void) | undefined;

  /** Builds all operators. Throws `UnsupportedError` for nodes that have none. */
  constructor(options: ReplayOptions) {
    this.clock = { now: options.startTime ?? 0 };
    const environment = {
      config: options.config,
      evalContext: options.evalContext,
      clock: this.clock,
      source: this.source,
      listener: options.listener ?? {},
      lookups: options.lookups ?? NO_LOOKUP_TABLES,
      partitionsOf: options.partitionsOf ?? (() => []),
      alignmentGroups: new Map<string, AlignmentGroup>(),
      resumed: () => this.onResumed?.(),
    };
    const tasks = new Map<ExecNode, Task>();
    const visit = (node: ExecNode): Task => {
      const known = tasks.get(node);
      if (known) return known;
      const inputs = node.inputs.map(visit);
      const task = new Task(node, operatorFactory(node), environment);
      tasks.set(node, task);
      inputs.forEach((from, input) => from.addConsumer({ task, input }));
      return task;
    };
    options.graph.roots.forEach(visit);
    this.tasks = [...tasks.values()];
    const { onResult } = options;
    if (onResult) for (const root of options.graph.roots) tasks.get(root)?.addConsumer(resultConsumer(onResult));
    this.sources = this.tasks.filter((t) => t.node.inputs.length === 0);
  }

  /** Sources that are no tables (VALUES) give their rows and end. */
  start(): void {
    for (const task of this.sources) {
      if (task.node.name !== 'Values') continue;
      task.receive(0, { kind: '+I', row: [] });
      this.endTask(task);
    }
  }

  /** True if some source reads the table. */
  reads(table: string): boolean {
    return this.sources.some((t) => isSourceOf(t.node, table));
  }

  /** Moves the clock; timers of processing time fire on the way, earliest first, then in the order of the graph. */
  advanceTo(time: number): void {
    for (;;) {
      const next = this.nextTime;
      if (next > time || next === Infinity) break;
      this.clock.now = Math.max(this.clock.now, next);
      this.tasks.find((t) => t.nextProcessingTime === next)?.fireProcessingTimer();
    }
    this.clock.now = Math.max(this.clock.now, time);
  }

  get now(): number {
    return this.clock.now;
  }

  /** A row with all physical columns arrives at a table. */
  row(table: string, change: Change, partition = 0): void {
    this.source.partition = partition;
    for (const task of this.sourcesOf(table)) {
      task.receiveStatus(0, false);
      task.receive(0, change);
    }
  }

  /** False while watermark alignment keeps a table's source from reading a partition. */
  canRead(table: string, partition = 0): boolean {
    return this.sourcesOf(table).every((t) => t.operator.canRead?.(partition) ?? true);
  }

  /** A partition of a table has no further rows; others have. */
  endPartition(table: string, partition: number): void {
    for (const task of this.sourcesOf(table)) task.operator.onPartitionEnd?.(partition);
  }

  /** A table's source emits a watermark of its own. */
  watermark(table: string, watermark: number): void {
    for (const task of this.sourcesOf(table)) {
      task.receiveStatus(0, false);
      task.receiveWatermark(0, watermark);
    }
  }

  /** What inserts rows with all physical columns at one scan. */
  inserter(scan: ExecNode): (row: Row) => void {
    const task = this.sourceAt(scan);
    return (row) => task.receive(0, { kind: '+I', row });
  }

  /** One scan has no further rows. */
  endSource(scan: ExecNode): void {
    this.endTask(this.sourceAt(scan));
  }

  /** A table, or one of its partitions, has nothing to read and says so; its next row makes it active again. */
  idle(table: string, partition?: number): void {
    const byPartition = this.tasks.filter((t) => t.operator.onPartitionIdle && isSourceOf(sourceBelow(t.node), table));
    for (const task of byPartition) task.operator.onPartitionIdle?.(partition);
    if (byPartition.length === 0) for (const task of this.sourcesOf(table)) task.receiveStatus(0, true);
  }

  /** A table has no further rows. */
  end(table: string): void {
    for (const task of this.sourcesOf(table)) this.endTask(task);
  }

  /** Ends the sources that no row ever came from, and lets the clock run until everything that is still on its way has arrived. */
  endRest(): void {
    for (const task of this.sources) this.endTask(task);
    while (this.tasks.some((t) => t.isEnding)) this.advanceTo(this.nextTime);
  }

  /** When the next timer of processing time fires. */
  get nextTime(): number {
    let next = Infinity;
    for (const task of this.tasks) next = Math.min(next, task.nextProcessingTime);
    return next;
  }

  private sourceAt(scan: ExecNode): Task {
    const task = this.sources.find((t) => t.node === scan);
    if (!task) throw new Error(`${scan.name} is no source of this replay`);
    return task;
  }

  private sourcesOf(table: string): readonly Task[] {
    return this.sources.filter((t) => isSourceOf(t.node, table));
  }

  private endTask(task: Task): void {
    if (task.hasEnded) return;
    task.receiveStatus(0, false);
    task.receiveWatermark(0, MAX_WATERMARK);
    task.receiveEnd(0);
  }
}

/** The outside as a consumer: it takes changes and nothing else. */
function resultConsumer(onResult: (change: Change) => void): Consumer {
  const nothing = (): void => {};
  const task = {
    receive: (_input: number, change: Change) => onResult(change),
    receiveWatermark: nothing,
    receiveStatus: nothing,
    receiveEnd: nothing,
  };
  return { task, input: 0 };
}

/** The source that a node's rows come from, through nodes with one input. */
function sourceBelow(node: ExecNode): ExecNode {
  let below = node;
  for (let next = below.inputs[0]; next && below.inputs.length === 1; next = below.inputs[0]) below = next;
  return below;
}
