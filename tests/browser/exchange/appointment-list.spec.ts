// Pickups that wait for the member come first in their list, and can be agreed to there.
import type { Page } from '@playwright/test';

import type { MemberWithEmail } from '#demo/factories.ts';
import { PICKUPS_PATH } from '#lib/contract/paths.ts';
import {
  addBooking,
  addPickup,
  addTrip,
  PHONE,
  PLACE,
  TITLE,
} from '#tests/support/browser/appointments.ts';
import {
  expect,
  type OwnServerFixtures,
  test,
} from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

test('from the number on the bar, straw is agreed with two presses and without scrolling', async ({
  page,
  origin,
  maria,
  onDatabase,
  isMobile,
  axe,
}) => {
  test.skip(!isMobile, 'the bar is of phones');
  await onDatabase((db) =>
    db.updateTable('members').set({ contact_phone: PHONE }).where('id', '=', maria.id).execute(),
  );
  await onDatabase((db) => addPickup(db, maria, { status: 'agreed', daysAhead: 1 }));
  const { path } = await onDatabase((db) =>
    addPickup(db, maria, { status: 'requested', daysAhead: 3 }),
  );
  await signIn(page, 'maria', origin);
  await page.goto(`${origin}/forums/explore`);
  await page.getByRole('link', { name: 'Exchange: 1 needs your answer' }).click();
  await expect(page).toHaveURL(origin + PICKUPS_PATH);
  await axe();
  const question = page.getByRole('region', { name: 'Needs your answer (1)' });
  await expect(question.getByText('In 3 days')).toBeVisible();
  const agree = question.getByRole('button', { name: `I agree: ${TITLE}` });
  const bar = await page.getByRole('navigation', { name: 'Shortcuts' }).boundingBox();
  const button = await agree.boundingBox();
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
  await agree.click();
  await expect(page).toHaveURL(new RegExp(`${path}\\?done=agree`));
  await expect(page.getByText('You agreed.')).toBeVisible();
  // The field contains the place of the last pickup, so one more press is enough.
  const place = page.getByLabel('Exact place');
  await expect(place).toHaveValue(PLACE);
  await axe();
  await place.press('Enter');
  await expect(page.getByText('The exact place is saved.')).toBeVisible();
  await expect(page.getByRole('article').getByText(PLACE)).toBeVisible();
});

/** Adds one appointment of each kind for Maria and Jun, who collects and drives. */
const addAll = (onDatabase: OwnServerFixtures['onDatabase'], maria: MemberWithEmail) =>
  onDatabase(async (db) => {
    const over = await addPickup(db, maria, { status: 'agreed', daysAhead: -1 });
    const late = await addPickup(db, maria, { status: 'agreed', daysAhead: 4 });
    const soon = await addPickup(db, maria, { status: 'agreed', daysAhead: 1 });
    const requested = await addPickup(db, maria, { status: 'requested', daysAhead: 5 });
    const booking = await addBooking(db, maria);
    await addTrip(db, late.id);
    return { over, late, soon, requested, booking };
  });

const idsOf = (page: Page, name: RegExp): Promise<string[]> =>
  page
    .getByRole('region', { name })
    .getByRole('article')
    .evaluateAll((cards) => cards.map(({ id }) => id));

test('what needs a response is listed above what comes next', async ({
  page,
  origin,
  maria,
  onDatabase,
  axe,
}) => {
  const { over, late, soon, requested, booking } = await addAll(onDatabase, maria);
  await signIn(page, 'maria', origin);
  await page.goto(origin + PICKUPS_PATH);
  expect(await idsOf(page, /^Needs your answer \(2\)$/)).toEqual([over.id, requested.id]);
  expect(await idsOf(page, /^Next$/)).toEqual([soon.id, booking.split('/').at(-1), late.id]);
  const report = page.getByRole('link', { name: `Did it go well? ${TITLE}` });
  await expect(report).toHaveAttribute('href', over.path);
  await expect(page.getByText(/^Waiting for their answer \(/)).toHaveCount(0);
  await axe();
});

test('what waits for others is folded, and a truck is a line of the load that it collects', async ({
  page,
  origin,
  maria,
  onDatabase,
  axe,
}) => {
  const { over, late, requested } = await addAll(onDatabase, maria);
  await signIn(page, 'jun', origin);
  await page.goto(origin + PICKUPS_PATH);
  expect(await idsOf(page, /^Needs your answer \(1\)$/)).toEqual([over.id]);
  const load = page.locator(`[id="${late.id}"]`);
  await expect(load.getByRole('link', { name: 'Shared truck' })).toHaveAttribute(
    'href',
    `${late.path}#share`,
  );
  await expect(load.getByText('5 sacks free')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Shared truck' })).toHaveCount(1);
  const card = page.locator(`[id="${requested.id}"]`);
  await expect(card).toBeHidden();
  await page.getByText('Waiting for their answer (1)').click();
  await expect(card.getByText('Waiting for their answer')).toBeVisible();
  await expect(card.getByRole('button')).toHaveCount(0);
  await axe();
});
