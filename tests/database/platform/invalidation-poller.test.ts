// How a running server learns of changes by others: by polling, and by notifications.
import { expect, onTestFinished, test } from 'vitest';

import { createAppServer } from '#lib/server/app/app-server.ts';
import { startJobs } from '#lib/server/app/jobs/start-jobs.ts';
import {
  CacheInvalidation,
  startInvalidationPoller,
} from '#lib/server/platform/cache/cache-invalidation.ts';
import { openChannel } from '#lib/server/platform/db/open-postgres.ts';
import { commitChange } from '#tests/support/site/commit-change.ts';
import { findValue } from '#tests/support/site/openmetrics.ts';
import { openMeasuredSite } from '#tests/support/site/scrape.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const onPostgres = test.runIf(process.env['DATABASE'] === 'postgres');

const OLD_PAGES = {
  code: 'unavailable',
  error: expect.stringMatching(/^Changes by other servers cannot be read, .+\.$/),
};

test('a server without notifications polls by itself', async () => {
  const site = await openSite();
  const { services } = site;
  const invalidated: string[] = [];
  // No server notifies on this channel.
  const channel = openChannel(services, services.config.databaseUrl, 'silent', () => {});
  const invalidation = new CacheInvalidation(channel, {
    now: services.now,
    invalidate: (tag) => invalidated.push(tag),
  });
  const stop = startJobs({ services, state: site.server.state, invalidation });
  onTestFinished(async () => {
    await stop();
    await invalidation.close();
  });
  await commitChange(services, 'posts');
  await expect.poll(() => invalidated).toContain('posts');
});

const failures = ({ log }: Site) => log.filter((line) => line.includes('invalidation_failed'));

test('a server that cannot read the changes of others is not ready, and logs that once', async () => {
  const { site, read } = await openMeasuredSite();
  const { services, server } = site;
  const { db } = services;
  const stop = startInvalidationPoller(services, server.state, server.invalidation);
  onTestFinished(stop);
  const problems = async () => (await site.guest().get('/readyz')).body['problems'];
  await db.schema.alterTable('cache_versions').renameTo('away').execute();
  await expect.poll(problems).toEqual([OLD_PAGES]);
  // More failures than those that made it not ready.
  const labels = { job: 'invalidation_poller' };
  await expect
    .poll(async () => findValue(await read(), 'glean_job_failures_total', labels))
    .toBeGreaterThan(3);
  expect(failures(site)).toHaveLength(1);
  await db.schema.alterTable('away').renameTo('cache_versions').execute();
  await expect.poll(problems).toBeUndefined();
});

onPostgres('a running server polls when another one notifies it', async () => {
  const site = await openSite();
  const now = Date.now();
  const other = await createAppServer(site.services.config, {
    logDestination: { write: () => {} },
    // Its first poll stays valid forever.
    clocks: { now: () => now, monotonic: () => 1 },
  });
  onTestFinished(() => other.close());
  const policy = { seconds: 300, tags: ['posts' as const] };
  const page = { headers: {}, etag: '', bodies: { identity: Buffer.from('x') }, policy };
  await other.pageCache.getOrRender('/x', () => Promise.resolve(page));
  expect(await other.pageCache.get('/x')).toBe(page);
  await commitChange(site.services, 'posts');
  await expect.poll(() => other.pageCache.get('/x')).toBeNull();
});
