import type { RexCall, RexNode } from '../rex/rex-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { WindowSpec, Windowing } from './windowing.ts';
import { tableError, validationError } from '../../base/diagnostic.ts';
import { isRowtime, isTimeIndicator, isTimestamp, isYearMonthInterval, shortTypeText } from '../../types/sql-type.ts';
import { windowTimeColumn } from '../core/window-table-function.ts';

/** Demands a time attribute as the window's time (Flink's `validateTimeFieldWithTimeAttribute`). */
export function checkWindowTimeColumn(call: RexCall, input: RowType): void {
  const type = input.fields[windowTimeColumn(call, input)]?.type;
  if (type && isTimeIndicator(type)) return;
  throw validationError(
    'plan/window-time',
    `The window function requires the timecol is a time attribute type, but is ${type ? shortTypeText(type) : 'missing'}.`,
  );
}

/** The window of a call of TUMBLE, HOP, CUMULATE or SESSION over rows of the given type (Flink's `convertToWindowingStrategy`). */
export function windowingOf(call: RexCall, input: RowType): Windowing {
  const timeIndex = windowTimeColumn(call, input);
  const timeType = input.fields[timeIndex]?.type;
  if (!timeType || !isTimestamp(timeType)) {
    throw validationError(
      'plan/window-time',
      `The supported time indicator type are TIMESTAMP and TIMESTAMP_LTZ, but is ${timeType ? shortTypeText(timeType) : 'missing'}`,
    );
  }
  return { spec: windowSpecOf(call), timeType, isRowtime: isRowtime(timeType), columns: { by: 'time', timeIndex } };
}

/** Size, slide, step, gap and offset of a window call, checked as Flink checks them. */
export function windowSpecOf(call: RexCall): WindowSpec {
  const operand = (i: number): number => durationOperand(call.operands[i]);
  const offsetAt = (i: number): number | undefined => (call.operands.length === i + 1 ? operand(i) : undefined);
  switch (call.op.name) {
    case 'TUMBLE':
      return tumble(operand(2), offsetAt(3));
    case 'HOP': {
      const slide = operand(2);
      const size = operand(3);
      if (slide <= 0 || size <= 0) {
        throw validationError(
          'plan/window-size',
          `HOP table function based aggregate requires slide and size to be positive, but got slide ${slide} ms and size ${size} ms.`,
        );
      }
      return { kind: 'HOP', size, slide, offset: offsetAt(4) };
    }
    case 'CUMULATE':
      return cumulate(operand(2), operand(3), offsetAt(4));
    default:
      return session(call, operand(2));
  }
}

function tumble(size: number, offset: number | undefined): WindowSpec {
  if (size <= 0) {
    throw validationError('plan/window-size', `TUMBLE table function based aggregate requires size to be positive, but got ${size} ms.`);
  }
  if (offset !== undefined && Math.abs(offset) >= size) {
    throw validationError(
      'plan/window-size',
      `TUMBLE table function parameters must satisfy abs(offset) < size, but got size ${size} ms and offset ${offset} ms.`,
    );
  }
  return { kind: 'TUMBLE', size, offset };
}

function cumulate(step: number, maxSize: number, offset: number | undefined): WindowSpec {
  const given = `but got maxSize ${maxSize} ms and step ${step} ms.`;
  if (step <= 0 || maxSize <= 0) {
    throw validationError('plan/window-size', `CUMULATE table function based aggregate requires maxSize and step to be positive, ${given}`);
  }
  if (maxSize % step !== 0) {
    throw validationError(
      'plan/window-size',
      `CUMULATE table function based aggregate requires maxSize must be an integral multiple of step, ${given}`,
    );
  }
  return { kind: 'CUMULATE', maxSize, step, offset };
}

function session(call: RexCall, gap: number): WindowSpec {
  const [table] = call.operands;
  if (table?.rex === 'tableArg' && table.orderKeys.length > 0) {
    throw validationError('plan/window-size', "Session window TVF doesn't support order by clause.");
  }
  if (gap <= 0) {
    throw validationError('plan/window-size', `SESSION table function based aggregate requires gap to be positive, but got gap ${gap} ms.`);
  }
  return { kind: 'SESSION', gap, partitionKeys: table?.rex === 'tableArg' ? table.partitionKeys : [] };
}

function durationOperand(e: RexNode | undefined): number {
  if (e?.rex !== 'literal') throw tableError('plan/window-size', 'Only constant window descriptors are supported.');
  if (e.value.kind === 'interval' && !isYearMonthInterval(e.type)) return Number(e.value.value);
  throw tableError(
    'plan/window-size',
    'Window aggregate only support SECOND, MINUTE, HOUR, DAY as the time unit. MONTH and YEAR time unit are not supported yet.',
  );
}
