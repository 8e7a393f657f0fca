// Members claim a number to log in with, and staff give it to its owner (docs/decisions/0100-claimed-numbers.md).
import type { Page } from '@playwright/test';

import { addMember } from '#demo/factories.ts';
import { staffMemberPath } from '#lib/contract/paths.ts';
import type { Db } from '#lib/server/platform/db/schema.ts';
import { tabTo } from '#tests/support/browser/keyboard.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import {
  button,
  makeStaff,
  pageOfMember,
  pressByKeyboard,
  typeByKeyboard,
} from '#tests/support/browser/publishing-screens.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const PHONE = '09170000001';
const LOST = 'The number you wanted to log in with is someone else’s';

const claim = (db: Db, member_id: string) =>
  db
    .insertInto('sign_in_phone_claims')
    .values({ member_id, phone: PHONE, claimed_at: Date.now() })
    .execute();

/** @returns the members who have the number */
const ownersOf = (db: Db) =>
  db.selectFrom('members').where('sign_in_phone', '=', PHONE).select('first_name').execute();

test.beforeEach(async ({ page, origin, maria, onDatabase }) => {
  await onDatabase((db) => makeStaff(db, maria));
  await signIn(page, 'maria', origin);
});

/** Expects that the page opens with the focus on a sentence. */
const expectFocused = (page: Page, sentence: string) =>
  expect(page.getByRole('status').filter({ hasText: sentence })).toBeFocused();

test('staff confirm the number of the member before them, and notify others who claimed it', async ({
  page,
  browser,
  origin,
  onDatabase,
  axe,
}) => {
  const [lito, tess] = await onDatabase(async (db) => {
    const member = await addMember(db, { password_hash: 'none', first_name: 'Lito' });
    await claim(db, member.id);
    const other = await pageOfMember(browser, origin, db, { first_name: 'Tess' });
    const named = db.selectFrom('members').where('first_name', '=', 'Tess').select('id');
    await claim(db, (await named.executeTakeFirstOrThrow()).id);
    return [member, other] as const;
  });
  await page.goto(origin + staffMemberPath(lito.id));
  await pressByKeyboard(page, button(page, 'Show contact'));
  await expect(page.getByRole('definition').filter({ hasText: PHONE })).toHaveCount(1);
  await expect(page.getByText('only when the person is before you with this phone')).toBeVisible();
  await axe();
  await pressByKeyboard(page, button(page, `Confirm ${PHONE}`));
  await expectFocused(page, 'The phone number was saved.');
  expect(await onDatabase(ownersOf)).toEqual([{ first_name: 'Lito' }]);
  await expect(button(page, `Confirm ${PHONE}`)).toHaveCount(0);
  await tess.goto(`${origin}/notifications`);
  await expect(tess.getByText(LOST)).toBeVisible();
});

test('staff give numbers to imported people with boxes, which stay checked in a rejected form', async ({
  page,
  origin,
  onDatabase,
  axe,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 400/);
  await onDatabase(async (db) => {
    // A number from before the upgrade works until staff give it to another member.
    const given = { first_name: 'Tess', sign_in_phone: PHONE };
    const tess = await addMember(db, { password_hash: 'none', ...given });
    await claim(db, tess.id);
    await addMember(db, { password_hash: 'none', contact_phone: '09170000002' });
  });
  await page.goto(`${origin}/staff/members/import`);
  const list = `Lito Bautista, farmer, Guimba, ${PHONE}\nNena Cruz, farmer, Guimba, 0917 000 0002`;
  await page.getByLabel('Paste the rows').fill(list);
  await pressByKeyboard(page, button(page, 'Check the list'));
  await expectFocused(page, 'No one can come in. No row is wrong, and 2 are there already');
  const boxes = page.getByRole('group', { name: 'Numbers that another member has given' });
  const box = boxes.getByRole('checkbox', { name: /^Give 09170000001 to this person: Lito/ });
  await expect(boxes.getByRole('checkbox')).toHaveCount(2);
  await axe();
  await tabTo(page, box);
  await page.keyboard.press('Space');
  await pressByKeyboard(page, button(page, 'Bring them in'));
  const paper = page.getByLabel('They have all agreed on paper');
  await expect(paper).toBeFocused();
  await expect(paper).toHaveAccessibleDescription(/only when they have agreed on paper/);
  await expect(box).toBeChecked();
  await expect(boxes.getByRole('checkbox')).toHaveCount(2);
  await axe();
  await page.keyboard.press('Space');
  await typeByKeyboard(page, page.getByLabel('Where the papers lie'), 'Blue folder');
  await pressByKeyboard(page, button(page, 'Bring them in'));
  await expectFocused(page, '1 person came in.');
  expect(await onDatabase(ownersOf)).toEqual([{ first_name: 'Lito' }]);
});
