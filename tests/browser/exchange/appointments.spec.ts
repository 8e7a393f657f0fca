// What was agreed stands where members look, also without a signal.
import { once } from 'node:events';
import { createServer } from 'node:http';

import type { Page } from '@playwright/test';

import { addListing, addMember, addPost } from '#demo/factories.ts';
import { addDays } from '#lib/contract/days.ts';
import { bookingPath, tripPath } from '#lib/contract/paths.ts';
import type { Db, MemberTable, PickupTable } from '#lib/server/platform/db/schema.ts';
import { idAt } from '#lib/server/platform/new-id.ts';
import { regionDay } from '#lib/site.ts';
import { cachedTexts, clearHttpCache } from '#tests/support/browser/offline-fixtures.ts';
import { memberPaths, readPage } from '#tests/support/browser/offline-member-fixtures.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const TITLE = 'Straw by the canal';
const PLACE = 'Behind the chapel';
const PHONE = '09171112233';
const PICKUPS = '/exchange/pickups';

const JUN = { email: 'jun@glean.example', first_name: 'Jun', last_name: 'Reyes' };

/** Finds Jun, or adds him. */
async function findJun(db: Db, { password_hash }: MemberTable): Promise<MemberTable> {
  const found = db.selectFrom('members').where('email', '=', JUN.email).selectAll();
  return (
    (await found.executeTakeFirst()) ??
    addMember(db, { ...JUN, contact_phone: PHONE, password_hash })
  );
}

/** Adds a pickup of Maria’s straw, by Jun. @returns its path, and that of the post */
async function addPickup(
  db: Db,
  owner: MemberTable,
  { status, daysAhead }: { status: PickupTable['status']; daysAhead: number },
) {
  const jun = await findJun(db, owner);
  const post = await addPost(db, { author_id: owner.id, title: TITLE });
  await addListing(db, { post_id: post.id });
  const now = Date.now();
  const id = idAt(now);
  await db
    .insertInto('pickups')
    .values({
      id,
      post_id: post.id,
      owner_id: owner.id,
      requester_id: jun.id,
      kind: 'offer',
      material: 'rice-straw',
      town: '0304911000',
      amount: 30,
      unit: 'bundle',
      day: addDays(regionDay(now), daysAhead),
      status,
      place: status === 'agreed' ? PLACE : null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return { id, path: `${PICKUPS}/${id}`, post: `/forums/posts/${post.id}` };
}

/** Adds an agreed booking of Maria’s baler, by Jun. @returns its path */
async function addBooking(db: Db, owner: MemberTable) {
  const { id: requester_id } = await findJun(db, owner);
  const now = Date.now();
  const id = idAt(now);
  const what = { machine: 'baler', unit: 'hectare', amount: 100, town: '0304911000' } as const;
  const when = { day: addDays(regionDay(now), 2), half: 'morning', whole_day: 0 } as const;
  const state = { status: 'agreed', created_at: now, updated_at: now } as const;
  const booking = { id, owner_id: owner.id, requester_id, ...what, ...when, ...state };
  await db.insertInto('bookings').values(booking).execute();
  return bookingPath(id);
}

/** Lets Maria offer room on a truck. @returns its path */
async function addTrip(db: Db, { id: driver_id }: MemberTable, pickup_id: string) {
  const created_at = Date.now();
  const id = idAt(created_at);
  const room = { amount: 5, amount_left: 5, unit: 'sack' } as const;
  const way = { from_town: '0304911000', to_town: '0304903000' };
  const trip = { id, pickup_id, driver_id, ...way, ...room, created_at };
  await db.insertInto('trips').values(trip).execute();
  return tripPath(id);
}

/** In the browser: the first request of a page is rejected, as by a server that is busy. */
function rejectOnce(path: string): void {
  const request = window.fetch.bind(window);
  let isRejected = false;
  window.fetch = async (input, init) => {
    if (input !== path || isRejected) return request(input, init);
    isRejected = true;
    return new Response('', { status: 429 });
  };
}

const call = (page: Page) => page.getByRole('link', { name: `Call ${PHONE}` });

test('who asks for something stands on Explore, among the own posts and on the post @full', async ({
  page,
  origin,
  maria,
  onDatabase,
  axe,
}) => {
  const { path, post } = await onDatabase((db) =>
    addPickup(db, maria, { status: 'requested', daysAhead: 3 }),
  );
  await signIn(page, 'maria', origin);
  for (const where of ['/forums/explore', '/forums/my-discussions', post]) {
    await page.goto(origin + where);
    const request = page.getByRole('link', { name: 'Jun Reyes asks for 30 bundles' });
    await expect(request).toHaveAttribute('href', path);
  }
  await axe();
});

test('the next pickup stands whole in the own profile, above one list of settings @full', async ({
  page,
  origin,
  maria,
  onDatabase,
  axe,
}) => {
  const { path } = await onDatabase((db) =>
    addPickup(db, maria, { status: 'agreed', daysAhead: 2 }),
  );
  await signIn(page, 'maria', origin);
  await page.goto(`${origin}/profile`);
  const next = page.getByRole('region', { name: 'Your next pickup' });
  await expect(next.getByRole('link', { name: TITLE })).toHaveAttribute('href', path);
  await expect(next.getByText(PLACE)).toBeVisible();
  await expect(next.getByRole('link', { name: `Call ${PHONE}` })).toBeVisible();
  const pickups = page.getByRole('navigation', { name: 'Yours' }).getByRole('link').first();
  await expect(pickups).toHaveAttribute('href', PICKUPS);
  const parts = await page
    .locator('#next-pickup, #yours, #activity-title, #settings')
    .evaluateAll((all) =>
      all.map((each) => {
        const { left, top } = each.getBoundingClientRect();
        // A desk has two columns.
        return { id: each.id, column: Math.floor(left / 300), top };
      }),
    );
  const ids = parts.toSorted((a, b) => a.column - b.column || a.top - b.top).map(({ id }) => id);
  expect(ids).toEqual(['next-pickup', 'yours', 'activity-title', 'settings']);
  const settings = page.locator('.settings');
  await expect(settings.getByRole('heading', { level: 2 })).toHaveText([
    'Account Settings',
    'App',
    'Privacy and safety',
    'Logging in',
  ]);
  await axe();
});

test('a pickup is on top of Explore on its day, and nothing asks how it went before @full', async ({
  page,
  origin,
  maria,
  onDatabase,
  axe,
}) => {
  const { id, path } = await onDatabase((db) =>
    addPickup(db, maria, { status: 'agreed', daysAhead: 1 }),
  );
  await signIn(page, 'maria', origin);
  await page.goto(`${origin}/forums/explore`);
  await expect(page.getByText(PLACE)).toHaveCount(0);
  await page.goto(origin + path);
  await expect(page.getByRole('article').getByText('Tomorrow')).toBeVisible();
  await expect(call(page)).toBeInViewport();
  await expect(page.getByRole('link', { name: 'Text', exact: true })).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Did it go well?' })).toHaveCount(0);
  const changed = page.getByText(/^Last changed/);
  const before = await changed.innerText();
  // That one is coming is no change of it.
  await onDatabase((db) =>
    db.updateTable('pickups').set({ updated_at: 0 }).where('id', '=', id).execute(),
  );
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(page.getByText('You said you’re coming.')).toBeVisible();
  await expect(changed).not.toHaveText(before);
  await axe();

  const today = regionDay(Date.now());
  await onDatabase((db) =>
    db.updateTable('pickups').set({ day: today }).where('id', '=', id).execute(),
  );
  await page.goto(`${origin}/forums/explore`);
  const due = page.getByRole('region', { name: 'Today’s pickups' });
  await expect(due.getByText(PLACE)).toBeInViewport();
  await expect(call(page)).toBeInViewport();
  await axe();
  await due.getByRole('link', { name: TITLE }).click();
  await expect(page.getByRole('heading', { name: 'Did it go well?' })).toBeVisible();
});

test.describe('without a signal', () => {
  test.use({ serviceWorkers: 'allow' });

  test('what was agreed opens although it was never opened before, and is the first of the stored pages', async ({
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
    await expect.poll(() => memberPaths(page)).toContain(PICKUPS);
    // The list of what is over does not take its place.
    await page.goto(`${origin}${PICKUPS}?state=ended`);
    await page.goto(origin + path);
    await expect.poll(() => memberPaths(page)).toContain(PICKUPS);

    await clearHttpCache(page);
    await context.setOffline(true);
    await page.goto(origin + path);
    await expect(page).toHaveURL(`${origin}${PICKUPS}#${id}`);
    await expect(page.getByText(PLACE)).toBeVisible();
    await expect(call(page)).toBeVisible();
    await page.goto(`${origin}/offline`);
    await expect(page.locator('[data-cached=visited] a').first()).toHaveText('Pickups');
  });

  test(
    'the page of a pickup leads to its card when a proxy responds for the server, and when nothing comes for some seconds',
    { tag: '@full' },
    async ({ page, origin, maria, onDatabase, instance, allowBrowserErrors }) => {
      allowBrowserErrors(/ERR_|Failed to fetch|status of 5\d\d/);
      const { id, path } = await onDatabase((db) =>
        addPickup(db, maria, { status: 'agreed', daysAhead: 2 }),
      );
      await signIn(page, 'maria', origin);
      await page.goto(`${origin}/forums/explore`);
      await expect.poll(() => memberPaths(page)).toContain(PICKUPS);
      await instance.stop();
      let isSilent = false;
      const proxy = createServer((_, response) => {
        if (!isSilent) response.writeHead(502).end('No server');
      });
      await once(proxy.listen(instance.port, '127.0.0.1'), 'listening');
      try {
        for (isSilent of [false, true]) {
          await page.goto(origin + path);
          await expect(page).toHaveURL(`${origin}${PICKUPS}#${id}`);
          await expect(call(page)).toBeVisible();
        }
      } finally {
        proxy.closeAllConnections();
        proxy.close();
      }
    },
  );

  test('what was called off is stored no more, with its phone and place', async ({
    page,
    origin,
    maria,
    onDatabase,
  }) => {
    const { id } = await onDatabase((db) =>
      addPickup(db, maria, { status: 'agreed', daysAhead: 2 }),
    );
    await signIn(page, 'maria', origin);
    await page.goto(`${origin}/forums/explore`);
    await expect.poll(() => cachedTexts(page)).toContain(PHONE);
    await onDatabase((db) =>
      db.updateTable('pickups').set({ status: 'called_off' }).where('id', '=', id).execute(),
    );
    await page.goto(`${origin}/forums/explore`);
    await expect.poll(() => cachedTexts(page)).not.toContain(PHONE);
    expect(await cachedTexts(page)).not.toContain(PLACE);
  });

  test('a booking of a machine is stored, too, until the owner calls it off', async ({
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
    expect(await memberPaths(page)).toContain(PICKUPS);
  });

  test('one’s own truck is stored from its page on @full', async ({
    page,
    origin,
    maria,
    onDatabase,
  }) => {
    const { id } = await onDatabase((db) =>
      addPickup(db, maria, { status: 'agreed', daysAhead: 2 }),
    );
    await signIn(page, 'maria', origin);
    await page.goto(`${origin}/forums/explore`);
    await expect.poll(() => memberPaths(page)).toContain(PICKUPS);
    const path = await onDatabase((db) => addTrip(db, maria, id));
    await page.goto(origin + path);
    await expect.poll(() => cachedTexts(page)).toContain(path);
  });

  test('without a connection, the page of a booking or a trip leads to its entry @full', async ({
    page,
    context,
    origin,
    maria,
    onDatabase,
    allowBrowserErrors,
  }) => {
    allowBrowserErrors(/ERR_(CONNECTION|EMPTY|INTERNET|FAILED)|Failed to fetch/);
    const booking = await onDatabase((db) => addBooking(db, maria));
    const trip = await onDatabase(async (db) => {
      const { id } = await addPickup(db, maria, { status: 'agreed', daysAhead: 2 });
      return addTrip(db, maria, id);
    });
    await signIn(page, 'maria', origin);
    await page.goto(origin + booking);
    await expect.poll(() => cachedTexts(page)).toContain(trip);
    await context.setOffline(true);
    for (const path of [booking, trip]) {
      await page.goto(origin + path);
      const id = path.split('/').at(-1);
      await expect(page).toHaveURL(`${origin}${PICKUPS}#${id}`);
      await expect(page.locator(`[id="${id}"]`)).toBeVisible();
    }
  });

  test('nothing is stored with the data saver on, and what was rejected is tried again @full', async ({
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
    expect(await memberPaths(page)).not.toContain(PICKUPS);

    await page.goto(`${origin}/about`);
    await page.getByRole('button', { name: 'Data saver: on' }).click();
    await expect(page.getByRole('button', { name: 'Data saver: off' })).toBeVisible();
    await page.addInitScript(rejectOnce, PICKUPS);
    await page.goto(`${origin}/forums/explore`, { waitUntil: 'networkidle' });
    expect(await memberPaths(page)).not.toContain(PICKUPS);
    await page.getByRole('link', { name: 'My Discussions' }).click();
    await expect(page).toHaveURL(`${origin}/forums/my-discussions`);
    await page.getByRole('link', { name: 'Explore', exact: true }).first().click();
    await expect.poll(() => memberPaths(page)).toContain(PICKUPS);
  });
});
