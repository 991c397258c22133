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
  const listed = fieldList.map((f) => f.names.join('.'));
  if (listed.length > 0 && listed.length !== resolved.fields.length) {
    throw ddlError(
      `VIEW definition and input fields not match:\n\tDef fields: [${listed.join(', ')}].\n\tInput fields: [${resolved.fields.map((f) => f.name).join(', ')}].`,
    );
  }
  const names = columnNames(listed.length > 0 ? listed : resolved.fields.map((f) => f.name), query);
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

/**
 * Names of the columns: those of a star are made unique, those of written items are not, so that two of one name are a mistake, which
 * points at the first of them.
 */
function columnNames(raw: readonly string[], query: SqlNode): readonly string[] {
  const items = selectItems(query);
  const firstStar = items.findIndex(isStar);
  const lastStar = items.findLastIndex(isStar);
  const behind = firstStar < 0 ? 0 : items.length - 1 - lastStar;
  const starred = (i: number): boolean => firstStar >= 0 && i >= firstStar && i < raw.length - behind;
  const used = new Set<string>();
  const names = raw.map((name, i) => {
    const unique = starred(i) ? uniqueName(name, used) : name;
    used.add(unique);
    return unique;
  });
  const first = names.findIndex((n, i) => names.indexOf(n, i + 1) >= 0);
  if (first < 0) return names;
  const place = items[starred(first) ? firstStar : Math.min(first, items.length - 1)] ?? query;
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

/** The name, or the name with the first number that makes it new (`SqlValidatorUtil.uniquify`). */
export function uniqueName(name: string, used: ReadonlySet<string>): string {
  if (!used.has(name)) return name;
  for (let i = 0; ; i++) if (!used.has(`${name}${i}`)) return `${name}${i}`;
}

function isStar(item: SqlNode): boolean {
  return item.type === 'SqlIdentifier' && item.names.at(-1) === '';
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
