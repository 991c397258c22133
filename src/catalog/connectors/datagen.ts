import type { SqlType } from '../../types/sql-type.ts';
import { flinkTypeText } from '../flink-type-text.ts';
import type { ConnectorFactory } from '../connector.ts';
import { physicalColumns } from '../table.ts';
import type { ConfigOption, Options } from './config-option.ts';
import { integerOf, option, parseOption } from './config-option.ts';
import { CONNECTOR, SCAN_PARALLELISM, factoryError, unsupportedOptions, validateFactoryOptions } from './factory-helper.ts';
import { PLAIN_SOURCE } from './source-defaults.ts';

const ROWS_PER_SECOND = option('rows-per-second', 'long', '10000');
const NUMBER_OF_ROWS = option('number-of-rows', 'long');

const NUMERIC_KIND: Readonly<Record<string, ConfigOption['type']['kind']>> = {
  TINYINT: 'int',
  SMALLINT: 'int',
  INTEGER: 'int',
  BIGINT: 'long',
  FLOAT: 'double',
  DOUBLE: 'double',
  DECIMAL: 'double',
};

/** Types without a number, length or time in their generator: only `kind` is theirs. */
const LENGTH_TYPES: ReadonlySet<string> = new Set(['CHAR', 'VARCHAR', 'BINARY', 'VARBINARY']);

/** Reads the options of one column (`RandomGeneratorVisitor`, `SequenceGeneratorVisitor`) and remembers which it asked for. */
class ColumnOptions {
  private readonly options: Options;
  readonly consumed: Set<string>;

  constructor(options: Options, consumed: Set<string>) {
    this.options = options;
    this.consumed = consumed;
  }

  read(prefix: string, suffix: string, kind: 'int' | 'long' | 'double' | 'boolean' | 'duration'): string | undefined {
    const o = option(`${prefix}.${suffix}`, kind);
    this.consumed.add(o.key);
    return parseOption(this.options, o);
  }

  random(prefix: string, name: string, t: SqlType): void {
    const numeric = NUMERIC_KIND[t.name];
    if (numeric === 'int' || numeric === 'long' || numeric === 'double') {
      this.read(prefix, 'min', numeric);
      this.read(prefix, 'max', numeric);
      this.read(prefix, 'null-rate', 'double');
      return;
    }
    if (LENGTH_TYPES.has(t.name)) return this.randomText(prefix, name, t);
    switch (t.name) {
      case 'BOOLEAN':
        this.read(prefix, 'null-rate', 'double');
        return;
      case 'DATE':
      case 'TIME':
      case 'INTERVAL':
        return;
      case 'TIMESTAMP':
      case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
        this.read(prefix, 'null-rate', 'double');
        this.read(prefix, 'max-past', 'duration');
        return;
      case 'ARRAY':
      case 'MULTISET':
        this.read(prefix, 'null-rate', 'double');
        this.read(prefix, 'length', 'int');
        if (t.element) this.random(`${prefix}.element`, `${name}.element`, t.element);
        return;
      case 'MAP':
        this.read(prefix, 'null-rate', 'double');
        this.read(prefix, 'length', 'int');
        if (t.key) this.random(`${prefix}.key`, `${name}.key`, t.key);
        if (t.value) this.random(`${prefix}.value`, `${name}.value`, t.value);
        return;
      case 'ROW':
        this.read(prefix, 'null-rate', 'double');
        for (const f of t.fields ?? []) this.random(`${prefix}.${f.name}`, `${name}.${f.name}`, f.type);
        return;
      default:
        throw factoryError(`Unsupported type: ${flinkTypeText(t)}`);
    }
  }

  private randomText(prefix: string, name: string, t: SqlType): void {
    const isCharacterType = t.name === 'CHAR' || t.name === 'VARCHAR';
    if (isCharacterType) this.read(prefix, 'null-rate', 'double');
    if (t.name === 'CHAR' || t.name === 'BINARY') {
      const length = parseOption(this.options, option(`${prefix}.length`, 'int'));
      const varLength = parseOption(this.options, option(`${prefix}.var-len`, 'boolean'));
      if (length !== undefined) throw factoryError(`Custom length for fixed-length type (CHAR/BINARY) field '${name}' is not supported.`);
      if (varLength?.toLowerCase() === 'true') {
        throw factoryError(
          `Only supports specifying 'fields.${name}.var-len' option for variable-length types (VARCHAR/STRING/VARBINARY/BYTES). The type of field '${name}' is not within this range.`,
        );
      }
      return;
    }
    const length = this.read(prefix, 'length', 'int');
    this.read(prefix, 'var-len', 'boolean');
    if (length !== undefined && Number(length) > (t.precision ?? 0)) {
      throw factoryError(
        `Custom length '${length}' for variable-length type (VARCHAR/STRING/VARBINARY/BYTES) field '${name}' should be shorter than '${t.precision}' defined in the schema.`,
      );
    }
  }

  sequence(prefix: string, t: SqlType): void {
    const kind = t.name === 'VARCHAR' || t.name === 'CHAR' ? 'long' : NUMERIC_KIND[t.name];
    if (kind === undefined) throw factoryError(`Unsupported type: ${flinkTypeText(t)}`);
    for (const suffix of ['start', 'end']) {
      const set = this.read(prefix, suffix, 'long');
      if (set === undefined) throw factoryError(`Could not find required property '${prefix}.${suffix}' for sequence generator.`);
    }
  }
}

/** `DataGenTableSourceFactory`: checks its options by itself, so the generic keys are not among them. */
export const dataGenConnector: ConnectorFactory = {
  identifier: 'datagen',
  className: 'org.apache.flink.connector.datagen.table.DataGenTableSourceFactory',
  createSource({ table, options }) {
    const consumed = new Set([CONNECTOR.key, ROWS_PER_SECOND.key, NUMBER_OF_ROWS.key, SCAN_PARALLELISM.key]);
    const columns = new ColumnOptions(options, consumed);
    for (const column of physicalColumns(table)) {
      const prefix = `fields.${column.name}`;
      consumed.add(`${prefix}.kind`);
      const kind = options.get(`${prefix}.kind`) ?? 'random';
      if (kind === 'random') columns.random(prefix, column.name, column.type);
      else if (kind === 'sequence') columns.sequence(prefix, column.type);
      else throw factoryError(`Unsupported generator kind: ${kind}`);
    }
    validateFactoryOptions([], [], options);
    const unknown = [...options.keys()].filter((key) => !consumed.has(key));
    if (unknown.length > 0) throw unsupportedOptions('datagen', unknown, [...consumed]);
    for (const o of [ROWS_PER_SECOND, NUMBER_OF_ROWS, SCAN_PARALLELISM]) parseOption(options, o);
    return {
      ...PLAIN_SOURCE,
      summary: 'DataGenTableSource',
      className: 'org.apache.flink.connector.datagen.table.DataGenTableSource',
      bounded: options.has(NUMBER_OF_ROWS.key),
      provider: { kind: 'SourceFunction', parallel: true },
      parallelism: integerOf(options, SCAN_PARALLELISM),
      limit: true,
    };
  },
};
