import type { SqlBasicCall, SqlNode } from '../sql/ast.ts';
import type { Cause } from '../base/diagnostic.ts';
import type { MatchContext } from './expression/context.ts';
import { FlinkError } from '../base/diagnostic.ts';
import { printSql } from '../sql/printer.ts';
import { childrenOf, qualified } from './match-calls.ts';

/**
 * What Flink fails with when it converts a measure with IN: Calcite looks for lists in the clauses of a query only. Each call around it that is
 * converted by its class adds a cause. Undefined where there is no IN.
 */
export function inListFailure(measure: SqlNode, match: MatchContext): FlinkError | undefined {
  const around = callsAroundIn(measure);
  if (!around) return undefined;
  const isNavigated = measure.type === 'SqlBasicCall' && (measure.kind === 'FINAL' || measure.kind === 'RUNNING');
  const calls = isNavigated ? around : [finalOf(measure), ...around];
  const causes = calls.flatMap((call): Cause[] => [
    { className: 'RuntimeException', message: `while converting ${printSql(qualified(call, match))}` },
    { className: 'InvocationTargetException', message: 'null' },
  ]);
  const innermost = { className: 'NullPointerException', message: 'Cannot read field "expr" because "subQuery" is null' };
  return new FlinkError('convert/match-in', [...causes, innermost], measure.span);
}

function finalOf(measure: SqlNode): SqlBasicCall {
  return { type: 'SqlBasicCall', kind: 'FINAL', operator: 'FINAL', operands: [measure], pos: measure.pos, span: measure.span };
}

/** The calls from the whole to the first IN, without those that are converted by a rule of their own. */
function callsAroundIn(node: SqlNode): readonly SqlNode[] | undefined {
  if (node.type === 'SqlBasicCall' && (node.kind === 'IN' || node.kind === 'NOT_IN')) return [];
  for (const child of childrenOf(node)) {
    const inside = callsAroundIn(child);
    if (inside) return node.type === 'SqlNodeList' || (node.type === 'SqlBasicCall' && node.kind === 'CAST') ? inside : [node, ...inside];
  }
  return undefined;
}
