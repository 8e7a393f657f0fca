import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const STRAW = 'Kabuteng saging on rice straw: a bed that feeds you in three weeks';

for (const javaScriptEnabled of [true, false])
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('a guest finds a guide by topic, members with its material, and what to read next', async ({
      page,
      axe,
    }) => {
      await page.goto('/eduhub');
      const topics = page.getByRole('navigation', { name: 'Topics' });
      await expect(topics.getByRole('link', { name: 'All' })).toHaveAttribute(
        'aria-current',
        'page',
      );
      await topics.getByRole('link', { name: 'Mushrooms' }).click();
      await expect(page).toHaveURL('/eduhub?topic=mushrooms');
      await expect(page).toHaveTitle('Mushrooms | Eduhub | Glean');
      await expect(topics.locator('[aria-current]')).toHaveText('Mushrooms');
      const cards = page.locator('[data-cards] a');
      await expect(cards).toHaveText([/Kabuteng saging.*Mushrooms · \d+ min read/s]);
      if (javaScriptEnabled) await axe();
      await cards.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(STRAW);
      await expect(page.getByText(/^\d+ min read$/).first()).toBeVisible();

      const who = page.getByRole('region', { name: 'Who has this now' });
      await expect(who.getByRole('listitem').first()).toContainText('Rice straw');
      const related = page.getByRole('navigation', { name: 'Read next' });
      await expect(related.getByRole('link')).toHaveCount(3);
      await expect(related.getByRole('link').first()).toContainText('rice straw');
      await who.getByRole('link', { name: 'Find rice straw near you' }).click();
      await expect(page).toHaveURL('/exchange?material=rice-straw');
      await expect(page.getByRole('combobox', { name: 'What are you looking for?' })).toHaveValue(
        'Rice straw',
      );
    });
  });

test('the topics lead back to all guides @full', async ({ page }) => {
  await page.goto('/eduhub?topic=soil');
  const cards = page.locator('[data-cards] a');
  const all = page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name: 'All' });
  await expect(cards).not.toHaveCount(0);
  for (const card of await cards.all()) await expect(card).toContainText(/min read/);
  await all.click();
  await expect(page).toHaveURL('/eduhub');
  await expect(cards).toHaveCount(12);
});

test('a member with a town sees who is nearest @full', async ({ page }) => {
  await signIn(page, 'maria');
  await page.goto('/eduhub?topic=mushrooms');
  await page.locator('[data-cards] a').click();
  const who = page.getByRole('region', { name: 'Who has this near you' });
  await expect(who.getByRole('listitem').first()).toContainText(/km away|in your town/);
  await expect(who.getByRole('link', { name: 'Find rice straw near you' })).toHaveAttribute(
    'href',
    /material=rice-straw&town=\d+/,
  );
});
