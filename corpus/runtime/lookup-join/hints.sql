CREATE TABLE t (id INT, k INT, pt AS PROCTIME()) WITH ('connector'='values');
CREATE TABLE d (k INT, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector'='values');
SELECT t.id, d.v FROM t JOIN d FOR SYSTEM_TIME AS OF t.pt ON t.k = d.k;
SELECT /*+ LOOKUP('table'='d', 'retry-predicate'='lookup_miss', 'retry-strategy'='fixed_delay', 'fixed-delay'='10 ms', 'max-attempts'='2') */ t.id, d.v FROM t LEFT JOIN d FOR SYSTEM_TIME AS OF t.pt ON t.k = d.k;
SELECT /*+ LOOKUP('table'='d', 'async'='true', 'output-mode'='allow_unordered') */ t.id, d.v FROM t LEFT JOIN d FOR SYSTEM_TIME AS OF t.pt ON t.k = d.k;
SELECT c.id, d.v FROM (SELECT id, MAX(k) AS k, PROCTIME() AS pt FROM t GROUP BY id) c LEFT JOIN d FOR SYSTEM_TIME AS OF c.pt ON c.k = d.k;
