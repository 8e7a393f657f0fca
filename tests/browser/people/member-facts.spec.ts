import { addListing, addMember, addPost } from '#demo/factories.ts';
import { listingPath, memberPath } from '#lib/contract/paths.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { openFold, openProfile } from '#tests/support/browser/profile-screens.ts';
import { lookAfter } from '#tests/support/nouns/stewards.ts';

const LATER = '2099-01-01';

test.beforeEach(openProfile);

test('the profile shows what others see of the viewer, at first nothing @full', async ({
  page,
  origin,
  maria,
  onDatabase,
}) => {
  const facts = page.getByRole('region', { name: 'What members see' });
  await openFold(page, 'Listings');
  await expect(facts.getByText('You have no open listings.')).toBeVisible();
  await facts.getByRole('link', { name: 'Choose your town' }).click();
  await page.getByLabel('Your town').selectOption('Guimba');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  const post = await onDatabase((db) => addPost(db, { author_id: maria.id }));
  await onDatabase((db) => addListing(db, { post_id: post.id, until: LATER }));
  await page.goto(`${origin}/profile`);
  await openFold(page, 'Listings');
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

test('settings and what is rare are folded, and stewardship is there for who is in one', async ({
  page,
  origin,
  maria,
  onDatabase,
  axe,
}) => {
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(headings).toHaveText(['Yours', 'Account Settings']);
  const pages = (name: string) => page.getByRole('navigation', { name, exact: true });
  await expect(pages('Settings')).toBeHidden();
  await openFold(page, 'Settings');
  await openFold(page, 'Advanced');
  const settings = [
    'Town and alerts',
    'Notification settings',
    'Theme, text size, data saver',
    /^Privacy and your data\s*Download a copy, delete your account$/,
    'Phone number you log in with',
    'Accessibility',
  ];
  await expect(pages('Settings').getByRole('link')).toHaveText(settings);
  await expect(pages('Advanced').getByRole('link')).toHaveText([
    'Blocked members',
    'Moderation',
    'Passkeys',
    'Access tokens',
  ]);
  await expect(headings.last()).toHaveText('Where you’re logged in');
  await axe();

  await onDatabase(async (db) => {
    const nena = await addMember(db, { password_hash: '', first_name: 'Nena' });
    await lookAfter({ services: { db, now: Date.now } }, { member: maria }, { member: nena });
  });
  await page.goto(`${origin}/profile`);
  await openFold(page, 'Settings');
  await pages('Settings').getByRole('link', { name: 'Who looks after whom' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('People I look after');
});
