-- An exception in DEFINE gets those of CEP and of the buffer around it.
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
  MEASURES A.id AS a, B.id AS b
  AFTER MATCH SKIP TO NEXT ROW
  PATTERN (A B)
  DEFINE B AS CAST(B.s AS INT) > 1
) AS m;
