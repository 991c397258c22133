import type { SqlNode } from '../ast.ts';
import type { SqlDdl } from '../ast-ddl.ts';
import type { RichSqlInsert, SqlMerge, SqlShow, SqlStatement, SqlStatementSet } from '../ast-statement.ts';
import { ddlText, partitionText, withOptionsText } from './ddl-text.ts';
import { charLiteralText, identifierText, stringText } from './literal-text.ts';
import { commaList, INSIDE, TOP, type Print, type PrintContext } from './print-context.ts';

const words = (...parts: readonly (string | false | undefined)[]): string => parts.filter(Boolean).join(' ');

/** Targets of DML are pulled at a little, as by any operator. */
const TARGET: PrintContext = { left: 2, right: 3, inQuery: false };

function insertText(print: Print, node: RichSqlInsert): string {
  const verb = node.isUpsert ? 'UPSERT INTO' : node.isOverwrite ? 'INSERT OVERWRITE' : 'INSERT INTO';
  const columns = node.columns && `(${commaList(print, node.columns)})`;
  let out = `${verb} ${print(node.target, TARGET)}`;
  if (node.partition.length > 0) out += ` PARTITION ${partitionText(print, node.partition)}\n${columns ?? ''}`;
  else if (columns) out += ` ${columns}`;
  out = `${out.trimEnd()}${node.partition.length > 0 && !columns ? '\n' : ''}\n${print(node.source, TOP)}`;
  return node.conflict ? `${out}\nON CONFLICT DO ${node.conflict}` : out;
}

function statementSetText(print: Print, node: SqlStatementSet): string {
  return `STATEMENT SET BEGIN\n${node.inserts.map((i) => `${insertText(print, i)}\n;\n`).join('')}END`;
}

function assignmentsText(print: Print, node: { readonly columns: readonly SqlNode[]; readonly expressions: readonly SqlNode[] }): string {
  return node.columns.map((c, i) => `${print(c, TARGET)} = ${print(node.expressions[i] as SqlNode, TARGET)}`).join(', ');
}

function mergeText(print: Print, node: SqlMerge): string {
  const lines = [words('MERGE INTO', print(node.target, TARGET), node.alias && `AS ${identifierText(node.alias)}`)];
  lines.push(`USING ${print(node.source, TARGET)}`, `ON ${print(node.condition, TARGET)}`);
  if (node.update) lines.push(`WHEN MATCHED THEN UPDATE SET ${assignmentsText(print, node.update)}`);
  if (node.insert) {
    const columns = node.insert.columns && `(${commaList(print, node.insert.columns)})`;
    lines.push(words('WHEN NOT MATCHED THEN INSERT', columns, print(node.insert.values, INSIDE)));
  }
  return lines.join('\n');
}

const SHOWN: Readonly<Partial<Record<SqlShow['type'], string>>> = {
  SqlShowCatalogs: 'CATALOGS',
  SqlShowCurrentCatalog: 'CURRENT CATALOG',
  SqlShowCurrentDatabase: 'CURRENT DATABASE',
  SqlShowDatabases: 'DATABASES',
  SqlShowFunctions: 'FUNCTIONS',
  SqlShowProcedures: 'PROCEDURES',
  SqlShowModules: 'MODULES',
  SqlShowModels: 'MODELS',
  SqlShowConnections: 'CONNECTIONS',
  SqlShowJars: 'JARS',
  SqlShowJobs: 'JOBS',
  SqlShowColumns: 'COLUMNS',
  SqlShowPartitions: 'PARTITIONS',
  SqlShowCreateTable: 'CREATE TABLE',
  SqlShowCreateView: 'CREATE VIEW',
  SqlShowCreateCatalog: 'CREATE CATALOG',
  SqlShowCreateModel: 'CREATE MODEL',
  SqlShowCreateConnection: 'CREATE CONNECTION',
};

function showText(print: Print, node: SqlShow): string {
  const isMaterialized = node.type === 'SqlShowCreateMaterializedTable';
  const what = isMaterialized ? words('CREATE', node.modifier, 'MATERIALIZED TABLE') : (node.listed ?? SHOWN[node.type]);
  const scope = node.scope && `${node.scope.preposition} ${identifierText(node.scope.name)}`;
  // The pattern is printed as if it were a keyword, and keywords are upper case.
  const like = node.like && words(node.like.negated && 'NOT', node.like.operator, `'${node.like.pattern.value.toUpperCase()}'`);
  return words(
    'SHOW',
    !isMaterialized && node.modifier,
    what,
    node.name && identifierText(node.name),
    scope,
    like,
    node.partition && node.partition.length > 0 && `PARTITION ${partitionText(print, node.partition)}`,
  );
}

const DETAILS = ['JSON_EXECUTION_PLAN', 'CHANGELOG_MODE', 'PLAN_ADVICE', 'ESTIMATED_COST'] as const;
const LEVELS: Readonly<Record<string, string>> = {
  NO_ATTRIBUTES: 'EXCLUDING ATTRIBUTES',
  EXPPLAN_ATTRIBUTES: 'INCLUDING ATTRIBUTES',
  ALL_ATTRIBUTES: 'INCLUDING ALL ATTRIBUTES',
};
const DEPTHS: Readonly<Record<string, string>> = { TYPE: 'WITH TYPE', LOGICAL: 'WITHOUT IMPLEMENTATION', PHYSICAL: 'WITH IMPLEMENTATION' };

/** A statement or a query where either may stand. */
export type PrintAny = (node: SqlNode | SqlStatement) => string;

/** Any statement that is not a query. */
export function statementText(print: Print, printAny: PrintAny, node: SqlStatement): string {
  switch (node.type) {
    case 'RichSqlInsert':
      return insertText(print, node);
    case 'SqlStatementSet':
      return statementSetText(print, node);
    case 'SqlDelete':
      return `${words('DELETE FROM', print(node.target, TARGET), node.alias && `AS ${identifierText(node.alias)}`)}${node.where ? `\nWHERE ${print(node.where, TARGET)}` : ''}`;
    case 'SqlUpdate': {
      const head = words(
        'UPDATE',
        print(node.target, TARGET),
        node.alias && `AS ${identifierText(node.alias)}`,
        `SET ${assignmentsText(print, node)}`,
      );
      return node.where ? `${head}\nWHERE ${print(node.where, TARGET)}` : head;
    }
    case 'SqlMerge':
      return mergeText(print, node);
    case 'SqlSet':
      return node.key === undefined ? 'SET' : `SET ${stringText(node.key)} = ${stringText(node.value ?? '')}`;
    case 'SqlReset':
      return node.key === undefined ? 'RESET' : `RESET ${stringText(node.key)}`;
    case 'SqlSetOption': {
      const value = node.value && `= ${print(node.value, INSIDE)}`;
      return words(node.scope && `ALTER ${node.scope}`, node.value ? 'SET' : 'RESET', identifierText(node.name), value);
    }
    case 'SqlRichExplain':
      return words('EXPLAIN', DETAILS.filter((d) => node.details.includes(d)).join(', '), printAny(node.statement));
    case 'SqlExplain':
      return `${words('EXPLAIN PLAN', LEVELS[node.level], DEPTHS[node.depth], node.format !== 'TEXT' && `AS ${node.format}`, 'FOR')}\n${printAny(node.statement)}`;
    case 'SqlExecute':
      return `EXECUTE ${printAny(node.statement)}`;
    case 'SqlCompilePlan':
    case 'SqlCompileAndExecutePlan':
    case 'SqlExecutePlan': {
      const verb = { SqlCompilePlan: 'COMPILE PLAN', SqlCompileAndExecutePlan: 'COMPILE AND EXECUTE PLAN', SqlExecutePlan: 'EXECUTE PLAN' }[
        node.type
      ];
      return words(
        verb,
        charLiteralText(node.path),
        node.ifNotExists && 'IF NOT EXISTS',
        node.statement && `FOR ${printAny(node.statement)}`,
      );
    }
    case 'SqlDescribeJob':
      return `DESCRIBE JOB ${charLiteralText(node.jobId)}`;
    case 'SqlStopJob':
      return words('STOP JOB', charLiteralText(node.jobId), node.withSavepoint && 'WITH SAVEPOINT', node.withDrain && 'WITH DRAIN');
    case 'SqlUseCatalog':
      return `USE CATALOG ${identifierText(node.name)}`;
    case 'SqlUseDatabase':
      return `USE ${identifierText(node.name)}`;
    case 'SqlUseModules':
      return `USE MODULES ${node.names.map((n) => identifierText(n)).join(', ')}`;
    case 'SqlLoadModule':
      return [`LOAD MODULE ${identifierText(node.name)}`, withOptionsText(node.options)].filter((l) => l !== undefined).join('\n');
    case 'SqlUnloadModule':
      return `UNLOAD MODULE ${identifierText(node.name)}`;
    case 'SqlAddJar':
      return `ADD JAR ${charLiteralText(node.path)}`;
    case 'SqlRemoveJar':
      return `REMOVE JAR ${charLiteralText(node.path)}`;
    case 'SqlAnalyzeTable': {
      const partition = node.partition.length > 0 && `PARTITION ${partitionText(print, node.partition)}`;
      const columns = node.columns.length > 0 && `FOR COLUMNS ${commaList(print, node.columns)}`;
      return words(
        'ANALYZE TABLE',
        identifierText(node.name),
        partition,
        'COMPUTE STATISTICS',
        node.allColumns ? 'FOR ALL COLUMNS' : columns,
      );
    }
    case 'SqlTruncateTable':
      return `TRUNCATE TABLE ${identifierText(node.name)}`;
    case 'SqlBeginStatementSet':
      return 'BEGIN STATEMENT SET';
    case 'SqlEndStatementSet':
      return 'END';
    case 'ClientCommand':
      return node.command;
    case 'DatastreamDirective':
      return `--@ datastream ${node.name} (${node.columns.map((c) => `${c.name} ${c.dataType}`).join(', ')})`;
    case 'TemporalTableFunctionDirective':
      return `--@ temporal-table-function ${node.name} ON ${node.table} TIME ${node.timeAttribute} KEY ${node.key}`;
    case 'FunctionDirective': {
      const args = node.argumentTypes.map((t) => print(t, INSIDE)).join(', ');
      const table = node.table && `TABLE(${node.table.map((c) => `${c.name} ${print(c.dataType, INSIDE)}`).join(', ')})`;
      const returns = node.returns && `RETURNS ${print(node.returns, INSIDE)}`;
      return words(`--@ function ${node.name}(${args})`, returns, table, !node.deterministic && 'NOT DETERMINISTIC');
    }
    case 'SqlRichDescribeTable':
    case 'SqlRichDescribeFunction':
    case 'SqlRichDescribeModel':
    case 'SqlRichDescribeConnection':
    case 'SqlDescribeCatalog':
    case 'SqlDescribeDatabase':
    case 'SqlDescribeSchema':
    case 'SqlDescribeTable': {
      const what = node.type === 'SqlRichDescribeTable' ? '' : node.type.replace(/^Sql(Rich)?Describe/, '').toUpperCase();
      return words('DESCRIBE', what, node.isExtended && 'EXTENDED', identifierText(node.name), node.column && identifierText(node.column));
    }
    default:
      if (node.type.startsWith('SqlShow')) return showText(print, node as SqlShow);
      return ddlText(print, node as SqlDdl);
  }
}
