import type { ExpressionTextOptions } from '../../rex/flink-expression-text.ts';

/**
 * How a physical node writes its expressions (Flink's `ExpressionFormat` and `ExpressionDetail`): the physical section prints calls as
 * prefix with digest literals, the execution section as infix with short literals.
 */
export type TextFormat = Pick<ExpressionTextOptions, 'format' | 'detail'>;

/** The physical section, stage dumps, costs and equality. */
export const PHYSICAL_TEXT: TextFormat = { format: 'prefix', detail: 'digest' };

/** The execution section, operator descriptions and messages. */
export const EXEC_TEXT: TextFormat = { format: 'infix', detail: 'explain' };
