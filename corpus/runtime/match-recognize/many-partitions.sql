-- Several keys at one watermark: keys in the order of their timers, matches of a key by their start.
CREATE TABLE ticks (
  id INT,
  k STRING,
  v INT,
  ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '3' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'ticks',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'earliest-offset',
  'format' = 'json'
);
SELECT * FROM ticks MATCH_RECOGNIZE (
  PARTITION BY k ORDER BY ts
  MEASURES A.id AS a, B.id AS b
  AFTER MATCH SKIP TO NEXT ROW
  PATTERN (A B)
  DEFINE B AS B.v > A.v
) AS m;
SELECT * FROM ticks MATCH_RECOGNIZE (
  PARTITION BY k ORDER BY ts
  MEASURES A.id AS a, COUNT(X.id) AS n, B.id AS b
  AFTER MATCH SKIP PAST LAST ROW
  PATTERN (A X* B) WITHIN INTERVAL '6' SECOND
  DEFINE X AS X.v < 5, B AS B.v > A.v
) AS m;
SELECT * FROM ticks MATCH_RECOGNIZE (
  PARTITION BY k, v ORDER BY ts
  MEASURES A.id AS a, B.id AS b
  AFTER MATCH SKIP TO NEXT ROW
  PATTERN (A B)
  DEFINE B AS B.id > A.id
) AS m;
SELECT * FROM ticks MATCH_RECOGNIZE (
  ORDER BY ts
  MEASURES A.k AS ka, A.id AS a, B.k AS kb, B.id AS b
  AFTER MATCH SKIP PAST LAST ROW
  PATTERN (A B+ C)
  DEFINE B AS B.v < A.v, C AS C.v >= A.v
) AS m;
