import { existsSync, readFileSync } from 'node:fs';
import { evalScript, explainText, parseStatements, planScript, planScriptSteps, runScript } from '../engine/facade.ts';
import { checkSemanticsOfFiles } from './check-semantics.ts';
import { expectText } from './expect-text.ts';
import { throughput } from './throughput.ts';
import { UsageError, collectInputs, readInput, writeOutput } from './input-files.ts';

export { planScript, planScriptSteps };

const USAGE = `usage:
  planscope trace --out DIR PATH…   plan every NAME.sql and write NAME.expect: stages, rules, firings, plans
  planscope explain FILE            print EXPLAIN of each statement of a script
  planscope run --out DIR PATH…     run every NAME.sql that has a NAME.feed and write NAME.changelog: what a client sees
  planscope check-semantics PATH…   does each step of planning keep the result? for every NAME.sql that has a NAME.feed
  planscope parse --out DIR PATH…   parse every NAME.stmts and write NAME.parsed
  planscope eval --out DIR PATH…    type, value and planned form of every expression of NAME.exprs; write NAME.values
  planscope throughput ROWS DATA PATH…
                                    rows per second of every query: DATA holds folders ROWS and 2 × ROWS of CSV files, tables.sql lies beside
exit code: 0 all files handled, 1 a file could not be read or a step of planning changed a result, 2 wrong usage`;

interface Command {
  readonly out: string;
  readonly paths: readonly string[];
}

function outAndPaths(args: readonly string[]): Command {
  const rest = [...args];
  const i = rest.indexOf('--out');
  const [, out] = i < 0 ? [] : rest.splice(i, 2);
  const unknown = rest.find((a) => a.startsWith('--'));
  if (unknown) throw new UsageError(`unknown option ${unknown}`);
  if (out === undefined || rest.length === 0) throw new UsageError('--out DIR and at least one PATH are needed');
  return { out, paths: rest };
}

/** Handles every input with `work`; 1 if one could not be read. */
function forEachFile(
  args: readonly string[],
  endings: readonly [string, string],
  work: (text: string, path: string) => string | undefined,
): number {
  const { out, paths } = outAndPaths(args);
  const inputs = collectInputs(paths, endings[0], endings[1]);
  let status = 0;
  inputs.forEach((file, i) => {
    const text = readInput(file.path);
    if (text === undefined) {
      status = 1;
      return;
    }
    const answer = work(text, file.path);
    if (answer !== undefined) writeOutput(out, file.target, answer);
    if (process.stderr.isTTY) process.stderr.write(`\r${i + 1} / ${inputs.length}  ${file.target}\x1b[K`);
  });
  if (process.stderr.isTTY) process.stderr.write('\n');
  else console.error(`${inputs.length} files`);
  return status;
}

/** The command line; gives the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args;
  try {
    switch (command) {
      case 'trace':
        return forEachFile(rest, ['.sql', '.expect'], (sql) => expectText(planScript({ sql }), sql));
      case 'run':
        return forEachFile(rest, ['.sql', '.changelog'], (sql, path) => {
          const feed = path.replace(/\.sql$/, '.feed');
          return existsSync(feed) ? runScript(sql, readFileSync(feed, 'utf8')) : undefined;
        });
      case 'parse':
        return forEachFile(rest, ['.stmts', '.parsed'], parseStatements);
      case 'eval':
        return forEachFile(rest, ['.exprs', '.values'], evalScript);
      case 'check-semantics':
        return checkSemanticsOfFiles(rest);
      case 'throughput':
        return throughput(rest);
      case 'explain': {
        const [file, ...more] = rest;
        if (file === undefined || more.length > 0) throw new UsageError('one FILE is needed');
        const sql = readInput(file);
        if (sql === undefined) return 1;
        process.stdout.write(explainText(planScript({ sql })));
        return 0;
      }
      case 'help':
      case '--help':
        console.log(USAGE);
        return 0;
      default:
        throw new UsageError(command === undefined ? 'a command is needed' : `unknown command ${command}`);
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`planscope: ${error.message}\n${USAGE}`);
    return 2;
  }
}
