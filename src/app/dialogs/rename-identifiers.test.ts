import { expect, test } from 'vitest';
import { renameIdentifiers } from './rename-identifiers.ts';

test('names, comments and addresses go, the query keeps its shape', () => {
  const sql = `-- our secret shop
CREATE TABLE Orders (amount BIGINT, currency STRING, pt AS PROCTIME()) WITH ('connector'='kafka','topic'='shop-orders','properties.bootstrap.servers'='broker.corp:9092','format'='json');
SELECT SUM(o.amount), o.currency FROM Orders AS o /* all */ WHERE o.currency <> 'EUR' GROUP BY o.currency;`;
  expect(renameIdentifiers(sql))
    .toBe(`CREATE TABLE n_a (n_b BIGINT, n_c STRING, n_d AS PROCTIME()) WITH ('connector'='kafka','topic'='hidden','properties.bootstrap.servers'='hidden','format'='json');
SELECT SUM(n_e.n_b), n_e.n_c FROM n_a AS n_e   WHERE n_e.n_c <> 'EUR' GROUP BY n_e.n_c;`);
});

test('directives keep their words', () => {
  expect(renameIdentifiers('--@ datastream T (a INT, pt PROCTIME, rt ROWTIME)\nSELECT a, pt FROM T;')).toBe(
    '--@ datastream n_a (n_b INT, n_c PROCTIME, n_d ROWTIME)\nSELECT n_b, n_c FROM n_a;',
  );
});
