// The service worker without help of a page: when a proxy responds for the server, when enough is stored, and when the
// browser wakes it for the outbox while no page is open (Background Sync).
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

import type { Page } from '@playwright/test';

import { addMember, addPost, addResource } from '#demo/factories.ts';
import { OUTBOX_SYNC } from '#lib/client/outbox/outbox-rules.ts';
import type { Db } from '#lib/server/platform/db/schema.ts';
import { preloadOutbox, storedRecords } from '#tests/support/browser/device-storage.ts';
import { cachedPaths, serviceWorkerReady } from '#tests/support/browser/offline-fixtures.ts';
import { outbox } from '#tests/support/browser/outbox-screens.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { leaveSite, signIn } from '#tests/support/browser/sign-in.ts';
import { logPath } from '#tests/support/server/server-process.ts';

test.use({ serviceWorkers: 'allow' });

test.beforeEach(({ allowBrowserErrors }) =>
  allowBrowserErrors(/ERR_(INTERNET|CONNECTION|FAILED)|Failed to fetch|status of (4|5)\d\d/),
);

const MAX_VISITED = 40;

test(
  'a page’s stored copy is shown where a proxy responds 502, 503 or 504 for the server',
  { tag: '@full' },
  async ({ page, origin, instance }) => {
    await page.goto(`${origin}/about`);
    await serviceWorkerReady(page);
    await expect.poll(() => cachedPaths(page, 'visited')).toContain('/about');
    await instance.stop();
    let status = 502;
    const proxy = createServer((_, response) => response.writeHead(status).end('No server'));
    await once(proxy.listen(instance.port, '127.0.0.1'), 'listening');
    try {
      for (status of [502, 503, 504]) {
        await page.goto(`${origin}/about`);
        await expect(page).toHaveTitle('About | Glean');
      }
      await page.goto(`${origin}/exchange`);
      await expect(page.getByText('No server')).toBeVisible();
    } finally {
      proxy.close();
    }
  },
);

test('a page that was loading when the worker started is taken over and stored @full', async ({
  page,
  context,
  origin,
}) => {
  const { promise: active, resolve: letThrough } = Promise.withResolvers<void>();
  const late = await context.newPage();
  await late.route('**/exchange', async (route) => {
    await active;
    await route.continue();
  });
  const loading = late.goto(`${origin}/exchange`);
  await page.goto(`${origin}/about`);
  await serviceWorkerReady(page);
  letThrough();
  await loading;
  await serviceWorkerReady(late);
  await expect.poll(() => cachedPaths(late, 'visited')).toContain('/exchange');
});

test(
  'the newest 40 visited pages are stored',
  { tag: '@full' },
  async ({ page, origin, onDatabase }) => {
    const paths = await onDatabase(async (db) => {
      const added: string[] = [];
      for (let nth = 0; nth < MAX_VISITED + 5; nth += 1)
        added.push(`/eduhub/${(await addResource(db, { title: `Guide ${nth}` }, [])).id}`);
      return added;
    });
    await page.goto(`${origin}/about`);
    await serviceWorkerReady(page);
    await page.evaluate(async (all) => {
      for (const path of all) {
        await fetch(path, { headers: { accept: 'text/html' } });
        const visited = await caches.open('visited');
        while (!(await visited.match(path))) await new Promise(requestAnimationFrame);
      }
    }, paths);
    await expect
      .poll(async () => (await cachedPaths(page, 'visited')).toSorted())
      .toEqual(paths.slice(-MAX_VISITED).toSorted());
  },
);

/** Lets the browser wake the worker like after the connection returned. */
async function dispatchSync(page: Page, origin: string): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const { promise, resolve } = Promise.withResolvers<string>();
  devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
    if (found) resolve(found.registrationId);
  });
  await devTools.send('ServiceWorker.enable');
  const registrationId = await promise;
  const event = { origin, registrationId, tag: OUTBOX_SYNC, lastChance: false };
  await devTools.send('ServiceWorker.dispatchSyncEvent', event);
}

const COMMENT = 'I come on Friday.';

/** Sends a comment without a connection, and leaves the site. */
async function leaveComment(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await serviceWorkerReady(page);
  await preloadOutbox(page);
  await page.context().setOffline(true);
  await page.getByLabel('Your comment', { exact: true }).fill(COMMENT);
  await page.getByRole('button', { name: 'Post Comment' }).click();
  await expect(outbox(page)).toContainText('1 waiting');
  await page.goto('about:blank');
}

const writtenComments = (db: Db) => db.selectFrom('comments').select('content').execute();

test.describe('Background Sync', { tag: '@full' }, () => {
  let path: string;

  test.beforeEach(async ({ onDatabase, page, origin }) => {
    path = await onDatabase(async (db) => {
      const ana = await addMember(db, { email: 'ana@glean.example', password_hash: 'none' });
      return `/forums/posts/${(await addPost(db, { author_id: ana.id })).id}`;
    });
    await page.goto(`${origin}/about`);
    await signIn(page, 'maria', origin);
  });

  test('waiting entries are sent once, with no open page', async ({
    page,
    context,
    origin,
    onDatabase,
  }) => {
    await leaveComment(page, origin + path);
    await context.setOffline(false);
    await dispatchSync(page, origin);
    await expect.poll(() => onDatabase(writtenComments)).toEqual([{ content: COMMENT }]);
    await page.goto(`${origin}/forums/explore`);
    await expect.poll(() => storedRecords(page, 'outbox')).toBe('[]');
    expect(await onDatabase(writtenComments)).toHaveLength(1);
  });

  test('a member’s comment is not sent with another’s session, and stays', async ({
    page,
    context,
    origin,
    instance,
    onDatabase,
  }) => {
    await leaveComment(page, origin + path);
    await context.clearCookies();
    await signIn(page, 'ana', origin);
    await context.setOffline(false);
    const before = (await readFile(logPath(instance), 'utf8')).length;
    await dispatchSync(page, origin);
    await expect
      .poll(async () => (await readFile(logPath(instance), 'utf8')).slice(before))
      .toContain('/api/token/csrf');
    expect(await onDatabase(writtenComments)).toEqual([]);
    await page.goto(`${origin}/about`);
    expect(await storedRecords(page, 'outbox')).toContain(COMMENT);
    expect(await onDatabase(writtenComments)).toEqual([]);
    await leaveSite(page);
    await signIn(page, 'maria', origin);
    await page.goto(`${origin}/forums/explore`);
    await expect.poll(() => onDatabase(writtenComments)).toEqual([{ content: COMMENT }]);
  });
});
