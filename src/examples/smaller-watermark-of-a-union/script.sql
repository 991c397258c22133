-- Two sources of one stream: the slow one decides when a window closes.
CREATE TABLE web (
  id INT,
  ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '0.001' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'web',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'earliest-offset',
  'format' = 'json'
);

CREATE TABLE app (
  id INT,
  ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '0.001' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'app',
  'properties.bootstrap.servers' = 'broker:9092',
  'scan.startup.mode' = 'earliest-offset',
  'format' = 'json'
);

CREATE VIEW events AS
SELECT id, ts FROM web
UNION ALL
SELECT id, ts FROM app;

SELECT window_start, COUNT(*) AS n, MAX(id) AS last_id
FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(ts), INTERVAL '10' MINUTES))
GROUP BY window_start, window_end;
