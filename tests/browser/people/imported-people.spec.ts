// With a server of its own, in both languages: staff import 20 people; 12 have no email, and Mark is their steward.
// He posts, agrees and requests for two; the straw is counted for Ising, who claims her account and signs in by phone.
// At the end the import is undone, except for the people who use the site.
import type { Browser, Page } from '@playwright/test';

import { addListing, addMember, addPost } from '#demo/factories.ts';
import { type MessageKey, runInLanguage, t } from '#lib/messages/t.ts';
import type { Db } from '#lib/server/platform/db/schema.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { regionDay } from '#lib/site.ts';
import { publishDocuments, waitForLink } from '#tests/support/browser/join-screens.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';
import { NEW_PASSWORD } from '#tests/support/nouns/joining.ts';

const GIVEN = ['Lito', 'Nena', 'Ramon', 'Ising', 'Pedro'];
const FAMILIES = ['Bautista', 'dela Cruz', 'Santos', 'Reyes'];
const nameOf = (nth: number) => `${GIVEN[nth % 5]} ${FAMILIES[Math.floor(nth / 5)]}`;
const phoneOf = (nth: number) => `0917555${1000 + nth}`;

/** The people for whom Mark acts. */
const [ISING, PEDRO] = [8, 9];
const TITLE = 'Straw of Ising';

/** @returns a list of 20 people; the town of the first does not exist */
const listIn = (role: string): string =>
  Array.from({ length: 20 }, (_, nth) => {
    const contact = nth < 8 ? `ana${nth}@farm.example` : phoneOf(nth);
    return [nameOf(nth), role, nth === 0 ? 'Gimba' : 'Guimba', contact].join('\t');
  }).join('\n');

/** Adds the members who were there before, with consent to all documents. */
async function addOthers(db: Db): Promise<void> {
  await publishDocuments(db);
  const others = [
    { first_name: 'Sol', last_name: 'Cruz', email: 'sol@glean.example', role: 'staff' },
    { first_name: 'Mark', last_name: 'Reyes', email: 'mark@glean.example', role: 'farmer' },
    { first_name: 'Rosa', last_name: 'Diaz', email: 'rosa@glean.example', role: 'processor' },
  ] as const;
  for (const other of others)
    await addMember(db, { ...other, password_hash: 'none', contact_phone: '09179876543' });
}

/** Adds two earlier copies of a member's completed pickups, as records of fewer than three are not shown. */
async function repeatPickup(db: Db): Promise<void> {
  const row = await db.selectFrom('appointments').selectAll().executeTakeFirstOrThrow();
  for (const nth of [1, 2])
    await db
      .insertInto('appointments')
      .values({ ...row, id: newId(), post_id: null, created_at: row.created_at - nth })
      .execute();
}

for (const [language, locale] of [
  ['en', 'en-PH'],
  ['fil', 'fil-PH'],
] as const) {
  const say = (key: MessageKey, values: object = {}): string =>
    runInLanguage(language, () => (t as (name: MessageKey, given: object) => string)(key, values));
  const press = (page: Page, key: MessageKey, values?: object) =>
    page
      .getByRole('main')
      .getByRole('button', { name: say(key, values), exact: true })
      .click();
  const field = (page: Page, key: MessageKey, values?: object) =>
    page.getByLabel(say(key, values), { exact: true });

  /** @returns a page without scripts of a member or a guest */
  async function open(browser: Browser, origin: string, who?: string): Promise<Page> {
    const viewport = { width: 360, height: 740 };
    const context = await browser.newContext({ viewport, locale, javaScriptEnabled: false });
    const page = await context.newPage();
    if (who) await signIn(page, who, origin);
    return page;
  }

  /** Staff check a list twice, and import it. @returns the address of the import */
  async function bringIn(staff: Page, origin: string, axe: () => Promise<void>) {
    await staff.goto(`${origin}/staff/members`);
    await staff.getByRole('link', { name: say('import.title') }).click();
    await axe();
    const list = listIn(say('role.farmer'));
    await field(staff, 'import.paste').fill(list);
    await press(staff, 'import.check');
    const wrong = say('import.town_near', { town: 'Gimba', towns: 'Guimba' });
    await expect(staff.getByText(wrong)).toBeVisible();
    await axe();
    await field(staff, 'import.paste').fill(list.replace('Gimba', 'Guimba'));
    await press(staff, 'import.check_again');
    await expect(staff.getByRole('status')).toContainText('20');
    await field(staff, 'import.as_people').check();
    await field(staff, 'import.steward').fill('mark@glean.example');
    await press(staff, 'import.bring_in', { count: 20 });
    await expect(staff.getByText(say('error.paper_required'))).toBeVisible();
    await field(staff, 'import.has_paper').check();
    await field(staff, 'import.paper').fill('Blue folder');
    await axe();
    await press(staff, 'import.bring_in', { count: 20 });
    await expect(staff.getByRole('status')).toContainText(say('import.done', { count: 20 }));
    await axe();
    return staff.url();
  }

  /** A person with an email joins by the link of the invitation. */
  async function joinByLink(browser: Browser, address: string) {
    const own = await open(browser, '');
    await own.goto(address);
    await own.getByLabel(say('auth.password'), { exact: true }).fill(NEW_PASSWORD);
    for (const box of await own.locator('[name$=_version]').all()) await box.check();
    await press(own, 'join.start');
    await own.waitForURL(/\/forums\/explore/);
    await own.context().close();
  }

  /** The steward posts for a person; errors are marked, and the other fields keep their input. */
  async function postFor(mark: Page, origin: string, name: string) {
    await mark.goto(`${origin}/profile/people`);
    await expect(mark.getByRole('main').getByRole('listitem')).toHaveCount(12);
    await mark.getByRole('link', { name }).click();
    await mark.getByRole('link', { name: say('steward.post_for', { name }) }).click();
    const whom = field(mark, 'steward.for_whom');
    await expect(whom.locator('option:checked')).toHaveText(say('steward.for_person', { name }));
    await mark.getByText(say('compose.more_fields')).click();
    await mark.locator('[name="listing.town"]').selectOption({ label: 'Guimba' });
    await field(mark, 'compose.title').fill(TITLE);
    await field(mark, 'compose.description').fill('Behind the chapel.');
    await press(mark, 'shell.post');
    await expect(mark.getByText(say('error.amount_or_all'))).toBeVisible();
    await expect(whom.locator('option:checked')).toHaveText(say('steward.for_person', { name }));
    await field(mark, 'compose.how_much').fill('40');
    await press(mark, 'shell.post');
    await expect(mark.getByRole('link', { name: TITLE })).toBeVisible();
  }

  /** Rosa requests straw, the steward agrees, and both report the outcome. */
  async function fetchFrom(mark: Page, rosa: Page, origin: string, name: string) {
    await rosa.goto(`${origin}/exchange`);
    await rosa.getByRole('link', { name: TITLE }).click();
    const by = say('listing.posted_by', { steward: 'Mark Reyes', person: name });
    await expect(rosa.getByText(by)).toBeVisible();
    await rosa.locator('[name=amount]').fill('10');
    await field(rosa, 'pickup.which_day').fill(regionDay(Date.now()));
    await press(rosa, 'pickup.ask');
    await mark.reload();
    await mark.locator('.request a').first().click();
    await expect(mark.getByText(say('steward.acting', { name }))).toBeVisible();
    await press(mark, 'pickup.agree');
    await rosa.reload();
    await expect(rosa.getByRole('main')).toContainText(name);
    await expect(rosa.getByRole('main')).toContainText(/0917\s?555\s?1008/);
    for (const page of [rosa, mark]) {
      await page.getByRole('link', { name: say('dialog.yes'), exact: true }).click();
      await field(page, 'pickup.how_many_kg').fill('900');
      await press(page, 'form.save');
    }
    await expect(mark.getByRole('main')).toContainText('900');
  }

  /** The steward requests for a person without a phone number: the form has a field for it. */
  async function askFor(mark: Page, address: string, name: string) {
    await mark.goto(address);
    await mark.locator('[name=for_account]').selectOption(say('steward.for_person', { name }));
    await expect(mark.getByText(say('steward.phone_lacking', { names: name }))).toBeVisible();
    await press(mark, 'pickup.ask');
    await expect(mark.locator('[name=phone_number]')).toHaveAttribute('aria-invalid', 'true');
    await field(mark, 'steward.phone').fill('0917 555 0000');
    await press(mark, 'pickup.ask');
    await expect(mark.getByText(say('steward.acting', { name }))).toBeVisible();
  }

  /** The person chooses a password with the code from staff, logs in by phone, and sees their own data. */
  async function claim(person: Page, origin: string, code: string) {
    await person.goto(`${origin}/login/code`);
    await person.locator('[name=code]').fill(code);
    await person.locator('[name=password]').fill(NEW_PASSWORD);
    await person.getByLabel(say('steward.claim_choice', { choice: 'end' })).check();
    await press(person, 'form.save');
    await person.getByRole('link', { name: say('desk_code.log_in_phone') }).click();
    await field(person, 'phone_login.number').fill(phoneOf(ISING));
    await field(person, 'auth.password').fill(NEW_PASSWORD);
    await press(person, 'auth.login');
    await person.waitForURL(/\/forums\/explore/);
    await person.goto(`${origin}/profile`);
    await person.locator('summary', { hasText: say('account.listings') }).click();
    await expect(person.getByText(say('member.handed_over', { count: 3 }))).toBeVisible();
    await person.goto(`${origin}/forums/my-discussions`);
    await expect(person.getByRole('main')).toContainText(TITLE);
  }

  test.describe(language, language === 'en' ? {} : { tag: '@full' }, () => {
    test.use({ locale, viewport: { width: 360, height: 740 } });

    test('a steward acts for an imported person, who claims the account', async ({
      page: staff,
      browser,
      origin,
      instance,
      onDatabase,
      axe,
      allowBrowserErrors,
    }) => {
      test.slow();
      allowBrowserErrors(/status of 4/);
      await onDatabase(addOthers);
      await signIn(staff, 'sol', origin);
      const batch = await bringIn(staff, origin, axe);
      const [mark, rosa] = [
        await open(browser, origin, 'mark'),
        await open(browser, origin, 'rosa'),
      ];
      await postFor(mark, origin, nameOf(ISING));
      await fetchFrom(mark, rosa, origin, nameOf(ISING));
      const ofIsing = await onDatabase((db) =>
        db
          .selectFrom('appointments as k')
          .innerJoin('members as m', 'm.id', 'k.owner_id')
          .select(['m.sign_in_phone', 'k.kg', 'k.status'])
          .execute(),
      );
      expect(ofIsing).toEqual([{ sign_in_phone: phoneOf(ISING), kg: 900, status: 'done' }]);

      const listed = await onDatabase(async (db) => {
        await repeatPickup(db);
        const members = db.updateTable('members').set({ contact_phone: null });
        await members.where('sign_in_phone', '=', phoneOf(PEDRO)).execute();
        const owner = db.selectFrom('members').where('email', '=', 'rosa@glean.example');
        const { id: author_id } = await owner.select('id').executeTakeFirstOrThrow();
        const { id } = await addPost(db, { author_id, title: 'Hull' });
        await addListing(db, { post_id: id });
        return id;
      });
      await askFor(mark, `${origin}/exchange/${listed}`, nameOf(PEDRO));

      await joinByLink(browser, origin + (await waitForLink(instance, 'ana0@farm.example')));
      await staff.getByRole('link', { name: nameOf(ISING) }).click();
      await staff.getByText(say('desk_code.make'), { exact: true }).click();
      await press(staff, 'desk_code.make_button');
      const code = (await staff.locator('.code').textContent()) ?? '';
      await claim(await open(browser, origin), origin, code.trim());
      await mark.goto(`${origin}/profile/people`);
      await expect(mark.getByRole('link', { name: nameOf(PEDRO) })).toBeVisible();
      await expect(mark.getByRole('link', { name: nameOf(ISING) })).toHaveCount(0);
      // Appointments that wait for others are folded.
      await mark.getByRole('link', { name: nameOf(PEDRO) }).click();
      const waits = say('pickup.status', { status: 'requested' });
      const card = mark.getByRole('article').filter({ hasText: 'Hull' });
      await expect(card).toHaveCount(0);
      await mark.locator('summary', { hasText: `${waits} (1)` }).click();
      await expect(card).toBeVisible();
      await mark.goto(`${origin}/profile`);
      await expect(mark.getByText(say('member.handed_over', { count: 3 }))).toHaveCount(0);

      await staff.goto(batch);
      await staff.getByText(say('import.undo'), { exact: true }).click();
      await press(staff, 'import.undo_it');
      await expect(staff.getByRole('status')).toContainText(say('import.undo_done', { count: 3 }));
      await expect(staff.locator('main ol li')).toHaveCount(3);
      await axe();
    });
  });
}
