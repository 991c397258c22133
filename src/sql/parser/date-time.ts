import type { SqlDateTimeLiteral } from '../ast.ts';
import type { Cursor } from './cursor.ts';
import type { Place } from './place.ts';

type DateTimeText = Pick<SqlDateTimeLiteral, 'value' | 'precision'>;

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const pad = (n: number, width = 2): string => String(n).padStart(width, '0');

/** A date as Java's strict `yyyy-MM-dd` format takes it: digits need not be padded, days must exist. */
function dateText(text: string): string | undefined {
  const m = /^(\d+)-(\d{1,})-(\d{1,})$/.exec(text);
  if (!m) return undefined;
  const [year, month, day] = [Number(m[1]), Number(m[2]), Number(m[3])];
  if (month < 1 || month > 12 || day < 1) return undefined;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (day > (DAYS[month - 1] ?? 0) + (month === 2 && isLeap ? 1 : 0)) return undefined;
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
}

function timeText(text: string): DateTimeText | undefined {
  const m = /^(\d+):(\d+):(\d+)(?:\.(\d*))?$/.exec(text);
  if (!m) return undefined;
  const [hour, minute, second] = [Number(m[1]), Number(m[2]), Number(m[3])];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const fraction = (m[4] ?? '').slice(0, 9);
  return { value: `${pad(hour)}:${pad(minute)}:${pad(second)}${fraction === '' ? '' : `.${fraction}`}`, precision: fraction.length };
}

/** The canonical text of `{d '…'}`, `{t '…'}` and `{ts '…'}`. */
export function dateTimeText(c: Cursor, typeName: SqlDateTimeLiteral['typeName'], text: string, place: Place): DateTimeText {
  const illegal = (format: string): never => c.forbid(`Illegal ${typeName} literal '${text}': not in format '${format}'`, place);
  if (typeName === 'DATE') return { value: dateText(text) ?? illegal('yyyy-MM-dd'), precision: 0 };
  if (typeName === 'TIME') return timeText(text) ?? illegal('HH:mm:ss');
  const [day = '', clock, ...rest] = text.split(' ');
  const date = dateText(day);
  const time = clock === undefined ? { value: '00:00:00', precision: 0 } : timeText(clock);
  if (date === undefined || time === undefined || rest.length > 0) return illegal('yyyy-MM-dd HH:mm:ss');
  return { value: `${date} ${time.value}`, precision: time.precision };
}
