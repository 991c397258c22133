import type { SqlNode } from '../ast.ts';
import type { ExplainDetail, ScriptNode, SqlExecute, SqlPlanCommand, SqlRichExplain, SqlStatement, SqlStopJob } from '../ast-statement.ts';
import { EOF } from '../lexer.ts';
import {
  alterCatalog,
  alterDatabase,
  alterFunction,
  alterMaterializedTable,
  alterModelOrConnection,
  alterTable,
  alterView,
} from './alter.ts';
import { create, drop } from './create-other.ts';
import { replaceTable } from './create-table.ts';
import { NAME, type Kinds } from './cursor.ts';
import { deleteFrom, insert, merge, statementSet, update } from './dml.ts';
import { QUERY_OR_OPERAND } from './first-sets.ts';
import type { Grammar } from './grammar.ts';
import { compoundIdentifier, simpleIdentifier, simpleIdentifiers } from './identifier.ts';
import { literal, quotedString, STRING, textLiteral } from './literal.ts';
import { call, identifierOf } from './node.ts';
import { from } from './place.ts';
import { describe, plainDescribe, queryOrDml, show, SHOW_WORDS } from './show.ts';
import { ifNotExists, partitionSpec, withOption } from './table-parts.ts';

/** SqlStmtList: the statements of one text, with semicolons between them. */
export function statementList(g: Grammar): ScriptNode[] {
  const { c } = g;
  const list = [statement(g)];
  while (c.take(';')) if (statementStarts(g)) list.push(statement(g));
  c.require(EOF);
  return list;
}

// prettier-ignore
const STARTS: Kinds = new Set([
  ...QUERY_OR_OPERAND,
  ...('INSERT UPSERT BEGIN END LOAD SHOW DESCRIBE DESC USE ALTER REPLACE UNLOAD EXPLAIN COMPILE EXECUTE ADD REMOVE SET RESET ANALYZE STOP ' +
    'TRUNCATE CREATE DROP DELETE UPDATE MERGE CALL').split(' '),
]);

function statementStarts(g: Grammar): boolean {
  return g.c.atAny(STARTS);
}

const DETAILS: Kinds = new Set(['ESTIMATED_COST', 'CHANGELOG_MODE', 'JSON_EXECUTION_PLAN', 'PLAN_ADVICE']);
const EXPLAINED: Kinds = new Set(['REPLACE', 'STATEMENT', 'EXECUTE', 'INSERT', 'UPSERT', 'CREATE', ...QUERY_OR_OPERAND]);
const EXECUTED: Kinds = new Set(['STATEMENT', 'INSERT', 'UPSERT', ...QUERY_OR_OPERAND]);
const INTO_OR_OVERWRITE: Kinds = new Set(['INTO', 'OVERWRITE']);
const TABLE_OR_TEMPORARY: Kinds = new Set(['TABLE', 'TEMPORARY']);
const FUNCTION_OR_TEMPORARY: Kinds = new Set(['FUNCTION', 'TEMPORARY']);

/**
 * SqlStmt. A statement is taken by its first two words. Where they do not fit, the text is an expression if it begins like one, and an
 * error if not.
 */
function statement(g: Grammar): ScriptNode {
  const { c } = g;
  const known = byTwoWords(g);
  if (known) return known;
  if (c.at('ALTER')) return alterScope(g);
  if (c.at('CREATE')) return create(g);
  if (c.at('DROP')) return drop(g);
  if (c.atAny(QUERY_OR_OPERAND)) return g.orderedQueryOrExpression('QUERY') as ScriptNode;
  if (c.at('EXPLAIN')) return plainExplain(g);
  if (c.at('DESCRIBE')) return plainDescribe(g);
  if (c.at('INSERT', 'UPSERT')) return plainInsert(g);
  if (c.at('DELETE')) return deleteFrom(g);
  if (c.at('UPDATE')) return update(g);
  if (c.at('MERGE')) return merge(g);
  if (c.take('CALL')) {
    const start = c.last;
    const routine = g.namedRoutineCall('SUB_QUERY');
    return call('PROCEDURE_CALL', 'CALL', [routine], from(start, routine));
  }
  return c.fail();
}

/** Calcite's INSERT knows no OVERWRITE; it comes here only to fail behind its first word. */
function plainInsert(g: Grammar): never {
  g.c.advance();
  g.c.require('INTO');
  return g.c.fail();
}

function byTwoWords(g: Grammar): ScriptNode | undefined {
  const { c } = g;
  switch (c.kind) {
    case 'INSERT':
    case 'UPSERT':
      return c.looksAt(1, INTO_OR_OVERWRITE) ? insert(g) : undefined;
    case 'BEGIN':
      return c.looksAt(1, 'STATEMENT') ? beginStatementSet(g) : undefined;
    case 'END':
      c.advance();
      return { type: 'SqlEndStatementSet', ...c.last };
    case 'LOAD':
    case 'UNLOAD':
      return c.looksAt(1, 'MODULE') ? moduleStatement(g) : undefined;
    case 'SHOW':
      return c.looksAt(1, SHOW_WORDS) ? show(g) : undefined;
    case 'DESCRIBE':
    case 'DESC':
      return describe(g);
    case 'USE':
      return c.looksAt(1, 'CATALOG') || c.looksAt(1, NAME) || c.looksAt(1, 'MODULES') ? use(g) : undefined;
    case 'ALTER':
      return alter(g);
    case 'REPLACE':
      return c.looksAt(1, TABLE_OR_TEMPORARY) ? replaceTable(g) : undefined;
    case 'EXPLAIN':
      return c.looksAt(1, 'PLAN') || c.looksAt(1, DETAILS) || c.looksAt(1, EXPLAINED) ? explain(g) : undefined;
    case 'COMPILE':
      return c.looksAt(1, 'AND') || c.looksAt(1, 'PLAN') ? compilePlan(g) : undefined;
    case 'EXECUTE':
      if (c.looksAt(1, 'PLAN')) return executePlan(g);
      return c.looksAt(1, EXECUTED) ? execute(g) : undefined;
    case 'ADD':
    case 'REMOVE':
      return c.looksAt(1, 'JAR') ? jarStatement(g) : undefined;
    case 'SET':
      return set(g);
    case 'RESET':
      return reset(g);
    case 'ANALYZE':
      return c.looksAt(1, 'TABLE') ? analyzeTable(g) : undefined;
    case 'STOP':
      return c.looksAt(1, 'JOB') ? stopJob(g) : undefined;
    case 'TRUNCATE':
      return c.looksAt(1, 'TABLE') ? truncateTable(g) : undefined;
    default:
      return undefined;
  }
}

function alter(g: Grammar): SqlStatement | undefined {
  const { c } = g;
  const word = ['CATALOG', 'DATABASE', 'MATERIALIZED', 'MODEL', 'CONNECTION', 'TABLE', 'VIEW'].find((w) => c.looksAt(1, w));
  if (word === undefined) {
    if (!c.looksAt(1, FUNCTION_OR_TEMPORARY)) return undefined;
    c.advance();
    return alterFunction(g);
  }
  c.advance();
  c.advance();
  switch (word) {
    case 'CATALOG':
      return alterCatalog(g);
    case 'DATABASE':
      return alterDatabase(g);
    case 'MATERIALIZED':
      c.require('TABLE');
      return alterMaterializedTable(g);
    case 'MODEL':
      return alterModelOrConnection(g, 'Model');
    case 'CONNECTION':
      return alterModelOrConnection(g, 'Connection');
    case 'TABLE':
      return alterTable(g);
    default:
      return alterView(g);
  }
}

/** SqlAlter: `ALTER SYSTEM SET a = b`. */
function alterScope(g: Grammar): SqlStatement {
  const { c } = g;
  c.require('ALTER');
  const start = c.last;
  const scope = c.require('SYSTEM', 'SESSION').kind === 'SYSTEM' ? 'SYSTEM' : 'SESSION';
  if (c.require('SET', 'RESET').kind === 'RESET') {
    const name = c.take('ALL') ? identifierOf('ALL', c.last) : compoundIdentifier(c);
    return { type: 'SqlSetOption', scope, name, ...from(start, c.last) };
  }
  const name = compoundIdentifier(c);
  c.require('=');
  const value = c.take('ON') ? identifierOf('ON', c.last) : c.atAny(NAME) ? simpleIdentifier(c) : literal(c);
  return { type: 'SqlSetOption', scope, name, value, ...from(start, c.last) };
}

function beginStatementSet(g: Grammar): SqlStatement {
  const { c } = g;
  c.require('BEGIN');
  c.require('STATEMENT');
  c.require('SET');
  return { type: 'SqlBeginStatementSet', ...c.last };
}

function moduleStatement(g: Grammar): SqlStatement {
  const { c } = g;
  const isLoad = c.advance().kind === 'LOAD';
  const start = c.last;
  c.require('MODULE');
  const name = simpleIdentifier(c);
  if (!isLoad) return { type: 'SqlUnloadModule', name, ...from(start, c.last) };
  return { type: 'SqlLoadModule', name, options: withOption(c), ...from(start, c.last) };
}

function use(g: Grammar): SqlStatement {
  const { c } = g;
  c.require('USE');
  const start = c.last;
  if (c.take('CATALOG')) return { type: 'SqlUseCatalog', name: simpleIdentifier(c), ...from(start, c.last) };
  if (c.take('MODULES')) return { type: 'SqlUseModules', names: simpleIdentifiers(c), ...from(start, c.last) };
  return { type: 'SqlUseDatabase', name: compoundIdentifier(c), ...from(start, c.last) };
}

/** SqlRichExplain. */
function explain(g: Grammar): SqlRichExplain {
  const { c } = g;
  const isPlan = c.ahead('EXPLAIN', 'PLAN', 'FOR');
  c.require('EXPLAIN');
  const start = c.last;
  const details: ExplainDetail[] = [];
  if (isPlan) {
    c.advance();
    c.advance();
  } else if (c.looksAt(0, DETAILS)) {
    do {
      const detail = c.require(...DETAILS).kind as ExplainDetail;
      if (details.includes(detail)) c.forbid('Duplicate EXPLAIN DETAIL is not allowed.', c.last, 'ParseException');
      details.push(detail);
    } while (c.take(','));
  }
  const node = explained(g);
  return { type: 'SqlRichExplain', statement: node, details, ...from(start, c.last) };
}

function explained(g: Grammar): SqlNode | SqlStatement {
  const { c } = g;
  if (c.ahead('REPLACE', TABLE_OR_TEMPORARY)) return replaceTable(g);
  if (c.at('STATEMENT')) return statementSet(g);
  if (c.at('EXECUTE')) return execute(g);
  if (c.atAny(QUERY_OR_OPERAND)) return g.orderedQueryOrExpression('QUERY');
  if (c.at('INSERT', 'UPSERT')) return insert(g);
  if (!c.at('CREATE')) c.fail();
  const node = create(g);
  if (node.type !== 'SqlCreateTableAs' && node.type !== 'SqlReplaceTableAs') {
    c.forbid(
      'Unsupported CREATE OR REPLACE statement for EXPLAIN. The statement must define a query using the AS clause (i.e. CTAS/RTAS statements).',
      c.last,
      'ParseException',
    );
  }
  return node;
}

const LEVELS: Kinds = new Set(['EXCLUDING', 'INCLUDING']);

/** SqlExplain: Calcite's `EXPLAIN PLAN WITH TYPE FOR …`, which Flink's own EXPLAIN leaves over. */
function plainExplain(g: Grammar): SqlStatement {
  const { c } = g;
  c.require('EXPLAIN');
  const start = c.last;
  c.require('PLAN');
  let level = 'EXPPLAN_ATTRIBUTES';
  if (c.atAny(LEVELS)) {
    level = c.advance().kind === 'EXCLUDING' ? 'NO_ATTRIBUTES' : c.take('ALL') ? 'ALL_ATTRIBUTES' : level;
    c.require('ATTRIBUTES');
  }
  let depth = 'PHYSICAL';
  if (c.take('WITHOUT')) {
    c.require('IMPLEMENTATION');
    depth = 'LOGICAL';
  } else if (c.take('WITH')) {
    depth = c.require('TYPE', 'IMPLEMENTATION').kind === 'TYPE' ? 'TYPE' : 'PHYSICAL';
  }
  const format = c.take('AS') ? c.require('XML', 'JSON', 'DOT').kind : 'TEXT';
  c.require('FOR');
  return { type: 'SqlExplain', statement: queryOrDml(g), level, depth, format, ...from(start, c.last) };
}

/** SqlExecute. */
function execute(g: Grammar): SqlExecute {
  const { c } = g;
  c.require('EXECUTE');
  const start = c.last;
  const node = c.at('STATEMENT') ? statementSet(g) : c.atAny(QUERY_OR_OPERAND) ? g.orderedQueryOrExpression('QUERY') : insert(g);
  return { type: 'SqlExecute', statement: node, ...from(start, c.last) };
}

function executePlan(g: Grammar): SqlPlanCommand {
  const { c } = g;
  c.require('EXECUTE');
  const start = c.last;
  c.require('PLAN');
  const path = textLiteral(c);
  return { type: 'SqlExecutePlan', path, ifNotExists: false, ...from(start, c.last) };
}

function compilePlan(g: Grammar): SqlPlanCommand {
  const { c } = g;
  c.require('COMPILE');
  const start = c.last;
  const isExecuted = c.takeWords('AND', 'EXECUTE');
  c.require('PLAN');
  const path = textLiteral(c);
  const isConditional = !isExecuted && ifNotExists(c);
  c.require('FOR');
  const node = c.at('STATEMENT') ? statementSet(g) : insert(g);
  const type = isExecuted ? 'SqlCompileAndExecutePlan' : 'SqlCompilePlan';
  return { type, path, ifNotExists: isConditional, statement: node, ...from(start, c.last) };
}

function jarStatement(g: Grammar): SqlStatement {
  const { c } = g;
  const isAdd = c.advance().kind === 'ADD';
  const start = c.last;
  c.require('JAR');
  return { type: isAdd ? 'SqlAddJar' : 'SqlRemoveJar', path: quotedString(c), ...from(start, c.last) };
}

function set(g: Grammar): SqlStatement {
  const { c } = g;
  c.require('SET');
  const start = c.last;
  if (!c.atAny(STRING)) return { type: 'SqlSet', ...start };
  const key = textLiteral(c).value;
  c.require('=');
  return { type: 'SqlSet', key, value: textLiteral(c).value, ...from(start, c.last) };
}

function reset(g: Grammar): SqlStatement {
  const { c } = g;
  c.require('RESET');
  const start = c.last;
  if (!c.atAny(STRING)) return { type: 'SqlReset', ...start };
  return { type: 'SqlReset', key: textLiteral(c).value, ...from(start, c.last) };
}

function analyzeTable(g: Grammar): SqlStatement {
  const { c } = g;
  c.require('ANALYZE');
  c.require('TABLE');
  const start = c.last;
  const name = compoundIdentifier(c);
  const partition = c.take('PARTITION') ? partitionSpec(c, true) : [];
  c.require('COMPUTE');
  c.require('STATISTICS');
  let allColumns = false;
  let columns: ReturnType<typeof simpleIdentifiers> = [];
  if (c.take('FOR')) {
    if (c.take('COLUMNS')) columns = simpleIdentifiers(c);
    else allColumns = c.require('ALL') !== undefined && c.require('COLUMNS') !== undefined;
  }
  return { type: 'SqlAnalyzeTable', name, partition, columns, allColumns, ...from(start, c.last) };
}

function stopJob(g: Grammar): SqlStopJob {
  const { c } = g;
  c.require('STOP');
  const start = c.last;
  c.require('JOB');
  const jobId = quotedString(c);
  const withSavepoint = c.ahead('WITH', 'SAVEPOINT');
  if (withSavepoint) {
    c.advance();
    c.advance();
  }
  const withDrain = c.ahead('WITH', 'DRAIN');
  if (withDrain) {
    c.advance();
    const drainStart = c.last;
    c.advance();
    if (!withSavepoint) c.forbid('WITH DRAIN could only be used after WITH SAVEPOINT.', from(drainStart, c.last), 'ParseException');
  }
  return { type: 'SqlStopJob', jobId, withSavepoint, withDrain, ...from(start, c.last) };
}

function truncateTable(g: Grammar): SqlStatement {
  const { c } = g;
  c.require('TRUNCATE');
  const start = c.last;
  c.require('TABLE');
  return { type: 'SqlTruncateTable', name: compoundIdentifier(c), ...from(start, c.last) };
}
