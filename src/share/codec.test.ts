import { readFileSync } from 'node:fs';
import { deflateSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBase64Url, encodeBase64Url } from './base64url.ts';
import { decodeLink, encodeLink } from './codec.ts';
import { inflateText, MAX_INFLATED_BYTES } from './inflate.ts';
import { SHARE_VIEWS, type ShareCursor, type ShareDocument } from './state.ts';

const SCRIPT = `-- orders with the latest rate, counted by window
CREATE TABLE Orders (
  order_id STRING,
  customer_id BIGINT,
  product_name STRING,
  amount DECIMAL(10, 2),
  currency STRING,
  order_time TIMESTAMP(3),
  proctime AS PROCTIME(),
  WATERMARK FOR order_time AS order_time - INTERVAL '5' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'shop.orders.v3',
  'properties.bootstrap.servers' = 'kafka-1.internal:9092,kafka-2.internal:9092',
  'properties.group.id' = 'rates-dashboard',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'avro-confluent',
  'avro-confluent.url' = 'http://schema-registry.internal:8081'
);

CREATE TABLE CurrencyRates (
  currency STRING,
  rate DECIMAL(18, 6),
  PRIMARY KEY (currency) NOT ENFORCED
) WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:mysql://mysql.internal:3306/finance',
  'table-name' = 'currency_rates',
  'lookup.cache' = 'PARTIAL',
  'lookup.partial-cache.max-rows' = '5000'
);

CREATE TABLE Dashboard (window_start TIMESTAMP(3), product_name STRING, revenue DECIMAL(38, 6)) WITH ('connector' = 'print');

INSERT INTO Dashboard
SELECT TUMBLE_START(o.order_time, INTERVAL '1' MINUTE), o.product_name, SUM(o.amount * r.rate)
FROM Orders AS o
LEFT JOIN CurrencyRates FOR SYSTEM_TIME AS OF o.proctime AS r ON o.currency = r.currency
WHERE o.amount > 0 AND r.rate IS NOT NULL
GROUP BY TUMBLE(o.order_time, INTERVAL '1' MINUTE), o.product_name;
`;

const documents: fc.Arbitrary<ShareDocument> = fc.record(
  {
    sql: fc.string({ unit: 'grapheme', maxLength: 300 }),
    feed: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
    name: fc.string({ minLength: 1, maxLength: 40 }),
    options: fc.dictionary(fc.stringMatching(/^table\.[a-z.]{1,20}$/), fc.string({ maxLength: 20 }), { minKeys: 1, maxKeys: 4 }),
  },
  { requiredKeys: ['sql'] },
);

const cursors: fc.Arbitrary<ShareCursor> = fc.record(
  {
    q: fc.integer({ min: 1, max: 999 }),
    stage: fc.constantFrom('ast', 'logical', 'physical_rewrite', 'exec', 'job', 'run'),
    step: fc.integer({ min: 1, max: 999 }),
    sel: fc.stringMatching(/^[0-9a-f]{8}$/),
    view: fc.constantFrom(...SHARE_VIEWS.filter((view) => view !== 'plan')),
    t: fc.integer({ min: 0, max: 9999 }),
  },
  { requiredKeys: [] },
);

const clean = <T extends object>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe('links', () => {
  test('what goes in comes out', () => {
    fc.assert(
      fc.property(documents, cursors, (document, cursor) => {
        const opened = decodeLink(encodeLink({ kind: 'document', document, cursor }));
        expect(opened.notices).toEqual([]);
        expect(clean(opened.link!)).toEqual(clean({ kind: 'document', document, cursor }));
      }),
      { seed: 11 },
    );
  });

  test('a script of 40 lines stays below 2,000 characters', () => {
    const link = encodeLink({
      kind: 'document',
      document: { sql: SCRIPT, name: 'rates' },
      cursor: { q: 4, stage: 'temporal_join_rewrite', step: 1, sel: '0123abcd' },
    });
    expect(SCRIPT.split('\n').length).toBeGreaterThanOrEqual(40);
    expect(link.length).toBeLessThan(1100);
  });

  test('a gallery link', () => {
    expect(decodeLink('#/x/lookup-join-on-ddl?q=3&view=memo')).toEqual({
      link: { kind: 'example', example: 'lookup-join-on-ddl', cursor: { q: 3, view: 'memo' } },
      notices: [],
    });
  });

  test('any text is an answer, never an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const fragment of [text, `#/v1/${text}`, `#/v2/${text}`, `#/x/${text}`, `#/v1/abc?${text}`])
          expect(Array.isArray(decodeLink(fragment).notices)).toBe(true);
      }),
      { seed: 3 },
    );
  });

  test('a link that was cut off or changed says so and does not open', () => {
    const link = encodeLink({ kind: 'document', document: { sql: SCRIPT }, cursor: { q: 2 } });
    const payload = link.slice('#/v2/'.length).split('?')[0]!;
    const cut = decodeLink(`#/v2/${payload.slice(0, payload.length >> 1)}?q=2`);
    expect(cut.link).toBeUndefined();
    expect(cut.notices).toEqual([{ code: 'broken-payload' }]);
  });

  test('bad parameters fall back with a notice, unknown ones are ignored', () => {
    const opened = decodeLink('#/x/a?q=zero&stage=%E0%A4%A&step=-1&view=film&sel=xyz&t=x&zz=5&__proto__=1&constructor=2');
    expect(opened.link).toEqual({ kind: 'example', example: 'a', cursor: {} });
    expect(opened.notices.map((notice) => notice.subject)).toEqual(['q', 'stage', 'step', 'view', 'sel', 't']);
  });

  test('a newer version opens as far as it is understood and says so', () => {
    const link = encodeLink({ kind: 'document', document: { sql: 'SELECT 1' }, cursor: {} }).replace('#/v2/', '#/v7/');
    const opened = decodeLink(link);
    expect(opened.notices).toEqual([{ code: 'newer-version', subject: '7' }]);
    expect(opened.link).toMatchObject({ document: { sql: 'SELECT 1' } });
    expect(decodeLink('#/v7/AAAA').notices).toEqual([{ code: 'newer-version', subject: '7' }]);
  });

  test('unknown fields of a payload do not kill the known ones', () => {
    const payload = encodeBase64Url(
      deflateSync(new TextEncoder().encode(JSON.stringify({ v: 1, s: 'SELECT 1', zz: { deep: [1] }, o: 5, n: 7 }))),
    );
    expect(decodeLink(`#/v1/${payload}`).link).toMatchObject({ document: { sql: 'SELECT 1' } });
  });

  test('what unpacks to more than 2 MB is stopped while it unpacks', () => {
    const bomb = deflateSync(new Uint8Array(12 * MAX_INFLATED_BYTES), { level: 6 });
    const started = process.memoryUsage().arrayBuffers;
    expect(inflateText(bomb, '')).toEqual({ ok: false, reason: 'too-large' });
    expect(process.memoryUsage().arrayBuffers - started).toBeLessThan(10 * MAX_INFLATED_BYTES);
    expect(decodeLink(`#/v1/${encodeBase64Url(bomb)}`).notices).toEqual([{ code: 'too-large' }]);
  });

  test('a stored link of version 2 still opens, with its sample rows', () => {
    const stored = readFileSync(new URL('./share-fixtures/v2.txt', import.meta.url), 'utf8').trim();
    expect(decodeLink(stored)).toEqual({
      link: {
        kind: 'document',
        document: {
          sql: "CREATE TABLE t (a INT, pt AS PROCTIME()) WITH ('connector' = 'datagen');\nSELECT a, pt FROM t;\n",
          feed: 't +I {"a":1} @ 1000\nt +I {"a":2} @ 2000\n',
          name: 'stored link',
          options: { 'table.exec.state.ttl': '1 h' },
          digests: { '2': '0011aabb' },
          engine: '2.3.0',
        },
        cursor: { q: 2, stage: 'run', t: 2 },
      },
      notices: [],
    });
  });

  test('forty sample rows add less than a thousand characters', () => {
    const rows = Array.from(
      { length: 40 },
      (_, i) => `Orders +I {"id":${i},"amount":${i % 7},"order_time":"2024-01-01 10:${String(10 + ((i * 7) % 50))}:00"} @ ${i * 500}`,
    );
    const bare = encodeLink({ kind: 'document', document: { sql: SCRIPT }, cursor: {} });
    const fed = encodeLink({ kind: 'document', document: { sql: SCRIPT, feed: rows.join('\n') }, cursor: {} });
    expect(fed.length - bare.length).toBeLessThan(1000);
  });

  test('a stored link of version 1 still opens', () => {
    const stored = readFileSync(new URL('./share-fixtures/v1.txt', import.meta.url), 'utf8').trim();
    expect(decodeLink(stored)).toEqual({
      link: {
        kind: 'document',
        document: {
          sql: "CREATE TABLE t (a INT, pt AS PROCTIME()) WITH ('connector' = 'datagen');\nSELECT a, pt FROM t;\n",
          name: 'stored link',
          options: { 'table.exec.state.ttl': '1 h' },
          digests: { '2': '0011aabb' },
          engine: '2.3.0',
        },
        cursor: { q: 2, stage: 'time_indicator', step: 1, sel: '89abcdef', view: 'compare' },
      },
      notices: [],
    });
  });
});

describe('base64url', () => {
  test('round trip of any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const text = encodeBase64Url(bytes);
        expect(text).toMatch(/^[\w-]*$/);
        expect([...decodeBase64Url(text)!]).toEqual([...bytes]);
      }),
      { seed: 5 },
    );
  });
});
