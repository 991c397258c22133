-- FIRST and LAST with offsets, of a variable and of the whole match; too large an offset is null.
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
  MEASURES FIRST(A.id) AS f0, FIRST(A.id, 1) AS f1, LAST(A.id, 1) AS l1, LAST(A.id, 5) AS l5, FIRST(id) AS m0, LAST(id) AS m1, LAST(id, 1) AS m2, id AS cur, LAST(A.v * 10 + A.id, 1) AS x
  AFTER MATCH SKIP PAST LAST ROW
  PATTERN (A{3,} B)
  DEFINE A AS LAST(A.v, 1) IS NULL OR A.v >= LAST(A.v, 1), B AS B.v < LAST(A.v)
) AS m;
SELECT * FROM ticks MATCH_RECOGNIZE (
  PARTITION BY k ORDER BY ts
  MEASURES FIRST(A.id) AS a, LAST(B.id) AS b
  AFTER MATCH SKIP TO NEXT ROW
  PATTERN (A{2} B+ C)
  DEFINE B AS B.v > FIRST(A.v, 1) AND B.v > COALESCE(LAST(B.v, 1), 0), C AS C.v < LAST(B.v)
) AS m;
