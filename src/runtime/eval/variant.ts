import type { OpaqueValue, Value } from '../../types/value.ts';
import type { CallCompiler } from './contract.ts';
import type { Json } from './json-text.ts';
import { decimalToNumber, stripTrailingZeros } from '../../types/decimal.ts';
import { isIntegral } from '../../types/sql-type.ts';
import { EvaluationError, strict, typeOf } from './contract.ts';
import { javaDoubleText } from './java-float-text.ts';
import { isJsonList, isJsonMap, JsonDuplicateKey, JsonSyntaxError, parseJson, quoteJson } from './json-text.ts';

/** VARIANT values: JSON that was read once. Equal if their texts are. */

function variantOf(json: Json): OpaqueValue {
  return { opaque: json, key: textOf(json) };
}

function isVariant(v: Value): v is OpaqueValue & { readonly opaque: Json } {
  return typeof v === 'object' && v !== null && 'opaque' in v;
}

/** The text of a VARIANT value: keys in order, decimals without trailing zeros, numbers written with an exponent as doubles. */
export function variantText(v: Value): string {
  return isVariant(v) ? textOf(v.opaque) : '';
}

function textOf(v: Json): string {
  if (v === null || typeof v === 'boolean') return String(v);
  if (typeof v === 'string') return quoteJson(v);
  if (isJsonList(v)) return `[${v.map(textOf).join(',')}]`;
  if (isJsonMap(v)) {
    const keys = [...v.keys()].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${keys.map((k) => `${quoteJson(k)}:${textOf(v.get(k) ?? null)}`).join(',')}}`;
  }
  if ('raw' in v) return v.raw;
  if (v.exponent === true) return javaDoubleText(decimalToNumber(v.number));
  const { unscaled, scale } = stripTrailingZeros(v.number);
  if (scale <= 0) return String(unscaled * 10n ** BigInt(-scale));
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0');
  return `${unscaled < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

function read(text: string, allowDuplicates: boolean): OpaqueValue {
  try {
    return variantOf(parseJson(text, { refuseDuplicates: !allowDuplicates }));
  } catch (e) {
    if (!(e instanceof JsonSyntaxError || e instanceof JsonDuplicateKey)) throw e;
    throw new EvaluationError('TableRuntimeException', `Failed to parse json string: ${text}`);
  }
}

/** PARSE_JSON(text [, allow duplicate keys]): the last of equal keys counts where they are allowed. */
export const parseJsonCall: CallCompiler = (_call, args) => strict(args, (text, allow) => read(text as string, allow === true));

/** TRY_PARSE_JSON: null for what is not JSON. */
export const tryParseJson: CallCompiler = (_call, args) =>
  strict(args, (text, allow) => {
    try {
      return read(text as string, allow === true);
    } catch {
      return null;
    }
  });

/** `variant['key']` and `variant[n]`, counted from 1; null for what is not there. */
export const variantItem: CallCompiler = (call, args) => {
  const byIndex = isIntegral(typeOf(call, 1));
  const refuse = (what: string, wanted: string): EvaluationError =>
    new EvaluationError(
      'TableRuntimeException',
      `${what} access on variant requires an ${wanted} variant, but a non-${wanted} variant was provided.`,
    );
  return strict(args, (v, index) => {
    const json = isVariant(v) ? v.opaque : null;
    if (byIndex) {
      if (!isJsonList(json)) throw refuse('Integer index', 'array');
      const element = json[Number(index) - 1];
      return element === undefined ? null : variantOf(element);
    }
    if (!isJsonMap(json)) throw refuse('String key', 'object');
    const field = json.get(index as string);
    return field === undefined ? null : variantOf(field);
  });
};
