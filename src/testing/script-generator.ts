import type { Column, Family } from './random-expression.ts';
import { CONNECTORS, SETTINGS } from './script-vocabulary.ts';
import { FAMILIES, TYPE_TEXT, randomAggregate, randomExpression } from './random-expression.ts';
import { SeededRandom } from '../base/seeded-random.ts';

interface RandomTable {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Columns of its primary key; empty if it has none. */
  readonly key: readonly Column[];
  readonly isLookup: boolean;
}

/** A relation in FROM: its text and the columns it gives, by the names under which they can be used. */
interface Relation {
  readonly text: string;
  readonly columns: readonly Column[];
}

/** Makes the scripts of one seed. Most of them are right; some are wrong on purpose, since a column's exact type is not tracked. */
class ScriptGenerator {
  private aliases = 0;
  private readonly tables: RandomTable[] = [];
  private readonly random: SeededRandom;

  constructor(random: SeededRandom) {
    this.random = random;
  }

  script(): string {
    const { random } = this;
    const out: string[] = random.times(random.between(1, 4), (i) => this.table(`T${i}`));
    if (random.chance(0.3)) out.unshift(random.pick(SETTINGS));
    if (random.chance(0.2)) out.push(`CREATE VIEW V0 AS ${this.query(2).text}`);
    for (let i = random.between(1, 3); i > 0; i--) out.push(this.statement(i));
    return out.map((s) => `${s};`).join('\n');
  }

  private statement(i: number): string {
    const { random } = this;
    const query = this.query(random.between(1, 3));
    if (random.chance(0.65)) return query.text;
    if (random.chance(0.1)) return `EXPLAIN ${query.text}`;
    // A sink column a field, so that SELECT * with twice the same name does not fit; that is a case, too.
    const types = query.columns.map((c) => random.pick(TYPE_TEXT[c.family]));
    const columns = types.map((type, k) => `c${k} ${type}`);
    const hasKey = random.chance(0.3);
    const keyed = columns[0]?.includes('NOT NULL') ? columns : [`${columns[0]!} NOT NULL`, ...columns.slice(1)];
    const key = hasKey ? ', PRIMARY KEY (c0) NOT ENFORCED' : '';
    const connector = hasKey
      ? "'connector'='upsert-kafka','topic'='o','properties.bootstrap.servers'='b:9092','key.format'='json','value.format'='json'"
      : random.pick(["'connector'='print'", "'connector'='blackhole'", "'connector'='values','sink-insert-only'='false'"]);
    const ddl = `CREATE TABLE S${i} (${(hasKey ? keyed : columns).join(', ')}${key}) WITH (${connector})`;
    if (random.chance(0.2)) {
      return `${ddl};\nEXECUTE STATEMENT SET BEGIN\nINSERT INTO S${i} ${query.text};\nINSERT INTO S${i} ${
        this.query(
          1,
          query.columns.map((c) => c.family),
        ).text
      };\nEND`;
    }
    // Without casts most sinks would be refused for a type that does not fit exactly.
    const cast = types.map((type, k) => `CAST(${query.columns[k]!.text} AS ${type.replace(' NOT NULL', '')})`).join(', ');
    const source = random.chance(0.7) ? `SELECT ${cast} FROM (${query.text})` : query.text;
    return `${ddl};\nINSERT INTO S${i} ${source}`;
  }

  private table(name: string): string {
    const { random } = this;
    const [options, takesKey, isLookup] = random.pick(CONNECTORS);
    const columns: Column[] = [
      { text: 'id', family: 'INT' },
      { text: 'k', family: 'STRING' },
      { text: 'v', family: 'BIGINT' },
      ...random.times(random.below(4), (i): Column => ({ text: `x${i}`, family: random.pick(FAMILIES) })),
    ];
    const hasKey = takesKey && (options.includes('upsert') || random.chance(0.7));
    const lines = columns.map((c, i) => `${c.text} ${hasKey && i === 0 ? 'INT NOT NULL' : random.pick(TYPE_TEXT[c.family])}`);
    const all = [...columns];
    if (!isLookup && random.chance(0.8)) {
      const isLocal = random.chance(0.2);
      lines.push(`ts TIMESTAMP${isLocal ? '_LTZ' : ''}(3)`, `WATERMARK FOR ts AS ts - INTERVAL '${random.below(9)}' SECOND`);
      all.push({ text: 'ts', family: isLocal ? 'LTZ' : 'TS', time: 'rowtime' });
    }
    if (!isLookup && random.chance(0.6)) {
      lines.push('pt AS PROCTIME()');
      all.push({ text: 'pt', family: 'LTZ', time: 'proctime' });
    }
    if (random.chance(0.15)) {
      lines.push(`cc AS ${randomExpression(random, 'INT', columns, 2)}`);
      all.push({ text: 'cc', family: 'INT' });
    }
    if (hasKey) lines.push('PRIMARY KEY (id) NOT ENFORCED');
    this.tables.push({ name, columns: all, key: hasKey ? columns.slice(0, 1) : [], isLookup });
    return `CREATE TABLE ${name} (${lines.join(', ')}) WITH (${options})`;
  }

  /** A query with its output columns; `wanted` fixes their families. */
  private query(depth: number, wanted?: readonly Family[]): Relation {
    const { random } = this;
    if (wanted) return this.select(depth, wanted);
    const form = random.below(depth > 0 ? 22 : 8);
    switch (form) {
      case 0:
      case 1:
      case 2:
        return this.aggregate(depth);
      case 8:
      case 9:
        return this.setOperation(depth);
      case 10:
      case 11:
        return this.topN(depth);
      case 12:
      case 13:
        return this.windowAggregate(depth);
      case 14:
        return this.over(depth);
      case 15:
        return this.with(depth);
      case 16:
        return this.groupWindow(depth);
      case 17:
        return this.match(depth);
      case 18:
        return this.sorted(depth);
      default:
        return this.select(depth);
    }
  }

  private select(depth: number, wanted?: readonly Family[]): Relation {
    const { random } = this;
    const from = this.relation(depth);
    const where = random.chance(0.6) ? ` WHERE ${this.condition(from.columns, depth)}` : '';
    if (!wanted && random.chance(0.2)) return { text: `SELECT * FROM ${from.text}${where}`, columns: starColumns(from.columns) };
    const families = wanted ?? random.times(random.between(1, 4), () => random.pick(FAMILIES));
    const items = families.map((family, i) => {
      const time = !wanted && random.chance(0.2) ? from.columns.find((c) => c.time) : undefined;
      const text =
        time?.text ??
        (random.chance(0.06) && depth > 0 ? this.scalarSubQuery(from.columns) : randomExpression(random, family, from.columns, 2));
      return {
        text: `${text} AS c${i}`,
        column: { text: `c${i}`, family: time?.family ?? family, ...(time?.time && { time: time.time }) },
      };
    });
    const distinct = random.chance(0.12) ? 'DISTINCT ' : '';
    return {
      text: `SELECT ${distinct}${items.map((i) => i.text).join(', ')} FROM ${from.text}${where}`,
      columns: items.map((i) => i.column),
    };
  }

  private aggregate(depth: number): Relation {
    const { random } = this;
    const from = this.relation(depth);
    const keys = random.times(random.below(3), () => {
      const family = random.pick(['INT', 'STRING', 'BIGINT'] as const);
      return {
        text: random.chance(0.8) ? randomExpression(random, family, from.columns, 0) : randomExpression(random, family, from.columns, 1),
        family,
      };
    });
    const calls = random.times(random.between(1, 3), () => randomAggregate(random, from.columns));
    const items = [...keys, ...calls];
    const names = keys.map((k) => k.text).join(', ');
    const group =
      keys.length === 0 ? '' : random.pick([names, names, names, `ROLLUP (${names})`, `CUBE (${names})`, `GROUPING SETS ((${names}), ())`]);
    const having = random.chance(0.2) ? ` HAVING ${randomAggregate(random, from.columns).text} IS NOT NULL` : '';
    const where = random.chance(0.3) ? ` WHERE ${this.condition(from.columns, depth)}` : '';
    return {
      text: `SELECT ${items.map((item, i) => `${item.text} AS c${i}`).join(', ')} FROM ${from.text}${where}${group && ` GROUP BY ${group}`}${having}`,
      columns: items.map((item, i) => ({ text: `c${i}`, family: item.family })),
    };
  }

  private setOperation(depth: number): Relation {
    const { random } = this;
    const families = random.times(random.between(1, 3), () => random.pick(FAMILIES));
    const op = random.pick(['UNION ALL', 'UNION ALL', 'UNION', 'INTERSECT', 'EXCEPT', 'INTERSECT ALL', 'EXCEPT ALL']);
    const sides = random.times(random.between(2, 3), () => `(${this.select(depth - 1, families).text})`);
    return { text: sides.join(` ${op} `), columns: families.map((family, i) => ({ text: `c${i}`, family })) };
  }

  private topN(depth: number): Relation {
    const { random } = this;
    const input = this.relation(depth - 1);
    const time = input.columns.filter((c) => c.time);
    const partition = random.chance(0.8) ? `PARTITION BY ${randomExpression(random, 'STRING', input.columns, 0)} ` : '';
    const order =
      random.chance(0.4) && time.length > 0
        ? random.pick(time).text
        : randomExpression(random, random.pick(['INT', 'BIGINT']), input.columns, 0);
    const rank = random.pick(['ROW_NUMBER', 'ROW_NUMBER', 'ROW_NUMBER', 'RANK', 'DENSE_RANK']);
    const bound = random.pick(['rn = 1', 'rn <= 1', 'rn <= 5', 'rn < 3', 'rn BETWEEN 2 AND 4', 'rn > 2', 'rn <= c0', 'rn = 2']);
    const c0 = randomExpression(random, 'INT', input.columns, 1);
    const columns: Column[] = [
      { text: 'c0', family: 'INT' },
      { text: 'c1', family: 'STRING' },
      ...(random.chance(0.5) ? [{ text: 'rn', family: 'BIGINT' as const }] : []),
    ];
    const inner = `SELECT ${c0} AS c0, ${randomExpression(random, 'STRING', input.columns, 1)} AS c1, ${rank}() OVER (${partition}ORDER BY ${order} ${random.pick(['ASC', 'DESC'])}) AS rn FROM ${input.text}`;
    return { text: `SELECT ${columns.map((c) => c.text).join(', ')} FROM (${inner}) WHERE ${bound}`, columns };
  }

  private windowTable(): Relation | undefined {
    const { random } = this;
    const table = this.tables.filter((t) => t.columns.some((c) => c.time));
    if (table.length === 0) return undefined;
    const t = random.pick(table);
    const time = random.pick(t.columns.filter((c) => c.time));
    const window = random.pick([
      `TUMBLE(TABLE ${t.name}, DESCRIPTOR(${time.text}), INTERVAL '5' MINUTE)`,
      `HOP(TABLE ${t.name}, DESCRIPTOR(${time.text}), INTERVAL '5' MINUTE, INTERVAL '10' MINUTE)`,
      `CUMULATE(TABLE ${t.name}, DESCRIPTOR(${time.text}), INTERVAL '5' MINUTE, INTERVAL '20' MINUTE)`,
      `SESSION(TABLE ${t.name} PARTITION BY k, DESCRIPTOR(${time.text}), INTERVAL '5' MINUTE)`,
      `HOP(TABLE ${t.name}, DESCRIPTOR(${time.text}), INTERVAL '7' MINUTE, INTERVAL '10' MINUTE)`,
    ]);
    const family = 'TS';
    return {
      text: `TABLE(${window})`,
      columns: [
        ...t.columns,
        { text: 'window_start', family },
        { text: 'window_end', family },
        { text: 'window_time', family: time.family, time: time.time },
      ],
    };
  }

  private windowAggregate(depth: number): Relation {
    const { random } = this;
    const from = this.windowTable();
    if (!from) return this.aggregate(depth);
    const key = random.pick(['k', 'id', '']);
    const keys = ['window_start', 'window_end', ...(random.chance(0.3) ? ['window_time'] : []), ...(key ? [key] : [])];
    const calls = random.times(random.between(1, 2), () => randomAggregate(random, from.columns));
    const columns: Column[] = [
      ...keys.map((text): Column => from.columns.find((c) => c.text === text) ?? { text, family: 'INT' }),
      ...calls.map((c, i) => ({ text: `a${i}`, family: c.family })),
    ];
    const where = random.chance(0.2) ? ` WHERE ${this.condition(from.columns, 0)}` : '';
    return {
      text: `SELECT ${[...keys, ...calls.map((c, i) => `${c.text} AS a${i}`)].join(', ')} FROM ${from.text}${where} GROUP BY ${random.chance(0.1) ? keys.slice(1).join(', ') : keys.join(', ')}`,
      columns,
    };
  }

  private groupWindow(depth: number): Relation {
    const { random } = this;
    const tables = this.tables.filter((t) => t.columns.some((c) => c.time));
    if (tables.length === 0) return this.aggregate(depth);
    const t = random.pick(tables);
    const time = random.pick(t.columns.filter((c) => c.time)).text;
    const [name, args] = random.pick([
      ['TUMBLE', `${time}, INTERVAL '1' HOUR`],
      ['HOP', `${time}, INTERVAL '1' MINUTE, INTERVAL '1' HOUR`],
      ['SESSION', `${time}, INTERVAL '10' SECOND`],
    ] as const);
    const call = randomAggregate(random, t.columns);
    const auxiliary = random.pick(['START', 'END', 'ROWTIME', 'PROCTIME']);
    return {
      text: `SELECT k, ${name}_${auxiliary}(${args}) AS w, ${call.text} AS a FROM ${t.name} GROUP BY k, ${name}(${args})`,
      columns: [
        { text: 'k', family: 'STRING' },
        { text: 'w', family: 'TS' },
        { text: 'a', family: call.family },
      ],
    };
  }

  private over(depth: number): Relation {
    const { random } = this;
    const input = this.relation(depth - 1);
    const times = input.columns.filter((c) => c.time);
    const order = times.length > 0 ? random.pick(times).text : randomExpression(random, 'INT', input.columns, 0);
    const frame = random.pick([
      "RANGE BETWEEN INTERVAL '1' HOUR PRECEDING AND CURRENT ROW",
      'ROWS BETWEEN 2 PRECEDING AND CURRENT ROW',
      'ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW',
      '',
      'ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING',
    ]);
    const window = `(PARTITION BY ${randomExpression(random, 'STRING', input.columns, 0)} ORDER BY ${order} ${frame})`;
    const call = random.pick([
      'SUM(v)',
      'COUNT(*)',
      'MAX(id)',
      'LAG(id, 1)',
      'LEAD(id)',
      'AVG(id)',
      'ROW_NUMBER()',
      'NTILE(3)',
      'FIRST_VALUE(id)',
      'COUNT(DISTINCT id)',
    ]);
    const column = call.replace(/\b(?:v|id)\b/, randomExpression(random, 'INT', input.columns, 0));
    return {
      text: `SELECT ${randomExpression(random, 'INT', input.columns, 1)} AS c0, ${column} OVER ${window} AS c1 FROM ${input.text}`,
      columns: [
        { text: 'c0', family: 'INT' },
        { text: 'c1', family: 'BIGINT' },
      ],
    };
  }

  private with(depth: number): Relation {
    const inner = this.query(depth - 1);
    const name = `w${this.aliases++}`;
    const columns = inner.columns.map((c) => ({ ...c, text: `a.${c.text}` }));
    const join = this.random.chance(0.5) ? `, ${name} AS b WHERE ${this.condition(columns, 0)}` : '';
    const out = inner.columns[0] ?? { text: '1', family: 'INT' as const };
    return {
      text: `WITH ${name} AS (${inner.text}) SELECT a.${out.text} AS c0 FROM ${name} AS a${join}`,
      columns: [{ ...out, text: 'c0' }],
    };
  }

  private sorted(depth: number): Relation {
    const { random } = this;
    const inner = this.query(depth - 1);
    const alias = `q${this.aliases++}`;
    const by = inner.columns.length > 0 ? random.pick(inner.columns).text : '1';
    const tail = random.pick(['LIMIT 10', 'LIMIT 0', 'OFFSET 3 ROWS FETCH NEXT 2 ROWS ONLY', '', 'FETCH FIRST ROW ONLY']);
    return {
      text: `SELECT * FROM (${inner.text}) AS ${alias} ORDER BY ${by} ${random.pick(['', 'DESC', 'NULLS LAST'])} ${tail}`,
      columns: inner.columns,
    };
  }

  private match(depth: number): Relation {
    const { random } = this;
    const tables = this.tables.filter((t) => t.columns.some((c) => c.time));
    if (tables.length === 0) return this.select(depth);
    const t = random.pick(tables);
    const time = random.pick(t.columns.filter((c) => c.time)).text;
    const pattern = random.pick(['A B+ C', 'A{2,3} B*? C', 'A B', "A B* C) WITHIN INTERVAL '1' HOUR", 'A? B', 'A | B', 'A{-B-} C']);
    return {
      text: `SELECT * FROM ${t.name} MATCH_RECOGNIZE (PARTITION BY k ORDER BY ${time} MEASURES ${random.pick(['A.id', 'LAST(B.id)', 'SUM(B.id)', 'FIRST(A.id, 1)', 'MATCH_ROWTIME()', 'MATCH_PROCTIME()'])} AS m ${random.pick(['ONE ROW PER MATCH', '', 'ALL ROWS PER MATCH'])} AFTER MATCH SKIP ${random.pick(['PAST LAST ROW', 'TO NEXT ROW', 'TO LAST B', 'TO FIRST A'])} PATTERN (${pattern}${pattern.includes(') WITHIN') ? '' : ')'} DEFINE A AS A.id > 1, B AS B.id < LAST(A.id) ${random.pick([', C AS C.v > PREV(C.v)', ''])})`,
      columns: [
        { text: 'k', family: 'STRING' },
        { text: 'm', family: 'INT' },
      ],
    };
  }

  private relation(depth: number): Relation {
    const { random } = this;
    if (depth <= 0 || random.chance(0.45)) return this.leaf(depth);
    return random.chance(0.75) ? this.join(depth) : this.derived(depth);
  }

  private leaf(depth: number): Relation {
    const { random } = this;
    const window = random.chance(0.1) ? this.windowTable() : undefined;
    const alias = `t${this.aliases++}`;
    if (window) return aliased(window.text, alias, window.columns);
    if (random.chance(0.06)) {
      const columns = random.times(random.between(1, 3), (i): Column => ({ text: `c${i}`, family: random.pick(FAMILIES) }));
      const row = (): string => `(${columns.map((c) => randomExpression(random, c.family, [], 1)).join(', ')})`;
      return aliased(
        `(VALUES ${random.times(random.between(1, 3), row).join(', ')})`,
        `${alias}(${columns.map((c) => c.text).join(', ')})`,
        columns,
      );
    }
    if (depth > 1 && random.chance(0.1)) return this.derived(depth);
    const table = random.pick(this.tables);
    const hint = random.chance(0.04) ? ` /*+ OPTIONS('a'='b') */` : '';
    return aliased(`${table.name}${hint}`, alias, table.columns);
  }

  private derived(depth: number): Relation {
    const query = this.query(depth - 1);
    return aliased(`(${query.text})`, `d${this.aliases++}`, query.columns);
  }

  private join(depth: number): Relation {
    const { random } = this;
    const left = this.relation(depth - 1);
    const form = random.below(12);
    const alias = `t${this.aliases++}`;
    const proctime = left.columns.find((c) => c.time === 'proctime');
    const keyed = this.tables.filter((t) => t.isLookup || t.key.length > 0);
    if (form < 3 && keyed.length > 0 && left.columns.some((c) => c.time)) {
      const table = random.pick(keyed);
      const time = table.isLookup && proctime ? proctime : random.pick(left.columns.filter((c) => c.time));
      const right = aliased(`${table.name} FOR SYSTEM_TIME AS OF ${time.text}`, alias, table.columns);
      const on = `${randomExpression(random, 'INT', left.columns, random.below(2))} = ${alias}.id${random.chance(0.3) ? ` AND ${this.condition([...left.columns, ...right.columns], 0)}` : ''}`;
      return {
        text: `${left.text} ${random.pick(['JOIN', 'LEFT JOIN', 'JOIN'])} ${right.text} ON ${on}`,
        columns: [...left.columns, ...right.columns],
      };
    }
    const array = left.columns.find((c) => c.family === 'ARRAY');
    if (form === 3 && array) {
      return {
        text: `${left.text} ${random.pick(['CROSS JOIN', 'CROSS JOIN', 'LEFT JOIN'])} UNNEST(${array.text}) AS ${alias}(e)`,
        columns: [...left.columns, { text: `${alias}.e`, family: 'INT' }],
      };
    }
    if (form === 4) {
      const inner = this.aggregateOver(left.columns);
      const [before, after] = random.pick([
        [', LATERAL ', ''],
        [' CROSS JOIN LATERAL ', ''],
        [' LEFT JOIN LATERAL ', ' ON TRUE'],
      ] as const);
      return {
        text: `${left.text}${before}(${inner.text}) AS ${alias}${after}`,
        columns: [...left.columns, ...inner.columns.map((c) => ({ ...c, text: `${alias}.${c.text}` }))],
      };
    }
    const right = this.relation(random.chance(0.7) ? 0 : depth - 1);
    const columns = [...left.columns, ...right.columns];
    const both = (family: Family): string =>
      `${randomExpression(random, family, left.columns, 0)} = ${randomExpression(random, family, right.columns, 0)}`;
    const parts = [both(random.pick(['INT', 'STRING', 'BIGINT', 'INT']))];
    const [lt, rt] = [left.columns.find((c) => c.time === 'rowtime'), right.columns.find((c) => c.time === 'rowtime')];
    if (lt && rt && random.chance(0.5))
      parts.push(`${lt.text} BETWEEN ${rt.text} - INTERVAL '1' HOUR AND ${rt.text} + INTERVAL '5' MINUTE`);
    const windows = (side: Relation): Column[] => side.columns.filter((c) => /window_(start|end)$/.test(c.text));
    windows(left).forEach((c, i) => windows(right)[i] && parts.push(`${c.text} = ${windows(right)[i]!.text}`));
    if (random.chance(0.3)) parts.push(this.condition(columns, 0));
    if (form === 5) return { text: `${left.text} CROSS JOIN ${right.text}`, columns };
    const kind = random.pick(['JOIN', 'JOIN', 'JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN', 'INNER JOIN']);
    const on = random.chance(0.08) ? this.condition(columns, 0) : random.chance(0.5) ? parts.join(' AND ') : parts.reverse().join(' AND ');
    return { text: `${left.text} ${kind} ${right.text} ON ${on}`, columns };
  }

  private aggregateOver(outer: readonly Column[]): Relation {
    const { random } = this;
    const table = random.pick(this.tables);
    const alias = `s${this.aliases++}`;
    const inner = aliased(table.name, alias, table.columns);
    const call = randomAggregate(random, inner.columns);
    const condition = `${randomExpression(random, 'INT', inner.columns, 0)} = ${randomExpression(random, 'INT', outer, 0)}`;
    return { text: `SELECT ${call.text} AS c0 FROM ${inner.text} WHERE ${condition}`, columns: [{ text: 'c0', family: call.family }] };
  }

  private scalarSubQuery(outer: readonly Column[]): string {
    return `(${this.aggregateOver(this.random.chance(0.6) ? outer : []).text})`;
  }

  /** A condition; above depth 0 also with sub-queries, correlated or not. */
  private condition(columns: readonly Column[], depth: number): string {
    const { random } = this;
    const plain = randomExpression(random, 'BOOLEAN', columns, 2);
    if (depth <= 0 || random.chance(0.75)) return plain;
    const family = random.pick(['INT', 'STRING', 'BIGINT'] as const);
    const inner = this.query(0, [family]);
    const correlated = this.aggregateOver(columns).text.replace(/^SELECT .*? AS c0/, 'SELECT 1');
    const value = randomExpression(random, family, columns, 1);
    const sub = random.pick([
      `${value} IN (${inner.text})`,
      `${value} NOT IN (${inner.text})`,
      `EXISTS (${correlated})`,
      `NOT EXISTS (${correlated})`,
      `${randomExpression(random, 'INT', columns, 0)} > ${this.scalarSubQuery(columns)}`,
      `${value} > ALL (${inner.text})`,
      `${value} = SOME (${inner.text})`,
      `EXISTS (${inner.text})`,
    ]);
    return random.chance(0.5) ? sub : random.chance(0.7) ? `${plain} AND ${sub}` : `(${plain} OR ${sub})`;
  }
}

function last(text: string): string {
  return text.slice(text.lastIndexOf('.') + 1);
}

/** Columns that `SELECT *` gives by the names they had; of columns of one name only the first can be used by it. */
function starColumns(columns: readonly Column[]): readonly Column[] {
  const names = columns.map((c) => last(c.text));
  return columns.flatMap((c, i) => (names.indexOf(names[i]!) === i ? [{ ...c, text: names[i]! }] : []));
}

function aliased(text: string, alias: string, columns: readonly Column[]): Relation {
  const name = alias.replace(/\(.*/, '');
  return { text: `${text} AS ${alias}`, columns: columns.map((c) => ({ ...c, text: `${name}.${last(c.text)}` })) };
}

/** The random streaming SQL script of a seed: tables, settings, views, then queries and inserts over them. The same seed, the same text. */
export function randomScript(seed: number): string {
  return new ScriptGenerator(new SeededRandom(seed)).script();
}
