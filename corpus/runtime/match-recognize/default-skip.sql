-- Without AFTER MATCH Flink goes on at the next row.
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
  MEASURES A.id AS a, COUNT(B.id) AS n, C.id AS c
  PATTERN (A B*? C)
  DEFINE B AS B.v > 1, C AS C.v > A.v + 2
) AS m;
