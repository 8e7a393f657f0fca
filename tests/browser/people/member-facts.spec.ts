import { addListing, addMember, addPost } from '#demo/factories.ts';
import { listingPath, memberPath } from '#lib/contract/paths.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { openProfile } from '#tests/support/browser/profile-screens.ts';

const LATER = '2099-01-01';

test.beforeEach(openProfile);

test('the profile shows what others see of the viewer, at first nothing @full', async ({
  page,
  origin,
  maria,
  onDatabase,
}) => {
  const facts = page.getByRole('region', { name: 'What members see' });
  await expect(facts.getByText('You have no open listings.')).toBeVisible();
  await facts.getByRole('link', { name: 'Choose your town' }).click();
  await page.getByLabel('Your town').selectOption('Guimba');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  const post = await onDatabase((db) => addPost(db, { author_id: maria.id }));
  await onDatabase((db) => addListing(db, { post_id: post.id, until: LATER }));
  await page.goto(`${origin}/profile`);
  await expect(facts).toContainText('Your own town, Guimba, stays private.');
  await facts.getByRole('link', { name: 'Rice straw' }).click();
  await expect(page).toHaveURL(origin + listingPath(post.id));
});

test('a member’s profile shows what they offer and need, where, and since when @full', async ({
  page,
  origin,
  onDatabase,
  axe,
}) => {
  const jun = await onDatabase(async (db) => {
    const member = await addMember(db, {
      password_hash: '',
      first_name: 'Jun',
      joined_at: Date.UTC(2025, 2, 9),
    });
    for (const listing of [
      { material: 'coir' },
      { kind: 'need', material: 'coconut-husk' } as const,
      { material: 'compost', status: 'gone' } as const,
    ])
      await addListing(db, {
        post_id: (await addPost(db, { author_id: member.id })).id,
        until: LATER,
        ...listing,
      });
    return member;
  });
  await page.goto(origin + memberPath(jun.id));
  const facts = page.locator('dl').first();
  await expect(facts.getByRole('term')).toHaveText(['Gives', 'Looks for', 'Town', 'Member since']);
  await expect(facts.getByRole('definition')).toHaveText([
    'Coir',
    'Coconut husk',
    'Guimba',
    'March 2025',
  ]);
  await axe();
});

test('settings are grouped, and the last group logs out @full', async ({ page, origin }) => {
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(headings).toHaveText([
    'Yours',
    'What members see',
    'Account Settings',
    'App',
    'Privacy and safety',
    'Logging in',
    'Where you’re logged in',
  ]);
  await page
    .getByRole('navigation', { name: 'App' })
    .getByRole('link', { name: /^Theme/ })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Text size and theme');
  await page.getByRole('link', { name: 'Profile', exact: true }).first().click();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(page).toHaveURL(`${origin}/login`);
});
