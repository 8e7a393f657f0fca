// What is typed into a plain form is there again after a reload or Back.
import { addMember } from '#demo/factories.ts';
import { publishDocuments } from '#tests/support/browser/join-screens.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

test('a reload of /join keeps what was typed, and a new visit begins empty', async ({
  page,
  origin,
  onDatabase,
}) => {
  await onDatabase(publishDocuments);
  await page.goto(`${origin}/join`);
  await page.getByLabel('First name').fill('Lea');
  await page.getByLabel('Email').fill('lea@farm.example');
  await page.getByLabel('Town').selectOption({ index: 3 });
  const town = await page.getByLabel('Town').inputValue();
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Lea');
  await expect(page.getByLabel('Email')).toHaveValue('lea@farm.example');
  await expect(page.getByLabel('Town')).toHaveValue(town);
  await page.goto(`${origin}/about`);
  await page.goto(`${origin}/join`);
  await expect(page.getByLabel('First name')).toHaveValue('');
});

test(
  'a reason that staff typed is there after Back',
  { tag: '@full' },
  async ({ page, origin, onDatabase }) => {
    const id = await onDatabase(async (db) => {
      await addMember(db, { email: 'staff@glean.example', role: 'staff', password_hash: 'none' });
      return (await addMember(db, { email: 'jun@glean.example', password_hash: 'none' })).id;
    });
    await page.goto(`${origin}/about`);
    await signIn(page, 'staff', origin);
    await page.goto(`${origin}/staff/members/${id}`);
    await page.getByText('Disable this member').click();
    await page.getByLabel('Why').fill('Asked to leave');
    await page.getByRole('link', { name: 'Activity in the log' }).click();
    await expect(page.getByRole('heading', { name: 'Log' })).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel('Why')).toBeVisible();
    await expect(page.getByLabel('Why')).toHaveValue('Asked to leave');
  },
);
