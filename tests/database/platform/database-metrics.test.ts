// The metrics of the database, and their list (docs/operations.md, "Metrics").
import { rename, stat } from 'node:fs/promises';

import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import { readOperationsTable } from '#tests/support/server/operations-table.ts';
import { freePort } from '#tests/support/server/port.ts';
import { findValue } from '#tests/support/site/openmetrics.ts';
import { openMeasuredSite, serveSiteMetrics } from '#tests/support/site/scrape.ts';
import { openSiteBehindProxy } from '#tests/support/site/site-behind-proxy.ts';
import { openSite } from '#tests/support/site/site.ts';

const isPostgres = process.env['DATABASE'] === 'postgres';

test('the database has its size, and PostgreSQL its pool', async () => {
  const { site, read } = await openMeasuredSite();
  const { db, config } = site.services;
  const families = await read();
  const size = findValue(families, 'glean_database_size_bytes') ?? 0;
  const pool = [...families.keys()].filter((name) => name.startsWith('glean_database_pool'));
  expect(pool).toHaveLength(3);
  if (!isPostgres) {
    expect(size).toBeGreaterThanOrEqual((await stat(config.databaseUrl)).size);
    expect(pool.flatMap((name) => families.get(name)?.samples)).toEqual([]);
    return;
  }
  const { rows } = await sql<{ size: number }>`
    select pg_database_size(current_database()) as size`.execute(db);
  expect(size).toBeGreaterThan(0.5 * (rows[0]?.size ?? Infinity));
  expect(findValue(families, 'glean_database_pool_limit')).toBe(10);
  const sleeps = Array.from({ length: 12 }, () => sql`select pg_sleep(1)`.execute(db));
  await expect
    .poll(async () => {
      const now = await read();
      return [
        findValue(now, 'glean_database_pool_connections', { state: 'used' }),
        findValue(now, 'glean_database_pool_connections', { state: 'idle' }),
        findValue(now, 'glean_database_pool_waiting'),
      ];
    })
    .toEqual([10, 0, 2]);
  await Promise.all(sleeps);
});

test.runIf(isPostgres)('while the database is away, the other metrics can be read', async () => {
  const { proxy, site } = await openSiteBehindProxy({ METRICS_PORT: String(await freePort()) });
  const read = await serveSiteMetrics(site);
  expect((await read()).get('glean_deliveries_queued')?.samples).toHaveLength(9);
  proxy.refuse();
  const families = await read();
  expect(families.get('glean_deliveries_queued')?.samples).toEqual([]);
  expect(findValue(families, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
  expect(site.log.join('')).toContain('"metric_failed"');
});

test.skipIf(isPostgres)('a database file that cannot be read has no size', async () => {
  const { site, read } = await openMeasuredSite();
  const { databaseUrl } = site.services.config;
  expect(findValue(await read(), 'glean_database_size_bytes')).toBeGreaterThan(0);
  await rename(databaseUrl, `${databaseUrl}.away`);
  onTestFinished(() => rename(`${databaseUrl}.away`, databaseUrl));
  const families = await read();
  expect(families.get('glean_database_size_bytes')?.samples).toEqual([]);
  expect(families.get('glean_deliveries_queued')?.samples).toHaveLength(9);
  expect(site.log.join('')).toContain('"metric_failed"');
});

test('the operations document lists every metric with its type, labels and meaning', async () => {
  const { families } = (await openSite()).services.metrics.registry;
  const rows = families.map(({ type, options: { name, labels = [], help } }) => [
    `\`${name}${type === 'counter' ? '_total' : ''}\``,
    type,
    labels.map((label) => `\`${label}\``).join(', '),
    help,
  ]);
  expect(readOperationsTable('Monitoring')).toEqual(rows);
});
