-- An exception in MEASURES.
CREATE TABLE texts (
  id INT,
  k STRING,
  s STRING,
  ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts
) WITH (
  'connector' = 'kafka',
  'topic' = 'texts',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'earliest-offset',
  'format' = 'json'
);
SELECT * FROM texts MATCH_RECOGNIZE (
  PARTITION BY k ORDER BY ts
  MEASURES CAST(B.s AS INT) AS n
  AFTER MATCH SKIP TO NEXT ROW
  PATTERN (A B)
  DEFINE B AS B.id > 0
) AS m;
