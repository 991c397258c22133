/** Options of tables that random scripts declare. */
export const CONNECTORS: readonly (readonly [options: string, takesKey: boolean, isLookup: boolean])[] = [
  [
    "'connector'='kafka','topic'='t','properties.bootstrap.servers'='b:9092','scan.startup.mode'='earliest-offset','format'='json'",
    false,
    false,
  ],
  ["'connector'='kafka','topic'='t','properties.bootstrap.servers'='b:9092','format'='debezium-json'", true, false],
  ["'connector'='upsert-kafka','topic'='t','properties.bootstrap.servers'='b:9092','key.format'='json','value.format'='json'", true, false],
  ["'connector'='jdbc','url'='jdbc:postgresql://db:5432/d','table-name'='t'", true, true],
  ["'connector'='datagen'", false, false],
  ["'connector'='values','bounded'='false'", true, false],
  ["'connector'='values','bounded'='false','changelog-mode'='I,UA,UB,D'", true, false],
  ["'connector'='filesystem','path'='/p','format'='csv'", false, false],
];

/** Settings that change how a plan comes about. */
export const SETTINGS: readonly string[] = [
  "SET 'table.exec.mini-batch.enabled' = 'true'; SET 'table.exec.mini-batch.allow-latency' = '1 s'; SET 'table.exec.mini-batch.size' = '100'",
  "SET 'table.optimizer.agg-phase-strategy' = 'TWO_PHASE'",
  "SET 'table.optimizer.distinct-agg.split.enabled' = 'true'",
  "SET 'table.optimizer.join-reorder-enabled' = 'true'",
  "SET 'table.optimizer.multi-join.enabled' = 'true'",
  "SET 'table.exec.state.ttl' = '1 h'",
  "SET 'table.optimizer.nondeterministic-update.strategy' = 'TRY_RESOLVE'",
  "SET 'table.optimizer.reuse-sub-plan-enabled' = 'false'",
  "SET 'table.local-time-zone' = 'Asia/Kolkata'",
];
