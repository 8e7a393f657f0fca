// A COMMIT waits while the synchronous standby is silent, even after the server abandons its connection.
import { expect, test } from 'vitest';

import { newId } from '#lib/server/platform/new-id.ts';
import { findPostgres } from '#tests/support/server/postgres-cluster.ts';
import { startPostgresHost, waitForStandby } from '#tests/support/server/postgres-host.ts';
import { runOn } from '#tests/support/server/postgres.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const onPostgres = test.runIf(process.env['DATABASE'] === 'postgres' && findPostgres());

// The connections of a server for requests, and one for the test.
const CONNECTIONS = 11;
const UNANSWERED_MS = 3500;

const LIMIT = { name: 'hanging', what: 'of this test', points: 1000, seconds: 60 };

/** Writes that wait for the standby: the site's, and those of the rate limit library. */
const WRITES = {
  writes: ({ member }: Site) => member(),
  counts: ({ services }: Site) => services.limits.consume(LIMIT, newId()),
};

const countSessions = async (url: string) =>
  (await runOn(url, "select 1 from pg_stat_activity where application_name like 'glean %'")).length;

onPostgres.each(Object.entries(WRITES))(
  'connections that were given up by what %s count until PostgreSQL has ended them',
  async (_name, ask) => {
    const url = await startPostgresHost();
    const site = await openSite({ DATABASE_URL: url });
    const write = () => ask(site).then(() => 'written', String);
    expect(await write()).toBe('written');
    await waitForStandby(url, 'silent');
    // PostgreSQL's processes reload the setting one by one.
    await expect.poll(write).not.toBe('written');
    const writeMany = async () => {
      const start = performance.now();
      const results = await Promise.all(Array.from({ length: 25 }, write));
      expect(results).not.toContain('written');
      return performance.now() - start;
    };
    await writeMany();
    for (let nth = 0; nth < 3; nth += 1) expect(await writeMany()).toBeLessThan(UNANSWERED_MS);
    expect(await countSessions(url)).toBeLessThanOrEqual(CONNECTIONS);
    expect(await write()).toMatch(/connections that got no response/);
    await waitForStandby(url, '');
    await expect.poll(write).toBe('written');
    await expect.poll(() => countSessions(url)).toBeLessThan(CONNECTIONS);
  },
);
