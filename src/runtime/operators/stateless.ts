import type { ExecNode } from '../../exec/exec-node.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import type { Evaluate } from '../eval/contract.ts';
import type { Operator, OperatorContext } from '../operator.ts';
import type { Change } from '../record.ts';
import { StreamPhysicalCalc } from '../../rel/physical/stream-physical-calc.ts';
import { StreamPhysicalExpand } from '../../rel/physical/stream-physical-expand.ts';
import { StreamPhysicalValues } from '../../rel/physical/stream-physical-values.ts';
import { valueOfLiteral } from '../../rel/rex/value-literal.ts';
import { rowBuilder } from '../row-builder.ts';

/** Exchange, Union and everything else that hands rows on as they are. */
export function passThrough(_node: ExecNode, context: OperatorContext): Operator {
  return { onRecord: (_input, change) => context.emit(change.kind, change.row) };
}

/** Condition first, then projections; the kind of change stays. */
export function calc(node: ExecNode, context: OperatorContext): Operator {
  if (!(node.rel instanceof StreamPhysicalCalc)) throw new Error(`${node.name} is no Calc`);
  const { program } = node.rel;
  const fieldCount = program.inputRowType.fields.length;
  const project = rowBuilder(program.expandedProjects.map((e) => orDefault(context.compile(e, fieldCount), e.type)));
  const passes = context.condition(program.expandedCondition, fieldCount);
  return {
    onRecord(_input: number, { kind, row }: Change): void {
      if (passes(row)) context.emit(kind, project(row));
    },
  };
}

/**
 * A value of a NOT NULL type. Generated code has no place for a null there: where a source breaks its word, the default of the Java type
 * is written (`CodeGenUtils.primitiveDefaultValue`).
 */
function orDefault(evaluate: Evaluate, type: SqlType): Evaluate {
  const standIn = type.nullable ? null : standInOf(type);
  return standIn === null ? evaluate : (row) => evaluate(row) ?? standIn;
}

function standInOf(type: SqlType): Value {
  switch (type.name) {
    case 'CHAR':
    case 'VARCHAR':
      return '';
    case 'BOOLEAN':
      return false;
    case 'BIGINT':
      return -1n;
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'FLOAT':
    case 'DOUBLE':
    case 'DATE':
    case 'TIME':
      return -1;
    default:
      return null;
  }
}

/** One copy of each row a grouping set, in the order of the sets. */
export function expand(node: ExecNode, context: OperatorContext): Operator {
  if (!(node.rel instanceof StreamPhysicalExpand)) throw new Error(`${node.name} is no Expand`);
  const fieldCount = node.rel.input().rowType.fields.length;
  const projects = node.rel.projects.map((list) => list.map((e) => context.compile(e, fieldCount)));
  return {
    onRecord(_input: number, { kind, row }: Change): void {
      for (const list of projects)
        context.emit(
          kind,
          list.map((p) => p(row)),
        );
    },
  };
}

/** Constant rows, given out when the job starts (the call with an empty row). */
export function values(node: ExecNode, context: OperatorContext): Operator {
  if (!(node.rel instanceof StreamPhysicalValues)) throw new Error(`${node.name} is no Values`);
  const { tuples } = node.rel;
  return {
    onRecord(): void {
      for (const tuple of tuples) context.emit('+I', tuple.map(valueOfLiteral));
    },
  };
}

export function dropUpdateBefore(_node: ExecNode, context: OperatorContext): Operator {
  return {
    onRecord(_input: number, { kind, row }: Change): void {
      if (kind !== '-U') context.emit(kind, row);
    },
  };
}
