-- Legacy session windows: the timer of a merged window is set before those of the old windows go.
SET 'table.exec.state.ttl' = '1 d';
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
SELECT dt, STDDEV_POP(g + 1) FROM t1 GROUP BY dt, SESSION(ts, INTERVAL '3' SECOND);
