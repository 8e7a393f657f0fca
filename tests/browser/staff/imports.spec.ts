// With a server of its own, in both languages: staff bring in 20 people of whom 12 have no email, one joins by the link and one
// with a code, and the list is undone but for them.
import { addMember } from '#demo/factories.ts';
import { CONSENT_DOCUMENTS } from '#lib/contract/people/consents.ts';
import { type MessageKey, runInLanguage, t } from '#lib/messages/t.ts';
import { insertConsents } from '#lib/server/people/consents/queries.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { publishDocuments, waitForLink } from '#tests/support/browser/join-screens.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';
import { NEW_PASSWORD } from '#tests/support/nouns/joining.ts';

const NAMES = ['Lito Bautista', 'Nena dela Cruz', 'Ramon Santos', 'Ising Reyes'];

/** @returns 20 people; the first of them in a town that is not there */
function listIn(language: string): string {
  const role = runInLanguage(language, () => t('role.farmer'));
  const people = Array.from({ length: 20 }, (_, nth) => {
    const contact = nth < 8 ? `ana${nth}@farm.example` : `0917 555 ${String(1000 + nth)}`;
    return [NAMES[nth % 4], role, nth === 0 ? 'Gimba' : 'Guimba', contact].join('\t');
  });
  return people.join('\n');
}

for (const [language, locale] of [
  ['en', 'en-PH'],
  ['fil', 'fil-PH'],
] as const)
  test.describe(language, () => {
    test.use({ locale });

    test('staff bring in a list, and undo it', async ({
      page,
      browser,
      origin,
      instance,
      onDatabase,
      axe,
      allowBrowserErrors,
    }) => {
      test.slow();
      allowBrowserErrors(/status of 4/);
      page.setDefaultTimeout(20_000);
      const say = (key: MessageKey, values: object = {}): string =>
        runInLanguage(language, () =>
          (t as (name: MessageKey, given: object) => string)(key, values),
        );
      const press = (key: MessageKey, values: object = {}) =>
        page
          .getByRole('main')
          .getByRole('button', { name: say(key, values), exact: true })
          .click();
      await onDatabase(async (db) => {
        await publishDocuments(db);
        const email = 'staff@glean.example';
        const { id: member_id } = await addMember(db, {
          email,
          role: 'staff',
          password_hash: 'none',
        });
        const agreed = {
          member_id,
          version: 1,
          origin: 'demo',
          agreed_at: 1,
          withdrawn_at: null,
        } as const;
        await insertConsents(
          db,
          CONSENT_DOCUMENTS.map((document) => Object.assign({ id: newId(), document }, agreed)),
        );
      });
      await signIn(page, 'staff', origin);
      await page.goto(`${origin}/staff/members`);
      await page.getByRole('link', { name: say('import.title') }).click();
      await axe();
      const field = page.getByLabel(say('import.paste'));
      await field.fill(listIn(language));
      await press('import.check');
      await expect(
        page.getByText(say('import.town_near', { town: 'Gimba', towns: 'Guimba' })),
      ).toBeVisible();
      await axe();
      await field.fill(listIn(language).replace('Gimba', 'Guimba'));
      await press('import.check_again');
      await expect(page.getByRole('status')).toContainText('20');
      await press('import.bring_in', { count: 20 });
      await expect(page.getByText(say('error.paper_required'))).toBeVisible();
      await page.getByLabel(say('import.has_paper')).check();
      await page.getByLabel(say('import.paper')).fill('Blue folder');
      await axe();
      await press('import.bring');
      await expect(page.getByRole('status')).toContainText(say('import.done', { count: 20 }));
      await axe();
      const batch = page.url();

      const own = await (
        await browser.newContext({ viewport: { width: 360, height: 740 }, locale })
      ).newPage();
      await own.goto(origin + (await waitForLink(instance, 'ana0@farm.example')));
      await own.getByLabel(say('auth.password'), { exact: true }).fill(NEW_PASSWORD);
      for (const box of await own.locator('[name$=_version]').all()) await box.check();
      await own.getByRole('button', { name: say('join.start'), exact: true }).click();
      await own.waitForURL(/\/forums\/explore/);

      await page
        .locator('li', { hasText: say('import.state', { state: 'added' }) })
        .getByRole('link')
        .first()
        .click();
      await page.getByText(say('desk_code.make'), { exact: true }).click();
      await press('desk_code.make_button');
      const code = (await page.locator('.code').textContent()) ?? '';
      await own.context().clearCookies();
      await own.goto(`${origin}/login/code`);
      await own.locator('[name=code]').fill(code);
      await own.locator('[name=password]').fill(NEW_PASSWORD);
      await own.locator('main [type=submit], main button.button').last().click();
      await own.waitForURL(/done=chosen/);

      await page.goto(batch);
      await page.getByText(say('import.undo'), { exact: true }).click();
      await press('import.undo_it');
      await expect(page.getByRole('status')).toContainText(say('import.undo_done', { count: 2 }));
      await expect(page.locator('main ol li')).toHaveCount(2);
      await axe();
    });
  });
