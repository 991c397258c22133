-- Maps read from JSON stand in the order of a Java hash map.
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
CREATE TABLE t3 (
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
  WATERMARK FOR ts AS ts
) WITH ('connector' = 'kafka', 'topic' = 't3', 'properties.bootstrap.servers' = 'b:9092', 'scan.startup.mode' = 'earliest-offset', 'format' = 'json');
SELECT l1.mp, l1.k, l1.window_end FROM TABLE(TUMBLE(TABLE t1, DESCRIPTOR(ts), INTERVAL '5' SECOND)) AS l1 WHERE NOT EXISTS (SELECT 1 FROM TABLE(TUMBLE(TABLE t3, DESCRIPTOR(ts), INTERVAL '5' SECOND)) AS r2 WHERE l1.window_start = r2.window_start AND l1.window_end = r2.window_end AND l1.id = r2.id);
