import { decodeLink, encodeDocument, encodeLink } from '../../share/codec.ts';
import { SHARE_VERSION, type OpenedLink, type ShareCursor, type ShareDocument, type ShareLink } from '../../share/state.ts';
import { useApp, type AppState } from '../store/store.ts';

/** Browsers slow down or refuse pages that write their address more often. */
const WRITE_INTERVAL = 500;

/**
 * Longest text that goes into the address. Packing more holds the page up for longer than a tenth of a second, and browsers refuse addresses
 * of some megabytes; the share dialog makes a link of it all the same.
 */
const MOST_CHARACTERS = 300_000;

/** Whether the address can hold the document; one that it cannot hold is found again as a draft. */
export function fitsAddress(document: { readonly sql: string; readonly feed: string }): boolean {
  return document.sql.length + document.feed.length <= MOST_CHARACTERS;
}

/** The cursor as a link spells it. */
export function shareCursor(state: AppState): ShareCursor {
  const { cursor, sel, view, playhead } = state;
  return { q: cursor.q > 0 ? cursor.q : undefined, stage: cursor.stage, step: cursor.step, sel, view, t: playhead };
}

/** The inputs as a link holds them, with the digests of the plans on screen. */
export function shareDocument(state: AppState): ShareDocument {
  const isCurrent = state.plannedSql === state.sql;
  const statement = isCurrent ? state.shelf.latest(state.cursor.q)?.statement : undefined;
  return {
    sql: state.sql,
    feed: state.feed === '' ? undefined : state.feed,
    name: state.name,
    options: state.options,
    digests: statement ? { [String(statement.number)]: statement.planDigest.slice(0, 8) } : state.shared?.digests,
    engine: statement ? state.shelf.trace?.flinkVersion : state.shared?.engine,
  };
}

/** The link to what is on screen. A gallery entry that was not edited stays a gallery link, with the cursor. */
export function shareLink(state: AppState, asDocument: boolean): ShareLink {
  if (
    !asDocument &&
    state.origin.kind === 'example' &&
    state.draftState === 'saved' &&
    state.draftId === undefined &&
    Object.keys(state.options).length === 0
  ) {
    return { kind: 'example', example: state.origin.id, cursor: shareCursor(state) };
  }
  return { kind: 'document', document: shareDocument(state), cursor: shareCursor(state) };
}

/** Writes the session into the address bar and reads it back when the reader goes through the history. */
export class AddressBar {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastWrite = 0;
  private written = '';
  private wantsPush = false;
  private memo: { key: string; payload: string } | undefined;
  private readonly unsubscribe: () => void;
  private readonly onOpen: (opened: OpenedLink, fragment: string) => void;

  constructor(onOpen: (opened: OpenedLink, fragment: string) => void) {
    this.onOpen = onOpen;
    this.written = location.hash;
    this.unsubscribe = useApp.subscribe((state, before) => {
      const moved = state.move !== before.move;
      if (
        !moved &&
        state.sql === before.sql &&
        state.feed === before.feed &&
        state.sel === before.sel &&
        state.view === before.view &&
        state.name === before.name &&
        state.options === before.options &&
        state.shelf === before.shelf
      )
        return;
      if (moved && state.move.kind === 'jump') this.wantsPush = true;
      this.schedule();
    });
    window.addEventListener('popstate', this.onHistory);
  }

  /** The fragment for the state as it is. */
  fragment(state: AppState): string {
    // The link that a long document came with still names it; an address of another document does not.
    if (!fitsAddress(state)) return state.origin.kind === 'link' && state.draftId === undefined ? this.written : '';
    const link = shareLink(state, false);
    if (link.kind === 'example') return encodeLink(link);
    const key = JSON.stringify(link.document);
    if (this.memo?.key !== key) this.memo = { key, payload: encodeDocument(link.document) };
    const cursorOnly = encodeLink({ kind: 'example', example: '', cursor: link.cursor });
    return `#/v${SHARE_VERSION}/${this.memo.payload}${cursorOnly.slice('#/x/'.length)}`;
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.unsubscribe();
    window.removeEventListener('popstate', this.onHistory);
  }

  private schedule(): void {
    if (this.timer !== undefined) return;
    const wait = Math.max(0, this.lastWrite + WRITE_INTERVAL - performance.now());
    this.timer = setTimeout(() => this.write(), Math.max(wait, 120));
  }

  private write(): void {
    this.timer = undefined;
    const state = useApp.getState();
    if (state.cursor.q === 0 || state.plannedDocument !== state.documentNumber) return;
    const fragment = this.fragment(state);
    const push = this.wantsPush;
    this.wantsPush = false;
    if (fragment === this.written) return;
    this.lastWrite = performance.now();
    this.written = fragment;
    try {
      const address = fragment === '' ? location.pathname + location.search : fragment;
      if (push) history.pushState(null, '', address);
      else history.replaceState(null, '', address);
    } catch {
      // A browser that refuses (too long, too often) keeps the old address; the share dialog still has the link.
    }
  }

  private readonly onHistory = (): void => {
    if (location.hash === this.written) return;
    this.written = location.hash;
    this.wantsPush = false;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.onOpen(decodeLink(location.hash), location.hash);
  };
}
