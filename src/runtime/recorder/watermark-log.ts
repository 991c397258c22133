import type { StepRef, WatermarkLine } from '../../trace/run-trace.ts';
import { countUpTo, doubles, ints } from './columns.ts';

interface Line {
  readonly operator: number;
  readonly input: number;
  readonly steps: ReturnType<typeof ints>;
  readonly values: ReturnType<typeof doubles>;
  readonly idle: ReturnType<typeof ints>;
}

/** Staircases of watermarks: one for what each operator sends on (input -1), one for each input. */
export class WatermarkLog {
  private readonly lines = new Map<string, Line>();

  watermark(operator: number, input: number, o: { readonly step: StepRef; readonly value: number }): void {
    const { steps, values } = this.line(operator, input);
    if (o.value <= (values.last ?? -Infinity)) return;
    // The last word of a step counts.
    if (steps.last === o.step) {
      steps.truncate(steps.length - 1);
      values.truncate(values.length - 1);
    }
    steps.push(o.step);
    values.push(o.value);
  }

  status(operator: number, input: number, o: { readonly step: StepRef; readonly idle: boolean }): void {
    const { idle } = this.line(operator, input);
    if ((idle.length % 2 === 1) !== o.idle) idle.push(o.step);
  }

  valueAt(operator: number, input: number, step: StepRef): number {
    const line = this.lines.get(`${operator}:${input}`);
    if (!line) return -Infinity;
    const count = countUpTo((i) => line.steps.at(i), line.steps.length, step);
    return count === 0 ? -Infinity : line.values.at(count - 1);
  }

  isIdleAt(operator: number, input: number, step: StepRef): boolean {
    const line = this.lines.get(`${operator}:${input}`);
    return line !== undefined && countUpTo((i) => line.idle.at(i), line.idle.length, step) % 2 === 1;
  }

  toLines(): WatermarkLine[] {
    return [...this.lines.values()].map(({ operator, input, steps, values, idle }) => ({
      operator,
      input,
      steps: steps.toArray(),
      values: values.toArray(),
      idle: idle.toArray(),
    }));
  }

  private line(operator: number, input: number): Line {
    const id = `${operator}:${input}`;
    let line = this.lines.get(id);
    if (!line) this.lines.set(id, (line = { operator, input, steps: ints(), values: doubles(), idle: ints() }));
    return line;
  }
}
