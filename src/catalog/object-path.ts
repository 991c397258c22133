/** Catalog, database and name of a table, view or function (Flink's `ObjectIdentifier`). */
export interface ObjectPath {
  readonly catalog: string;
  readonly database: string;
  readonly name: string;
}

/** `default_catalog.default_database.T`, as most of Flink's messages print a path (`ObjectIdentifier.asSummaryString`). */
export function summaryPath(path: ObjectPath): string {
  return `${path.catalog}.${path.database}.${path.name}`;
}

/** `` `c`.`d`.`T` ``, back-ticks inside doubled (`ObjectIdentifier.asSerializableString`). */
export function quotedPath(path: ObjectPath): string {
  return [path.catalog, path.database, path.name].map(quoteName).join('.');
}

/** One name in back-ticks. */
export function quoteName(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

/** The names in order, as a scan prints them. */
export function pathNames(path: ObjectPath): readonly string[] {
  return [path.catalog, path.database, path.name];
}
