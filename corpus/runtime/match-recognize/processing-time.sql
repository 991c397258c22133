-- By processing time rows are matched as they come, whatever their own times say.
CREATE TABLE ticks (
  id INT,
  k STRING,
  v INT,
  ts TIMESTAMP(3),
  pt AS PROCTIME()
) WITH (
  'connector' = 'kafka',
  'topic' = 'ticks',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'earliest-offset',
  'format' = 'json'
);
SELECT * FROM ticks MATCH_RECOGNIZE (
  PARTITION BY k ORDER BY pt
  MEASURES A.id AS a, B.id AS b
  AFTER MATCH SKIP TO NEXT ROW
  PATTERN (A B)
  DEFINE B AS B.v > A.v
) AS m;
SELECT * FROM ticks MATCH_RECOGNIZE (
  PARTITION BY k ORDER BY pt
  MEASURES A.id AS a, COUNT(X.id) AS n, B.id AS b, MATCH_PROCTIME() IS NULL AS p
  AFTER MATCH SKIP PAST LAST ROW
  PATTERN (A X+? B)
  DEFINE B AS B.v > A.v
) AS m;
SELECT * FROM ticks MATCH_RECOGNIZE (
  ORDER BY pt
  MEASURES A.id AS a, SUM(X.v) AS s, B.id AS b
  AFTER MATCH SKIP PAST LAST ROW
  PATTERN (A X* B)
  DEFINE X AS X.v < A.v, B AS B.v >= SUM(X.v)
) AS m;
