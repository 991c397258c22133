-- SKIP TO FIRST and SKIP TO LAST keep the matches that start at their row or later.
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
  MEASURES A.id AS a, FIRST(B.id) AS f, LAST(B.id) AS l, C.id AS c
  AFTER MATCH SKIP TO FIRST B
  PATTERN (A B+ C)
  DEFINE B AS B.v > A.v, C AS C.v > 0 AND C.v <= LAST(B.v)
) AS m;
SELECT * FROM ticks MATCH_RECOGNIZE (
  PARTITION BY k ORDER BY ts
  MEASURES A.id AS a, FIRST(B.id) AS f, LAST(B.id) AS l, C.id AS c
  AFTER MATCH SKIP TO LAST B
  PATTERN (A B+ C)
  DEFINE B AS B.v > A.v, C AS C.v > 0 AND C.v <= LAST(B.v)
) AS m;
SELECT * FROM ticks MATCH_RECOGNIZE (
  PARTITION BY k ORDER BY ts
  MEASURES A.id AS a, FIRST(B.id) AS f, LAST(B.id) AS l, C.id AS c
  AFTER MATCH SKIP TO C
  PATTERN (A B+ C)
  DEFINE B AS B.v > A.v, C AS C.v > 0 AND C.v <= LAST(B.v)
) AS m;
SELECT * FROM ticks MATCH_RECOGNIZE (
  PARTITION BY k ORDER BY ts
  MEASURES A.id AS a, FIRST(B.id) AS f, LAST(B.id) AS l, C.id AS c
  AFTER MATCH SKIP TO NEXT ROW
  PATTERN (A B+ C)
  DEFINE B AS B.v > A.v, C AS C.v > 0 AND C.v <= LAST(B.v)
) AS m;
SELECT * FROM ticks MATCH_RECOGNIZE (
  PARTITION BY k ORDER BY ts
  MEASURES A.id AS a, FIRST(B.id) AS f, LAST(B.id) AS l, C.id AS c
  AFTER MATCH SKIP PAST LAST ROW
  PATTERN (A B+ C)
  DEFINE B AS B.v > A.v, C AS C.v > 0 AND C.v <= LAST(B.v)
) AS m;
