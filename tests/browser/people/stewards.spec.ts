// With a server of its own: staff let Mark look after Lito; he posts and agrees for him, the straw is counted for Lito, who
// then acts by himself.
import type { Browser, Page } from '@playwright/test';

import { addMember } from '#demo/factories.ts';
import { type MessageKey, runInLanguage, t } from '#lib/messages/t.ts';
import { hashPassword } from '#lib/server/people/auth/password-hash.ts';
import { regionDay } from '#lib/site.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { PASSWORD, signIn } from '#tests/support/browser/sign-in.ts';

const NEW_PASSWORD = 'Dayami-at-2-Ipa!';
const PHONE = '09171234567';
const TITLE = 'Straw of Lito';
const LITO = 'Lito Bautista';

type Say = (key: MessageKey, params?: Record<string, string | number>) => string;

for (const [language, locale] of [
  ['en', 'en-US'],
  ['fil', 'fil-PH'],
] as const) {
  const say: Say = (key, params = {}) =>
    runInLanguage(language, () => (t as (name: MessageKey, values: object) => string)(key, params));

  /** @returns a page of a member on a phone, who runs no scripts */
  async function logIn(browser: Browser, origin: string, who: string): Promise<Page> {
    const viewport = { width: 360, height: 740 };
    const context = await browser.newContext({ viewport, locale, javaScriptEnabled: false });
    const page = await context.newPage();
    await signIn(page, who, origin);
    return page;
  }

  const press = (page: Page, key: MessageKey, params?: Record<string, string>) =>
    page
      .getByRole('main')
      .getByRole('button', { name: say(key, params), exact: true })
      .click();
  const field = (page: Page, key: MessageKey) => page.getByLabel(say(key), { exact: true });

  test(`a steward posts, agrees and finishes for a person, without JavaScript (${language})`, async ({
    browser,
    origin,
    onDatabase,
    allowBrowserErrors,
  }) => {
    allowBrowserErrors(/status of 40[0139]/);
    const password_hash = await hashPassword(PASSWORD);
    const people = [
      { first_name: 'Sol', last_name: 'Cruz', email: 'sol@glean.example', role: 'staff' },
      { first_name: 'Mark', last_name: 'Reyes', email: 'mark@glean.example', role: 'farmer' },
      { first_name: 'Rosa', last_name: 'Diaz', email: 'rosa@glean.example', role: 'processor' },
      { first_name: 'Lito', last_name: 'Bautista', email: 'lito@glean.example', role: 'farmer' },
    ] as const;
    const contact_phone = '09179876543';
    const ids = await onDatabase(async (db) => {
      const added: string[] = [];
      for (const each of people)
        added.push((await addMember(db, { ...each, password_hash, contact_phone })).id);
      const lito = added.at(-1) ?? '';
      await db
        .updateTable('members')
        .set({ email: null, sign_in_phone: PHONE, contact_phone: null })
        .where('id', '=', lito)
        .execute();
      return { lito };
    });

    const sol = await logIn(browser, origin, 'sol');
    await sol.goto(`${origin}/staff/members/${ids.lito}`);
    await sol.getByText(say('steward.begin'), { exact: true }).click();
    await field(sol, 'steward.who').fill('mark@glean.example');
    await field(sol, 'steward.where').fill('Folder 3');
    await press(sol, 'steward.begin_button');
    await expect(sol.getByText(say('steward.begun'))).toBeVisible();

    const mark = await logIn(browser, origin, 'mark');
    await mark.goto(`${origin}/profile/people`);
    await mark.getByRole('link', { name: LITO }).click();
    await mark.getByRole('link', { name: say('steward.post_for', { name: LITO }) }).click();
    await expect(field(mark, 'steward.for_whom')).toHaveValue(ids.lito);
    await mark.locator('[name="listing.town"]').selectOption({ label: 'Guimba' });
    await field(mark, 'listing.how_much').fill('40');
    await field(mark, 'compose.title').fill(TITLE);
    await field(mark, 'compose.description').fill('Behind the chapel.');
    await press(mark, 'shell.post');
    // What is wrong is marked, and the rest stays.
    await expect(mark.getByText(say('error.unit_required'))).toBeVisible();
    await expect(field(mark, 'steward.for_whom')).toHaveValue(ids.lito);
    await mark.locator('[name="listing.unit"]').selectOption('bundle');
    await press(mark, 'shell.post');
    await expect(mark.getByRole('link', { name: TITLE })).toBeVisible();

    const rosa = await logIn(browser, origin, 'rosa');
    await rosa.goto(`${origin}/exchange`);
    await rosa.getByRole('link', { name: TITLE }).click();
    const by = say('listing.posted_by', { steward: 'Mark Reyes', person: LITO });
    await expect(rosa.getByText(by)).toBeVisible();
    await field(rosa, 'pickup.which_day').fill(regionDay(Date.now()));
    await press(rosa, 'pickup.send_request');

    await mark.reload();
    await mark.locator('.request a').first().click();
    await expect(mark.getByText(say('steward.acting', { name: LITO }))).toBeVisible();
    await field(mark, 'pickup.phone').fill('0917 555 0000');
    await press(mark, 'pickup.agree');
    await rosa.reload();
    await expect(rosa.getByRole('main')).toContainText(LITO);
    await expect(rosa.getByRole('main')).toContainText(/0917\s?555\s?0000/);
    for (const page of [rosa, mark]) {
      await page.getByRole('link', { name: say('pickup.yes'), exact: true }).click();
      await field(page, 'pickup.how_many_kg').fill('900');
      await press(page, 'pickup.save');
    }
    const done = await onDatabase((db) =>
      db.selectFrom('pickups').select(['owner_id', 'kg', 'status']).execute(),
    );
    expect(done).toEqual([{ owner_id: ids.lito, kg: 900, status: 'done' }]);

    await sol.goto(`${origin}/staff/members/${ids.lito}`);
    await sol.getByText(say('desk_code.make'), { exact: true }).click();
    await press(sol, 'desk_code.make_button');
    const code = (await sol.locator('.code').textContent()) ?? '';
    const context = await browser.newContext({ locale, javaScriptEnabled: false });
    const lito = await context.newPage();
    await lito.goto(`${origin}/login/code`);
    await lito.locator('[name=code]').fill(code.trim());
    await lito.locator('[name=password]').fill(NEW_PASSWORD);
    await lito.getByLabel(say('steward.claim_choice', { choice: 'end' })).check();
    await press(lito, 'form.save');
    await expect(lito).toHaveURL(/done=chosen/);
    await mark.goto(`${origin}/profile/people`);
    await expect(mark.getByText(say('steward.none'))).toBeVisible();
    expect(await onDatabase((db) => db.selectFrom('stewardships').selectAll().execute())).toEqual(
      [],
    );
  });
}
