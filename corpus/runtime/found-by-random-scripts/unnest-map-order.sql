-- UNNEST of a map gives its entries in the order of a Java hash map.
CREATE TABLE c1 (
  id INT NOT NULL,
  k STRING,
  g INT,
  v INT,
  b BIGINT,
  d DOUBLE,
  m DECIMAL(10, 2),
  s STRING,
  f BOOLEAN,
  dt DATE,
  arr ARRAY<INT>,
  mp MAP<STRING, INT>,
  r ROW<x INT, y STRING>,
  ts TIMESTAMP_LTZ(3),
  PRIMARY KEY (id) NOT ENFORCED
) WITH ('connector' = 'values', 'bounded' = 'false', 'changelog-mode' = 'I,UA,UB,D');
SELECT u1.arr, u1.dt, u1.m, ue, uv FROM c1 AS u1 CROSS JOIN UNNEST(u1.mp) AS x(ue, uv);
