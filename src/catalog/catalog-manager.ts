import { FlinkError, validationError } from '../base/diagnostic.ts';
import type { Cause } from '../base/diagnostic.ts';
import type { UserFunction } from './user-function.ts';
import type { ObjectPath } from './object-path.ts';
import { quotedPath, summaryPath } from './object-path.ts';
import type { CatalogTable } from './table.ts';

export const DEFAULT_CATALOG = 'default_catalog';
export const DEFAULT_DATABASE = 'default_database';

export interface CatalogDatabase {
  readonly comment?: string;
  readonly options: ReadonlyMap<string, string>;
}

interface DatabaseState extends CatalogDatabase {
  readonly tables: Map<string, CatalogTable>;
  readonly functions: Map<string, UserFunction>;
}

interface CatalogState {
  readonly databases: Map<string, DatabaseState>;
}

/** What a name in a FROM clause stands for, or the message for "no such thing" (without its position). */
export type TableLookup = { readonly found: true; readonly table: CatalogTable } | { readonly found: false; readonly message: string };

/** Whether an object lives in a catalog or only in the session. */
export interface CreateMode {
  readonly ignoreIfExists: boolean;
}

/** The error of a catalog operation: a wrapper over the catalog's own exception. */
export function catalogError(...causes: readonly Cause[]): FlinkError {
  return new FlinkError('catalog/object', causes);
}

const cause = (className: string, message: string): Cause => ({ className, message });

/**
 * Catalogs, databases, tables, views and functions of a session, and which catalog and database are current (Flink's `CatalogManager` and
 * `FunctionCatalog` with in-memory catalogs). Objects are immutable; this class only holds which there are. Names are case-sensitive,
 * those of functions are not.
 */
export class CatalogManager {
  currentCatalog = DEFAULT_CATALOG;
  currentDatabase = DEFAULT_DATABASE;
  private readonly catalogs = new Map<string, CatalogState>();
  private readonly temporaryTables = new Map<string, CatalogTable>();
  private readonly temporaryFunctions = new Map<string, UserFunction>();
  private readonly systemFunctions = new Map<string, UserFunction>();

  constructor() {
    this.catalogs.set(DEFAULT_CATALOG, newCatalog(DEFAULT_DATABASE));
  }

  // ------------------------------------------------------------------------------------------------------------------ names

  /** The full path of a name of one to three parts. */
  qualify(names: readonly string[]): ObjectPath {
    const [first, second, third] = names;
    if (names.length === 0 || names.length > 3 || first === undefined) {
      throw validationError('catalog/name', 'Object identifier must consist of 1 to 3 parts.');
    }
    if (second === undefined) return { catalog: this.currentCatalog, database: this.currentDatabase, name: first };
    if (third === undefined) return { catalog: this.currentCatalog, database: first, name: second };
    return { catalog: first, database: second, name: third };
  }

  /** The table or view at a path; a temporary one hides a permanent one. */
  findTable(path: ObjectPath): CatalogTable | undefined {
    return this.temporaryTables.get(quotedPath(path)) ?? this.permanentTable(path);
  }

  permanentTable(path: ObjectPath): CatalogTable | undefined {
    return this.databaseState(path.catalog, path.database)?.tables.get(path.name);
  }

  temporaryTable(path: ObjectPath): CatalogTable | undefined {
    return this.temporaryTables.get(quotedPath(path));
  }

  /** A name of a FROM clause, with the message that Flink's validator has for a missing one. */
  lookupTable(names: readonly string[]): TableLookup {
    const missing = (message: string): TableLookup => ({ found: false, message });
    const [first = '', second, third] = names;
    if (names.length <= 3 && names.length > 0) {
      const table = this.findTable(this.qualify(names));
      if (table) return { found: true, table };
    }
    const schema = `${this.currentCatalog}.${this.currentDatabase}`;
    if (names.length === 1) {
      const similar = this.similarTable(this.currentCatalog, this.currentDatabase, first);
      if (similar !== undefined) return missing(`Object '${first}' not found within '${schema}'; did you mean '${similar}'?`);
      return missing(`Object '${first}' not found`);
    }
    if (this.databaseState(this.currentCatalog, first)) {
      return missing(`Object '${second}' not found within '${this.currentCatalog}.${first}'`);
    }
    if (!this.catalogs.has(first)) return missing(`Object '${first}' not found`);
    if (third === undefined || !this.databaseState(first, second ?? '')) return missing(`Object '${second}' not found within '${first}'`);
    const similar = this.similarTable(first, second ?? '', third);
    const hint = similar === undefined ? '' : `; did you mean '${similar}'?`;
    return missing(`Object '${third}' not found within '${first}.${second}'${hint}`);
  }

  private similarTable(catalog: string, database: string, name: string): string | undefined {
    return this.tableNames(catalog, database).find((n) => n !== name && n.toLowerCase() === name.toLowerCase());
  }

  // ------------------------------------------------------------------------------------------------------ tables and views

  createTable(table: CatalogTable, mode: CreateMode): void {
    const { path } = table;
    if (table.isTemporary) {
      const key = quotedPath(path);
      if (this.temporaryTables.has(key)) {
        if (mode.ignoreIfExists) return;
        throw validationError('catalog/object', `Temporary table '${key}' already exists`);
      }
      this.temporaryTables.set(key, table);
      return;
    }
    if (!this.catalogs.has(path.catalog)) throw validationError('catalog/object', `Catalog ${path.catalog} does not exist.`);
    const database = this.databaseState(path.catalog, path.database);
    const action = cause('ValidationException', `Could not execute CreateTable in path ${quotedPath(path)}`);
    if (!database) throw catalogError(action, databaseMissing(path.catalog, path.database));
    if (database.tables.has(path.name)) {
      if (mode.ignoreIfExists) return;
      throw catalogError(action, tableExists(path));
    }
    database.tables.set(path.name, table);
  }

  /** Puts a changed table or view in the place of the one of the same path. */
  replaceTable(table: CatalogTable): void {
    const key = quotedPath(table.path);
    if (this.temporaryTables.has(key) && table.isTemporary) this.temporaryTables.set(key, table);
    else this.databaseState(table.path.catalog, table.path.database)?.tables.set(table.path.name, table);
  }

  dropTable(path: ObjectPath, kind: 'table' | 'view', ifExists: boolean): void {
    const word = kind === 'table' ? 'Table' : 'View';
    const temporary = this.temporaryTable(path);
    if (temporary && isOfKind(temporary, kind)) {
      throw validationError(
        'catalog/object',
        `Temporary ${kind} with identifier '${quotedPath(path)}' exists. Drop it first before removing the permanent ${kind}.`,
      );
    }
    const permanent = temporary ? undefined : this.permanentTable(path);
    if (permanent && isOfKind(permanent, kind)) {
      this.databaseState(path.catalog, path.database)?.tables.delete(path.name);
      return;
    }
    if (!ifExists) throw validationError('catalog/object', `${word} with identifier '${summaryPath(path)}' does not exist.`);
  }

  dropTemporaryTable(path: ObjectPath, kind: 'table' | 'view', ifExists: boolean): void {
    const temporary = this.temporaryTable(path);
    if (temporary && isOfKind(temporary, kind)) {
      this.temporaryTables.delete(quotedPath(path));
      return;
    }
    if (ifExists) return;
    throw validationError('catalog/object', `Temporary table or view with identifier '${summaryPath(path)}' does not exist.`);
  }

  /** Moves a permanent table or view; `action` names the statement in the message. */
  renameTable(table: CatalogTable, to: ObjectPath, action: string): void {
    const database = this.databaseState(to.catalog, to.database);
    const around = cause('ValidationException', `Could not execute ${action} ${summaryPath(table.path)} RENAME TO ${summaryPath(to)}`);
    if (!database || to.catalog !== table.path.catalog || to.database !== table.path.database) {
      throw catalogError(
        around,
        cause('TableNotExistException', `Table (or view) ${to.database}.${to.name} does not exist in Catalog ${to.catalog}.`),
      );
    }
    if (database.tables.has(to.name)) throw catalogError(around, tableExists(to));
    database.tables.delete(table.path.name);
    database.tables.set(to.name, { ...table, path: to });
  }

  /** Names of tables and views of a database, temporary ones included, in order. */
  tableNames(catalog: string, database: string): readonly string[] {
    const permanent = [...(this.databaseState(catalog, database)?.tables.keys() ?? [])];
    const temporary = [...this.temporaryTables.values()]
      .filter((t) => t.path.catalog === catalog && t.path.database === database)
      .map((t) => t.path.name);
    return [...new Set([...permanent, ...temporary])].sort();
  }

  // -------------------------------------------------------------------------------------------------- catalogs and databases

  catalogNames(): readonly string[] {
    return [...this.catalogs.keys()].sort();
  }

  databaseNames(catalog: string): readonly string[] {
    return [...(this.catalogs.get(catalog)?.databases.keys() ?? [])].sort();
  }

  hasCatalog(name: string): boolean {
    return this.catalogs.has(name);
  }

  hasDatabase(catalog: string, database: string): boolean {
    return this.databaseState(catalog, database) !== undefined;
  }

  /** An in-memory catalog with one database. */
  createCatalog(name: string, defaultDatabase: string): void {
    this.catalogs.set(name, newCatalog(defaultDatabase));
  }

  dropCatalog(name: string): void {
    this.catalogs.delete(name);
  }

  useCatalog(name: string): void {
    const catalog = this.catalogs.get(name);
    if (!catalog) throw catalogError(cause('CatalogException', `A catalog with name [${name}] does not exist.`));
    this.currentCatalog = name;
    this.currentDatabase = [...catalog.databases.keys()][0] ?? DEFAULT_DATABASE;
  }

  useDatabase(catalog: string, database: string): void {
    if (!this.catalogs.has(catalog)) throw catalogError(cause('CatalogException', `A catalog with name [${catalog}] does not exist.`));
    if (!this.databaseState(catalog, database)) {
      throw catalogError(cause('CatalogException', `A database with name [${database}] does not exist in the catalog: [${catalog}].`));
    }
    this.currentCatalog = catalog;
    this.currentDatabase = database;
  }

  database(catalog: string, name: string): CatalogDatabase | undefined {
    return this.databaseState(catalog, name);
  }

  createDatabase(catalog: string, name: string, database: CatalogDatabase): void {
    this.catalogs.get(catalog)?.databases.set(name, { ...database, tables: new Map(), functions: new Map() });
  }

  alterDatabase(catalog: string, name: string, database: CatalogDatabase): void {
    const state = this.databaseState(catalog, name);
    if (state) this.catalogs.get(catalog)?.databases.set(name, { ...state, ...database });
  }

  isEmptyDatabase(catalog: string, name: string): boolean {
    const state = this.databaseState(catalog, name);
    return state === undefined || (state.tables.size === 0 && state.functions.size === 0);
  }

  dropDatabase(catalog: string, name: string): void {
    this.catalogs.get(catalog)?.databases.delete(name);
  }

  private databaseState(catalog: string, name: string): DatabaseState | undefined {
    return this.catalogs.get(catalog)?.databases.get(name);
  }

  // ------------------------------------------------------------------------------------------------------------- functions

  /**
   * The session's own function of this name: temporary system functions first, then temporary and permanent ones of the path. Built-in
   * functions stand between the first and the rest (`FunctionCatalog.resolveAmbiguousFunctionReference`), which is the caller's business.
   */
  systemFunction(name: string): UserFunction | undefined {
    return this.systemFunctions.get(name.toLowerCase());
  }

  catalogFunction(names: readonly string[]): UserFunction | undefined {
    if (names.length > 3) return undefined;
    const path = this.qualify(names);
    const name = path.name.toLowerCase();
    return (
      this.temporaryFunctions.get(quotedPath({ ...path, name })) ?? this.databaseState(path.catalog, path.database)?.functions.get(name)
    );
  }

  setSystemFunction(name: string, f: UserFunction | undefined): void {
    if (f) this.systemFunctions.set(name.toLowerCase(), f);
    else this.systemFunctions.delete(name.toLowerCase());
  }

  setTemporaryFunction(path: ObjectPath, f: UserFunction | undefined): void {
    const key = quotedPath({ ...path, name: path.name.toLowerCase() });
    if (f) this.temporaryFunctions.set(key, f);
    else this.temporaryFunctions.delete(key);
  }

  temporaryFunction(path: ObjectPath): UserFunction | undefined {
    return this.temporaryFunctions.get(quotedPath({ ...path, name: path.name.toLowerCase() }));
  }

  permanentFunction(path: ObjectPath): UserFunction | undefined {
    return this.databaseState(path.catalog, path.database)?.functions.get(path.name.toLowerCase());
  }

  setPermanentFunction(path: ObjectPath, f: UserFunction | undefined): void {
    const functions = this.databaseState(path.catalog, path.database)?.functions;
    if (f) functions?.set(path.name.toLowerCase(), f);
    else functions?.delete(path.name.toLowerCase());
  }
}

function newCatalog(database: string): CatalogState {
  return { databases: new Map([[database, { options: new Map(), tables: new Map(), functions: new Map() }]]) };
}

function isOfKind(table: CatalogTable, kind: 'table' | 'view'): boolean {
  return (table.kind === 'view') === (kind === 'view');
}

function tableExists(path: ObjectPath): Cause {
  return cause('TableAlreadyExistException', `Table (or view) ${path.database}.${path.name} already exists in Catalog ${path.catalog}.`);
}

/** The catalog's own exception for a database that is not there. */
export function databaseMissing(catalog: string, database: string): Cause {
  return cause('DatabaseNotExistException', `Database ${database} does not exist in Catalog ${catalog}.`);
}
