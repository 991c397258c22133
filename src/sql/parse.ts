import type { Diagnostic } from '../base/diagnostic.ts';
import type { Position, Span } from '../base/span.ts';
import type { SqlNode } from './ast.ts';
import type { ScriptNode } from './ast-statement.ts';
import { clientCommand } from './client-command.ts';
import { parseDirective } from './directive.ts';
import { EOF } from './lexer.ts';
import { ParseFailure } from './parser/cursor.ts';
import { createGrammar } from './parser/rules.ts';
import { statementList } from './parser/statement.ts';
import { splitScript, type ScriptPiece } from './split-script.ts';

/** What became of a text: a tree, or the one mistake that ended the parse. */
export type ParseResult<T> =
  | { readonly node: T; readonly diagnostic?: undefined; readonly position?: undefined }
  | { readonly node?: undefined; readonly diagnostic: Diagnostic; readonly position: Position };

/** A statement of a script. */
export interface ParsedStatement {
  /** Counts all statements of the script from 1, `--@` lines included. */
  readonly index: number;
  /** The statement as Flink sees it: without comments and without the semicolon. Positions in messages count in this text. */
  readonly text: string;
  /** The statement in the script, comments included. */
  readonly span: Span;
  readonly node?: ScriptNode;
  /** Why there is no node. */
  readonly diagnostic?: Diagnostic;
}

export interface ParsedScript {
  readonly statements: readonly ParsedStatement[];
}

/** Cuts a script at its semicolons and parses each statement. A mistake in one leaves the others alone. */
export function parseScript(text: string): ParsedScript {
  return { statements: splitScript(text).map((piece, i) => parsePiece(piece, i + 1)) };
}

function parsePiece(piece: ScriptPiece, index: number): ParsedStatement {
  const base = { index, text: piece.text, span: piece.span };
  const result = piece.text.startsWith('--@')
    ? guarded(() => parseDirective(piece.text, piece.toScript))
    : parseStatement(piece.text, piece.toScript);
  return result.node ? { ...base, node: result.node } : { ...base, diagnostic: result.diagnostic };
}

/**
 * Parses one statement, as Flink does when it is given one: commands of the SQL client first, then the grammar. More than one statement
 * is a mistake. `toScript` maps offsets in the text to offsets in the script that it stands in.
 */
export function parseStatement(text: string, toScript?: (offset: number) => number): ParseResult<ScriptNode> {
  const command = clientCommand(text, toScript);
  if (command) return { node: command };
  const result = parseStatements(text, toScript);
  if (!result.node) return result;
  const [first, second] = result.node;
  if (first && !second) return { node: first };
  const diagnostic: Diagnostic = {
    code: 'parse/several-statements',
    severity: 'error',
    message: 'only single statement supported',
    chain: ['IllegalArgumentException: only single statement supported'],
    span: second?.span,
  };
  return { diagnostic, position: second?.pos ?? { line: 1, column: 1, endLine: 1, endColumn: 1 } };
}

/** Parses statements with semicolons between them by the grammar alone. */
export function parseStatements(text: string, toScript?: (offset: number) => number): ParseResult<readonly ScriptNode[]> {
  return guarded(() => statementList(createGrammar(text, toScript)));
}

/** Parses a scalar expression. */
export function parseExpression(text: string): ParseResult<SqlNode> {
  return guarded(() => {
    const g = createGrammar(text);
    const node = g.expression('SUB_QUERY');
    g.c.require(EOF);
    return node;
  });
}

function guarded<T>(parse: () => T): ParseResult<T> {
  try {
    return { node: parse() };
  } catch (e) {
    if (e instanceof ParseFailure) return { diagnostic: diagnosticOf(e), position: e.place.pos };
    throw e;
  }
}

/** A failure as Flink reports it: an incomplete statement has a class of its own, and its message has no preamble. */
function diagnosticOf(e: ParseFailure): Diagnostic {
  const base = { code: e.code, severity: 'error' as const, span: e.place.span };
  if (e.causeClass === '') return { ...base, message: e.message };
  const isIncomplete = e.message.includes('Encountered "<EOF>"');
  const outer = isIncomplete ? `SqlParserEOFException: ${e.message}` : `SqlParserException: SQL parse failed. ${e.message}`;
  return { ...base, message: e.message, chain: [outer, `SqlParseException: ${e.message}`, `${e.causeClass}: ${e.message}`] };
}
