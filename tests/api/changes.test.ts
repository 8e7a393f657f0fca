import { expect, onTestFinished, test, vi } from 'vitest';

import { Changes } from '#lib/server/cache/cache-invalidation.ts';
import { openSite, type Site } from '#tests/support/api.ts';

/** A server beside the site, on the same database. */
function beside(site: Site) {
  const forgotten: string[] = [];
  const failures: unknown[] = [];
  const changes = new Changes(
    site.services.db,
    (tag) => forgotten.push(tag),
    (error) => failures.push(error),
  );
  onTestFinished(() => changes.tell());
  return { changes, failures, forgotten: () => forgotten.splice(0) };
}

test('what one server changes, the others forget', async () => {
  const site = await openSite();
  const [one, other] = [beside(site), beside(site)];
  await other.changes.look();
  one.changes.announce('posts');
  expect(one.forgotten()).toEqual(['posts']);
  await one.changes.tell();
  await other.changes.look();
  expect(other.forgotten()).toEqual(['posts']);
  await other.changes.look();
  expect(other.forgotten()).toEqual([]);
});

test('a change is told by itself', async () => {
  const site = await openSite();
  const [one, other] = [beside(site), beside(site)];
  one.changes.announce('eduhub');
  await vi.waitFor(
    async () => {
      await other.changes.look();
      expect(other.forgotten()).toEqual(['eduhub']);
    },
    { timeout: 10_000 },
  );
});

test('one’s own change is forgotten once, also when another’s comes between', async () => {
  const site = await openSite();
  const [one, other] = [beside(site), beside(site)];
  one.changes.announce('posts');
  await one.changes.tell();
  await one.changes.look();
  one.forgotten();
  one.changes.announce('posts');
  await one.changes.tell();
  await one.changes.look();
  expect(one.forgotten()).toEqual(['posts']);
  one.changes.announce('posts');
  other.changes.announce('posts');
  await Promise.all([one.changes.tell(), other.changes.tell()]);
  await one.changes.look();
  expect(one.forgotten().length).toBeGreaterThanOrEqual(1);
  await other.changes.look();
  expect(other.forgotten()).toContain('posts');
});

test('a database that is away is told of once, and the change afterwards', async () => {
  const site = await openSite();
  const { db } = site.services;
  const [one, other] = [beside(site), beside(site)];
  await other.changes.look();
  await db.schema.alterTable('cache_versions').renameTo('away').execute();
  one.changes.announce('posts');
  await one.changes.tell();
  await one.changes.look();
  await one.changes.look();
  expect(one.failures).toHaveLength(1);
  await db.schema.alterTable('away').renameTo('cache_versions').execute();
  await one.changes.look();
  await other.changes.look();
  expect(other.forgotten()).toEqual(['posts']);
});
