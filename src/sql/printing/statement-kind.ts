/** Calcite's kind of each statement class that is not a query; undefined for other nodes. */
export function statementKind(type: string): string | undefined {
  const exact = KINDS[type];
  if (exact !== undefined) return exact;
  return PATTERNS.find(([pattern]) => pattern.test(type))?.[1];
}

const KINDS: Readonly<Record<string, string>> = {
  RichSqlInsert: 'INSERT',
  SqlDelete: 'DELETE',
  SqlUpdate: 'UPDATE',
  SqlMerge: 'MERGE',
  SqlRichExplain: 'EXPLAIN',
  SqlExplain: 'EXPLAIN',
  SqlSetOption: 'SET_OPTION',
  SqlCreateTable: 'CREATE_TABLE',
  SqlCreateTableAs: 'CREATE_TABLE',
  SqlCreateTableLike: 'CREATE_TABLE',
  SqlCreateOrAlterMaterializedTable: 'CREATE_TABLE',
  SqlReplaceTableAs: 'OTHER_DDL',
  SqlCreateView: 'CREATE_VIEW',
  SqlCreateFunction: 'CREATE_FUNCTION',
  SqlDropTable: 'DROP_TABLE',
  SqlDropMaterializedTable: 'DROP_TABLE',
  SqlDropView: 'DROP_VIEW',
  SqlDropFunction: 'DROP_FUNCTION',
  SqlAddPartitions: 'ALTER_TABLE',
  SqlDropPartitions: 'ALTER_TABLE',
  SqlRichDescribeTable: 'DESCRIBE_TABLE',
  SqlDescribeTable: 'DESCRIBE_TABLE',
  SqlDescribeSchema: 'DESCRIBE_SCHEMA',
  SqlDescribeCatalog: 'OTHER_DDL',
  SqlUseCatalog: 'OTHER_DDL',
  SqlUseDatabase: 'OTHER_DDL',
  SqlAddJar: 'OTHER_DDL',
  SqlRemoveJar: 'OTHER_DDL',
  SqlAnalyzeTable: 'OTHER_DDL',
  SqlStopJob: 'OTHER_DDL',
};

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/^SqlAlter(Materialized)?Table/, 'ALTER_TABLE'],
  [/^SqlAlterView/, 'ALTER_VIEW'],
  [/^SqlShowCreate/, 'OTHER_DDL'],
  [/^Sql(Alter|Create|Drop)/, 'OTHER_DDL'],
  [
    /^Sql(Show|Describe|RichDescribe|Set$|Reset$|Use|Load|Unload|Execute|Compile|StatementSet|BeginStatementSet|EndStatementSet|Truncate)/,
    'OTHER',
  ],
];
