-- Rank with an offset and without the rank: rows that were given out as +U are not found again when they are taken back.
CREATE TABLE c (id INT NOT NULL, v INT, s STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector'='values','bounded'='false','changelog-mode'='I,UA,UB,D');
SELECT id, s, rn FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY v) AS rn FROM c) WHERE rn = 2;
SELECT id, s, rn FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY v) AS rn FROM c) WHERE rn <= 2;
SELECT id, s, rn FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY v) AS rn FROM c) WHERE rn <= 3;
SELECT id, s FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY v) AS rn FROM c) WHERE rn <= 2;
SELECT id, s FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY v) AS rn FROM c) WHERE rn BETWEEN 2 AND 3;
