import { clientCommand, commandText } from './client-command.ts';
import { parseStatements } from './parse.ts';
import { printSql, treeHead } from './printer.ts';

/** Cuts the text of a `.stmts` file at lines that hold nothing but `;;`. Statements are raw: every other character counts. */
export function splitStatements(text: string): string[] {
  return text
    .split(/^;;\r?\n|^;;[ \t\r\n]*$(?![^])/m)
    .map((part) => (part.endsWith('\n') ? part.slice(0, -1) : part))
    .filter((part) => part !== '');
}

/** The text of a section; white space at line ends goes. */
function section(name: string, body: string): string {
  const text = body.replace(/[ \t]+$/gm, '').replace(/\s+$/, '');
  return `=== ${name}\n${text === '' ? '' : `${text}\n`}`;
}

/** What the parser makes of one statement, in the sections of a `.parsed` file. */
function parsedStatement(text: string): string {
  const command = clientCommand(text);
  const head = command ? section('command', commandText(command)) : '';
  const result = parseStatements(text);
  if (!result.node) {
    const { diagnostic, position } = result;
    const error = diagnostic.chain?.[0] ?? `${diagnostic.code}: ${diagnostic.message}`;
    const place = `${position.line}:${position.column} to ${position.endLine}:${position.endColumn}`;
    return `${head}${section('error', error)}${position.line > 0 ? section('position', place) : ''}`;
  }
  const trees = result.node.map((node) => section(`tree ${treeHead(node)}`, '') + section('sql', printSql(node)));
  const several = result.node.length > 1 ? section('error', 'IllegalArgumentException: only single statement supported') : '';
  return head + trees.join('') + several;
}

/** Makes the text of a `.parsed` file from that of a `.stmts` file. */
export function parsedText(statements: string): string {
  return splitStatements(statements)
    .map((text, i) => section(`statement ${i + 1}`, text) + parsedStatement(text))
    .join('');
}
