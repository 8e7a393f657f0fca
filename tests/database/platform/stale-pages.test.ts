import { expect, onTestFinished, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { cachePage } from '#lib/server/platform/cache/page-policy.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { incrementCacheVersions, transact } from '#lib/server/platform/db/transact.ts';
import { openGuestServer } from '#tests/support/site/guest-server.ts';
import { openSiteBehindProxy } from '#tests/support/site/site-behind-proxy.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const onPostgres = test.runIf(process.env['DATABASE'] === 'postgres');

/** Serves a page that shows the number of posts. */
const openPostCount = (site: Site) =>
  openGuestServer(site, async (c) => {
    const posts = await c.get('ctx').db.selectFrom('posts').select('id').execute();
    cachePage(c.get('ctx'), { seconds: 60, tags: ['posts'] });
    return c.html(`<p>${posts.length} posts`);
  });

onPostgres('guests see the earlier page while the database is away', async () => {
  const { proxy, site } = await openSiteBehindProxy();
  const get = await openPostCount(site);
  expect(await (await get('/x')).text()).toBe('<p>0 posts');
  proxy.refuse();
  // Others may have changed it since.
  site.advanceClock(2000);
  expect(await (await get('/x')).text()).toBe('<p>0 posts');
  site.server.pageCache.invalidate('posts');
  for (let nth = 0; nth < 2; nth += 1) {
    const page = await get('/x');
    expect([page.status, await page.text()]).toEqual([200, '<p>0 posts']);
    expect(page.headers.get('retry-after')).toBeNull();
  }
  expect((await get('/y')).status).toBe(503);
  proxy.repair();
  const { id: author_id } = await site.member();
  await addPost(site.services.db, { author_id });
  expect(await (await get('/x')).text()).toBe('<p>1 posts');
});

onPostgres(
  'a reconnected server sends no page that another server invalidated before',
  async () => {
    const { proxy, databaseUrl, site } = await openSiteBehindProxy();
    const get = await openPostCount(site);
    const read = async () => (await get('/x')).text();
    const { id: author_id } = await site.member();
    expect(await read()).toBe('<p>0 posts');
    proxy.refuse();
    site.advanceClock(2000);
    expect(await read()).toBe('<p>0 posts');
    proxy.repair();
    // The other server's connection was never cut.
    const other = openDatabase(databaseUrl);
    onTestFinished(() => other.close());
    const work = { db: other.db, publish: () => {} };
    await transact(work, { invalidates: ['posts'] }, (tx) => addPost(tx, { author_id }));
    site.advanceClock(1001);
    expect(await read()).toBe('<p>1 posts');
  },
);

test('a paused server sends no page that another one invalidated', async () => {
  const site = await openSite();
  let renders = 0;
  const get = await openGuestServer(site, (c) => {
    cachePage(c.get('ctx'), { seconds: 300, tags: ['posts'] });
    return c.html(`<p>${(renders += 1)}`);
  });
  const read = async () => (await get('/x')).text();
  expect([await read(), await read()]).toEqual(['<p>1', '<p>1']);
  // Like the other server does.
  await incrementCacheVersions(site.services.db, ['posts']);
  site.advanceClock(60_000);
  const queued = await Promise.all(Array.from({ length: 5 }, read));
  expect(new Set(queued)).toEqual(new Set(['<p>2']));
});
