-- Greedy quantifiers: a row that the run can take does not go to the variable behind it.
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
  MEASURES FIRST(UP.id) AS f, LAST(UP.id) AS l, COUNT(UP.id) AS n, Z.id AS z
  AFTER MATCH SKIP PAST LAST ROW
  PATTERN (UP* Z)
  DEFINE UP AS UP.v >= 5
) AS m;
SELECT * FROM ticks MATCH_RECOGNIZE (
  PARTITION BY k ORDER BY ts
  MEASURES FIRST(UP.id) AS f, LAST(UP.id) AS l, COUNT(UP.id) AS n, Z.id AS z
  AFTER MATCH SKIP PAST LAST ROW
  PATTERN (UP+ Z)
  DEFINE UP AS UP.v >= 5
) AS m;
SELECT * FROM ticks MATCH_RECOGNIZE (
  PARTITION BY k ORDER BY ts
  MEASURES FIRST(UP.id) AS f, LAST(UP.id) AS l, COUNT(UP.id) AS n, Z.id AS z
  AFTER MATCH SKIP PAST LAST ROW
  PATTERN (UP{2} Z)
  DEFINE UP AS UP.v >= 5
) AS m;
SELECT * FROM ticks MATCH_RECOGNIZE (
  PARTITION BY k ORDER BY ts
  MEASURES FIRST(UP.id) AS f, LAST(UP.id) AS l, COUNT(UP.id) AS n, Z.id AS z
  AFTER MATCH SKIP PAST LAST ROW
  PATTERN (UP{2,3} Z)
  DEFINE UP AS UP.v >= 5
) AS m;
SELECT * FROM ticks MATCH_RECOGNIZE (
  PARTITION BY k ORDER BY ts
  MEASURES FIRST(UP.id) AS f, LAST(UP.id) AS l, COUNT(UP.id) AS n, Z.id AS z
  AFTER MATCH SKIP PAST LAST ROW
  PATTERN (UP{2,} Z)
  DEFINE UP AS UP.v >= 5
) AS m;
SELECT * FROM ticks MATCH_RECOGNIZE (
  PARTITION BY k ORDER BY ts
  MEASURES FIRST(UP.id) AS f, LAST(UP.id) AS l, COUNT(UP.id) AS n, Z.id AS z
  AFTER MATCH SKIP PAST LAST ROW
  PATTERN (UP{0,2} Z)
  DEFINE UP AS UP.v >= 5
) AS m;
