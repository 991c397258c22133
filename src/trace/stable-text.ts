/**
 * Plain data as one text that is the same for the same data, wherever it was made: keys in order, absent and undefined members alike, numbers
 * that JSON does not know and typed arrays by name. For comparing traces, not for reading them back. Needs nothing from outside of itself, so
 * that a test can hand its source to a browser.
 */
export function stableText(value: unknown): string {
  const text = (v: unknown): string => {
    if (v === null) return 'null';
    switch (typeof v) {
      case 'string':
        return JSON.stringify(v);
      case 'number':
        return Object.is(v, -0) ? '-0' : String(v);
      case 'bigint':
        return `${v}n`;
      case 'boolean':
      case 'undefined':
        return String(v);
      case 'object':
        break;
      default:
        throw new TypeError(`A ${typeof v} is no data.`);
    }
    if (Array.isArray(v)) return `[${v.map(text).join()}]`;
    const name = Object.prototype.toString.call(v).slice('[object '.length, -1);
    if (ArrayBuffer.isView(v) && name !== 'DataView') return `${name}[${Array.from(v as unknown as ArrayLike<unknown>, text).join()}]`;
    if (v instanceof Map) return `Map[${Array.from(v, text).join()}]`;
    if (v instanceof Set) return `Set[${Array.from(v, text).join()}]`;
    if (name !== 'Object') throw new TypeError(`A ${name} is no plain data.`);
    const members = Object.entries(v as Record<string, unknown>).filter(([, member]) => member !== undefined);
    members.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${text(member)}`).join()}}`;
  };
  return text(value);
}
