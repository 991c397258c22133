import type { RexNode } from '../rel/rex/rex-node.ts';
import type { StreamPhysicalMatch } from '../rel/physical/stream-physical-match.ts';
import { tableError } from '../base/diagnostic.ts';
import { isTimeIndicator, isYearMonthInterval } from '../types/sql-type.ts';
import { rexText } from '../rel/rex/rex-text.ts';

const CODE = 'plan/match';

interface Quantified {
  readonly name: string;
  readonly optional: boolean;
  readonly greedy: boolean;
}

/** What the CEP operator cannot run (Flink's `CommonExecMatch`). */
export function checkMatch(rel: StreamPhysicalMatch): void {
  checkOrder(rel);
  const variables = patternVariables(rel.match.pattern);
  rel.match.definitions.forEach(([, e]) => checkOffsets(e));
  if (rel.match.interval && !isMillisecondInterval(rel.match.interval))
    throw tableError(CODE, 'Only constant intervals with millisecond resolution are supported as time constraints of patterns.');
  if (variables.every((v) => v.optional))
    throw tableError(CODE, 'Patterns that can produce empty matches are not supported. There must be at least one non-optional state.');
  if (variables.at(-1)?.greedy)
    throw tableError(
      CODE,
      'Greedy quantifiers are not allowed as the last element of a Pattern yet. Finish your pattern with either a simple variable or ' +
        'reluctant quantifier.',
    );
  if (rel.match.allRows) throw tableError(CODE, 'All rows per match mode is not supported yet.');
  rel.match.measures.forEach(([, e]) => checkOffsets(e));
}

/** PREV and NEXT are only known with an offset of 0, which is what a plain column becomes. */
function checkOffsets(e: RexNode): void {
  if (e.rex !== 'call') return;
  const offset = e.operands[1];
  if ((e.op.name === 'PREV' || e.op.name === 'NEXT') && offset && rexText(offset) !== '0')
    throw tableError(CODE, 'Flink does not support physical offsets within partition.');
  e.operands.forEach(checkOffsets);
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

function patternVariables(pattern: RexNode): readonly Quantified[] {
  const found: Quantified[] = [];
  const variable = (e: RexNode): string => {
    if (e.rex !== 'literal') throw tableError(CODE, `Unsupported expression within Pattern: [${rexText(e)}]`);
    const name = 'value' in e.value ? String(e.value.value) : rexText(e);
    if (found.some((v) => v.name === name)) throw tableError(CODE, 'Pattern variables must be unique. That might change in the future.');
    return name;
  };
  const visit = (e: RexNode): void => {
    if (e.rex !== 'call') {
      found.push({ name: variable(e), optional: false, greedy: false });
      return;
    }
    switch (e.op.name) {
      case '':
      case 'PATTERN_CONCAT':
        e.operands.forEach(visit);
        return;
      case 'PATTERN_QUANTIFIER':
        found.push(quantified(e.operands, variable));
        return;
      case '|':
        throw tableError(CODE, `Expression not supported: ${rexText(e)}. Currently, CEP doesn't support branching patterns.`);
      case 'PATTERN_PERMUTE':
        throw tableError(CODE, `Expression not supported: ${rexText(e)}. Currently, CEP doesn't support PERMUTE patterns.`);
      case 'PATTERN_EXCLUDED':
        throw tableError(CODE, `Expression not supported: ${rexText(e)}. Currently, CEP doesn't support '{-' '-}' patterns.`);
      default:
        throw tableError(CODE, 'This should not happen.');
    }
  };
  visit(pattern);
  return found;
}

/** `A{2,3}?`: the variable, its bounds, and whether the quantifier is reluctant. Only open or ranged ones can be greedy. */
function quantified(operands: readonly RexNode[], variable: (e: RexNode) => string): Quantified {
  const [name, low, high, reluctant] = operands;
  if (!name || name.rex !== 'literal')
    throw tableError(CODE, `Expression not supported: ${name ? rexText(name) : ''} Group patterns are not supported yet.`);
  const start = low ? Number(rexText(low).split(':')[0]) : 1;
  const end = high ? Number(rexText(high).split(':')[0]) : 1;
  const isReluctant = reluctant !== undefined && rexText(reluctant) === 'true';
  const isOptional = start === 0 && end === 1;
  const quantified = { name: variable(name), optional: start === 0, greedy: !isReluctant && start !== end && !isOptional };
  if (isReluctant && isOptional) throw tableError(CODE, 'Reluctant optional variables are not supported yet.');
  return quantified;
}
