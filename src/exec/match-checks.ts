import type { RexNode } from '../rel/rex/rex-node.ts';
import type { StreamPhysicalMatch } from '../rel/physical/stream-physical-match.ts';
import { FlinkError, tableError } from '../base/diagnostic.ts';
import { isTimeIndicator, isYearMonthInterval } from '../types/sql-type.ts';
import { rexText } from '../rel/rex/rex-text.ts';
import { unsupportedCall } from '../rel/rex/unsupported-call.ts';
import { malformed, patternVariables } from './match-pattern.ts';

const CODE = 'plan/match';

/** What the CEP operator cannot run, in the order in which Flink's `CommonExecMatch` comes upon it. */
export function checkMatch(rel: StreamPhysicalMatch): void {
  const { match } = rel;
  checkOrder(rel);
  if (match.interval && !isMillisecondInterval(match.interval))
    throw tableError(CODE, 'Only constant intervals with millisecond resolution are supported as time constraints of patterns.');
  const definitions = new Map(match.definitions);
  const variables = patternVariables(match.pattern, (name) => {
    const definition = definitions.get(name);
    if (definition) checkCalls(definition);
  });
  checkSkipTarget(match.after, variables);
  if (variables.every((v) => v.optional))
    throw tableError(CODE, 'Patterns that can produce empty matches are not supported. There must be at least one non-optional state.');
  if (variables.at(-1)?.greedy)
    throw tableError(
      CODE,
      'Greedy quantifiers are not allowed as the last element of a Pattern yet. Finish your pattern with either a simple variable or ' +
        'reluctant quantifier.',
    );
  if (match.allRows) throw tableError(CODE, 'All rows per match mode is not supported yet.');
  match.measures.forEach(([, e]) => checkCalls(e));
}

const NAVIGATIONS = ['FIRST', 'LAST', 'PREV', 'NEXT'];

const NOT_A_LITERAL =
  'class org.apache.calcite.rex.RexCall cannot be cast to class org.apache.calcite.rex.RexLiteral (org.apache.calcite.rex.RexCall and ' +
  "org.apache.calcite.rex.RexLiteral are in unnamed module of loader 'app')";

/** What `MatchCodeGenerator` has no code for. PREV and NEXT are only known with an offset of 0, which is what a plain column becomes. */
function checkCalls(e: RexNode): void {
  if (e.rex === 'over') throw codeGenerationError('Aggregate functions over windows are not supported yet.');
  if (e.rex !== 'call') return;
  const { name } = e.op;
  if (e.op.category === 'aggregate' && !hasVariable(e)) throw tableError(CODE, 'No pattern variable specified in aggregate');
  const [, offset] = e.operands;
  if (offset && NAVIGATIONS.includes(name)) {
    if (offset.rex !== 'literal') throw new FlinkError(CODE, [{ className: 'ClassCastException', message: NOT_A_LITERAL }]);
    if ((name === 'PREV' || name === 'NEXT') && rexText(offset) !== '0')
      throw tableError(CODE, 'Flink does not support physical offsets within partition.');
  }
  e.operands.forEach(checkCalls);
  if (name === 'CLASSIFIER' || name === 'RUNNING') throw unsupportedCall(e);
}

/** An aggregate is over the rows of the first variable in its operands, or of all where a call has none (`AggregationPatternVariableFinder`). */
function hasVariable(e: RexNode): boolean {
  return e.rex === 'patternFieldRef' || (e.rex === 'call' && (e.operands.length === 0 || e.operands.some(hasVariable)));
}

function codeGenerationError(message: string): FlinkError {
  return new FlinkError(CODE, [{ className: 'CodeGenException', message }]);
}

/** A SUBSET has a name for Calcite, but none for CEP. */
function checkSkipTarget(after: RexNode, variables: readonly { readonly name: string }[]): void {
  const target = after.rex === 'call' ? after.operands[0] : undefined;
  if (target?.rex !== 'literal' || target.value.kind !== 'char') return;
  const { value } = target.value;
  if (!variables.some((v) => v.name === value))
    throw malformed('The pattern name specified in AfterMatchSkipStrategy can not be found in the given Pattern');
}

function checkOrder(rel: StreamPhysicalMatch): void {
  const [key] = rel.match.orderKeys;
  if (!key) throw tableError(CODE, 'You must specify either rowtime or proctime for order by.');
  const type = rel.input().rowType.fields[key.index]?.type;
  if (!type || !isTimeIndicator(type)) throw tableError(CODE, 'You must specify either rowtime or proctime for order by as the first one.');
  if (key.direction.endsWith('DESCENDING')) throw tableError(CODE, 'Primary sort order of a streaming table must be ascending on time.');
}

function isMillisecondInterval(e: RexNode): boolean {
  return e.rex === 'literal' && e.type.interval !== undefined && !isYearMonthInterval(e.type);
}
