/**
 * THE CONTRACT of links: what a link means. A link holds inputs and choices, never results, since results can be computed again.
 * A new field here means a new version in `upgraders.ts` and a stored link of the old one in `share-fixtures/`.
 */

/** The version that this build writes. */
export const SHARE_VERSION = 2;

/** The views of the stage of the plan, in the order of the keys 1 to 5. */
export const SHARE_VIEWS = ['plan', 'compare', 'memo', 'text', 'job'] as const;

export type ShareView = (typeof SHARE_VIEWS)[number];

/** What was worked on. Travels compressed in the payload. */
export interface ShareDocument {
  /** The whole script. */
  readonly sql: string;
  /** Sample rows in the text form of `feed/`; what the statement on stage is replayed with. Since version 2. */
  readonly feed?: string;
  /** Shown in the top bar and in the tab's title. */
  readonly name?: string;
  /** Options that differ from Flink's defaults, beside those that the script sets itself. */
  readonly options?: Readonly<Record<string, string>>;
  /** The plan's digest when the link was made, by statement number; lets a link check itself. */
  readonly digests?: Readonly<Record<string, string>>;
  /** Version of the engine that made the digests. */
  readonly engine?: string;
}

/** Where the reader stands. Travels in plain text after the payload, so that a person can read and change it. */
export interface ShareCursor {
  /** Statement number, from 1; absent: the statement that is on stage by default. */
  readonly q?: number;
  /** A stage's name, or `ast`, `exec`, `job`, `run`. */
  readonly stage?: string;
  /** Ordinal within the stage, 0 = before it. */
  readonly step?: number;
  /** First 8 hex digits of the selected node's digest. */
  readonly sel?: string;
  readonly view?: ShareView;
  /** Step of the run after which the playhead stands; absent: the end of the run. */
  readonly t?: number;
}

/** A whole link. `example` stands in place of a document for `#/x/<example>`. */
export type ShareLink =
  | { readonly kind: 'document'; readonly document: ShareDocument; readonly cursor: ShareCursor }
  | { readonly kind: 'example'; readonly example: string; readonly cursor: ShareCursor };

/** What could not be used of a link; the texts are keyed by `code` where they are shown. */
export interface ShareNotice {
  readonly code: 'newer-version' | 'older-version' | 'broken-payload' | 'too-large' | 'bad-parameter' | 'unknown-form';
  /** The parameter or version that the notice is about. */
  readonly subject?: string;
}

/** What opening a fragment gave: as much as could be read, and what could not. */
export interface OpenedLink {
  readonly link?: ShareLink;
  readonly notices: readonly ShareNotice[];
}
