/** Names that Java's date and time API takes, and what it says of others. */

/** Names of three letters in Java's time zone database; its short ones (`EST`, `PST`) are none of them. */
const SHORT_REGIONS: ReadonlySet<string> = new Set(['CET', 'EET', 'MET', 'WET', 'PRC', 'ROK', 'UCT']);

/** Why `ZoneId.of` refuses an id; undefined if it takes it. Which regions there are comes from the JavaScript engine. */
export function zoneIdProblem(id: string): string | undefined {
  if (id === 'Z') return undefined;
  if (id.length <= 1 || /^[+-]/.test(id)) return offsetProblem(id);
  const prefixed = /^(?:UTC|GMT|UT)(.*)$/s.exec(id)?.[1];
  if (prefixed === '') return undefined;
  if (prefixed !== undefined && /^[+-]/.test(prefixed)) {
    return offsetProblem(prefixed) === undefined ? undefined : `Invalid ID for offset-based ZoneId: ${id}`;
  }
  if (!/^[A-Za-z][A-Za-z0-9~/._+-]+$/.test(id)) return `Invalid ID for region-based ZoneId, invalid format: ${id}`;
  return isRegion(id) ? undefined : `Unknown time-zone ID: ${id}`;
}

/** Why `ZoneOffset.of` refuses an offset. */
function offsetProblem(text: string): string | undefined {
  const m = /^[+-](?:(\d{1,2})|(\d\d):?(\d\d)|(\d\d):(\d\d):(\d\d)|(\d\d)(\d\d)(\d\d))$/.exec(text);
  if (!m) return `Invalid ID for ZoneOffset, invalid format: ${text}`;
  const [hours, minutes, seconds] = [m[1] ?? m[2] ?? m[4] ?? m[7], m[3] ?? m[5] ?? m[8], m[6] ?? m[9]].map((n) => Number(n ?? '0'));
  const outside = (what: string, n: number, most: number): string =>
    `Zone offset ${what} not in valid range: value ${n} is not in the range ${what === 'hours' ? -most : 0} to ${most}`;
  if ((hours ?? 0) > 18) return outside('hours', Number(`${text[0] ?? ''}${hours ?? 0}`), 18);
  if ((minutes ?? 0) > 59) return outside('minutes', minutes ?? 0, 59);
  if ((seconds ?? 0) > 59) return outside('seconds', seconds ?? 0, 59);
  return hours === 18 && ((minutes ?? 0) > 0 || (seconds ?? 0) > 0) ? 'Zone offset not in valid range: -18:00 to +18:00' : undefined;
}

/** Region names are read as they are written: the engine does not care for upper and lower case, Java does. */
function isRegion(id: string): boolean {
  if (id.length === 3) return SHORT_REGIONS.has(id);
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: id }).resolvedOptions();
    return timeZone === id || timeZone.toLowerCase() !== id.toLowerCase();
  } catch {
    return false;
  }
}

/** Why `DateTimeFormatter.ofPattern` refuses a pattern: its letters, quotes and brackets; undefined if those are right. */
export function patternProblem(pattern: string): string | undefined {
  const plain = pattern.replace(/'[^']*'/g, '');
  if (plain.includes("'")) return `Pattern ends with an incomplete string literal: ${pattern}`;
  let open = 0;
  for (const c of plain) {
    if (/[A-Za-z]/.test(c) && !/[GuyYQqMLwWdDFEeacHkKhmsSAnNVvzOXxZpgB]/.test(c)) return `Unknown pattern letter: ${c}`;
    if (c === '{' || c === '}' || c === '#') return `Pattern includes reserved character: '${c}'`;
    if (c === '[' || c === ']') open += c === '[' ? 1 : -1;
    if (open < 0) return 'Pattern invalid as it contains ] without previous [';
  }
  return undefined;
}
