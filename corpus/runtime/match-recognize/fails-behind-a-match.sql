-- An exception of an operator behind the match passes through the match's buffer.
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
SELECT k, CAST(s AS INT) AS n FROM texts MATCH_RECOGNIZE (PARTITION BY k ORDER BY ts MEASURES B.s AS s PATTERN (A B) DEFINE B AS B.id > 0) AS m;
