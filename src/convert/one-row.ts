import type { RelNode } from '../rel/rel-node.ts';
import type { Converter } from './converter.ts';
import { relRowType, simpleType } from '../types/sql-type.ts';
import { LogicalValues } from '../rel/logical/logical-values.ts';
import { exactLiteral } from '../rel/rex/rex-factory.ts';

/** `VALUES (0)`: what SELECT without FROM reads. */
export function oneRow(c: Converter): RelNode {
  return LogicalValues.create(c.session.cluster, relRowType([{ name: 'ZERO', type: simpleType('INTEGER', false) }]), [[exactLiteral(0)]]);
}
