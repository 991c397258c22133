import type { FlinkError } from '../../base/diagnostic.ts';
import type { CatalogManager } from '../../catalog/catalog-manager.ts';
import { catalogError, databaseMissing } from '../../catalog/catalog-manager.ts';
import { quotedPath } from '../../catalog/object-path.ts';
import type { ClassFunction } from '../../catalog/user-function.ts';
import type { SqlAlterFunction, SqlCreateFunction, SqlCreateNamed, SqlDrop } from '../../sql/ast-ddl.ts';
import type { SqlUse } from '../../sql/ast-statement.ts';
import { compareText } from '../../catalog/connectors/factory-helper.ts';
import { optionsOf } from './create-table.ts';
import { ddlError } from './ddl-context.ts';

/** Identifiers of catalogs that Flink lists when it finds none of the wanted type. */
const LISTED_CATALOGS = ['generic_in_memory', 'jdbc', 'test-plain-catalog', 'test_procedure_catalog'];

const mapText = (options: ReadonlyMap<string, string>): string => `{${[...options].map(([k, v]) => `${k}=${v}`).join(', ')}}`;

export function useStatement(node: SqlUse, catalog: CatalogManager): void {
  const [first = '', second] = node.name.names;
  if (node.type === 'SqlUseCatalog') catalog.useCatalog(first);
  else if (second === undefined) catalog.useDatabase(catalog.currentCatalog, first);
  else catalog.useDatabase(first, second);
}

export function createCatalog(node: SqlCreateNamed, catalog: CatalogManager): void {
  const name = node.name.names[0] ?? '';
  const options = optionsOf(node.options);
  if (catalog.hasCatalog(name)) {
    if (node.ifNotExists) return;
    throw catalogError(
      {
        className: 'ValidationException',
        message: `Could not execute CREATE CATALOG: (catalogName: [${name}], properties: [${mapText(options)}], ignoreIfExists: [false])`,
      },
      { className: 'CatalogException', message: `Catalog ${name} already exists.` },
    );
  }
  const lines = [...options].map(([k, v]) => `'${k}'='${v}'`).sort(compareText);
  const outer = {
    className: 'ValidationException',
    message: `Unable to create catalog '${name}'.\n\nCatalog options are:\n${lines.join('\n')}`,
  };
  const type = options.get('type');
  if (type === undefined) {
    throw catalogError(outer, {
      className: 'ValidationException',
      message: "Catalog options do not contain an option key 'type' for discovering a catalog.",
    });
  }
  if (type !== 'generic_in_memory') {
    throw catalogError(outer, {
      className: 'ValidationException',
      message:
        `Could not find any factory for identifier '${type}' that implements 'org.apache.flink.table.factories.CatalogFactory' in the classpath.\n\n` +
        `Available factory identifiers are:\n\n${LISTED_CATALOGS.join('\n')}`,
    });
  }
  catalog.createCatalog(name, options.get('default-database') ?? 'default');
}

export function dropCatalog(node: SqlDrop, catalog: CatalogManager): void {
  const name = node.name.names[0] ?? '';
  const fail = (message: string): FlinkError =>
    catalogError(
      { className: 'ValidationException', message: `Could not execute DROP CATALOG: (catalogName: [${name}])` },
      { className: 'CatalogException', message },
    );
  if (!catalog.hasCatalog(name)) {
    if (node.ifExists) return;
    throw fail(`Catalog ${name} does not exist.`);
  }
  if (catalog.currentCatalog === name) throw fail('Cannot drop a catalog which is currently in use.');
  catalog.dropCatalog(name);
}

function databasePath(names: readonly string[], catalog: CatalogManager): { readonly inCatalog: string; readonly name: string } {
  const [first = '', second] = names;
  return second === undefined ? { inCatalog: catalog.currentCatalog, name: first } : { inCatalog: first, name: second };
}

export function createDatabase(node: SqlCreateNamed, catalog: CatalogManager): void {
  const { inCatalog, name } = databasePath(node.name.names, catalog);
  const options = optionsOf(node.options);
  const action = `Could not execute CREATE DATABASE: (catalogDatabase: [${mapText(options)}], catalogName: [${inCatalog}], databaseName: [${name}], ignoreIfExists: [${node.ifNotExists}])`;
  if (!catalog.hasCatalog(inCatalog)) {
    throw catalogError(
      { className: 'TableException', message: action },
      { className: 'ValidationException', message: `Catalog ${inCatalog} does not exist` },
    );
  }
  if (catalog.database(inCatalog, name)) {
    if (node.ifNotExists) return;
    throw catalogError(
      { className: 'ValidationException', message: action },
      { className: 'DatabaseAlreadyExistException', message: `Database ${name} already exists in Catalog ${inCatalog}.` },
    );
  }
  catalog.createDatabase(inCatalog, name, { options, comment: node.comment?.value });
}

export function dropDatabase(node: SqlDrop, catalog: CatalogManager): void {
  const { inCatalog, name } = databasePath(node.name.names, catalog);
  const action = `Could not execute DROP DATABASE ${node.ifExists ? 'IF EXISTS ' : ''}${inCatalog}.${name} ${node.cascade ? 'CASCADE' : 'RESTRICT'}`;
  if (!catalog.database(inCatalog, name)) {
    if (node.ifExists) return;
    throw catalogError({ className: 'ValidationException', message: action }, databaseMissing(inCatalog, name));
  }
  if (catalog.currentCatalog === inCatalog && catalog.currentDatabase === name) {
    throw catalogError(
      { className: 'TableException', message: action },
      { className: 'ValidationException', message: 'Cannot drop a database which is currently in use.' },
    );
  }
  if (!node.cascade && !catalog.isEmptyDatabase(inCatalog, name)) {
    throw catalogError(
      { className: 'ValidationException', message: action },
      { className: 'DatabaseNotEmptyException', message: `Database ${name} in catalog ${inCatalog} is not empty.` },
    );
  }
  catalog.dropDatabase(inCatalog, name);
}

export function alterDatabase(names: readonly string[], options: ReadonlyMap<string, string>, catalog: CatalogManager): void {
  const { inCatalog, name } = databasePath(names, catalog);
  const old = catalog.database(inCatalog, name);
  if (!old) {
    throw catalogError({ className: 'ValidationException', message: `Database ${name} not exists` }, databaseMissing(inCatalog, name));
  }
  catalog.alterDatabase(inCatalog, name, { ...old, options: new Map([...old.options, ...options]) });
}

/** Functions of a class: the class is never there, so temporary ones, which Flink loads at once, are refused as Flink refuses them. */
export function createFunction(node: SqlCreateFunction, catalog: CatalogManager): void {
  const language = node.language ?? 'JAVA';
  const className = node.className.value;
  const missing = { className: 'ClassNotFoundException', message: className };
  if (node.isSystem) {
    const name = node.name.names.join('.');
    if (language === 'PYTHON') return catalog.setSystemFunction(name, { kind: 'class', displayName: name, className, language });
    throw catalogError(
      {
        className: 'TableException',
        message:
          `Could not execute CREATE TEMPORARY SYSTEM FUNCTION: (functionName: [${name}], catalogFunction: [CatalogFunctionImpl{className='${className}', functionLanguage='${language}', functionResource='[]', options='{}'}], ` +
          `ignoreIfExists: [${node.ifNotExists}], functionLanguage: [${language}])`,
      },
      { className: 'ValidationException', message: `Could not register temporary system function '${name}' due to implementation errors.` },
      missing,
    );
  }
  const path = catalog.qualify(node.name.names);
  const displayName = `${path.catalog}.${path.database}.${path.name}`;
  const f: ClassFunction = { kind: 'class', displayName, className, language };
  if (node.isTemporary) {
    if (language === 'PYTHON') return catalog.setTemporaryFunction(path, f);
    throw catalogError(
      {
        className: 'ValidationException',
        message: `Could not register temporary catalog function '${displayName}' due to implementation errors.`,
      },
      missing,
    );
  }
  if (catalog.permanentFunction(path)) {
    if (node.ifNotExists) return;
    throw functionError(
      'FunctionAlreadyExistException',
      `Function ${path.database}.${path.name} already exists in Catalog ${path.catalog}.`,
    );
  }
  catalog.setPermanentFunction(path, f);
}

function functionError(className: string, message: string): FlinkError {
  return catalogError({ className: 'ValidationException', message }, { className, message });
}

export function alterFunction(node: SqlAlterFunction, catalog: CatalogManager): void {
  const path = catalog.qualify(node.name.names);
  const old = catalog.permanentFunction(path);
  if (!old) {
    if (node.ifExists) return;
    throw functionError('FunctionNotExistException', `Function ${path.database}.${path.name} does not exist in Catalog ${path.catalog}.`);
  }
  const displayName = `${path.catalog}.${path.database}.${path.name}`;
  catalog.setPermanentFunction(path, { kind: 'class', displayName, className: node.className.value, language: node.language ?? 'JAVA' });
}

export function dropFunction(node: SqlDrop, catalog: CatalogManager): void {
  if (node.isSystem) {
    const name = node.name.names.join('.');
    if (catalog.systemFunction(name)) return catalog.setSystemFunction(name, undefined);
    if (node.ifExists) return;
    throw ddlError(`Could not drop temporary system function. A function named '${name}' doesn't exist.`);
  }
  const path = catalog.qualify(node.name.names);
  if (node.isTemporary) {
    if (catalog.temporaryFunction(path)) return catalog.setTemporaryFunction(path, undefined);
    if (node.ifExists) return;
    throw ddlError(`Temporary catalog function ${quotedPath(path)} doesn't exist`);
  }
  if (catalog.permanentFunction(path)) return catalog.setPermanentFunction(path, undefined);
  if (node.ifExists) return;
  throw functionError('FunctionNotExistException', `Function ${path.database}.${path.name} does not exist in Catalog ${path.catalog}.`);
}
