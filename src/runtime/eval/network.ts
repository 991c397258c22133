import type { CallCompiler } from './contract.ts';
import { strict, strictText } from './contract.ts';

/** Addresses and URLs. */

interface Url {
  readonly PROTOCOL: string;
  readonly AUTHORITY: string | null;
  readonly USERINFO: string | null;
  readonly HOST: string;
  readonly PATH: string;
  readonly QUERY: string | null;
  readonly REF: string | null;
  readonly FILE: string;
}

const PROTOCOLS = new Set(['http', 'https', 'ftp', 'file', 'jar']);

/** As Java's `URL` takes a text apart; undefined for a protocol that it does not know. */
function parse(text: string): Url | undefined {
  const mail = /^mailto:(.*)$/i.exec(text.trim())?.[1];
  if (mail !== undefined) return mailAddress(mail);
  const m = /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/.exec(text.trim());
  const protocol = (m?.[1] ?? '').toLowerCase();
  if (!m || !PROTOCOLS.has(protocol)) return undefined;
  const authority = m[2] ?? null;
  const at = authority?.lastIndexOf('@') ?? -1;
  const path = m[3] ?? '';
  const query = m[4] ?? null;
  return {
    PROTOCOL: protocol,
    AUTHORITY: authority === '' ? null : authority,
    USERINFO: at >= 0 ? (authority ?? '').slice(0, at) : null,
    HOST: (authority ?? '').slice(at + 1).replace(/:\d*$/, ''),
    PATH: path,
    QUERY: query,
    REF: m[5] ?? null,
    FILE: query === null ? path : `${path}?${query}`,
  };
}

/** Everything behind `mailto:` is the file. */
function mailAddress(file: string): Url {
  const at = file.lastIndexOf('?');
  const [path, query] = at < 0 ? [file, null] : [file.slice(0, at), file.slice(at + 1)];
  return { PROTOCOL: 'mailto', AUTHORITY: null, USERINFO: null, HOST: '', PATH: path, QUERY: query, REF: null, FILE: file };
}

/** PARSE_URL(url, part [, key of a query parameter]). */
export const parseUrl: CallCompiler = (_call, args) =>
  strictText(args, (text, part, key) => {
    const url = parse(text);
    if (!url) return null;
    if (key === undefined) return url[part as keyof Url] ?? null;
    if (part !== 'QUERY' || url.QUERY === null) return null;
    const pair = url.QUERY.split('&').find((p) => p.startsWith(`${key}=`));
    return pair === undefined ? null : pair.slice(key.length + 1);
  });

/** INET_ATON: the last part fills the remaining bytes, `1.2.3` is 1.2.0.3. */
export const inetAton: CallCompiler = (_call, args) =>
  strictText(args, (s) => {
    const parts = s.split('.');
    if (parts.length > 4 || !parts.every((p) => /^\d{1,10}$/.test(p))) return null;
    const numbers = parts.map(BigInt);
    const last = numbers.pop() ?? 0n;
    const room = 8n * BigInt(4 - numbers.length);
    if (numbers.some((n) => n > 255n) || last >= 1n << room) return null;
    return numbers.reduce((sum, n, i) => sum + (n << BigInt(24 - 8 * i)), last);
  });

export const inetNtoa: CallCompiler = (_call, args) =>
  strict(args, (v) => {
    const n = BigInt(v as number | bigint);
    return n < 0n || n > 0xffffffffn ? null : [24n, 16n, 8n, 0n].map((shift) => (n >> shift) & 255n).join('.');
  });
