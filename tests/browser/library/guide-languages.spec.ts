// A guide in two languages, for the guests who read it and the staff who write it.
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { test as ownServerTest } from '#tests/support/browser/own-server-fixtures.ts';
import { beginGuide, button, makeStaff } from '#tests/support/browser/publishing-screens.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const ENGLISH = 'A heap that heats: compost in eight weeks';
const FLY = 'Black soldier fly: feed from what the market throws away';
const FILIPINO = 'Bunton na umiinit: compost sa loob ng walong linggo';

test.describe('in Filipino', () => {
  test.use({ locale: 'fil-PH' });

  test('a guide is shown in the reader’s language, and links to the other', async ({
    page,
    axe,
  }) => {
    await page.goto('/eduhub');
    const cards = page.locator('[data-cards]');
    await expect(cards.getByRole('link', { name: ENGLISH })).toHaveCount(0);
    const fly = cards.getByRole('heading', { name: FLY });
    await expect(fly).toHaveAttribute('lang', 'en');
    await expect(cards.getByText('English', { exact: true }).first()).toHaveAttribute('lang', 'en');
    await cards.getByRole('link', { name: FILIPINO }).click();
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText(FILIPINO);
    await expect(title).not.toHaveAttribute('lang');
    const alternates = page.locator('head [hreflang]');
    await expect(alternates).toHaveCount(2);
    await axe();
    await page.getByRole('link', { name: 'English', exact: true }).click();
    await expect(title).toHaveText(ENGLISH);
    await expect(title).toHaveAttribute('lang', 'en');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fil');
    await axe();
    await page.getByRole('link', { name: 'Filipino', exact: true }).click();
    await expect(title).toHaveText(FILIPINO);
  });
});

ownServerTest(
  'staff choose the language of a guide and what it translates @full',
  async ({ page, origin, onDatabase, maria }) => {
    await onDatabase((db) => makeStaff(db, maria));
    await page.goto(origin);
    await signIn(page, 'maria', origin);
    await beginGuide(page, origin);
    await page.getByLabel('Title').fill('Straw for mushrooms');
    await button(page, 'Save draft').click();
    await expect(page.getByText('The draft was saved.')).toBeVisible();
    await beginGuide(page, origin);
    await page.getByLabel('Title').fill('Dayami para sa kabute');
    await page.getByLabel('Language', { exact: true }).selectOption('Filipino');
    await page.getByLabel('Translation of').selectOption('Straw for mushrooms');
    // Saved without pressing a button.
    await expect(page.getByText(/^Saved at \d\d:\d\d\.$/)).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Language', { exact: true })).toHaveValue('fil');
    await expect(page.getByLabel('Translation of').locator(':checked')).toHaveText(
      'Straw for mushrooms',
    );
    await page.goto(`${origin}/staff/guides`);
    const card = page.getByRole('listitem').filter({ hasText: 'Dayami para sa kabute' });
    await expect(card.getByText('Filipino')).toHaveAttribute('lang', 'fil');
  },
);
