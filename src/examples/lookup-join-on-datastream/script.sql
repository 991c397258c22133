-- A lookup join from parser to job graph; the left table is a DataStream.
--@ datastream MyTable (a INT, b STRING, c BIGINT, proctime PROCTIME, rowtime ROWTIME)
CREATE TABLE LookupTable (id INT, name STRING, age INT) WITH ('connector'='values');
SELECT * FROM MyTable AS T JOIN LookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.a = D.id;
