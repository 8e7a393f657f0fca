// When the offline scripts of members load, and in how many requests (docs/decisions/0034-offline-for-members.md).
import { OFFLINE_PACKS } from '#lib/contract/offline-packs.ts';
import { OFFLINE_ASSETS_PATH } from '#lib/contract/offline.ts';
import { cachedPaths } from '#tests/support/browser/offline-fixtures.ts';
import { memberPaths, readPage } from '#tests/support/browser/offline-member-fixtures.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

test.use({ serviceWorkers: 'allow' });

test('a member’s offline scripts wait for ten quiet seconds, and need three requests @full', async ({
  page,
  origin,
}) => {
  await signIn(page, 'maria', origin);
  // The browser's own cache has what the page has loaded once.
  const requested = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) requested.add(pathname);
  });
  // With a stopped clock, the time that this takes to load does not matter.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await readPage(page, `${origin}/forums/explore`);
  // The bell waits until the browser is idle.
  await page.clock.runFor(1000);
  await expect.poll(() => memberPaths(page)).toContain('/api/web/notification');
  const { size } = requested;
  await page.clock.runFor(8500);
  expect(requested.size).toBe(size);
  await page.clock.runFor(2500);
  await expect
    .poll(async () => (await cachedPaths(page, 'files')).join(' '))
    .toMatch(/NotificationList.*PostDialog.*toast-container/);
  const [script, ...data] = [...requested].slice(size);
  expect(script).toMatch(/\/cached-pages\./);
  expect(data).toEqual([OFFLINE_ASSETS_PATH, OFFLINE_PACKS.withDialogs]);
  const scripts = await page.evaluate(async () => {
    const files = await caches.open('files');
    const all = await files.matchAll();
    return all.filter(
      ({ headers }) => headers.get('content-type') === 'text/javascript; charset=utf-8',
    ).length;
  });
  expect(scripts).toBeGreaterThan(40);
});
