import { avgType, sumType } from '../../types/numeric-types.ts';
import { arrayType, multisetType, simpleType, withNullability } from '../../types/sql-type.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { AggregateTraits, CallBinding, SqlKind, SqlOperator } from '../sql-operator.ts';
import type { Form, FunctionSpec } from './define.ts';
import { define, unchecked } from './define.ts';
import { defineInferred } from './flink-inference.ts';
import type { ArgumentStrategy } from './input-strategies.ts';
import { family, oneOf, sequence } from './input-strategies.ts';
import type { Returns } from './returns.ts';
import { BIGINT, DOUBLE, always, anyNullable, argument, operand } from './returns.ts';

const PLAIN: AggregateTraits = { requiresOrder: false, requiresOver: false, allowsFraming: true, allowsNullTreatment: false };
const NULL_TREATMENT: AggregateTraits = { ...PLAIN, allowsNullTreatment: true };
/** Ranks: an order is a must, a frame is not allowed. */
const RANKING: AggregateTraits = { requiresOrder: true, requiresOver: true, allowsFraming: false, allowsNullTreatment: false };
/** LAG may also stand in a GROUP BY, where it gives the row before in the order of arrival. */
const NEIGHBOUR: AggregateTraits = { ...RANKING, requiresOver: false, allowsNullTreatment: true };

function aggregate(name: string, kind: SqlKind, forms: readonly Form[], returns: Returns, more: Partial<FunctionSpec> = {}): SqlOperator {
  return define({ name, kind, category: 'aggregate', forms, returns, aggregate: PLAIN, ...more });
}

/** Null if the argument may be, or if the group may have no rows: no keys, or a FILTER (`…_NULLABLE_IF_EMPTY`). */
function nullableIfEmpty(of: (t: SqlType) => SqlType): Returns {
  return (b) => {
    const t = argument(0)(b);
    return withNullability(of(t), t.nullable || b.groupCount === 0 || b.hasFilter);
  };
}

const same = nullableIfEmpty((t) => t);
const average = nullableIfEmpty(avgType);
const NUMBER: readonly Form[] = [['NUMERIC']];
const ANY: readonly Form[] = [['ANY']];

function extreme(name: 'MIN' | 'MAX'): SqlOperator {
  return aggregate(name, name, ANY, same, { signatures: [`'${name}(<COMPARABLE_TYPE>)'`] });
}

function rank(name: string, kind: SqlKind, type: SqlType, forms: readonly Form[] = [[]]): SqlOperator {
  return aggregate(name, kind, forms, always(type), { aggregate: RANKING });
}

/** LEAD and LAG: the argument's type; null only if there is no default or the default may be null. */
function neighbour(name: 'LEAD' | 'LAG'): SqlOperator {
  const returns: Returns = (b) => {
    const t = argument(0)(b);
    const nullable = b.operandTypes.length < 3 || operand(b, 2).nullable || operand(b, 2).name === 'NULL';
    return withNullability(t, nullable);
  };
  return aggregate(name, name, [['ANY'], ['ANY', 'NUMERIC'], ['ANY', 'NUMERIC', 'ANY']], returns, { aggregate: NEIGHBOUR });
}

const isSeparator = (b: CallBinding): boolean => b.operandTypes.length < 2 || b.isLiteral(1);

const number: ArgumentStrategy = family('NUMERIC');

/** A fraction or several: exact numbers are read as DOUBLE. */
const percentage: ArgumentStrategy = (b, i) => {
  const t = b.operandTypes[i];
  if (t?.element) {
    const inner = family('NUMERIC')({ ...b, operandTypes: [t.element] }, 0);
    return 'type' in inner ? { type: arrayType(withNullability(DOUBLE, t.element.nullable), t.nullable) } : inner;
  }
  const result = family('NUMERIC')(b, i);
  return 'type' in result && t ? { type: withNullability(DOUBLE, t.nullable) } : result;
};

const PERCENTAGE_TEXT = 'percentage [<NUMERIC NOT NULL> | ARRAY<NUMERIC NOT NULL> NOT NULL]';

function statistics(name: string, kind: SqlKind): SqlOperator {
  return aggregate(name, kind, NUMBER, average);
}

/** Aggregate and ranking functions. */
export const AGGREGATE_FUNCTIONS: readonly SqlOperator[] = [
  aggregate('COUNT', 'COUNT', [{ families: ['ANY'], rest: 'ANY' }], always(BIGINT), { syntax: 'functionStar', signatures: ['COUNT(...)'] }),
  aggregate('SUM', 'SUM', NUMBER, nullableIfEmpty(sumType)),
  aggregate('$SUM0', 'SUM0', NUMBER, (b) => withNullability(sumType(argument(0)(b)), false)),
  aggregate('AVG', 'AVG', NUMBER, average),
  extreme('MIN'),
  extreme('MAX'),
  statistics('STDDEV', 'STDDEV_SAMP'),
  statistics('STDDEV_POP', 'STDDEV_POP'),
  statistics('STDDEV_SAMP', 'STDDEV_SAMP'),
  statistics('VARIANCE', 'VAR_SAMP'),
  statistics('VAR_POP', 'VAR_POP'),
  statistics('VAR_SAMP', 'VAR_SAMP'),
  aggregate('FIRST_VALUE', 'FIRST_VALUE', ANY, same, { aggregate: NULL_TREATMENT }),
  aggregate('LAST_VALUE', 'LAST_VALUE', ANY, same, { aggregate: NULL_TREATMENT }),
  aggregate('SINGLE_VALUE', 'SINGLE_VALUE', ANY, (b) => withNullability(argument(0)(b), true)),
  aggregate('COLLECT', 'COLLECT', ANY, (b) => multisetType(argument(0)(b), false)),
  aggregate('ARRAY_AGG', 'OTHER_FUNCTION', ANY, (b) => arrayType(argument(0)(b), operand(b, 0).nullable), { aggregate: NULL_TREATMENT }),
  aggregate('LISTAGG', 'LISTAGG', [['CHARACTER'], ['CHARACTER', 'CHARACTER']], (b) => withNullability(argument(0)(b), anyNullable(b)), {
    signatures: ["'LISTAGG(<CHARACTER>)'", "'LISTAGG(<CHARACTER>, <CHARACTER_LITERAL>)'"],
    check: isSeparator,
  }),
  aggregate('APPROX_COUNT_DISTINCT', 'COUNT', [{ families: ['ANY'], rest: 'ANY' }], always(BIGINT), {
    signatures: ['APPROX_COUNT_DISTINCT(...)'],
  }),
  aggregate('AUXILIARY_GROUP', 'OTHER_FUNCTION', ANY, argument(0)),
  aggregate('$WELFORD_M2$1', 'OTHER_FUNCTION', NUMBER, always(simpleType('DOUBLE', true))),

  rank('ROW_NUMBER', 'ROW_NUMBER', BIGINT),
  rank('RANK', 'RANK', BIGINT),
  rank('DENSE_RANK', 'DENSE_RANK', BIGINT),
  rank('CUME_DIST', 'CUME_DIST', DOUBLE),
  rank('PERCENT_RANK', 'PERCENT_RANK', DOUBLE),
  rank('NTILE', 'NTILE', BIGINT, [['INTEGER']]),
  neighbour('LEAD'),
  neighbour('LAG'),

  { ...unchecked('GROUPING', 'GROUPING', always(BIGINT), { category: 'aggregate', aggregate: PLAIN }), arity: { min: 1, max: -1 } },
  {
    ...unchecked('GROUPING_ID', 'OTHER_FUNCTION', always(BIGINT), { category: 'aggregate', aggregate: PLAIN }),
    arity: { min: 1, max: -1 },
  },
  { ...unchecked('GROUP_ID', 'GROUP_ID', always(BIGINT), { category: 'aggregate', aggregate: PLAIN }), arity: { min: 0, max: 0 } },

  defineInferred({
    name: 'PERCENTILE',
    category: 'aggregate',
    arity: [2, 3],
    signatures: [
      `PERCENTILE(expr <NUMERIC>, ${PERCENTAGE_TEXT})`,
      `PERCENTILE(expr <NUMERIC>, ${PERCENTAGE_TEXT}, frequency <INTEGER_NUMERIC>)`,
    ],
    input: oneOf(sequence([number, percentage]), sequence([number, percentage, family('INTEGER_NUMERIC')])),
    returns: (b) => (operand(b, 1).element ? arrayType(simpleType('DOUBLE', true), true) : simpleType('DOUBLE', true)),
    aggregate: PLAIN,
  }),
];
