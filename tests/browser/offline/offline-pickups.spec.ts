// Agreed pickups can be read without a signal.
import { once } from 'node:events';
import { createServer } from 'node:http';

import { BOOKINGS_PATH, PICKUPS_PATH } from '#lib/contract/paths.ts';
import {
  addBooking,
  addPickup,
  addTrip,
  call,
  PHONE,
  PLACE,
} from '#tests/support/browser/appointments.ts';
import { cachedTexts, clearHttpCache } from '#tests/support/browser/offline-fixtures.ts';
import { memberPaths, readPage } from '#tests/support/browser/offline-member-fixtures.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

/** @returns the id at the end of a path */
const idIn = (path: string): string => path.split('/').at(-1) ?? '';

/** In the browser: rejects the first request for a page, like a busy server. */
function rejectOnce(path: string): void {
  const request = window.fetch.bind(window);
  let isRejected = false;
  window.fetch = async (input, init) => {
    if (input !== path || isRejected) return request(input, init);
    isRejected = true;
    return new Response('', { status: 429 });
  };
}

test.use({ serviceWorkers: 'allow' });

test('an agreed pickup opens although it was never opened before, and is first of the stored pages', async ({
  page,
  context,
  origin,
  maria,
  onDatabase,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/ERR_(CONNECTION|EMPTY|INTERNET|FAILED)|Failed to fetch/);
  const { id, path } = await onDatabase((db) =>
    addPickup(db, maria, { status: 'agreed', daysAhead: 2 }),
  );
  await signIn(page, 'maria', origin);
  await page.goto(`${origin}/forums/explore`);
  await expect.poll(() => memberPaths(page)).toContain(PICKUPS_PATH);
  // The list of ended pickups does not replace the other list.
  await page.goto(`${origin}${PICKUPS_PATH}?state=ended`);
  await page.goto(origin + path);
  await expect.poll(() => memberPaths(page)).toContain(PICKUPS_PATH);

  await clearHttpCache(page);
  await context.setOffline(true);
  await page.goto(origin + path);
  await expect(page).toHaveURL(`${origin}${PICKUPS_PATH}#${id}`);
  await expect(page.getByText(PLACE)).toBeVisible();
  await expect(call(page)).toBeVisible();
  await page.goto(`${origin}/offline`);
  await expect(page.locator('[data-cached=visited] a').first()).toHaveText('Pickups');
});

test(
  'a pickup’s page leads to its card when a proxy responds for the server, or nothing responds for seconds',
  { tag: '@full' },
  async ({ page, origin, maria, onDatabase, instance, allowBrowserErrors }) => {
    allowBrowserErrors(/ERR_|Failed to fetch|status of 5\d\d/);
    const { id, path } = await onDatabase((db) =>
      addPickup(db, maria, { status: 'agreed', daysAhead: 2 }),
    );
    await signIn(page, 'maria', origin);
    await page.goto(`${origin}/forums/explore`);
    await expect.poll(() => memberPaths(page)).toContain(PICKUPS_PATH);
    await instance.stop();
    let isSilent = false;
    const proxy = createServer((_, response) => {
      if (!isSilent) response.writeHead(502).end('No server');
    });
    await once(proxy.listen(instance.port, '127.0.0.1'), 'listening');
    try {
      for (isSilent of [false, true]) {
        await page.goto(origin + path);
        await expect(page).toHaveURL(`${origin}${PICKUPS_PATH}#${id}`);
        await expect(call(page)).toBeVisible();
      }
    } finally {
      proxy.closeAllConnections();
      proxy.close();
    }
  },
);

test('a cancelled pickup is no longer stored, with its phone and place', async ({
  page,
  origin,
  maria,
  onDatabase,
}) => {
  const { id } = await onDatabase((db) => addPickup(db, maria, { status: 'agreed', daysAhead: 2 }));
  await signIn(page, 'maria', origin);
  await page.goto(`${origin}/forums/explore`);
  await expect.poll(() => cachedTexts(page)).toContain(PHONE);
  await onDatabase((db) =>
    db.updateTable('appointments').set({ status: 'called_off' }).where('id', '=', id).execute(),
  );
  await page.goto(`${origin}/forums/explore`);
  await expect.poll(() => cachedTexts(page)).not.toContain(PHONE);
  expect(await cachedTexts(page)).not.toContain(PLACE);
});

test('half a day of a machine is stored, too, until the owner cancels it', async ({
  page,
  origin,
  maria,
  onDatabase,
}) => {
  const path = await onDatabase((db) => addBooking(db, maria));
  await signIn(page, 'maria', origin);
  await page.goto(origin + path);
  await expect.poll(() => cachedTexts(page)).toContain(PHONE);
  await page.locator('summary', { hasText: 'Call it off' }).click();
  await page.getByLabel('Why').fill('It is broken');
  await page.getByRole('button', { name: 'Call it off' }).click();
  await expect(page.getByRole('status')).toBeVisible();
  await expect.poll(() => cachedTexts(page)).not.toContain(PHONE);
  expect(await memberPaths(page)).toContain(PICKUPS_PATH);
});

test('the driver’s truck is stored once its page is opened @full', async ({
  page,
  origin,
  maria,
  onDatabase,
}) => {
  const { id } = await onDatabase((db) => addPickup(db, maria, { status: 'agreed', daysAhead: 2 }));
  await signIn(page, 'jun', origin);
  await page.goto(`${origin}/forums/explore`);
  await expect.poll(() => memberPaths(page)).toContain(PICKUPS_PATH);
  const path = await onDatabase((db) => addTrip(db, id));
  await page.goto(origin + path);
  await expect.poll(() => cachedTexts(page)).toContain(idIn(path));
});

test('offline, the page of a half day or a truck leads to its entry, also by its older address @full', async ({
  page,
  context,
  origin,
  maria,
  onDatabase,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/ERR_(CONNECTION|EMPTY|INTERNET|FAILED)|Failed to fetch/);
  const halfDay = await onDatabase((db) => addBooking(db, maria));
  const trip = await onDatabase(async (db) => {
    const { id } = await addPickup(db, maria, { status: 'agreed', daysAhead: 2 });
    return addTrip(db, id);
  });
  await signIn(page, 'jun', origin);
  await page.goto(origin + halfDay);
  await expect.poll(() => cachedTexts(page)).toContain(idIn(trip));
  await context.setOffline(true);
  for (const path of [halfDay, `${BOOKINGS_PATH}/${idIn(halfDay)}`, trip]) {
    await page.goto(origin + path);
    const id = idIn(path);
    await expect(page).toHaveURL(`${origin}${PICKUPS_PATH}#${id}`);
    await expect(page.locator(`[id="${id}"]`)).toBeVisible();
  }
});

test('nothing is stored with the data saver, and rejected requests are repeated @full', async ({
  page,
  origin,
  maria,
  onDatabase,
}) => {
  await onDatabase((db) => addPickup(db, maria, { status: 'agreed', daysAhead: 2 }));
  await page.goto(`${origin}/about`);
  await page.getByRole('button', { name: 'Data saver: off' }).click();
  await expect(page.getByRole('button', { name: 'Data saver: on' })).toBeVisible();
  await signIn(page, 'maria', origin);
  await readPage(page, `${origin}/forums/explore`);
  await page.goto(`${origin}/forums/explore`, { waitUntil: 'networkidle' });
  expect(await memberPaths(page)).not.toContain(PICKUPS_PATH);

  await page.goto(`${origin}/display`);
  await page.getByRole('checkbox', { name: 'Data saver' }).uncheck();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Saved.');
  await page.addInitScript(rejectOnce, PICKUPS_PATH);
  await page.goto(`${origin}/forums/explore`, { waitUntil: 'networkidle' });
  expect(await memberPaths(page)).not.toContain(PICKUPS_PATH);
  await page.getByRole('link', { name: 'My Discussions' }).click();
  await expect(page).toHaveURL(`${origin}/forums/my-discussions`);
  await page.getByRole('link', { name: 'Explore', exact: true }).first().click();
  await expect.poll(() => memberPaths(page)).toContain(PICKUPS_PATH);
});
