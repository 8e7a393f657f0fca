// A member's actions on an appointment wait for a connection, and are sent once, in order.
import type { BrowserContext, Page } from '@playwright/test';

import { PICKUPS_PATH } from '#lib/contract/paths.ts';
import { addPickup, PHONE, TITLE } from '#tests/support/browser/appointments.ts';
import { preloadOutbox } from '#tests/support/browser/device-storage.ts';
import {
  expect,
  type OwnServerFixtures,
  test,
} from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

/** Waits for the scripts of the outbox, which a page loads when it is first used. */
async function waitForScripts(page: Page): Promise<void> {
  await preloadOutbox(page);
  const isLoaded = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/queue-form.')),
    );
  await expect.poll(isLoaded).toBe(true);
}

/** Opens an agreed pickup, and disconnects. @returns its id */
async function loseLineOnPickup({
  page,
  context,
  origin,
  maria,
  onDatabase,
}: Pick<OwnServerFixtures, 'origin' | 'maria' | 'onDatabase'> & {
  page: Page;
  context: BrowserContext;
}): Promise<string> {
  const { id, path } = await onDatabase((db) =>
    addPickup(db, maria, { status: 'agreed', daysAhead: 3 }),
  );
  await signIn(page, 'maria', origin);
  await page.goto(origin + path);
  await waitForScripts(page);
  await context.setOffline(true);
  return id;
}

const findPickup = (onDatabase: OwnServerFixtures['onDatabase'], id: string) =>
  onDatabase((db) =>
    db
      .selectFrom('appointments')
      .where('id', '=', id)
      .select(['status', 'reason', 'place'])
      .executeTakeFirstOrThrow(),
  );

const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting to be sent' });

test.beforeEach(async ({ onDatabase, maria, allowBrowserErrors }) => {
  allowBrowserErrors(
    /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|Failed to fetch|status of 409/,
  );
  await onDatabase((db) =>
    db.updateTable('members').set({ contact_phone: PHONE }).where('id', '=', maria.id).execute(),
  );
});

test('an agreement without a connection waits on its card, and is sent when the connection returns', async ({
  page,
  context,
  origin,
  maria,
  onDatabase,
  axe,
}) => {
  const { id } = await onDatabase((db) =>
    addPickup(db, maria, { status: 'requested', daysAhead: 3 }),
  );
  await signIn(page, 'maria', origin);
  await page.goto(origin + PICKUPS_PATH);
  await waitForScripts(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: `I agree: ${TITLE}` }).click();
  await expect(
    page.getByRole('article').getByText('Waits for a connection: I agree'),
  ).toBeVisible();
  await expect(waiting(page).getByText(`I agree: ${TITLE}`)).toBeVisible();
  await axe();
  expect((await findPickup(onDatabase, id)).status).toBe('requested');
  await context.setOffline(false);
  await expect.poll(async () => (await findPickup(onDatabase, id)).status).toBe('agreed');
  await expect(page.getByRole('region', { name: 'Next' }).getByText(TITLE).first()).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
});

test('a message and a cancellation are sent once each, in order', async ({
  page,
  context,
  origin,
  maria,
  onDatabase,
}) => {
  const id = await loseLineOnPickup({ page, context, origin, maria, onDatabase });
  await page.getByLabel('Write a message').fill('The bridge is closed');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(waiting(page).getByText('The bridge is closed')).toBeVisible();
  const off = page.locator('details', { has: page.getByText('Call it off', { exact: true }) });
  await off.locator('summary').click();
  await off.getByRole('textbox').fill('Flood');
  await off.getByRole('button', { name: 'Call it off' }).click();
  await expect(waiting(page).getByText('Flood', { exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect
    .poll(() => findPickup(onDatabase, id))
    .toMatchObject({
      status: 'called_off',
      reason: 'Flood',
    });
  const messages = await onDatabase((db) =>
    db.selectFrom('appointment_messages').select('content').execute(),
  );
  expect(messages).toEqual([{ content: 'The bridge is closed' }]);
  await expect(page.getByText('Called off').first()).toBeVisible();
});

// The same words again are another message.
for (const next of ['By the river, then', 'The bridge is closed'])
  test(`a message whose response is lost is sent once, and “${next}” after it`, async ({
    page,
    context,
    origin,
    maria,
    onDatabase,
  }) => {
    const { path } = await onDatabase((db) =>
      addPickup(db, maria, { status: 'agreed', daysAhead: 3 }),
    );
    const listSent = () =>
      onDatabase((db) =>
        db.selectFrom('appointment_messages').select('content').orderBy('id').execute(),
      );
    await signIn(page, 'maria', origin);
    await page.goto(origin + path);
    await waitForScripts(page);
    await page.route(origin + path, async (route) => {
      await route.fetch({ maxRedirects: 0 });
      await context.setOffline(true);
      await route.abort('connectionreset');
    });
    const write = page.getByLabel('Write a message');
    await write.fill('The bridge is closed');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(waiting(page).getByText('The bridge is closed')).toBeVisible();
    expect(await listSent()).toHaveLength(1);
    await page.unroute(origin + path);
    await write.fill(next);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(waiting(page).getByText(next)).toBeVisible();
    await expect(write).toHaveValue('');
    await context.setOffline(false);
    await expect(waiting(page)).toHaveCount(0);
    expect(await listSent()).toEqual([{ content: 'The bridge is closed' }, { content: next }]);
  });

test('an act that became impossible shows why, and the typed text', async ({
  page,
  context,
  origin,
  maria,
  onDatabase,
}) => {
  const id = await loseLineOnPickup({ page, context, origin, maria, onDatabase });
  await page.getByLabel('Write a message').fill('At noon?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(waiting(page)).toBeVisible();
  await onDatabase((db) =>
    db.updateTable('appointments').set({ status: 'called_off' }).where('id', '=', id).execute(),
  );
  await context.setOffline(false);
  const rejected = waiting(page).getByRole('listitem').filter({ hasText: 'At noon?' });
  await expect(rejected.getByRole('alert')).toHaveText(/^Not sent: This pickup has ended/);
  await rejected.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(waiting(page)).toHaveCount(0);
});
