-- Aggregates in DEFINE count the row that is looked at.
CREATE TABLE ticks (
  id INT,
  k STRING,
  v INT,
  ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts
) WITH (
  'connector' = 'kafka',
  'topic' = 'ticks',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'earliest-offset',
  'format' = 'json'
);
SELECT * FROM ticks MATCH_RECOGNIZE (
  PARTITION BY k ORDER BY ts
  MEASURES FIRST(A.id) AS f, LAST(A.id) AS l, SUM(A.v) AS s, B.v AS b
  AFTER MATCH SKIP PAST LAST ROW
  PATTERN (A+ B)
  DEFINE A AS SUM(A.v) < 15, B AS B.v IS NOT NULL
) AS m;
SELECT * FROM ticks MATCH_RECOGNIZE (
  PARTITION BY k ORDER BY ts
  MEASURES FIRST(A.id) AS f, COUNT(A.id) AS n, B.v AS b
  AFTER MATCH SKIP PAST LAST ROW
  PATTERN (A+ B)
  DEFINE A AS A.v < 10, B AS B.v > AVG(A.v) * 2
) AS m;
SELECT * FROM ticks MATCH_RECOGNIZE (
  PARTITION BY k ORDER BY ts
  MEASURES FIRST(A.id) AS f, COUNT(A.id) AS n, MAX(A.v) AS x, B.v AS b
  AFTER MATCH SKIP PAST LAST ROW
  PATTERN (A{2,} B)
  DEFINE A AS COUNT(A.v) <= 3, B AS B.v >= MAX(A.v) OR SUM(v) > 20
) AS m;
