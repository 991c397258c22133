import type { RowTypeField, SqlDataTypeSpec, SqlTypeNameSpec } from '../ast.ts';
import { QUOTED_STRING } from '../lexer.ts';
import { NAME, type Cursor, type Kinds } from './cursor.ts';
import { compoundIdentifier, namePart, simpleIdentifier } from './identifier.ts';
import { unsignedInt } from './int.ts';
import { precisionOption } from './interval.ts';
import { quotedString, textLiteral } from './literal.ts';
import { from, placeOf, type Place } from './place.ts';

/** Words of types without anything behind them, with Calcite's name. */
const PLAIN: ReadonlyMap<string, string> = new Map([
  ['BOOLEAN', 'BOOLEAN'],
  ['INTEGER', 'INTEGER'],
  ['INT', 'INTEGER'],
  ['TINYINT', 'TINYINT'],
  ['SMALLINT', 'SMALLINT'],
  ['BIGINT', 'BIGINT'],
  ['REAL', 'REAL'],
  ['DOUBLE', 'DOUBLE'],
  ['FLOAT', 'FLOAT'],
  ['VARIANT', 'VARIANT'],
  ['DATE', 'DATE'],
]);
const DECIMALS = ['DECIMAL', 'DEC', 'NUMERIC', 'ANY'];

/** SqlTypeName: the words that a built-in type begins with. */
const BUILT_IN: Kinds = new Set([
  ...PLAIN.keys(),
  ...DECIMALS,
  'GEOMETRY',
  'BINARY',
  'VARBINARY',
  'CHARACTER',
  'CHAR',
  'VARCHAR',
  'TIME',
  'TIMESTAMP',
]);
const ALIENS: Kinds = new Set(['STRING', 'BYTES', 'TIMESTAMP_LTZ']);
const COLLECTIONS: Kinds = new Set(['ARRAY', 'MULTISET']);
const ROW_OPEN: Kinds = new Set(['<>', '<', '(']);

/** All words that a type may begin with. */
export const TYPE: Kinds = new Set([...BUILT_IN, ...ALIENS, ...COLLECTIONS, ...NAME, 'MAP', 'RAW', 'ROW', 'STRUCTURED', 'BITMAP']);

function basic(name: string, place: Place, rest: { precision?: number; scale?: number; charset?: string } = {}): SqlTypeNameSpec {
  const set = Object.fromEntries(Object.entries(rest).filter(([, v]) => v !== undefined));
  return { type: 'SqlBasicTypeNameSpec', name, ...set, ...placeOf(place) };
}

/** DataType: the type of a CAST. It says nothing about NULL. */
export function dataType(c: Cursor): SqlDataTypeSpec {
  let typeName = typeNameSpec(c);
  const start: Place = typeName;
  while (c.atAny(COLLECTIONS)) {
    const collection = c.advance().kind === 'ARRAY' ? 'ARRAY' : 'MULTISET';
    typeName = { type: 'ExtendedSqlCollectionTypeNameSpec', collection, element: typeName, elementNullable: true, angle: false, ...c.last };
  }
  return { type: 'SqlDataTypeSpec', typeName, nullable: undefined, ...from(start, typeName) };
}

/** NullableOptDefaultTrue: `NULL`, `NOT NULL` or nothing. */
function nullableOption(c: Cursor): boolean {
  if (c.take('NULL')) return true;
  return !c.takeWords('NOT', 'NULL');
}

/** ExtendedDataType: the type of a column, with NULL or NOT NULL. */
export function extendedDataType(c: Cursor): SqlDataTypeSpec {
  let typeName = typeNameSpec(c);
  // Flink takes the place of the last token of the name here.
  const start = c.last;
  while (c.ahead('NULL', COLLECTIONS) || c.ahead('NOT', 'NULL', COLLECTIONS) || c.ahead(COLLECTIONS)) {
    const elementNullable = nullableOption(c);
    const collection = c.advance().kind === 'ARRAY' ? 'ARRAY' : 'MULTISET';
    typeName = { type: 'ExtendedSqlCollectionTypeNameSpec', collection, element: typeName, elementNullable, angle: false, ...c.last };
  }
  const nullable = nullableOption(c);
  return { type: 'SqlDataTypeSpec', typeName, nullable, ...from(start, c.last) };
}

/** NotNullOpt of an extended column. */
export function notNullOption(c: Cursor): boolean {
  return !c.takeWords('NOT', 'NULL');
}

/** TypeName. */
export function typeNameSpec(c: Cursor): SqlTypeNameSpec {
  if (c.ahead(ALIENS)) return alienType(c);
  if (c.ahead(COLLECTIONS, '<')) return collectionType(c);
  if (c.ahead('MAP', '<')) return mapType(c);
  if (c.ahead('RAW', '(')) return rawType(c);
  if (c.ahead('ROW', ROW_OPEN)) return rowType(c);
  if (c.ahead('STRUCTURED', '<')) return structuredType(c);
  if (c.ahead('BITMAP')) {
    c.advance();
    return { type: 'SqlBitmapTypeNameSpec', ...c.last };
  }
  if (c.ahead(BUILT_IN)) return builtInType(c);
  if (c.take('ROW')) c.require('(');
  if (!c.atAny(NAME)) c.fail();
  const name = compoundIdentifier(c);
  return { type: 'SqlUserDefinedTypeNameSpec', name, ...placeOf(name) };
}

function alienType(c: Cursor): SqlTypeNameSpec {
  const { kind } = c.advance();
  const alias = kind === 'STRING' || kind === 'BYTES' ? kind : 'TIMESTAMP_LTZ';
  const precision = alias === 'TIMESTAMP_LTZ' ? precisionOption(c) : undefined;
  return { type: 'SqlAlienSystemTypeNameSpec', alias, ...(precision !== undefined && { precision }), ...c.last };
}

function collectionType(c: Cursor): SqlTypeNameSpec {
  const collection = c.advance().kind === 'ARRAY' ? 'ARRAY' : 'MULTISET';
  c.require('<');
  const { element, elementNullable } = c.nested(() => ({ element: typeNameSpec(c), elementNullable: nullableOption(c) }));
  c.require('>');
  return { type: 'ExtendedSqlCollectionTypeNameSpec', collection, element, elementNullable, angle: true, ...c.last };
}

function mapType(c: Cursor): SqlTypeNameSpec {
  c.require('MAP');
  c.require('<');
  const key = c.nested(() => extendedDataType(c));
  c.require(',');
  const value = c.nested(() => extendedDataType(c));
  c.require('>');
  return { type: 'SqlMapTypeNameSpec', key, value, ...c.last };
}

function rawType(c: Cursor): SqlTypeNameSpec {
  c.require('RAW');
  c.require('(');
  const className = textLiteral(c);
  c.require(',');
  const serializer = textLiteral(c);
  c.require(')');
  return { type: 'SqlRawTypeNameSpec', className, serializer, ...c.last };
}

/** ExtendedFieldNameTypeCommaList; the first field may be missing. */
function fields(c: Cursor): RowTypeField[] {
  const list: RowTypeField[] = [];
  const field = (): void => {
    const name = simpleIdentifier(c);
    const type = c.nested(() => extendedDataType(c));
    const comment = c.at(QUOTED_STRING) ? quotedString(c) : undefined;
    list.push({ name, dataType: type, ...(comment && { comment }), ...from(name, c.last) });
  };
  if (c.atAny(NAME)) field();
  while (c.take(',')) field();
  return list;
}

function rowType(c: Cursor): SqlTypeNameSpec {
  c.require('ROW');
  if (c.take('<>')) return { type: 'ExtendedSqlRowTypeNameSpec', fields: [], angle: true, ...c.last };
  const angle = c.take('<') !== undefined;
  if (!angle) c.require('(');
  const list = fields(c);
  c.require(angle ? '>' : ')');
  return { type: 'ExtendedSqlRowTypeNameSpec', fields: list, angle, ...c.last };
}

function structuredType(c: Cursor): SqlTypeNameSpec {
  c.require('STRUCTURED');
  c.require('<');
  const className = textLiteral(c);
  const list = c.take(',') ? fields(c) : [];
  c.require('>');
  return { type: 'SqlStructuredTypeNameSpec', className, fields: list, ...c.last };
}

/** SqlTypeName. */
function builtInType(c: Cursor): SqlTypeNameSpec {
  const { kind } = c.advance();
  const start = c.last;
  const plain = PLAIN.get(kind);
  if (plain !== undefined) {
    if (kind === 'DOUBLE') c.take('PRECISION');
    return basic(plain, from(start, c.last));
  }
  if (DECIMALS.includes(kind)) return decimalType(c, kind === 'ANY' ? 'ANY' : 'DECIMAL', start);
  if (kind === 'BINARY' || kind === 'VARBINARY') {
    const name = kind === 'VARBINARY' || c.take('VARYING') ? 'VARBINARY' : 'BINARY';
    const precision = precisionOption(c);
    return basic(name, from(start, c.last), { precision });
  }
  if (kind === 'TIME' || kind === 'TIMESTAMP') {
    const precision = precisionOption(c);
    const name = timeZoneOption(c) ? `${kind}_WITH_LOCAL_TIME_ZONE` : kind;
    return basic(name, from(start, c.last), { precision });
  }
  if (kind === 'GEOMETRY') c.forbid('Geo-spatial extensions and the GEOMETRY data type are not enabled', start, 'SqlValidatorException');
  return characterType(c, kind, start);
}

function decimalType(c: Cursor, name: string, start: Place): SqlTypeNameSpec {
  if (!c.take('(')) return basic(name, from(start, c.last));
  const precision = unsignedInt(c);
  const scale = c.take(',') ? unsignedInt(c) : undefined;
  c.require(')');
  return basic(name, from(start, c.last), { precision, scale });
}

function characterType(c: Cursor, kind: string, start: Place): SqlTypeNameSpec {
  const name = kind === 'VARCHAR' || c.take('VARYING') ? 'VARCHAR' : 'CHAR';
  const precision = precisionOption(c);
  const charset = c.takeWords('CHARACTER', 'SET') ? namePart(c).name : undefined;
  return basic(name, from(start, c.last), { precision, charset });
}

/** TimeZoneOpt: true for WITH LOCAL TIME ZONE. */
function timeZoneOption(c: Cursor): boolean {
  if (c.ahead('WITHOUT', 'TIME', 'ZONE')) {
    for (let i = 0; i < 3; i++) c.advance();
    return false;
  }
  return c.takeWords('WITH', 'LOCAL', 'TIME', 'ZONE');
}
