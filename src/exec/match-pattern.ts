import type { RexNode } from '../rel/rex/rex-node.ts';
import { FlinkError, tableError } from '../base/diagnostic.ts';
import { valueOfLiteral } from '../rel/rex/value-literal.ts';
import { rexText } from '../rel/rex/rex-text.ts';

const CODE = 'plan/match';

/** A variable of a pattern with its quantifier (Flink's CEP `Pattern`, `Quantifier` and `Times`). */
export interface PatternVariable {
  readonly name: string;
  /** No row at all will do. */
  readonly optional: boolean;
  /** A row that fits goes to this variable and not to the next one. */
  readonly greedy: boolean;
  /** Rows that it needs if it has any. */
  readonly from: number;
  /** Rows that it takes at most; undefined for any number. */
  readonly to: number | undefined;
}

/**
 * The variables of a MATCH_RECOGNIZE pattern in order (Flink's `PatternVisitor`). Throws what Flink throws for patterns that CEP does not
 * have; `onVariable` runs where Flink generates the condition of a variable, between its name and its quantifier.
 */
export function patternVariables(
  pattern: RexNode,
  onVariable: (name: string, soFar: readonly string[]) => void = () => {},
): PatternVariable[] {
  const found: PatternVariable[] = [];
  const names: string[] = [];
  const visit = (e: RexNode): void => {
    if (e.rex !== 'call') {
      found.push({ name: variable(e), optional: false, greedy: false, from: 1, to: 1 });
      return;
    }
    switch (e.op.name) {
      case '':
        e.operands.forEach(visit);
        return;
      case 'PATTERN_QUANTIFIER':
        found.push(quantified(e.operands));
        return;
      case '|':
        throw notSupported(e, 'branching');
      case 'PATTERN_PERMUTE':
        throw notSupported(e, 'PERMUTE');
      case 'PATTERN_EXCLUDE':
        throw notSupported(e, "'{-' '-}'");
      default:
        throw tableError(CODE, 'This should not happen.');
    }
  };
  const variable = (e: RexNode): string => {
    if (e.rex !== 'literal') throw tableError(CODE, `Unsupported expression within Pattern: [${rexText(e)}]`);
    const name = String(valueOfLiteral(e));
    if (names.includes(name)) throw tableError(CODE, 'Pattern variables must be unique. That might change in the future.');
    names.push(name);
    onVariable(name, names);
    return name;
  };
  const quantified = ([operand, ...quantifier]: readonly RexNode[]): PatternVariable => {
    if (operand?.rex !== 'literal') {
      throw tableError(CODE, `Expression not supported: ${operand ? rexText(operand) : ''} Group patterns are not supported yet.`);
    }
    const name = variable(operand);
    return withQuantifier(name, quantifier, found.at(-1));
  };
  visit(pattern);
  return found;
}

function notSupported(e: RexNode, what: string): FlinkError {
  return tableError(CODE, `Expression not supported: ${rexText(e)}. Currently, CEP doesn't support ${what} patterns.`);
}

/** `{least, most}` and `?` behind it; `most` is −1 where there is no limit. */
function withQuantifier(name: string, quantifier: readonly RexNode[], previous: PatternVariable | undefined): PatternVariable {
  const [least = 1, most = 1, reluctant] = quantifier.map((e) => (e.rex === 'literal' ? valueOfLiteral(e) : null));
  const start = Number(least);
  const end = Number(most);
  const isOptional = start === 0 && end === 1;
  const callsOptional = isOptional || (start === 0 && end === -1);
  if (callsOptional && previous?.greedy) throw malformed('Optional pattern cannot be preceded by greedy pattern');
  const from = start === 0 ? 1 : start;
  checkTimes(from, end === -1 ? from : end);
  if (reluctant === true && isOptional) throw tableError(CODE, 'Reluctant optional variables are not supported yet.');
  return {
    name,
    optional: start === 0,
    greedy: reluctant !== true && !isOptional && start !== end,
    from,
    to: end === -1 ? undefined : end,
  };
}

function checkTimes(from: number, to: number): void {
  if (from <= 0) throw illegal('The from should be a positive number greater than 0.');
  if (to < from) throw illegal(`The to should be a number greater than or equal to from: ${from}.`);
}

function illegal(message: string): FlinkError {
  return new FlinkError(CODE, [{ className: 'IllegalArgumentException', message }]);
}

/** CEP's own exception for patterns that it refuses. */
export function malformed(message: string): FlinkError {
  return new FlinkError(CODE, [{ className: 'MalformedPatternException', message }]);
}
