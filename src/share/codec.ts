import { decodeBase64Url, encodeBase64Url } from './base64url.ts';
import { dictionaryOf } from './dictionary.ts';
import { deflateText, inflateText } from './inflate.ts';
import {
  SHARE_VERSION,
  SHARE_VIEWS,
  type OpenedLink,
  type ShareCursor,
  type ShareDocument,
  type ShareLink,
  type ShareNotice,
  type ShareView,
} from './state.ts';
import { readPayload, writePayload } from './upgraders.ts';

const MAX_NUMBER = 1_000_000;

/** The payload of a document: JSON, deflated against the version's dictionary, base64url. */
export function encodeDocument(document: ShareDocument): string {
  return encodeBase64Url(deflateText(JSON.stringify(writePayload(document)), dictionaryOf(SHARE_VERSION)));
}

function encodeCursor(cursor: ShareCursor): string {
  const pairs: string[] = [];
  if (cursor.q !== undefined) pairs.push(`q=${cursor.q}`);
  if (cursor.stage !== undefined) pairs.push(`stage=${encodeURIComponent(cursor.stage)}`);
  if (cursor.step !== undefined && cursor.step !== 0) pairs.push(`step=${cursor.step}`);
  if (cursor.sel !== undefined) pairs.push(`sel=${encodeURIComponent(cursor.sel)}`);
  if (cursor.view !== undefined && cursor.view !== 'plan') pairs.push(`view=${cursor.view}`);
  if (cursor.t !== undefined) pairs.push(`t=${cursor.t}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** The fragment of a link, with its `#`. */
export function encodeLink(link: ShareLink): string {
  const head = link.kind === 'example' ? `#/x/${encodeURIComponent(link.example)}` : `#/v${SHARE_VERSION}/${encodeDocument(link.document)}`;
  return head + encodeCursor(link.cursor);
}

function decodeText(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function readNumber(text: string, least: number): number | undefined {
  if (!/^\d{1,7}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= least && value <= MAX_NUMBER ? value : undefined;
}

/** Reads the parameters; unknown ones are ignored, bad ones are left out with a notice. */
export function decodeCursor(query: string): { cursor: ShareCursor; notices: ShareNotice[] } {
  const notices: ShareNotice[] = [];
  const cursor: { -readonly [K in keyof ShareCursor]: ShareCursor[K] } = {};
  const readers: Readonly<Record<string, (value: string) => boolean>> = {
    q: (value) => (cursor.q = readNumber(value, 1)) !== undefined,
    step: (value) => (cursor.step = readNumber(value, 0)) !== undefined,
    stage: (value) => (cursor.stage = /^[\w-]{1,60}$/.test(value) ? value : undefined) !== undefined,
    sel: (value) => (cursor.sel = /^[0-9a-f]{1,16}$/i.test(value) ? value.toLowerCase() : undefined) !== undefined,
    view: (value) => (cursor.view = SHARE_VIEWS.find((view: ShareView) => view === value)) !== undefined,
    t: (value) => (cursor.t = readNumber(value, 0)) !== undefined,
  };
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const key = equals < 0 ? pair : pair.slice(0, equals);
    const reader = Object.hasOwn(readers, key) ? readers[key] : undefined;
    if (!reader) continue;
    const value = decodeText(equals < 0 ? '' : pair.slice(equals + 1));
    if (value === undefined || !reader(value)) notices.push({ code: 'bad-parameter', subject: key });
  }
  return { cursor, notices };
}

function decodePayload(payload: string, version: number): { document?: ShareDocument; notice?: ShareNotice } {
  const bytes = decodeBase64Url(payload);
  if (!bytes || bytes.length === 0) return { notice: { code: 'broken-payload' } };
  const inflated = inflateText(bytes, dictionaryOf(version));
  if (!inflated.ok) return { notice: { code: inflated.reason === 'too-large' ? 'too-large' : 'broken-payload' } };
  try {
    const document = readPayload(JSON.parse(inflated.text));
    return document ? { document } : { notice: { code: 'broken-payload' } };
  } catch {
    return { notice: { code: 'broken-payload' } };
  }
}

/** Opens a fragment. Never throws: what cannot be read is told in notices, what can be read is there. An empty fragment gives nothing. */
export function decodeLink(fragment: string): OpenedLink {
  const text = fragment.replace(/^#/, '');
  if (text === '' || text === '/') return { notices: [] };
  const question = text.indexOf('?');
  const path = question < 0 ? text : text.slice(0, question);
  const { cursor, notices } = decodeCursor(question < 0 ? '' : text.slice(question + 1));
  const example = /^\/x\/([^/]+)\/?$/.exec(path);
  if (example) {
    const name = decodeText(example[1]!);
    return name === undefined
      ? { notices: [...notices, { code: 'unknown-form' }] }
      : { link: { kind: 'example', example: name, cursor }, notices };
  }
  const versioned = /^\/v(\d{1,6})\/([^/]*)\/?$/.exec(path);
  if (!versioned) return { notices: [...notices, { code: 'unknown-form' }] };
  const version = Number(versioned[1]);
  const isNewer = version > SHARE_VERSION;
  if (isNewer) notices.push({ code: 'newer-version', subject: String(version) });
  if (version < 1) return { notices: [...notices, { code: 'unknown-form' }] };
  const { document, notice } = decodePayload(decodeText(versioned[2]!) ?? '', version);
  if (notice && !(isNewer && notice.code === 'broken-payload')) notices.push(notice);
  return document ? { link: { kind: 'document', document, cursor }, notices } : { notices };
}
