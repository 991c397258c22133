import { FlinkError } from '../../base/diagnostic.ts';
import type { ObjectPath } from '../../catalog/object-path.ts';
import { quotedPath } from '../../catalog/object-path.ts';
import type { ViewTable } from '../../catalog/table.ts';
import type { SqlIdentifier, SqlNode } from '../../sql/ast.ts';
import type { SqlAlterView, SqlCreateView } from '../../sql/ast-ddl.ts';
import type { DdlContext } from './ddl-context.ts';
import { ddlError } from './ddl-context.ts';
import { startText } from './schema-builder.ts';

interface ViewParts {
  readonly path: ObjectPath;
  readonly isTemporary: boolean;
  readonly query: SqlNode;
  readonly fieldList: readonly SqlIdentifier[];
  readonly comment?: string;
}

/** Validates the query and names its columns (`SqlNodeConvertUtils.toCatalogView`). */
function viewOf(parts: ViewParts, context: DdlContext): ViewTable {
  const { fieldList, query } = parts;
  const resolved = context.resolver.resolveQuery(query);
  const names = fieldList.length > 0 ? fieldList.map((f) => f.names.join('.')) : resolved.fields.map((f) => f.name);
  if (names.length !== resolved.fields.length) {
    throw ddlError(
      `VIEW definition and input fields not match:\n\tDef fields: [${names.join(', ')}].\n\tInput fields: [${resolved.fields.map((f) => f.name).join(', ')}].`,
    );
  }
  checkUnique(names, query);
  const sql = context.toSql(query);
  const fields = resolved.fields.map((f, i) => ({ ...f, name: names[i] ?? f.name }));
  return {
    kind: 'view',
    path: parts.path,
    isTemporary: parts.isTemporary,
    columns: fields.map((f) => ({ kind: 'physical', name: f.name, type: f.type })),
    comment: parts.comment,
    query,
    currentCatalog: context.catalog.currentCatalog,
    currentDatabase: context.catalog.currentDatabase,
    originalSql: sql,
    expandedSql: resolved.expandedSql ?? sql,
  };
}

/** Two columns of one name: the message points at the first item of that name. */
function checkUnique(names: readonly string[], query: SqlNode): void {
  const first = names.findIndex((n, i) => names.indexOf(n, i + 1) >= 0);
  if (first < 0) return;
  const items = selectItems(query);
  const place = items[first] ?? query;
  const message = `A column with the same name \`${names[first]}\` has been defined at ${startText(place.pos)}.`;
  throw new FlinkError(
    'catalog/ddl',
    [
      { className: 'ValidationException', message: `SQL validation failed. ${message}` },
      { className: 'SqlValidateException', message },
    ],
    place.span,
  );
}

function selectItems(query: SqlNode): readonly SqlNode[] {
  switch (query.type) {
    case 'SqlSelect':
      return query.selectList;
    case 'SqlOrderBy':
      return selectItems(query.query);
    case 'SqlWith':
      return selectItems(query.body);
    case 'SqlBasicCall': {
      const first = query.operands[0];
      return first ? selectItems(first) : [];
    }
    default:
      return [];
  }
}

export function createView(node: SqlCreateView, context: DdlContext): void {
  const view = viewOf(
    {
      path: context.catalog.qualify(node.name.names),
      isTemporary: node.isTemporary,
      query: node.query,
      fieldList: node.fieldList,
      comment: node.comment?.value,
    },
    context,
  );
  context.catalog.createTable(view, { ignoreIfExists: node.ifNotExists });
}

export function alterView(node: SqlAlterView, context: DdlContext): void {
  const path = context.catalog.qualify(node.name.names);
  const old = context.catalog.findTable(path);
  if (!old || old.isTemporary) throw ddlError(`View ${quotedPath(path)} doesn't exist or is a temporary view.`);
  if (old.kind !== 'view') throw ddlError('ALTER VIEW for a table is not allowed');
  if (node.type === 'SqlAlterViewRename') {
    context.catalog.renameTable(old, context.catalog.qualify(node.newName.names), 'ALTER VIEW');
    return;
  }
  context.catalog.replaceTable(viewOf({ path, isTemporary: false, query: node.query, fieldList: [], comment: old.comment }, context));
}
