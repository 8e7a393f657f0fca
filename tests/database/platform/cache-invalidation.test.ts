import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { CacheInvalidation } from '#lib/server/platform/cache/cache-invalidation.ts';
import type { PageTag } from '#lib/server/platform/cache/page-policy.ts';
import { openChannel } from '#lib/server/platform/db/open-postgres.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { runOn } from '#tests/support/server/postgres.ts';
import { commitChange } from '#tests/support/site/commit-change.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const HOUR = 3_600_000;
const KILLED = resolve(import.meta.dirname, '../../support/site/killed-after-commit.ts');
const CUT =
  "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'glean channel'";

const fail = () => Promise.reject(new Error('No.'));

const onPostgres = test.runIf(process.env['DATABASE'] === 'postgres');

/** The invalidations of another server on the same database. */
function openChanges({ services }: Site, now = services.now) {
  const invalidated: string[] = [];
  const { databaseUrl } = services.config;
  const channel = openChannel(services, databaseUrl, 'cache_versions', () => changes.wake());
  const changes = new CacheInvalidation(channel, {
    now,
    invalidate: (tag) => invalidated.push(tag),
  });
  onTestFinished(() => changes.close());
  const publish = changes.publish.bind(changes);
  const commit = (tag: PageTag) => commitChange({ db: services.db, publish }, tag);
  return { changes, commit, invalidated: () => invalidated.splice(0) };
}

/** Like `openChanges`, after it has read the versions and listens. */
async function openListening(site: Site) {
  const opened = openChanges(site);
  await opened.changes.poll();
  opened.invalidated();
  return opened;
}

test('one server’s invalidation reaches the other servers', async () => {
  const site = await openSite();
  const [one, other] = [openChanges(site), await openListening(site)];
  await one.commit('posts');
  expect(one.invalidated()).toEqual(['posts']);
  await other.changes.poll();
  expect(other.invalidated()).toEqual(['posts']);
  await other.changes.poll();
  expect(other.invalidated()).toEqual([]);
});

test('a server does not apply its own invalidation twice', async () => {
  const site = await openSite();
  const one = await openListening(site);
  const other = await openListening(site);
  for (let nth = 0; nth < 20; nth += 1) await one.commit('posts');
  await one.changes.poll();
  expect(one.invalidated()).toEqual(Array(20).fill('posts'));
  await Promise.all([one.commit('posts'), other.commit('posts')]);
  for (const { changes, invalidated } of [one, other]) {
    await changes.poll();
    expect(invalidated()).toContain('posts');
  }
});

test('a server’s own change does not hide another’s to the same pages', async () => {
  const site = await openSite();
  const one = await openListening(site);
  // Another server raised the version to 1, and this one, without a poll since, to 2.
  const change = { tag: 'posts/0', version: 2 } as const;
  await site.services.db.insertInto('cache_versions').values(change).execute();
  one.changes.publish([change]);
  expect(one.invalidated()).toEqual(['posts']);
  await one.changes.poll();
  expect(one.invalidated()).toEqual(['posts']);
});

test('the next poll sees concurrent changes whose writes were acknowledged', async () => {
  const site = await openSite();
  const other = await openListening(site);
  await Promise.all(Array.from({ length: 20 }, () => commitChange(site.services, 'posts')));
  await other.changes.poll();
  expect(other.invalidated()).toContain('posts');
});

test('the change of a server killed right after the commit is seen', async () => {
  const site = await openSite();
  const other = await openListening(site);
  const { dataDir: DATA_DIR, databaseUrl } = site.services.config;
  const DATABASE_URL = databaseUrl.startsWith('postgres') ? databaseUrl : '';
  const env = { ...process.env, DEMO: '1', DATA_DIR, DATABASE_URL };
  const child = spawn(process.execPath, [KILLED], { env, stdio: 'inherit' });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  await other.changes.poll();
  expect(other.invalidated()).toEqual(['posts']);
});

test('a rolled back change invalidates nothing', async () => {
  const site = await openSite();
  const other = await openListening(site);
  await expect(transact(site.services, { invalidates: ['posts'] }, fail)).rejects.toThrow('No.');
  await other.changes.poll();
  expect(other.invalidated()).toEqual([]);
});

test('a change during an outage of the poll is seen afterwards', async () => {
  const site = await openSite();
  const { db } = site.services;
  const other = await openListening(site);
  await db.schema.alterTable('cache_versions').renameTo('away').execute();
  await expect(other.changes.poll()).rejects.toThrow('cache_versions');
  await db.schema.alterTable('away').renameTo('cache_versions').execute();
  await commitChange(site.services, 'posts');
  await other.changes.poll();
  expect(other.invalidated()).toEqual(['posts']);
});

test('a server that has not polled for a second polls before it is current', async () => {
  const site = await openSite();
  const other = await openListening(site);
  // Its clock is the site's, which advances by itself.
  await commitChange(site.services, 'policies');
  site.advanceClock(1001);
  await other.changes.catchUp();
  expect(other.invalidated()).toEqual(['policies']);
});

test('a clock set back does not make a guest wait', async () => {
  const site = await openSite();
  const start = Date.now();
  const times = [start];
  const other = openChanges(site, () => times.pop() ?? start - HOUR);
  await commitChange(site.services, 'posts');
  await other.changes.catchUp();
  expect(other.invalidated()).toEqual(['posts']);
});

onPostgres(
  'a notification makes other servers poll, even after its connection was cut',
  async () => {
    const site = await openSite();
    const other = await openListening(site);
    for (const isCut of [false, true]) {
      // Immediately before, like a poll of a running server that reconnects.
      if (isCut) {
        expect(await runOn(site.services.config.databaseUrl, CUT)).not.toEqual([]);
        const isPolled = () => other.changes.poll().then(Boolean.bind(null, true), () => false);
        await expect.poll(isPolled).toBe(true);
      }
      await commitChange(site.services, 'posts');
      await expect.poll(() => other.invalidated()).toEqual(['posts']);
    }
  },
);

onPostgres('a notification wakes all servers except its sender', async () => {
  const { services } = await openSite();
  const woken: string[] = [];
  const open = async (name: string) => {
    const { databaseUrl } = services.config;
    const channel = openChannel(services, databaseUrl, 'test_channel', () => woken.push(name));
    onTestFinished(() => channel.close());
    // It connects and listens.
    await channel.db.selectFrom('cache_versions').select('tag').execute();
    return channel;
  };
  const [one, other] = [await open('one'), await open('other')];
  one.notify();
  await expect.poll(() => woken).toEqual(['other']);
  other.notify();
  await expect.poll(() => woken).toEqual(['other', 'one']);
});
