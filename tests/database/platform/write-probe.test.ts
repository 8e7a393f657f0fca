// `/readyz` reports the last probe: a row that was written and read back (docs/operations.md, "Monitoring").
import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { examineSite } from '#lib/server/app/doctor/examine-site.ts';
import { checkWrites, startWriteProbe } from '#lib/server/platform/health/write-probe.ts';
import { findPostgres } from '#tests/support/server/postgres-cluster.ts';
import {
  startPostgresHost,
  startStandby,
  waitForStandby,
} from '#tests/support/server/postgres-host.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const onSqlite = test.runIf(process.env['DATABASE'] === 'sqlite');
const onPostgres = test.runIf(process.env['DATABASE'] === 'postgres' && findPostgres());

const WEEK_MS = 7 * 24 * 3_600_000;

const countWrites = async ({ services }: Site) =>
  (await services.db.selectFrom('write_probes').select('writes').executeTakeFirst())?.writes ?? 0;

const ready = (site: Site) => site.guest().get('/readyz');

/** Probes, and returns the report. */
async function probe(site: Site) {
  await checkWrites(site.services, site.server.state);
  return ready(site);
}

const eventsOf = ({ log }: Site, name: string) => log.filter((line) => line.includes(name));

test('several servers probe concurrently, and requests do not', async () => {
  const site = await openSite();
  await Promise.all(Array.from({ length: 5 }, () => probe(site)));
  expect(await countWrites(site)).toBe(5);
  const { status, body } = await ready(site);
  expect([status, body]).toEqual([200, { data: 'ok' }]);
  expect(await countWrites(site)).toBe(5);
});

test('a server probes from its start on', async () => {
  const site = await openSite();
  const stop = startWriteProbe(site.services, site.server.state);
  await expect.poll(() => countWrites(site)).toBe(1);
  await stop();
});

test('a failing write is reported until it works, and logged once', async () => {
  const site = await openSite();
  const { schema } = site.services.db;
  await schema.alterTable('write_probes').renameTo('away').execute();
  for (let nth = 0; nth < 2; nth += 1) {
    const { status, body } = await probe(site);
    expect([status, body['code']]).toEqual([503, 'unavailable']);
  }
  expect(eventsOf(site, 'writes_failed')).toHaveLength(1);
  await schema.alterTable('away').renameTo('write_probes').execute();
  expect((await ready(site)).status).toBe(503);
  expect((await probe(site)).status).toBe(200);
  expect(eventsOf(site, 'writes_work')).toHaveLength(1);
});

onSqlite('a row that was written, but is not there when read, is a problem', async () => {
  const site = await openSite();
  expect((await probe(site)).status).toBe(200);
  await sql`create trigger lost after update on write_probes begin
    update write_probes set writes = 0; end`.execute(site.services.db);
  expect((await probe(site)).status).toBe(503);
});

/** The doctor's report about writes. */
async function examine({ services }: Site) {
  const findings = await examineSite(services.config, '/dev/null');
  const about = (subject: string) => findings.find((each) => each.subject === subject);
  return { reads: about('database'), writes: about('writes') };
}

const codesOf = ({ status, body }: Awaited<ReturnType<typeof ready>>) => [
  status,
  ...(body['warnings'] ?? []).map(({ code }: { code: string }) => code),
];

onPostgres('a silent standby and a missing one are reported', async () => {
  const url = await startPostgresHost();
  const site = await openSite({ DATABASE_URL: url });
  expect(codesOf(await probe(site))).toEqual([200]);
  const silence = await startStandby(url, 'copy');
  await waitForStandby(url, 'copy');
  await expect.poll(async () => codesOf(await probe(site))).toEqual([200]);
  expect((await examine(site)).writes).toMatchObject({ state: 'ok' });
  silence();
  expect((await probe(site)).body).toMatchObject({ code: 'unavailable' });
  // Reads still work.
  expect(await countWrites(site)).toBeGreaterThan(0);
  expect((await ready(site)).status).toBe(503);
  const { reads, writes } = await examine(site);
  expect([reads?.state, writes?.state]).toEqual(['ok', 'wrong']);
  expect(writes?.text).toMatch(/^nothing can be written .*standby hangs\.$/);
  // Patroni continues without the standby.
  await waitForStandby(url, '');
  const missing = [200, 'second_copy_missing'];
  await expect.poll(async () => codesOf(await probe(site))).toEqual(missing);
  expect(codesOf(await probe(site))).toEqual(missing);
  expect(eventsOf(site, 'second_copy_missing')).toHaveLength(1);
  expect((await examine(site)).writes).toMatchObject({ state: 'wrong' });
  site.advanceClock(WEEK_MS);
  expect(codesOf(await probe(site))).toEqual([200]);
});
