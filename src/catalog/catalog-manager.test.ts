import { describe, expect, test } from 'vitest';
import { CatalogManager } from './catalog-manager.ts';
import type { ConnectorTable } from './table.ts';

function table(catalog: CatalogManager, names: readonly string[], isTemporary = false): ConnectorTable {
  const path = catalog.qualify(names);
  return { kind: 'connector', path, isTemporary, columns: [], watermarks: [], partitionKeys: [], options: new Map() };
}

function filled(): CatalogManager {
  const catalog = new CatalogManager();
  catalog.createTable(table(catalog, ['Orders']), { ignoreIfExists: false });
  return catalog;
}

describe('names', () => {
  test('one to three parts', () => {
    const catalog = filled();
    for (const names of [['Orders'], ['default_database', 'Orders'], ['default_catalog', 'default_database', 'Orders']]) {
      expect(catalog.lookupTable(names).found).toBe(true);
    }
    expect(() => catalog.qualify(['a', 'b', 'c', 'd'])).toThrow('Object identifier must consist of 1 to 3 parts.');
  });

  test.each([
    [['zz'], "Object 'zz' not found"],
    [['orders'], "Object 'orders' not found within 'default_catalog.default_database'; did you mean 'Orders'?"],
    [['nodb', 'Orders'], "Object 'nodb' not found"],
    [['default_database', 'zz'], "Object 'zz' not found within 'default_catalog.default_database'"],
    [['default_catalog', 'zz'], "Object 'zz' not found within 'default_catalog'"],
    [['nocat', 'd', 't'], "Object 'nocat' not found"],
    [['default_catalog', 'nodb', 't'], "Object 'nodb' not found within 'default_catalog'"],
    [['default_catalog', 'default_database', 'zz'], "Object 'zz' not found within 'default_catalog.default_database'"],
  ])('%j is missing', (names, message) => {
    expect(filled().lookupTable(names)).toEqual({ found: false, message });
  });

  test('another current database', () => {
    const catalog = filled();
    catalog.createDatabase('default_catalog', 'd2', { options: new Map() });
    catalog.useDatabase('default_catalog', 'd2');
    expect(catalog.lookupTable(['Orders']).found).toBe(false);
    expect(catalog.lookupTable(['default_database', 'Orders']).found).toBe(true);
    expect(catalog.qualify(['x'])).toEqual({ catalog: 'default_catalog', database: 'd2', name: 'x' });
  });
});

describe('tables', () => {
  test('a temporary table hides a permanent one and must go first', () => {
    const catalog = filled();
    catalog.createTable(table(catalog, ['Orders'], true), { ignoreIfExists: false });
    expect(catalog.findTable(catalog.qualify(['Orders']))?.isTemporary).toBe(true);
    expect(() => catalog.dropTable(catalog.qualify(['Orders']), 'table', false)).toThrow(
      'Drop it first before removing the permanent table.',
    );
    catalog.dropTemporaryTable(catalog.qualify(['Orders']), 'table', false);
    expect(catalog.findTable(catalog.qualify(['Orders']))?.isTemporary).toBe(false);
  });

  test('one name once, unless told otherwise', () => {
    const catalog = filled();
    expect(() => catalog.createTable(table(catalog, ['Orders']), { ignoreIfExists: false })).toThrow(
      'Table (or view) default_database.Orders already exists in Catalog default_catalog.',
    );
    expect(() => catalog.createTable(table(catalog, ['Orders']), { ignoreIfExists: true })).not.toThrow();
  });

  test('renaming keeps the table', () => {
    const catalog = filled();
    const old = catalog.findTable(catalog.qualify(['Orders']));
    if (!old) throw new Error('no table');
    catalog.renameTable(old, catalog.qualify(['Bills']), 'ALTER TABLE');
    expect(catalog.tableNames('default_catalog', 'default_database')).toEqual(['Bills']);
    expect(catalog.findTable(catalog.qualify(['Bills']))?.path.name).toBe('Bills');
  });
});
