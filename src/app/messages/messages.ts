import { en } from './en.ts';

/** Key of a text that a user reads. */
export type MessageKey = keyof typeof en;

/** Keys that come in two forms, `….one` and `….other`. */
export type CountKey = { [K in MessageKey]: K extends `${infer Base}.one` ? Base : never }[MessageKey];

export type MessageParams = Readonly<Record<string, string | number>>;

/** The text of a key in the language of the screen, its `{names}` filled in. */
export function msg(key: MessageKey, params?: MessageParams): string {
  const text: string = en[key];
  return params ? text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole)) : text;
}

/** The form of a key that fits a number, with `{n}` filled in. */
export function count(key: CountKey, n: number, params?: MessageParams): string {
  const form = `${key}.${n === 1 ? 'one' : 'other'}` as MessageKey;
  return msg(form, { n: formatNumber(n), ...params });
}

const numbers = new Intl.NumberFormat('en-US');

/** A whole number with separators. */
export function formatNumber(n: number): string {
  return numbers.format(n);
}
