-- A complete match waits for an older one that may still complete; the end of the older one's time lets it go.
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
  MEASURES A.id AS a, COUNT(X.id) AS n, Z.id AS z, MATCH_ROWTIME() AS rt
  AFTER MATCH SKIP TO NEXT ROW
  PATTERN (A X*? Z) WITHIN INTERVAL '5' SECOND
  DEFINE Z AS Z.v > 5 AND A.v > 1
) AS m;
SELECT * FROM ticks MATCH_RECOGNIZE (
  PARTITION BY k ORDER BY ts
  MEASURES A.id AS a, Z.id AS z
  AFTER MATCH SKIP PAST LAST ROW
  PATTERN (A X*? Z) WITHIN INTERVAL '4' SECOND
  DEFINE A AS A.v < 4, Z AS Z.v > 5
) AS m;
SELECT * FROM ticks MATCH_RECOGNIZE (
  PARTITION BY k ORDER BY ts
  MEASURES A.id AS a, Z.id AS z
  AFTER MATCH SKIP TO NEXT ROW
  PATTERN (A Z) WITHIN INTERVAL '0' SECOND
  DEFINE Z AS Z.v > A.v
) AS m;
SELECT * FROM ticks MATCH_RECOGNIZE (
  PARTITION BY k ORDER BY ts
  MEASURES A.id AS a, Z.id AS z, MATCH_ROWTIME() AS rt
  AFTER MATCH SKIP TO NEXT ROW
  PATTERN (A X+ Z) WITHIN INTERVAL '10' SECOND
  DEFINE X AS X.v < 5, Z AS Z.v > 5 AND A.v > 1
) AS m;
