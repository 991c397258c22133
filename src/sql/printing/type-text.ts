import type { RowTypeField, SqlDataTypeSpec, SqlTypeNameSpec } from '../ast.ts';
import { charLiteralText, identifierText, quoteName } from './literal-text.ts';

/** A type without its own NOT NULL, which its user prints. */
export const dataTypeText = (type: SqlDataTypeSpec): string => typeNameText(type.typeName);

/** A type with its NOT NULL. */
export function nullableTypeText(type: SqlDataTypeSpec): string {
  return `${dataTypeText(type)}${type.nullable === false ? ' NOT NULL' : ''}`;
}

function fieldText(field: RowTypeField): string {
  const comment = field.comment ? ` ${charLiteralText(field.comment)}` : '';
  return `${identifierText(field.name)} ${nullableTypeText(field.dataType)}${comment}`;
}

function precisionText(...parts: readonly (number | undefined)[]): string {
  const set = parts.filter((p) => p !== undefined);
  return set.length === 0 ? '' : `(${set.join(', ')})`;
}

function typeNameText(type: SqlTypeNameSpec): string {
  switch (type.type) {
    case 'SqlBasicTypeNameSpec': {
      const [head = '', zone] = type.name.split('_WITH_LOCAL_TIME_ZONE');
      const charset = type.charset === undefined ? '' : ` CHARACTER SET ${quoteName(type.charset)}`;
      return `${head}${precisionText(type.precision, type.scale)}${zone === undefined ? '' : ' WITH LOCAL TIME ZONE'}${charset}`;
    }
    case 'SqlAlienSystemTypeNameSpec':
      return `${type.alias}${precisionText(type.precision)}`;
    case 'ExtendedSqlCollectionTypeNameSpec': {
      const element = `${typeNameText(type.element)}${type.elementNullable ? '' : ' NOT NULL'}`;
      return type.angle ? `${type.collection}< ${element} >` : `${element} ${type.collection}`;
    }
    case 'SqlMapTypeNameSpec':
      // Flink leaves NOT NULL out here.
      return `MAP< ${dataTypeText(type.key)}, ${dataTypeText(type.value)} >`;
    case 'ExtendedSqlRowTypeNameSpec': {
      const list = type.fields.map(fieldText).join(', ');
      if (list === '') return type.angle ? 'ROW<>' : 'ROW()';
      return type.angle ? `ROW< ${list} >` : `ROW(${list})`;
    }
    case 'SqlRawTypeNameSpec':
      return `RAW(${charLiteralText(type.className)}, ${charLiteralText(type.serializer)})`;
    case 'SqlStructuredTypeNameSpec':
      return `STRUCTURED< ${[charLiteralText(type.className), ...type.fields.map(fieldText)].join(', ')} >`;
    case 'SqlBitmapTypeNameSpec':
      return 'BITMAP';
    case 'SqlUserDefinedTypeNameSpec':
      return identifierText(type.name);
    case 'SqlIntervalTypeNameSpec':
      return 'INTERVAL';
  }
}
