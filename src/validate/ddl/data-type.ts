import { tableError, validationError } from '../../base/diagnostic.ts';
import type { Field, IntervalQualifier, SqlType, TimeUnit } from '../../types/sql-type.ts';
import {
  MAX_LENGTH,
  arrayType,
  charType,
  decimalType,
  intervalType,
  mapType,
  multisetType,
  rawType,
  rowTypeOf,
  simpleType,
  stringType,
  structuredType,
  timeType,
  timestampLtzType,
  timestampType,
} from '../../types/sql-type.ts';
import { contextError } from '../errors.ts';
import type { RowTypeField, SqlBasicTypeNameSpec, SqlDataTypeSpec, SqlIntervalQualifier, SqlTypeNameSpec } from '../../sql/ast.ts';

const MAX_DECIMAL = 38;

/** The type that a type written in SQL stands for (`SqlDataTypeSpec.deriveType`); nullable where nothing is said, unless told otherwise. */
export function deriveDataType(spec: SqlDataTypeSpec, nullableByDefault = true): SqlType {
  return deriveTypeName(spec.typeName, spec.nullable ?? nullableByDefault);
}

function deriveTypeName(name: SqlTypeNameSpec, nullable: boolean): SqlType {
  switch (name.type) {
    case 'SqlBasicTypeNameSpec':
      return basicType(name, nullable);
    case 'SqlAlienSystemTypeNameSpec':
      switch (name.alias) {
        case 'STRING':
          return stringType(nullable);
        case 'BYTES':
          return charType('VARBINARY', MAX_LENGTH, nullable);
        case 'TIMESTAMP_LTZ':
          return timestampLtzType(Math.min(name.precision ?? 6, 9), nullable);
        case 'VARIANT':
          return simpleType('VARIANT', nullable);
      }
      break;
    case 'ExtendedSqlCollectionTypeNameSpec': {
      const element = deriveTypeName(name.element, name.elementNullable);
      return name.collection === 'ARRAY' ? arrayType(element, nullable) : multisetType(element, nullable);
    }
    case 'SqlMapTypeNameSpec':
      return mapType(deriveDataType(name.key), deriveDataType(name.value), nullable);
    case 'ExtendedSqlRowTypeNameSpec':
      return rowTypeOf(fields(name.fields), nullable);
    case 'SqlRawTypeNameSpec':
      return rawType(name.className.value, nullable);
    case 'SqlStructuredTypeNameSpec':
      return structuredType(name.className.value, fields(name.fields), nullable);
    case 'SqlBitmapTypeNameSpec':
      return simpleType('BITMAP', nullable);
    case 'SqlUserDefinedTypeNameSpec':
      throw contextError('validate/unknown-identifier', name.name, `Unknown identifier '${name.name.names.join('.')}'`);
    case 'SqlIntervalTypeNameSpec':
      return intervalType(intervalQualifier(name.qualifier), nullable);
  }
}

function fields(list: readonly RowTypeField[]): readonly Field[] {
  const result = list.map((f) => ({ name: f.name.names.join('.'), type: deriveDataType(f.dataType) }));
  const names = result.map((f) => f.name);
  const duplicates = [...new Set(names.filter((n, i) => names.indexOf(n) !== i))];
  if (duplicates.length > 0) {
    throw validationError('catalog/type', `Field names must be unique. Found duplicates: [${duplicates.join(', ')}]`);
  }
  return result;
}

function basicType(t: SqlBasicTypeNameSpec, nullable: boolean): SqlType {
  switch (t.name) {
    case 'CHAR':
      return charType('CHAR', t.precision ?? 1, nullable);
    case 'BINARY':
      return charType('BINARY', t.precision ?? 1, nullable);
    case 'VARCHAR':
      return charType('VARCHAR', t.precision ?? MAX_LENGTH, nullable);
    case 'VARBINARY':
      return charType('VARBINARY', t.precision ?? MAX_LENGTH, nullable);
    case 'DECIMAL': {
      const precision = Math.min(t.precision ?? 10, MAX_DECIMAL);
      const scale = t.scale ?? 0;
      if (precision < 1) throw validationError('catalog/type', 'Decimal precision must be between 1 and 38 (both inclusive).');
      if (scale > precision) {
        throw validationError('catalog/type', `Decimal scale must be between 0 and the precision ${precision} (both inclusive).`);
      }
      return decimalType(precision, scale, nullable);
    }
    case 'TIME':
      return timeType(Math.min(t.precision ?? 0, 9), nullable);
    case 'TIMESTAMP':
      return timestampType(Math.min(t.precision ?? 6, 9), nullable);
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return timestampLtzType(Math.min(t.precision ?? 6, 9), nullable);
    case 'BOOLEAN':
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'BIGINT':
    case 'FLOAT':
    case 'DOUBLE':
    case 'DATE':
    case 'NULL':
    case 'ANY':
      return simpleType(t.name, nullable);
    default:
      throw tableError('catalog/type', `Type is not supported: ${t.name}`);
  }
}

const INTERVAL_UNITS: ReadonlySet<string> = new Set(['YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAY', 'HOUR', 'MINUTE', 'SECOND', 'MILLISECOND']);

/** The qualifier of an interval type as types keep it. */
export function intervalQualifier(q: SqlIntervalQualifier): IntervalQualifier {
  const unit = (u: string): TimeUnit => {
    if (!INTERVAL_UNITS.has(u)) throw tableError('catalog/type', `Type is not supported: INTERVAL ${u}`);
    return u as TimeUnit; // checked above
  };
  const start = unit(q.startUnit);
  return {
    start,
    end: q.endUnit ? unit(q.endUnit) : start,
    startPrecision: q.startPrecision,
    fractionalPrecision: q.fractionalSecondPrecision,
  };
}
