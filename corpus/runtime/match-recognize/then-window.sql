-- The row time of a match is a time attribute: matches counted in windows, and what fails behind a match.
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
WITH matched AS (SELECT * FROM ticks MATCH_RECOGNIZE (
  PARTITION BY k ORDER BY ts MEASURES A.id AS a, MATCH_ROWTIME() AS rt
  AFTER MATCH SKIP TO NEXT ROW PATTERN (A B) DEFINE B AS B.v > A.v))
SELECT k, COUNT(*) AS n, MAX(a) AS a FROM matched GROUP BY k, TUMBLE(rt, INTERVAL '5' SECOND);
SELECT m.k, t.id, m.a FROM ticks AS t JOIN (SELECT * FROM ticks MATCH_RECOGNIZE (PARTITION BY k ORDER BY ts MEASURES A.id AS a, B.id AS b PATTERN (A B) DEFINE B AS B.v > A.v)) AS m ON t.id = m.b;
