import type { SqlIntervalLiteral, SqlIntervalQualifier } from '../../sql/ast.ts';
import { contextError } from '../errors.ts';

const MILLIS: Readonly<Record<string, bigint>> = {
  WEEK: 604_800_000n,
  DAY: 86_400_000n,
  HOUR: 3_600_000n,
  MINUTE: 60_000n,
  SECOND: 1000n,
  MILLISECOND: 1n,
};
const MONTHS: Readonly<Record<string, bigint>> = {
  MILLENNIUM: 12_000n,
  CENTURY: 1200n,
  DECADE: 120n,
  YEAR: 12n,
  QUARTER: 3n,
  MONTH: 1n,
};

/** Milliseconds or, for year-month units, months of one unit. */
export function unitSize(unit: string): bigint {
  return MILLIS[unit] ?? MONTHS[unit] ?? 1n;
}

/** `INTERVAL DAY(3) TO SECOND` as messages name it. */
export function qualifierText(q: SqlIntervalQualifier): string {
  const start = q.startPrecision === undefined ? q.startUnit : `${q.startUnit}(${q.startPrecision})`;
  if (q.endUnit === undefined || q.endUnit === q.startUnit) return start;
  return `${start} TO ${q.endUnit}`;
}

/** Fields between the first and the last unit, as Calcite's patterns have them. */
function pattern(q: SqlIntervalQualifier): { readonly regex: RegExp; readonly units: readonly string[] } | undefined {
  const end = q.endUnit ?? q.startUnit;
  const order = ['DAY', 'HOUR', 'MINUTE', 'SECOND'];
  if (q.startUnit === end) {
    if (end === 'SECOND') return { regex: /^(\d+)(?:\.(\d{1,9}))?$/, units: ['SECOND'] };
    return { regex: /^(\d+)$/, units: [end] };
  }
  if (q.startUnit === 'YEAR' && end === 'MONTH') return { regex: /^(\d+)-(\d{1,2})$/, units: ['YEAR', 'MONTH'] };
  const from = order.indexOf(q.startUnit);
  const to = order.indexOf(end);
  if (from < 0 || to < from) return undefined;
  const units = order.slice(from, to + 1);
  const text = units.map((_, i) => `${i === 0 ? '' : units[i - 1] === 'DAY' ? ' ' : ':'}(${i === 0 ? '\\d+' : '\\d{1,2}'})`).join('');
  return { regex: new RegExp(`^${text}${end === 'SECOND' ? '(?:\\.(\\d{1,9}))?' : ''}$`), units };
}

const LIMITS: Readonly<Record<string, number>> = { HOUR: 24, MINUTE: 60, SECOND: 60, MONTH: 12 };

/** The value of an interval literal in milliseconds or months; mistakes in the text are reported as Calcite does. */
export function intervalValue(node: SqlIntervalLiteral): bigint {
  const q = node.qualifier;
  const trimmed = node.value.trim();
  const negative = trimmed.startsWith('-');
  const text = trimmed.replace(/^[+-]/, '');
  const shape = pattern(q);
  const match = shape?.regex.exec(text);
  if (!shape || !match) {
    throw contextError(
      'validate/interval-literal',
      node,
      `Illegal interval literal format '${node.value}' for INTERVAL ${qualifierText(q)}`,
    );
  }
  let total = 0n;
  shape.units.forEach((unit, i) => {
    const field = match[i + 1] ?? '0';
    const value = BigInt(field);
    const precision = q.startPrecision ?? 2;
    if (i === 0 && value >= 10n ** BigInt(precision)) {
      throw contextError(
        'validate/interval-literal',
        node,
        `Interval field value ${value} exceeds precision of ${unit}(${precision}) field`,
      );
    }
    if (i > 0 && value >= BigInt(LIMITS[unit] ?? 1)) {
      throw contextError(
        'validate/interval-literal',
        node,
        `Illegal interval literal format '${node.value}' for INTERVAL ${qualifierText(q)}`,
      );
    }
    total += value * unitSize(unit);
  });
  const fraction = match[shape.units.length + 1];
  if (fraction !== undefined) total += BigInt(fraction.padEnd(3, '0').slice(0, 3));
  return (negative ? -1n : 1n) * BigInt(node.sign) * total;
}
