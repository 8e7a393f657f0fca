// The ways to join, by the setting REGISTRATION.
import {
  fillJoinForm,
  publishDocuments,
  waitForLink,
} from '#tests/support/browser/join-screens.ts';
import { emailsOf } from '#tests/support/browser/mail-folder.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';

test.beforeEach(({ onDatabase }) => onDatabase((db) => publishDocuments(db)));

test('the form is filled in by keyboard alone @full', async ({ page, origin, instance }) => {
  await page.goto(`${origin}/join`);
  await page.getByLabel('First name').focus();
  const press = page.keyboard.press.bind(page.keyboard);
  for (const text of ['Lea', 'Manalo', 'lea@farm.example', '']) {
    await page.keyboard.type(text);
    await press('Tab');
  }
  for (const key of ['Space', 'Tab', 'G', 'u', 'i', 'm', 'Tab']) await press(key);
  await page.keyboard.type('I grow rice.');
  // The first box, the link to its document, the second box, and its link.
  for (const key of ['Tab', 'Space', 'Tab', 'Tab', 'Space', 'Tab', 'Tab', 'Enter'])
    await press(key);
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await expect
    .poll(async () => (await emailsOf(instance)).join())
    .toContain('You asked to join Glean');
});

test('a pasted phone number stays whole', { tag: '@full' }, async ({ page, origin }) => {
  await page.goto(`${origin}/join`);
  const phone = page.getByLabel('Phone (optional)');
  await phone.focus();
  await page.keyboard.insertText('+63 (917) 123-4567');
  await expect(phone).toHaveValue('+63 (917) 123-4567');
});

test.describe('a name with a period', { tag: '@full' }, () => {
  for (const javaScriptEnabled of [true, false])
    test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ javaScriptEnabled });

      test('is sent without the period at one press', async ({
        page,
        origin,
        onDatabase,
        allowBrowserErrors,
      }) => {
        allowBrowserErrors(/status of 400/);
        await page.goto(`${origin}/join`);
        await fillJoinForm(page, { email: 'lea@farm.example', firstName: 'Ma. Lea' });
        const offer = page.getByRole('button', { name: 'Use Ma Lea' });
        await expect(offer).toBeVisible();
        await expect(page.getByLabel('First name')).toHaveValue('Ma. Lea');
        // Enter sends the typed name.
        await page.getByLabel('Last name').press('Enter');
        await expect(page.getByLabel('First name')).toHaveValue('Ma. Lea');
        await offer.click();
        await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
        const names = await onDatabase((db) =>
          db.selectFrom('applications').select(['first_name', 'last_name']).execute(),
        );
        expect(names).toEqual([{ first_name: 'Ma Lea', last_name: 'Manalo' }]);
      });
    });
});

test.describe('open registration', () => {
  test.use({ settings: { REGISTRATION: 'open' } });

  test('the browser solves the challenge, and the link comes at once @full', async ({
    page,
    instance,
    origin,
  }) => {
    await page.goto(`${origin}/join`);
    await fillJoinForm(page, { email: 'lea@farm.example' });
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await waitForLink(instance, 'lea@farm.example');
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('the application waits for staff', async ({ page, origin }) => {
      await page.goto(`${origin}/join`);
      await fillJoinForm(page, { email: 'lea@farm.example' });
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    });
  });
});

test.describe('by invitation only', () => {
  test.use({ settings: { REGISTRATION: 'invitation' } });

  test('the page explains it, and every way in leads there @full', async ({
    page,
    origin,
    axe,
  }) => {
    for (const path of ['/', '/login', '/forums/explore']) {
      await page.goto(origin + path);
      await page.getByRole('link', { name: /^Join/ }).filter({ visible: true }).first().click();
      await expect(page).toHaveURL(`${origin}/join`);
    }
    await expect(page.getByText('New members join by invitation.')).toBeVisible();
    await axe();
  });
});
