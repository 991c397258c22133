import type { CatalogManager } from '../../catalog/catalog-manager.ts';
import { parseFlinkType } from '../../catalog/connectors/type-text.ts';
import type { Column, DataStreamTable } from '../../catalog/table.ts';
import type { DatastreamDirective, Directive, FunctionDirective, TemporalTableFunctionDirective } from '../../sql/ast-statement.ts';
import { userScalarFunction, userTableFunction } from '../../catalog/functions/user-functions.ts';
import { timestampLtzType, timestampType } from '../../types/sql-type.ts';
import { deriveDataType } from './data-type.ts';
import { ddlError } from './ddl-context.ts';

/** What a `--@` line stands for: objects that a program registers and SQL cannot. */
export function applyDirective(node: Directive, catalog: CatalogManager): void {
  switch (node.type) {
    case 'DatastreamDirective':
      catalog.createTable(dataStreamTable(node, catalog), { ignoreIfExists: false });
      return;
    case 'TemporalTableFunctionDirective':
      catalog.setSystemFunction(node.name, temporalTableFunction(node, catalog));
      return;
    case 'FunctionDirective':
      catalog.setSystemFunction(node.name, userFunction(node));
  }
}

function userFunction(node: FunctionDirective): ReturnType<typeof userScalarFunction> | ReturnType<typeof userTableFunction> {
  const argumentTypes = node.argumentTypes.map((t) => deriveDataType(t));
  if (node.table) {
    const columns = node.table.map((c) => ({ name: c.name, type: deriveDataType(c.dataType) }));
    return userTableFunction({ name: node.name, argumentTypes, columns, deterministic: node.deterministic });
  }
  if (!node.returns) throw ddlError(`Function ${node.name} has no result type.`);
  return userScalarFunction({ name: node.name, argumentTypes, returns: deriveDataType(node.returns), deterministic: node.deterministic });
}

function temporalTableFunction(node: TemporalTableFunctionDirective, catalog: CatalogManager) {
  const path = catalog.qualify(node.table.split('.'));
  const history = catalog.findTable(path);
  if (history) {
    const names = history.columns.map((c) => c.name);
    const missing = [node.timeAttribute, node.key].find((name) => !names.includes(name));
    if (missing !== undefined) throw ddlError(`Cannot resolve field [${missing}], input field list:[${names.join(', ')}].`);
  }
  return {
    kind: 'temporal-table-function' as const,
    name: node.name,
    table: path,
    timeAttribute: node.timeAttribute,
    key: node.key,
  };
}

/** A DataStream table's record fields are nullable; time attributes are appended: rowtime nullable, processing time not null. */
function dataStreamTable(node: DatastreamDirective, catalog: CatalogManager): DataStreamTable {
  const columns = node.columns.map((c): Column => {
    switch (c.dataType.toUpperCase()) {
      case 'PROCTIME':
        return { kind: 'physical', name: c.name, type: timestampLtzType(3, true, 'PROCTIME') };
      case 'ROWTIME':
        return { kind: 'physical', name: c.name, type: timestampType(3, true, 'ROWTIME') };
      default: {
        const type = parseFlinkType(c.dataType);
        if (!type) throw ddlError(`Unknown type '${c.dataType}' of column '${c.name}'.`);
        return { kind: 'physical', name: c.name, type };
      }
    }
  });
  return { kind: 'datastream', path: catalog.qualify(node.name.split('.')), isTemporary: true, columns };
}
