import type { Diagnostic } from '../../base/diagnostic.ts';
import { NON_RESERVED_WORDS } from '../keywords.ts';
import {
  EOF,
  IDENTIFIER,
  LEXICAL_ERROR,
  QUOTED_IDENTIFIER,
  UNICODE_IDENTIFIER,
  escapeImage,
  tokenize,
  type Token,
  type TokenKind,
} from '../lexer.ts';
import { KEYWORDS } from '../keywords.ts';
import type { Place } from './place.ts';

/** A set of token kinds that a rule may begin with. */
export type Kinds = ReadonlySet<TokenKind>;

/** Whatever may be a name. */
export const NAME: Kinds = new Set([IDENTIFIER, QUOTED_IDENTIFIER, UNICODE_IDENTIFIER, ...NON_RESERVED_WORDS]);

/** Brackets and operators open at the same time; more would overflow the stack of a browser's worker. */
const MAX_DEPTH = 250;

/** Leaves the parser with a diagnostic; caught where a statement is parsed, never seen outside. */
export class ParseFailure extends Error {
  readonly code: Diagnostic['code'];
  /** The exception that Flink has inside, for the chain of causes. */
  readonly causeClass: string;
  readonly place: Place;

  constructor(code: Diagnostic['code'], message: string, place: Place, cause: string) {
    super(message);
    this.code = code;
    this.causeClass = cause;
    this.place = place;
  }
}

const printedKind = (kind: TokenKind): string => (kind.length > 2 && kind.startsWith('<') ? kind : `"${kind}"`);

/** The list of what could have stood at a place. Where a name could, the words that may be names are left out. */
function expectation(kinds: ReadonlySet<TokenKind>): string {
  const hasName = kinds.has(IDENTIFIER);
  const shown = [...kinds].filter((k) => !(hasName && NON_RESERVED_WORDS.has(k)));
  const words = shown.filter((k) => /^\w/.test(k)).sort();
  const others = shown.filter((k) => !/^\w/.test(k) && k !== EOF);
  const lines = [...(kinds.has(EOF) ? [`    ${EOF} `] : []), ...[...words, ...others].map((k) => `    ${printedKind(k)} ...`)];
  return `${lines.length === 1 ? 'Was expecting:' : 'Was expecting one of:'}\n${lines.join('\n')}\n    `;
}

/**
 * Reads the tokens of one statement. It never goes back: a rule looks at as many tokens as it needs and then commits.
 *
 * Messages are those of the generated parser that Flink uses. It lists every token that some rule asked for at the place of the error,
 * and it shows as many tokens of the text as the longest look ahead from there has touched. So every question about the next tokens goes
 * through `at` (one token) or `ahead` (several), which keep count.
 */
export class Cursor {
  readonly tokens: readonly Token[];
  private readonly toScript: (offset: number) => number;
  private index = 0;
  private depth = 0;
  /** What was asked for at `expectedAt`; sets are spread out only for a message. */
  private expected: (TokenKind | Kinds)[] = [];
  private expectedAt = 0;
  /** The last token that a look ahead has touched, and the last place where it would have taken a name. */
  private reach = -1;
  private nameReach = -1;
  /** How many `?` there were. */
  parameters = 0;

  constructor(text: string, toScript: (offset: number) => number = (o) => o) {
    this.tokens = tokenize(text);
    this.toScript = toScript;
  }

  // ------------------------------------------------------------------------------------------------------------- looking at tokens

  /** The token so many places ahead; a lexical error there ends the parse. */
  private peek(offset: number): Token {
    const token = this.tokens[Math.min(this.index + offset, this.tokens.length - 1)] as Token;
    if (token.kind === LEXICAL_ERROR)
      throw new ParseFailure('parse/lexical-error', token.error ?? '', this.placeOfToken(token), 'TokenMgrError');
    return token;
  }

  /** Kind of the next token, without asking for anything. For choices whose alternatives ask themselves. */
  get kind(): TokenKind {
    return this.peek(0).kind;
  }

  /** The next token as written. */
  get image(): string {
    return this.peek(0).image;
  }

  private note(asked: TokenKind | Kinds): void {
    if (this.expectedAt !== this.index) {
      this.expected = [];
      this.expectedAt = this.index;
    }
    this.expected.push(asked);
  }

  /** Tells that the next token is one of these; else they are noted as what could have stood there. */
  at(...kinds: readonly TokenKind[]): boolean {
    const { kind } = this;
    if (kinds.includes(kind)) return true;
    for (const k of kinds) this.note(k);
    return false;
  }

  /** The same for a set. */
  atAny(kinds: Kinds): boolean {
    if (kinds.has(this.kind)) return true;
    this.note(kinds);
    return false;
  }

  /** Tells whether the next tokens are these, one step for each token; a step is a kind or a set of kinds. */
  ahead(...steps: readonly (TokenKind | Kinds)[]): boolean {
    for (let i = 0; i < steps.length; i++) if (!this.looksAt(i, steps[i] as TokenKind | Kinds)) return false;
    return true;
  }

  /** One step of a look ahead: is the token at this distance such a one? */
  looksAt(offset: number, step: TokenKind | Kinds): boolean {
    const { kind } = this.peek(offset);
    const at = this.index + offset;
    this.reach = Math.max(this.reach, at);
    const isName = typeof step !== 'string' && step.has(IDENTIFIER);
    if (isName || step === IDENTIFIER) this.nameReach = Math.max(this.nameReach, at);
    if (typeof step === 'string' ? kind === step : step.has(kind)) return true;
    if (offset === 0) this.note(step);
    return false;
  }

  /** Kind of a token further on, for choices after a look ahead. */
  kindAt(offset: number): TokenKind {
    return this.peek(offset).kind;
  }

  // ------------------------------------------------------------------------------------------------------------- consuming tokens

  /** Takes the next token, whatever it is. */
  advance(): Token {
    const token = this.peek(0);
    if (token.kind !== EOF) this.index++;
    return token;
  }

  /** Takes the next token if it is one of these. */
  take(...kinds: readonly TokenKind[]): Token | undefined {
    return this.at(...kinds) ? this.advance() : undefined;
  }

  /** Takes words that must all stand there if the first one does. */
  takeWords(first: TokenKind, ...rest: readonly TokenKind[]): boolean {
    if (!this.take(first)) return false;
    for (const kind of rest) this.require(kind);
    return true;
  }

  /** Takes a token that must stand here. */
  require(...kinds: readonly TokenKind[]): Token {
    return this.take(...kinds) ?? this.fail();
  }

  // ----------------------------------------------------------------------------------------------------------------------- places

  placeOfToken(token: Token): Place {
    return { pos: token.pos, span: { start: this.toScript(token.start), end: this.toScript(token.end) } };
  }

  /** Place of the token taken last: where Calcite's actions stand. */
  get last(): Place {
    const token = this.tokens[Math.max(this.index - 1, 0)] as Token;
    return this.placeOfToken(token);
  }

  get lastImage(): string {
    return this.tokens[this.index - 1]?.image ?? '';
  }

  // ----------------------------------------------------------------------------------------------------------------------- errors

  /** The next token is not what any rule asked for. */
  fail(): never {
    const token = this.peek(0);
    const width = Math.max(1, this.reach - this.index + 1);
    const kinds = this.expectedKinds();
    const allowsName = kinds.has(IDENTIFIER) || this.nameReach >= this.index;
    const where = `at line ${token.pos.line}, column ${token.pos.column}.\n`;
    const head =
      token.kind !== EOF && allowsName && KEYWORDS.has(token.image)
        ? `Incorrect syntax near the keyword '${token.image}' ${where}`
        : `Encountered "${this.shownTokens(width)}" ${where}`;
    throw new ParseFailure('parse/unexpected-token', head + expectation(kinds), this.placeOfToken(token), 'ParseException');
  }

  private shownTokens(width: number): string {
    const out: string[] = [];
    for (let i = 0; i < width; i++) {
      const token = this.tokens[this.index + i];
      if (token === undefined || token.kind === LEXICAL_ERROR) break;
      out.push(token.kind === EOF ? EOF : escapeImage(token.image));
      if (token.kind === EOF) break;
    }
    return out.join(' ');
  }

  private expectedKinds(): Set<TokenKind> {
    const out = new Set<TokenKind>();
    if (this.expectedAt !== this.index) return out;
    for (const asked of this.expected) {
      if (typeof asked === 'string') out.add(asked);
      else for (const k of asked) out.add(k);
    }
    return out;
  }

  /** An error that the grammar's actions raise: something that can be read but is not allowed. */
  forbid(message: string, place: Place, cause = 'CalciteException'): never {
    throw new ParseFailure('parse/not-allowed', message, place, cause);
  }

  /** A limit of ours. */
  tooLong(message: string): never {
    throw new ParseFailure('limit/length', message, this.last, '');
  }

  /** Guards a rule that calls itself. */
  nested<T>(rule: () => T): T {
    if (++this.depth > MAX_DEPTH) {
      throw new ParseFailure(
        'limit/nesting',
        `The statement is nested more than ${MAX_DEPTH} levels deep.`,
        this.placeOfToken(this.peek(0)),
        '',
      );
    }
    const out = rule();
    this.depth--;
    return out;
  }
}
