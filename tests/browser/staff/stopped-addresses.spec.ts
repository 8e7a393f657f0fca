import { addMember } from '#demo/factories.ts';
import { regionDay } from '#lib/site.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { PASSWORD, signIn } from '#tests/support/browser/sign-in.ts';

const DAY_MS = 86_400_000;

test('staff see since when addresses get no email, and retry a wave of them with their password', async ({
  page,
  origin,
  maria,
  onDatabase,
  allowBrowserErrors,
}) => {
  // The first attempt is rejected, and requests the password.
  allowBrowserErrors(/403/);
  const stoppedOn = async (daysAgo: number) => {
    const { id, email } = await onDatabase((db) => addMember(db, { password_hash: 'none' }));
    const stopped_at = Date.now() - daysAgo * DAY_MS;
    const row = { member_id: id, rejected_email: email, stopped_at };
    await onDatabase((db) => db.insertInto('delivery_settings').values(row).execute());
  };
  for (const daysAgo of [9, 1, 1]) await stoppedOn(daysAgo);
  await onDatabase((db) =>
    db.updateTable('members').set({ role: 'staff' }).where('id', '=', maria.id).execute(),
  );
  await signIn(page, 'maria', origin);
  await onDatabase((db) => db.updateTable('sessions').set({ confirmed_at: 0 }).execute());
  await page.goto(`${origin}/staff`);
  const section = page.getByRole('region', { name: 'Addresses that take no email' });
  await expect(section).toContainText('3 addresses rejected emails on two days');
  const which = section.getByLabel('Which addresses');
  await expect(which.locator('option')).toHaveText([/: 2 addresses$/, /: 3 addresses$/]);
  await which.selectOption(regionDay(Date.now() - DAY_MS));
  await section.getByRole('button', { name: 'Send to them again' }).click();
  await section.getByLabel('Your password').fill(PASSWORD);
  await section.getByRole('button', { name: 'Send to them again' }).click();
  await expect(page.getByText('Emails go to these addresses again.')).toBeVisible();
  await expect(section).toContainText('1 address rejected emails on two days');
});
