-- An update of the best row that is as good as it is not given out.
SET 'table.exec.mini-batch.enabled' = 'true';
SET 'table.exec.mini-batch.size' = '5';
SET 'table.exec.mini-batch.allow-latency' = '1000 d';
SET 'table.optimizer.agg-phase-strategy' = 'ONE_PHASE';
CREATE TABLE u1 (
  k STRING NOT NULL,
  g INT,
  v INT,
  s STRING,
  m DECIMAL(10, 2),
  ts TIMESTAMP_LTZ(3),
  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND,
  PRIMARY KEY (k) NOT ENFORCED
) WITH ('connector' = 'upsert-kafka', 'topic' = 'u1', 'properties.bootstrap.servers' = 'b:9092', 'key.format' = 'json', 'value.format' = 'json');
SELECT k, ts, v, g, rn FROM (SELECT n1.*, ROW_NUMBER() OVER (PARTITION BY n1.k ORDER BY n1.k DESC) AS rn FROM (SELECT * FROM u1 WHERE m IS NOT NULL) AS n1) WHERE rn = 1;
