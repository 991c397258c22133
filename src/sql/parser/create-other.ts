import type { SqlCharStringLiteral, SqlIdentifier } from '../ast.ts';
import type { SqlCreateFunction, SqlCreateModel, SqlDdl, SqlDrop, SqlResource, SqlTableColumn } from '../ast-ddl.ts';
import { createMaterializedTable, createTable } from './create-table.ts';
import { NAME, type Cursor, type Kinds } from './cursor.ts';
import type { Grammar } from './grammar.ts';
import { compoundIdentifier, parenthesizedNames, simpleIdentifier } from './identifier.ts';
import { commentOption, quotedString } from './literal.ts';
import { from, placeOf, type Place } from './place.ts';
import { ifExists, ifNotExists, newSchema, properties, tableColumn, withOption } from './table-parts.ts';

interface Modifiers {
  readonly start: Place;
  readonly replace: boolean;
  readonly isTemporary: boolean;
}

/** SqlCreate. */
export function create(g: Grammar): SqlDdl {
  const { c } = g;
  c.require('CREATE');
  const start = c.last;
  const replace = c.ahead('OR', 'REPLACE');
  if (replace) {
    c.advance();
    c.advance();
  }
  const isTemporary = c.take('TEMPORARY') !== undefined;
  const modifiers = { start, replace, isTemporary };
  if (c.take('CATALOG')) return createCatalog(g);
  if (c.at('OR', 'MATERIALIZED')) return createMaterializedTable(g, modifiers);
  if (c.at('TABLE')) return createTable(g, modifiers);
  if (c.take('VIEW')) return createView(g, modifiers);
  if (c.take('DATABASE')) return createDatabase(g);
  if (c.take('MODEL')) return createModel(g, modifiers);
  if (c.ahead('SYSTEM', 'FUNCTION') || c.ahead('FUNCTION', NAME)) return createFunction(g, modifiers);
  return createConnection(g, modifiers);
}

const PLAIN = { isTemporary: false, isSystem: false };

function createCatalog(g: Grammar): SqlDdl {
  const { c } = g;
  const start = c.last;
  const isConditional = ifNotExists(c);
  const name = simpleIdentifier(c);
  const comment = commentOption(c);
  const options = withOption(c);
  return {
    type: 'SqlCreateCatalog',
    name,
    ...(comment && { comment }),
    options,
    ifNotExists: isConditional,
    ...PLAIN,
    ...from(start, c.last),
  };
}

function createDatabase(g: Grammar): SqlDdl {
  const { c } = g;
  const start = c.last;
  const isConditional = ifNotExists(c);
  const name = compoundIdentifier(c);
  const comment = commentOption(c);
  const options = withOption(c);
  return {
    type: 'SqlCreateDatabase',
    name,
    ...(comment && { comment }),
    options,
    ifNotExists: isConditional,
    ...PLAIN,
    ...from(start, c.last),
  };
}

function createView(g: Grammar, { start, replace, isTemporary }: Modifiers): SqlDdl {
  const { c } = g;
  const isConditional = ifNotExists(c);
  const name = compoundIdentifier(c);
  const fieldList = c.at('(') ? parenthesizedNames(c).names : [];
  const comment = commentOption(c);
  c.require('AS');
  const query = g.orderedQueryOrExpression('QUERY');
  return {
    type: 'SqlCreateView',
    name,
    fieldList,
    query,
    replace,
    isTemporary,
    ifNotExists: isConditional,
    ...(comment && { comment }),
    ...placeOf(from(start, c.last)),
  };
}

function createModel(g: Grammar, { start, isTemporary }: Modifiers): SqlCreateModel {
  const { c } = g;
  const isConditional = ifNotExists(c);
  const name = compoundIdentifier(c);
  const inputColumns = c.take('INPUT') ? modelColumns(g) : [];
  const outputColumns = c.take('OUTPUT') ? modelColumns(g) : [];
  const comment = commentOption(c);
  const options = withOption(c);
  const query = c.take('AS') ? g.orderedQueryOrExpression('QUERY') : undefined;
  return {
    type: query ? 'SqlCreateModelAs' : 'SqlCreateModel',
    name,
    inputColumns,
    outputColumns,
    ...(comment && { comment }),
    options,
    ...(query && { query }),
    isTemporary,
    ifNotExists: isConditional,
    ...from(start, c.last),
  };
}

function modelColumns(g: Grammar): readonly SqlTableColumn[] {
  const { c } = g;
  c.require('(');
  const schema = newSchema();
  do tableColumn(g, schema);
  while (c.take(','));
  c.require(')');
  return schema.columns;
}

const LANGUAGES = ['JAVA', 'SCALA', 'SQL', 'PYTHON'] as const;
type Language = (typeof LANGUAGES)[number];

/** `AS 'class' LANGUAGE JAVA`. */
export function functionBody(c: Cursor): { className: SqlCharStringLiteral; language?: Language; languagePlace?: Place } {
  c.require('AS');
  const className = quotedString(c);
  if (!c.take('LANGUAGE')) return { className };
  const language = c.require(...LANGUAGES).kind as Language;
  return { className, language, languagePlace: c.last };
}

function createFunction(g: Grammar, { start, isTemporary }: Modifiers): SqlCreateFunction {
  const { c } = g;
  const isSystem = c.take('SYSTEM') !== undefined;
  if (isSystem && !isTemporary) forbidSystem(c, 'CREATE', 'FUNCTION');
  c.require('FUNCTION');
  const isConditional = ifNotExists(c);
  const name: SqlIdentifier = isSystem ? simpleIdentifier(c) : compoundIdentifier(c);
  const { className, language, languagePlace } = functionBody(c);
  const resources = c.take('USING') ? functionResources(c, language, languagePlace) : [];
  const options = withOption(c);
  return {
    type: 'SqlCreateFunction',
    name,
    className,
    ...(language && { language }),
    ifNotExists: isConditional,
    isTemporary,
    isSystem,
    resources,
    options,
    ...from(start, c.last),
  };
}

function functionResources(c: Cursor, language: Language | undefined, place: Place | undefined): SqlResource[] {
  if (place && (language === 'SQL' || language === 'PYTHON')) {
    c.forbid(`CREATE FUNCTION USING JAR/ARTIFACT syntax is not applicable to ${language} language.`, place, 'ParseException');
  }
  const list: SqlResource[] = [];
  do {
    const resourceType = c.require('JAR', 'ARTIFACT').kind === 'JAR' ? 'JAR' : 'ARTIFACT';
    list.push({ type: 'SqlResource', resourceType, path: quotedString(c), ...c.last });
  } while (c.take(','));
  return list;
}

function forbidSystem(c: Cursor, verb: 'CREATE' | 'DROP', what: 'FUNCTION' | 'CONNECTION'): never {
  const action = verb === 'CREATE' ? 'registered' : 'dropped';
  const plural = `${what.toLowerCase()}s`;
  return c.forbid(
    `${verb} SYSTEM ${what} is not supported, system ${plural} can only be ${action} as temporary ${plural}, you can use ${verb} TEMPORARY SYSTEM ${what} instead.`,
    c.last,
    'ParseException',
  );
}

function createConnection(g: Grammar, { start, isTemporary }: Modifiers): SqlDdl {
  const { c } = g;
  const isSystem = c.take('SYSTEM') !== undefined;
  if (isSystem && !isTemporary) forbidSystem(c, 'CREATE', 'CONNECTION');
  c.require('CONNECTION');
  const isConditional = ifNotExists(c);
  const name = compoundIdentifier(c);
  const comment = commentOption(c);
  c.require('WITH');
  const options = properties(c);
  return {
    type: 'SqlCreateConnection',
    name,
    ...(comment && { comment }),
    options,
    ifNotExists: isConditional,
    isTemporary,
    isSystem,
    ...from(start, c.last),
  };
}

const DROPPED: Readonly<Record<string, SqlDrop['type']>> = {
  CATALOG: 'SqlDropCatalog',
  TABLE: 'SqlDropTable',
  VIEW: 'SqlDropView',
  DATABASE: 'SqlDropDatabase',
  MODEL: 'SqlDropModel',
};
const FUNCTION_NEXT: Kinds = NAME;

/** SqlDrop. */
export function drop(g: Grammar): SqlDrop {
  const { c } = g;
  c.require('DROP');
  const start = c.last;
  const isTemporary = c.take('TEMPORARY') !== undefined;
  let type: SqlDrop['type'] | undefined;
  let isSystem = false;
  if (c.take('MATERIALIZED')) {
    if (isTemporary) c.forbid('DROP TEMPORARY MATERIALIZED TABLE is not supported.', c.last, 'ParseException');
    c.require('TABLE');
    type = 'SqlDropMaterializedTable';
  } else if (c.at(...Object.keys(DROPPED))) {
    type = DROPPED[c.advance().kind];
  } else if (c.ahead('SYSTEM', 'FUNCTION') || c.ahead('FUNCTION', FUNCTION_NEXT)) {
    isSystem = c.take('SYSTEM') !== undefined;
    c.require('FUNCTION');
    type = 'SqlDropFunction';
  } else {
    isSystem = c.take('SYSTEM') !== undefined;
    if (isSystem && !isTemporary) forbidSystem(c, 'DROP', 'CONNECTION');
    c.require('CONNECTION');
    type = 'SqlDropConnection';
  }
  const isConditional = ifExists(c);
  const name = compoundIdentifier(c);
  const cascade = type === 'SqlDropDatabase' && c.take('RESTRICT', 'CASCADE')?.kind === 'CASCADE';
  return { type: type ?? 'SqlDropTable', name, ifExists: isConditional, isTemporary, isSystem, cascade, ...from(start, c.last) };
}
