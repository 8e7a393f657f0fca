import { expect, onTestFinished, test, vi } from 'vitest';

import { CacheInvalidation } from '#lib/server/cache/cache-invalidation.ts';
import { openChannel } from '#lib/server/db/open-channel.ts';
import { runOn } from '#tests/support/postgres.ts';
import { openSite, type Site } from '#tests/support/site.ts';

const onPostgres = test.runIf(process.env['DATABASE'] === 'postgres');

const CUT =
  "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'glean channel'";

/** The invalidations of another server on the same database. */
function openChanges({ services }: Site) {
  const invalidated: string[] = [];
  const failures: unknown[] = [];
  const { databaseUrl } = services.config;
  const channel = openChannel(services, databaseUrl, 'cache_versions', () => changes.wake());
  const changes = new CacheInvalidation(channel, {
    now: services.now,
    invalidate: (tag) => invalidated.push(tag),
    onError: (error) => failures.push(error),
  });
  onTestFinished(() => changes.close());
  return { changes, failures, invalidated: () => invalidated.splice(0) };
}

/** As `openChanges`, once it has read the versions, and listens. */
async function openListening(site: Site) {
  const opened = openChanges(site);
  await opened.changes.poll();
  opened.invalidated();
  return opened;
}

test('one server’s invalidation reaches the other servers', async () => {
  const site = await openSite();
  const [one, other] = [openChanges(site), openChanges(site)];
  await other.changes.poll();
  await one.changes.publish('posts');
  expect(one.invalidated()).toEqual(['posts']);
  await one.changes.flush();
  await other.changes.poll();
  expect(other.invalidated()).toEqual(['posts']);
  await other.changes.poll();
  expect(other.invalidated()).toEqual([]);
});

test('an invalidation is published without a call to flush', async () => {
  const site = await openSite();
  const [one, other] = [openChanges(site), openChanges(site)];
  await one.changes.publish('eduhub');
  await vi.waitFor(
    async () => {
      await other.changes.poll();
      expect(other.invalidated()).toEqual(['eduhub']);
    },
    { timeout: 10_000 },
  );
});

test('a server does not apply its own invalidation twice', async () => {
  const site = await openSite();
  const [one, other] = [openChanges(site), openChanges(site)];
  await one.changes.publish('posts');
  await one.changes.flush();
  await one.changes.poll();
  one.invalidated();
  await one.changes.publish('posts');
  await one.changes.flush();
  await one.changes.poll();
  expect(one.invalidated()).toEqual(['posts']);
  await Promise.all([one.changes.publish('posts'), other.changes.publish('posts')]);
  await Promise.all([one.changes.flush(), other.changes.flush()]);
  await one.changes.poll();
  expect(one.invalidated().length).toBeGreaterThanOrEqual(1);
  await other.changes.poll();
  expect(other.invalidated()).toContain('posts');
});

test('a database outage is reported once, and the invalidation is published afterwards', async () => {
  const site = await openSite();
  const { db } = site.services;
  const [one, other] = [openChanges(site), openChanges(site)];
  await other.changes.poll();
  await db.schema.alterTable('cache_versions').renameTo('away').execute();
  await one.changes.publish('posts');
  await one.changes.flush();
  await one.changes.poll();
  await one.changes.poll();
  expect(one.failures).toHaveLength(1);
  await db.schema.alterTable('away').renameTo('cache_versions').execute();
  await one.changes.poll();
  await other.changes.poll();
  expect(other.invalidated()).toEqual(['posts']);
});

test('a change is published before its write is acknowledged', async () => {
  const site = await openSite();
  const other = await openListening(site);
  await Promise.all(Array.from({ length: 20 }, () => site.services.invalidate('posts')));
  // On SQLite it is the operator's commands that read it, and 200 ms later.
  if (process.env['DATABASE'] === 'sqlite') await site.server.invalidation.flush();
  await other.changes.poll();
  expect(other.invalidated()).toEqual(['posts']);
});

test('a server that has not polled for a second polls before it is current', async () => {
  const site = await openSite();
  const other = await openListening(site);
  await site.services.invalidate('policies');
  await site.server.invalidation.flush();
  await other.changes.catchUp();
  site.advanceClock(1001);
  await other.changes.catchUp();
  expect(other.invalidated()).toEqual(['policies']);
});

onPostgres(
  'a notification makes the other servers poll, also after its connection was cut',
  async () => {
    const site = await openSite();
    const other = await openListening(site);
    for (const isCut of [false, true]) {
      // Right before: the poll of a running server reconnects.
      if (isCut) {
        expect(await runOn(site.services.config.databaseUrl, CUT)).not.toEqual([]);
        await expect.poll(async () => (await other.changes.poll(), other.failures.length)).toBe(0);
      }
      await site.services.invalidate('posts');
      await expect.poll(() => other.invalidated()).toEqual(['posts']);
    }
  },
);
