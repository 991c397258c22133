/**
 * The text that version 1 presets the compressor with: what scripts have in common. It must never change, since every link of
 * version 1 was written against it; a better one belongs to a new version. The most frequent phrases stand last.
 */
const DICTIONARY_V1 = `
--@ temporal-table-function Rates ON RatesHistory TIME rowtime KEY currency
--@ datastream MyTable (a INT, b STRING, c BIGINT, proctime PROCTIME, rowtime ROWTIME)
CREATE TEMPORARY VIEW CREATE FUNCTION CREATE CATALOG EXPLAIN PLAN FOR EXECUTE STATEMENT SET BEGIN END; USE CATALOG default_catalog.default_database
SET 'table.exec.state.ttl' = '1 h'; SET 'table.exec.mini-batch.enabled' = 'true'; 'table.exec.mini-batch.allow-latency' = '5 s' 'table.exec.mini-batch.size' = '5000'
'table.optimizer.agg-phase-strategy' = 'TWO_PHASE' 'table.optimizer.distinct-agg.split.enabled' 'table.exec.source.idle-timeout' 'table.local-time-zone' = 'UTC' 'table.optimizer.
MATCH_RECOGNIZE (PARTITION BY ORDER BY MEASURES ONE ROW PER MATCH AFTER MATCH SKIP PAST LAST ROW PATTERN DEFINE
'connector' = 'filesystem', 'path' = 'connector' = 'hbase-2.2' 'connector' = 'elasticsearch-7' 'hosts' = 'index' = 'connector' = 'mysql-cdc', 'hostname' = 'database-name' = 'username' = 'password' =
'connector' = 'blackhole' 'connector' = 'print' 'connector' = 'datagen', 'rows-per-second' = '10', 'fields. 'connector' = 'values', 'bounded' = 'false', 'changelog-mode' = 'I,UA,UB,D', 'enable-watermark-push-down' = 'true', 'disable-lookup' = 'true'
'lookup.cache' = 'PARTIAL', 'lookup.cache.max-rows' = 'lookup.async' = 'true'
'connector' = 'upsert-kafka', 'topic' = ', 'properties.bootstrap.servers' = 'broker:9092', 'key.format' = 'json', 'value.format' = 'json', 'value.format' = 'debezium-json', 'avro-confluent', 'csv'
'connector' = 'jdbc', 'url' = 'jdbc:postgresql://db:5432/', 'url' = 'jdbc:mysql://localhost:3306/', 'table-name' = '
CASE WHEN THEN ELSE END COALESCE( CAST( AS DECIMAL(32, 2)) TRY_CAST( DATE_FORMAT( TO_TIMESTAMP_LTZ( UNIX_TIMESTAMP( CURRENT_TIMESTAMP CONCAT( SUBSTRING( JSON_VALUE( COUNT(DISTINCT MAX( MIN( AVG( SUM( COUNT(*) AS cnt
ROW_NUMBER() OVER (PARTITION BY ORDER BY DESC) AS rownum ) WHERE rownum = 1 RANGE BETWEEN INTERVAL '1' HOUR PRECEDING AND CURRENT ROW ROWS BETWEEN UNBOUNDED
UNION ALL SELECT DISTINCT IN (SELECT EXISTS (SELECT NOT IN IS NOT NULL GROUP BY GROUPING SETS HAVING ORDER BY LIMIT WITH AS ( LEFT JOIN RIGHT JOIN FULL OUTER JOIN CROSS JOIN UNNEST( LATERAL TABLE(
TUMBLE_START( TUMBLE_END(rowtime, INTERVAL '10' MINUTE) GROUP BY TUMBLE( HOP_END( SESSION( FROM TABLE(TUMBLE(TABLE , DESCRIPTOR(rowtime), INTERVAL '10' MINUTE)) GROUP BY window_start, window_end CUMULATE(TABLE HOP(TABLE
user_id product_id order_id item_id customer_id event_time order_time ts TIMESTAMP_LTZ(3) currency rate amount price quantity status category
ARRAY<STRING> MAP<STRING, STRING> ROW<DATE TIME BOOLEAN TINYINT SMALLINT FLOAT DOUBLE VARCHAR CHAR BYTES DECIMAL(10, 2) BIGINT NOT NULL, INT, name STRING, id BIGINT,
METADATA FROM 'timestamp' VIRTUAL PRIMARY KEY (id) NOT ENFORCED PRIMARY KEY (currency) NOT ENFORCED
CREATE TEMPORARY TABLE CREATE VIEW IF NOT EXISTS LIKE INCLUDING ALL INSERT INTO
  event_time TIMESTAMP(3), WATERMARK FOR event_time AS event_time - INTERVAL '5' SECOND,
  rowtime TIMESTAMP(3), proctime AS PROCTIME(), WATERMARK FOR rowtime AS rowtime - INTERVAL '1' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = '',
  'properties.bootstrap.servers' = 'broker:9092',
  'properties.group.id' = '
  'scan.startup.mode' = 'earliest-offset',
  'format' = 'json'
);
) WITH ('connector'='jdbc','url'='jdbc:postgresql://db:5432/dim','table-name'='lookup_table');
) WITH ('connector'='kafka','topic'='','properties.bootstrap.servers'='broker:9092','scan.startup.mode'='earliest-offset','format'='json');
CREATE TABLE Orders (
  order_id STRING,
SELECT o.order_id, SELECT * FROM Orders AS o JOIN Rates FOR SYSTEM_TIME AS OF o.proctime AS r ON o.currency = r.currency WHERE
{"v":1,"s":"","n":"","o":{},"p":{"1":"","2":"","3":"},"e":"2.3.0"}`;

/** What sample rows have in common; stands before the phrases of version 1, which are met more often. It must never change either. */
const FEED_PHRASES = `
{"bidtime":"2020-04-15 08:05:00","price":4.00,"item":"A"} # 0 idle @ watermark "2024-01-01 10:00:00" @ end @ 60000
rates = {"currency":"EUR","rate":1.10,"id":1,"name":"ann","age":31}\\norders -U {\\"\\norders -D {\\"\\norders +U {\\"
,\\"currency\\":\\"EUR\\",\\"rate\\":114,\\"amount\\":2,\\"price\\":10.5,\\"ts\\":\\"2024-01-01 10:00:00\\",\\"rowtime\\":\\"2024-05-06 10:00:00\\"} @ 1000
","f":"orders +I {\\"id\\":1,\\"a\\":1,\\"b\\":\\"x\\",\\"order_time\\":\\"2024-01-01 10:00:00\\"} @ 1500\\norders +I {\\"`;

const DICTIONARY_V2 = FEED_PHRASES + DICTIONARY_V1;

/** The preset text of a version; links of versions to come are read as far as the present one goes. */
export function dictionaryOf(version: number): string {
  return version === 1 ? DICTIONARY_V1 : DICTIONARY_V2;
}
