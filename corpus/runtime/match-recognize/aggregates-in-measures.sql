-- Aggregates over one variable, over all of them, over expressions and over none.
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
  MEASURES COUNT(A.v) AS ca, COUNT(A.id) AS ci, SUM(A.v * 2) AS s2, MIN(A.v) AS mi, MAX(A.v) AS ma, AVG(CAST(A.v AS DOUBLE)) AS av, SUM(v) AS sv, COUNT(id) AS cv, COUNT(O.id) AS co, SUM(O.v) AS so, SUM(A.v) - B.v AS d
  AFTER MATCH SKIP PAST LAST ROW
  PATTERN (A{2,}? O? B)
  DEFINE A AS A.v IS NULL OR A.v < 9, O AS O.v > 100, B AS B.v >= 9
) AS m;
