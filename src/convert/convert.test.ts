import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { PlanningSession } from './session.ts';
import { FlinkError, UnsupportedError } from '../base/diagnostic.ts';
import { CatalogManager } from '../catalog/catalog-manager.ts';
import { Config } from '../catalog/config.ts';
import { functionCatalog } from '../catalog/functions/function-catalog.ts';
import { Cluster } from '../rel/cluster.ts';
import { explainTree } from '../rel/explain.ts';
import { parseExpression, parseScript } from '../sql/parse.ts';
import { printSql } from '../sql/printer.ts';
import { readPlanFile, rewritePlanFile, updatesGoldens } from '../testing/plan-runner.ts';
import { applyStatement, changesCatalog } from '../validate/ddl/apply-statement.ts';
import { expressionResolver } from '../validate/expression-resolver.ts';
import { validateAndConvert } from './convert-statement.ts';

const folder = join(import.meta.dirname, 'testdata');

/** Applies the statements of a set-up and converts the last one: the tree, or the error with its chain of causes. */
function convertScript(script: string): string {
  const catalog = new CatalogManager();
  const config = new Config();
  const operators = functionCatalog(catalog);
  const session: PlanningSession = { catalog, operators, config, cluster: new Cluster(operators, config) };
  const context = {
    catalog,
    resolver: expressionResolver(session),
    toSql: printSql,
    parseExpression: (sql: string) => {
      const result = parseExpression(sql);
      if (!result.node) throw new Error(`no expression: ${sql}`);
      return result.node;
    },
  };
  let text = '';
  for (const statement of parseScript(script).statements) {
    const { node } = statement;
    if (!node) return (statement.diagnostic?.chain ?? []).join('\n');
    try {
      if ('type' in node && changesCatalog(node as Parameters<typeof changesCatalog>[0])) {
        applyStatement(node as Parameters<typeof applyStatement>[0], context, config);
      } else {
        const { roots } = validateAndConvert(node, session);
        text = roots.map((r) => explainTree(r, { level: 'expplan' })).join('\n\n');
      }
    } catch (error) {
      if (error instanceof FlinkError) return error.causes.map((c) => `${c.className}: ${c.message}`).join('\n');
      if (error instanceof UnsupportedError) return `${error.code}: ${error.message}`;
      throw error;
    }
  }
  return text;
}

for (const file of readdirSync(folder).filter((f) => f.endsWith('.plan'))) {
  describe(file, () => {
    const path = join(folder, file);
    const actual = new Map<number, string>();
    let setup = '';
    for (const c of readPlanFile(path)) {
      if (c.expected === undefined) {
        setup = c.input;
        continue;
      }
      const script = `${setup}\n${c.input}`;
      it(`${c.line}: ${c.title}`, () => {
        const text = convertScript(script);
        actual.set(c.line, text);
        if (!updatesGoldens) expect(text).toBe(c.expected);
      });
    }
    afterAll(() => {
      if (updatesGoldens) rewritePlanFile(path, actual);
    });
  });
}
