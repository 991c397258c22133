import type { PlanWatch } from '../../programs/run-program.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { Row } from '../../runtime/record.ts';
import type { EvalContext } from '../../runtime/eval/contract.ts';
import type { CheckedStep, FinalTable, StepVerdict } from '../../trace/semantics-report.ts';
import type { PlanOutcome } from './plan-evaluator.ts';
import type { TableContents } from './table-contents.ts';
import { differenceOf } from './bag.ts';
import { PlanEvaluator } from './plan-evaluator.ts';
import { rowTexts } from './row-texts.ts';

const MOST_ROWS = 5;
const MOST_RESULT_ROWS = 1000;

type Program = Parameters<PlanWatch['programBegins']>[0];

/** Evaluates the plans that it is shown and compares each with the last one that could be evaluated. */
export class StepChecker implements PlanWatch {
  readonly steps: CheckedStep[] = [];
  private readonly evaluator: PlanEvaluator;
  private readonly context: EvalContext;
  private program: Program | undefined;
  /** The plan at hand, whether or not it can be evaluated. */
  private currentId = -1;
  private last: { readonly outcome: PlanOutcome & { readonly kind: 'rows' }; readonly rowType: RowType; readonly at: string } | undefined;
  /** Plans since `last` that could not be evaluated. */
  private skipped = 0;

  constructor(tables: TableContents, context: EvalContext) {
    this.context = context;
    this.evaluator = new PlanEvaluator(tables, context);
  }

  programBegins(program: Program, tree: RelNode): void {
    this.program = program;
    const outcome = this.evaluator.evaluate(tree);
    // Statements of several blocks begin anew with each block.
    if (outcome.id === this.currentId) return;
    this.currentId = outcome.id;
    this.last = undefined;
    this.skipped = 0;
    this.remember(outcome, tree, `${program.name}, as it begins`);
  }

  ruleFired(step: number, rule: string, root: RelNode): void {
    this.see(root, { step, rule });
  }

  programEnds(tree: RelNode): void {
    const kind = this.program?.kind;
    this.see(tree, { rule: kind === 'volcano' ? 'search' : kind === 'program' ? 'program' : 'end of the program' });
  }

  get result(): FinalTable | undefined {
    if (!this.last || this.skipped > 0) return undefined;
    const { outcome, rowType } = this.last;
    return {
      rows: rowTexts(outcome.rows.slice(0, MOST_RESULT_ROWS), rowType, this.context),
      total: outcome.rows.length,
      choices: outcome.choices,
    };
  }

  private see(tree: RelNode, at: { readonly step?: number; readonly rule: string }): void {
    const { program } = this;
    if (!program) return;
    const outcome = this.evaluator.evaluate(tree);
    if (outcome.id === this.currentId) return;
    this.currentId = outcome.id;
    const verdict = this.compare(outcome, tree.rowType);
    this.steps.push({ stage: program.stage, program: program.name, pass: program.pass, ...at, verdict });
    this.remember(outcome, tree, `${program.stage}${at.step === undefined ? '' : ` ${at.step}`} ${at.rule}`);
  }

  private remember(outcome: PlanOutcome, tree: RelNode, at: string): void {
    if (outcome.kind === 'rows') {
      this.last = { outcome, rowType: tree.rowType, at };
      this.skipped = 0;
    } else this.skipped++;
  }

  private compare(outcome: PlanOutcome, rowType: RowType): StepVerdict {
    if (outcome.kind === 'not-runnable') return { kind: 'not-runnable', reason: outcome.reason };
    const { last } = this;
    if (!last) return { kind: 'not-runnable', reason: 'No plan before this one could be evaluated.' };
    const difference = differenceOf(last.outcome.rows, outcome.rows, rowType);
    if (!difference) return { kind: 'equal' };
    const [choice] = [...outcome.choices, ...last.outcome.choices];
    if (choice !== undefined) return { kind: 'not-runnable', reason: `${choice}, and the plans choose otherwise.` };
    const text = (rows: readonly Row[], type: RowType): readonly string[] => rowTexts(rows.slice(0, MOST_ROWS), type, this.context);
    return {
      kind: 'differs',
      onlyBefore: text(difference.onlyBefore, last.rowType),
      onlyAfter: text(difference.onlyAfter, rowType),
      ...(this.skipped > 0 && { since: last.at }),
    };
  }
}
