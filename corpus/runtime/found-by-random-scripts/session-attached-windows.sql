-- A session aggregate over rows that bring their windows along (the key is an expression).
SET 'table.exec.mini-batch.enabled' = 'true';
SET 'table.exec.mini-batch.size' = '100';
SET 'table.exec.mini-batch.allow-latency' = '1000 d';
SET 'table.optimizer.agg-phase-strategy' = 'TWO_PHASE';
CREATE TABLE t1 (
  id INT,
  k STRING,
  g INT,
  v INT,
  b BIGINT,
  d DOUBLE,
  m DECIMAL(10, 2),
  s STRING,
  f BOOLEAN,
  dt DATE,
  arr ARRAY<INT>,
  mp MAP<STRING, INT>,
  r ROW<x INT, y STRING>,
  ts TIMESTAMP(3),
  pt AS PROCTIME(),
  WATERMARK FOR ts AS ts - INTERVAL '1' SECOND
) WITH ('connector' = 'kafka', 'topic' = 't1', 'properties.bootstrap.servers' = 'b:9092', 'scan.startup.mode' = 'earliest-offset', 'format' = 'json');
SELECT g1.k AS k0, MIN(g1.a1) FILTER (WHERE g1.k IS NULL) AS a0, FIRST_VALUE(g1.a1) AS a1, LAST_VALUE(g1.k) AS a2 FROM (SELECT window_start, window_end, k, MAX(id + 1) AS a0, COUNT(s) AS a1 FROM TABLE(SESSION(TABLE t1 PARTITION BY k, DESCRIPTOR(ts), INTERVAL '5' SECOND)) GROUP BY window_start, window_end, k) AS g1 GROUP BY g1.k;
