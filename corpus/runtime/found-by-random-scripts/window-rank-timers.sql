-- Window Top-N combines its rows before it sets timers, which shows in the order of windows of one end.
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
SELECT g, ts, b, r, window_end FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end, g ORDER BY g DESC, f DESC) AS rn FROM TABLE(HOP(TABLE t1, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '10' SECOND))) WHERE rn <= 2;
