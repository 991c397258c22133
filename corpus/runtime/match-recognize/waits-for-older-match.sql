-- A match that began later is held back while an older one is open; end of input does not complete it.
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
  MEASURES A.id AS a, COUNT(X.id) AS n, Z.id AS z
  AFTER MATCH SKIP TO NEXT ROW
  PATTERN (A X*? Z)
  DEFINE Z AS Z.v > 5 AND A.v > 1
) AS m;
SELECT * FROM ticks MATCH_RECOGNIZE (
  PARTITION BY k ORDER BY ts
  MEASURES A.id AS a, COUNT(X.id) AS n, Z.id AS z
  AFTER MATCH SKIP TO NEXT ROW
  PATTERN (A X* Z)
  DEFINE X AS X.v < 5, Z AS (Z.v > 5 AND A.v > 1) OR Z.v > 100
) AS m;
