import type { Calc } from '../rel/core/calc.ts';
import type { Cause, Diagnostic } from '../base/diagnostic.ts';
import type { ConnectorTable } from '../catalog/table.ts';
import type { EvalContext, Row, Surroundings } from '../runtime/eval/contract.ts';
import type { PlanSession } from './plan-session.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { RexNode } from '../rel/rex/rex-node.ts';
import type { SqlType } from '../types/sql-type.ts';
import type { Value } from '../types/value.ts';
import { drain } from '../planner/limits.ts';
import { FlinkError, UnsupportedError } from '../base/diagnostic.ts';
import { flinkTypeText } from '../catalog/flink-type-text.ts';
import { flinkInterval } from '../catalog/functions/flink-inference.ts';
import { convertStatement } from '../convert/convert-statement.ts';
import { selectText } from '../rel/core/common-calc.ts';
import { Project } from '../rel/core/project.ts';
import { explainTree } from '../rel/explain.ts';
import { StreamPhysicalCalc } from '../rel/physical/stream-physical-calc.ts';
import { textFunction } from '../runtime/eval/cast-to-text.ts';
import { compileExpression } from '../runtime/eval/compile-expression.ts';
import { EvaluationError, NoEvaluator } from '../runtime/eval/contract.ts';
import { JavaRandom } from '../runtime/eval/java-random.ts';
import { parseStatement } from '../sql/parse.ts';
import { simpleType, withNullability } from '../types/sql-type.ts';
import { changeConfig, evalContext, newSession } from './new-session.ts';
import { emptyPlan, optimizeRoots } from './plan-query.ts';

const TABLE = 'src';

/** What time it is for NOW and kin: 2024-01-01 00:00 UTC, so that answers do not depend on the day. */
const NOW_MILLIS = 1_704_067_200_000;

/** Who found the mistake: the front end, the optimizer, the generator of code, or the code on the row; `unsupported` is a limit of ours. */
type FailureKind = 'validation' | 'planning' | 'codegen' | 'runtime' | 'unsupported';

interface Failure {
  readonly kind: FailureKind;
  readonly text: string;
}

type Outcome = { readonly value: Value; readonly failure?: undefined } | { readonly failure: Failure };

/** What became of one expression. */
interface Evaluated {
  readonly outcome: Outcome;
  readonly type?: SqlType;
  /** The planned expression. */
  readonly plan: string;
  /** The expression before the optimizer ran; absent if the statement is more than a projection. */
  readonly unoptimized?: Outcome;
}

interface Column {
  readonly type: SqlType;
  readonly value: Value;
}

/**
 * Evaluates the expressions of a `.exprs` text and gives the `.values` text: a line for each with its type, value and planned form, or
 * its error. `@col name TYPE = literal` declares a column of the one-row table `src`, `@set key = value` an option; both hold for the
 * lines below. Throws for a column whose value cannot be computed.
 */
export function evalScript(text: string): string {
  const evaluator = new ScriptEvaluator();
  return text
    .split('\n')
    .flatMap((line) => (evaluator.directive(line) ? [] : [`${evaluator.line(line)}\n`]))
    .join('');
}

class ScriptEvaluator {
  private readonly session: PlanSession = newSession({});
  private readonly surroundings: Surroundings = { nowMillis: () => NOW_MILLIS, random: new JavaRandom(0n) };
  private readonly columns = new Map<string, Column>();

  constructor() {
    this.declare();
  }

  /** Applies a comment, an empty line, `@set` or `@col`; false for an expression. */
  directive(line: string): boolean {
    if (line.trim() === '' || line.startsWith('#')) return true;
    const option = /^@set\s+(\S+)\s+=\s+(.*)$/.exec(line);
    if (option) {
      const [, key = '', value = ''] = option;
      changeConfig(this.session, this.session.session.config.with(key, value.trim()));
      return true;
    }
    const column = /^@col\s+(\w+)\s+(.+?)\s+=\s+(.*)$/.exec(line);
    if (!column) return false;
    const [, name = '', type = '', literal = ''] = column;
    const bare = type.replace(/\s+NOT NULL$/i, '');
    const { outcome, type: resolved } = this.evaluate(`CAST(${literal} AS ${bare})`);
    if (outcome.failure || !resolved) throw new Error(`${line}\n${outcome.failure?.kind}: ${outcome.failure?.text}`);
    this.columns.set(name, { type: withNullability(flinkInterval(resolved), bare === type), value: outcome.value });
    this.declare();
    return true;
  }

  /** The line of the answer for an expression. */
  line(expression: string): string {
    const result = this.evaluate(expression);
    const { outcome, type, plan, unoptimized } = result;
    const typeText = type ? flinkTypeText(type) : '';
    const value = this.shown(outcome, type);
    const fields = outcome.failure ? [expression, 'ERROR', value, typeText] : [expression, typeText, value, escape(plan)];
    // Code generation relies on some rewrites of the optimizer; without them its complaint says nothing.
    if (unoptimized && unoptimized.failure?.kind !== 'codegen' && unoptimized.failure?.kind !== 'unsupported') {
      const before = this.shown(unoptimized, type);
      if (before !== value) fields.push(before);
    }
    return fields.join('\t');
  }

  private shown(outcome: Outcome, type: SqlType | undefined): string {
    if (outcome.failure) return `${outcome.failure.kind}: ${escape(outcome.failure.text)}`;
    if (outcome.value === null || !type) return '\\N';
    return escape(textFunction(type, { ...this.context(), legacyCasts: false, printing: true })(outcome.value));
  }

  private context(): EvalContext {
    return { ...evalContext(this.session.session.config), surroundings: this.surroundings };
  }

  /** The expression stands on a line of its own, so that a position on line 2 is one in the expression. */
  private convert(expression: string): RelNode {
    const parsed = parseStatement(`SELECT\n${expression}\nAS c FROM ${TABLE}`);
    if (!parsed.node) throw new FlinkError(parsed.diagnostic.code, causesOf(parsed.diagnostic));
    if (parsed.node.type.endsWith('Directive')) throw new UnsupportedError('expression', 'a directive is no expression');
    // A statement that starts with SELECT is no directive.
    const [root] = convertStatement(parsed.node as Parameters<typeof convertStatement>[0], this.session.planning);
    if (!root) throw new UnsupportedError('expression', 'no query');
    return root;
  }

  private evaluate(expression: string): Evaluated {
    let tree: RelNode;
    try {
      tree = this.convert(expression);
    } catch (error) {
      return { outcome: failed('validation', error), plan: '' };
    }
    const type = tree.rowType.fields[0]?.type;
    if (!type) throw new Error('a row without fields');
    const unoptimized = tree instanceof Project && tree.input().inputs.length === 0 ? this.run(tree.projects[0] as RexNode) : undefined;
    let planned: RelNode;
    try {
      planned = this.optimize(tree);
    } catch (error) {
      return { outcome: failed('planning', error), type, plan: '', unoptimized };
    }
    const calc = planned instanceof StreamPhysicalCalc && planned.input().inputs.length === 0 ? planned : undefined;
    if (!calc) {
      const outcome = failed('unsupported', new UnsupportedError('expression', 'the expression needs a job of its own'));
      return { outcome, type, plan: explainTree(planned, { level: 'expplan' }), unoptimized };
    }
    return { outcome: this.run(calc.projects[0] as RexNode), type, plan: selectOf(calc), unoptimized };
  }

  private optimize(tree: RelNode): RelNode {
    return drain(optimizeRoots([tree], this.session, emptyPlan()))[0] ?? tree;
  }

  private run(e: RexNode): Outcome {
    let f: (row: Row) => Value;
    try {
      f = compileExpression(e, this.context());
    } catch (error) {
      return failed('codegen', error);
    }
    try {
      return { value: f([...[...this.columns.values()].map((c) => c.value), null]) };
    } catch (error) {
      return failed('runtime', error);
    }
  }

  /** Creates the one-row table anew; its last column keeps a SELECT of all other columns from being the identity. */
  private declare(): void {
    const { catalog } = this.session.session;
    const path = catalog.qualify([TABLE]);
    const physical = [...this.columns].map(([name, c]) => ({ kind: 'physical' as const, name, type: c.type }));
    const table: ConnectorTable = {
      kind: 'connector',
      path,
      isTemporary: true,
      columns: [...physical, { kind: 'physical', name: '_', type: simpleType('INTEGER', true) }],
      watermarks: [],
      partitionKeys: [],
      options: new Map([
        ['connector', 'values'],
        ['bounded', 'true'],
        ['enable-projection-push-down', 'false'],
      ]),
    };
    if (catalog.temporaryTable(path)) catalog.dropTemporaryTable(path, 'table', true);
    catalog.createTable(table, { ignoreIfExists: false });
  }
}

/** The `select=[…]` of a Calc without the name of the column, as `EXPLAIN` with plain values prints it. */
function selectOf(calc: Calc): string {
  return selectText(calc.program, { format: 'prefix', detail: 'explain' }).replace(/ AS c$/, '');
}

/** `Class: message` a line, as diagnostics keep them. */
function causesOf(d: Diagnostic): readonly Cause[] {
  return (d.chain ?? [`ParseException: ${d.message}`]).map((text) => {
    const colon = text.indexOf(': ');
    return { className: text.slice(0, colon), message: text.slice(colon + 2) };
  });
}

/** The chain of causes as text; a wrapper that only repeats its cause is left out. */
function failed(kind: FailureKind, error: unknown): { failure: Failure } {
  if (error instanceof NoEvaluator || error instanceof UnsupportedError) return { failure: { kind: 'unsupported', text: error.message } };
  if (error instanceof EvaluationError) return { failure: { kind, text: cutDumps(`${error.className}: ${error.message}`) } };
  if (!(error instanceof FlinkError)) throw error;
  const lines: string[] = [];
  let last = '';
  error.causes.forEach(({ className, message }, i) => {
    const inner = error.causes[i + 1]?.message;
    if ((inner !== undefined && message.includes(inner)) || (lines.length > 0 && last.includes(message))) return;
    lines.push(`${className}: ${message}`);
    last = message;
  });
  return { failure: { kind, text: cutDumps(lines.join('\n')) } };
}

/** Left out: the tokens that the parser would take instead, and dumps of plans. */
function cutDumps(text: string): string {
  return text.replace(/\nWas expecting[\s\S]*|\n\n[\s\S]*/g, '');
}

/** Tab, line ends and other control characters would break the lines of a tab-separated file. */
function escape(text: string): string {
  return text.replace(/[\\\u0000-\u001f\u007f]/g, (c) => {
    if (c === '\\') return '\\\\';
    if (c === '\n') return '\\n';
    if (c === '\t') return '\\t';
    return `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
