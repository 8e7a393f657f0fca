import { expect, onTestFinished, test, vi } from 'vitest';

import { CacheInvalidation } from '#lib/server/cache/cache-invalidation.ts';
import { openSite, type Site } from '#tests/support/site.ts';

/** The invalidations of another server on the same database. */
function openChanges(site: Site) {
  const invalidated: string[] = [];
  const failures: unknown[] = [];
  const changes = new CacheInvalidation(
    site.services.db,
    (tag) => invalidated.push(tag),
    (error) => failures.push(error),
  );
  onTestFinished(() => changes.flush());
  return { changes, failures, invalidated: () => invalidated.splice(0) };
}

test('one server’s invalidation reaches the other servers', async () => {
  const site = await openSite();
  const [one, other] = [openChanges(site), openChanges(site)];
  await other.changes.poll();
  one.changes.publish('posts');
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
  one.changes.publish('eduhub');
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
  one.changes.publish('posts');
  await one.changes.flush();
  await one.changes.poll();
  one.invalidated();
  one.changes.publish('posts');
  await one.changes.flush();
  await one.changes.poll();
  expect(one.invalidated()).toEqual(['posts']);
  one.changes.publish('posts');
  other.changes.publish('posts');
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
  one.changes.publish('posts');
  await one.changes.flush();
  await one.changes.poll();
  await one.changes.poll();
  expect(one.failures).toHaveLength(1);
  await db.schema.alterTable('away').renameTo('cache_versions').execute();
  await one.changes.poll();
  await other.changes.poll();
  expect(other.invalidated()).toEqual(['posts']);
});
