import { civilFromDays, daysFromCivil } from '../../types/datetime-text.ts';

/** Names and weeks that Java's date patterns know in the locale of the United States. */

export const MONTH_NAMES: readonly string[] = 'January February March April May June July August September October November December'.split(
  ' ',
);
export const DAY_NAMES: readonly string[] = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** 0 for Sunday. */
export function weekdayOf(days: number): number {
  return (((days + 4) % 7) + 7) % 7;
}

/** Week of the year: it starts on Sunday, and the first one holds January 1st. */
export function usWeek(days: number): { readonly year: number; readonly week: number } {
  const sunday = (d: number): number => d - weekdayOf(d);
  const { year } = civilFromDays(days);
  const next = sunday(daysFromCivil(year + 1, 1, 1));
  if (days >= next) return { year: year + 1, week: 1 };
  return { year, week: Math.floor((days - sunday(daysFromCivil(year, 1, 1))) / 7) + 1 };
}

/** The name, whole or its first three letters, that a text begins with, in any case. */
export function findName(text: string, names: readonly string[]): { readonly index: number; readonly length: number } | undefined {
  const lower = text.toLowerCase();
  for (const length of [undefined, 3]) {
    const index = names.findIndex((name) => lower.startsWith(name.slice(0, length).toLowerCase()));
    if (index >= 0) return { index, length: (names[index] as string).slice(0, length).length };
  }
  return undefined;
}
