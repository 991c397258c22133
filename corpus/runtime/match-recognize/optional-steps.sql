-- Optional variables, one after the other; what was skipped is null in the measures.
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
  MEASURES A.id AS a, B.id AS b, C.id AS c, D.id AS d
  AFTER MATCH SKIP TO NEXT ROW
  PATTERN (A B? C? D)
  DEFINE A AS A.v = 1, B AS B.v = 2, C AS C.v = 3, D AS D.v = 4
) AS m;
SELECT * FROM ticks MATCH_RECOGNIZE (
  PARTITION BY k ORDER BY ts
  MEASURES A.id AS a, B.id AS b, C.id AS c
  AFTER MATCH SKIP TO NEXT ROW
  PATTERN (A? B{0,2} C)
  DEFINE A AS A.v = 1, B AS B.v <= 2, C AS C.v >= 2
) AS m;
