import type { Locator, Page } from '@playwright/test';

import { addMember } from '#demo/factories.ts';
import { confirmPath } from '#lib/contract/paths.ts';
import { tabTo } from '#tests/support/browser/keyboard.ts';
import { emailsOf } from '#tests/support/browser/mail-folder.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { leaveSite, PASSWORD, signIn } from '#tests/support/browser/sign-in.ts';
import { STALE_MS } from '#tests/support/nouns/staff.ts';
import type { ServerInstance } from '#tests/support/server/server-process.ts';

const PHONE = '09171234567';

/** Moves the focus to an element with the keyboard, and presses Enter. */
async function act(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

const LINK = /http:\S+\/email-change\/[\w-]{43}/;

/** Waits for the email with the link. */
async function waitForLink(instance: ServerInstance): Promise<string> {
  const links = async () =>
    (await emailsOf(instance)).flatMap((email) => LINK.exec(email.replaceAll('=\r\n', '')) ?? []);
  await expect.poll(async () => (await links()).length).toBe(1);
  return (await links())[0] ?? '';
}

for (const javaScriptEnabled of [true, false])
  test.describe(
    javaScriptEnabled ? 'with scripts' : 'without scripts',
    javaScriptEnabled ? {} : { tag: '@full' },
    () => {
      test.use({ javaScriptEnabled });

      test('by keyboard alone staff find a member, read the phone number, and disable them @full', async ({
        page,
        origin,
        onDatabase,
        maria,
        axe,
        allowBrowserErrors,
      }) => {
        // axe looks at many screens.
        test.slow();
        // axe needs scripts.
        const checkAccess = javaScriptEnabled ? axe : () => Promise.resolve();
        // The form is rejected without the password.
        allowBrowserErrors(/status of 403/);
        await onDatabase(async (db) => {
          const names = { first_name: 'Jun', last_name: 'Cruz', contact_phone: PHONE };
          await addMember(db, { ...names, password_hash: 'none' });
          await addMember(db, {
            ...names,
            first_name: 'Ana',
            password_hash: 'none',
            role: 'staff',
          });
          await db
            .updateTable('members')
            .set({ role: 'staff' })
            .where('id', '=', maria.id)
            .execute();
        });
        await page.goto(origin);
        await signIn(page, 'maria', origin);
        // The password was entered too long ago.
        await onDatabase((db) =>
          db
            .updateTable('sessions')
            .set({ confirmed_at: Date.now() - STALE_MS })
            .execute(),
        );

        await page.goto(`${origin}/forums/explore`);
        await act(page, page.getByRole('button', { name: 'Account menu' }));
        await act(page, page.getByRole('link', { name: 'Staff', exact: true }));
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
        const tableOf = (name: string) => page.getByRole('table', { name });
        await expect(tableOf('The last 12 weeks').getByRole('row')).toHaveCount(13);
        const channels = tableOf('What goes out').getByRole('rowheader');
        await expect(channels).toHaveText(['Email', 'Phone']);
        await checkAccess();

        await act(page, page.getByRole('link', { name: 'Members', exact: true }));
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Members');
        await checkAccess();
        await type(page, page.getByLabel('Name, or the start'), 'jun cruz');
        await page.keyboard.press('Enter');
        await expect(page).toHaveURL(/jun\+cruz/);
        await act(page, page.getByRole('link', { name: /^Jun Cruz/ }));
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jun Cruz');
        await expect(page.getByText(PHONE)).toHaveCount(0);
        await act(page, page.getByRole('button', { name: 'Show contact' }));
        await expect(page.getByText(PHONE)).toBeVisible();
        await checkAccess();

        await act(page, page.getByText('Disable this member'));
        await type(page, page.getByLabel('Why'), 'Sells tickets');
        await page.keyboard.press('Enter');
        const password = page.getByLabel('Your password');
        await expect(password).toBeFocused();
        await expect(page.getByLabel('Why')).toHaveValue('Sells tickets');
        await checkAccess();
        await page.keyboard.type('Not-my-7-Cows');
        await page.keyboard.press('Enter');
        await expect(page.getByText('Your current password is incorrect.')).toBeVisible();
        await expect(page.getByLabel('Why')).toHaveValue('Sells tickets');
        await expect(password).toHaveValue('');
        await tabTo(page, password);
        await page.keyboard.type(PASSWORD);
        await page.keyboard.press('Enter');
        await expect(page.getByRole('status')).toHaveText('The member was disabled.');

        await act(page, page.getByRole('link', { name: 'Activity in the log' }));
        await expect(page.getByRole('heading', { level: 2 })).toHaveText([
          'Disabled a member',
          'Viewed a phone number and email',
        ]);
        await expect(page.getByText('“Sells tickets”')).toBeVisible();
        await checkAccess();
        await page.goto(`${origin}/staff/members/new`);
        await checkAccess();
        await page.goto(origin + confirmPath('/staff/log'));
        await checkAccess();
        const download = page.waitForEvent('download');
        await page.goto(`${origin}/staff/log`);
        await act(page, page.getByRole('link', { name: 'Download as CSV' }));
        expect((await download).suggestedFilename()).toBe('glean-log.csv');
      });
    },
  );

test('a link to a new email opens a page, and its button changes the email @full', async ({
  page,
  origin,
  onDatabase,
  instance,
  maria,
  axe,
}) => {
  await onDatabase(async (db) => {
    await addMember(db, { first_name: 'Jun', last_name: 'Cruz', password_hash: 'none' });
    await db.updateTable('members').set({ role: 'staff' }).where('id', '=', maria.id).execute();
  });
  await page.goto(origin);
  await signIn(page, 'maria', origin);
  await page.goto(`${origin}/staff/members?search=Jun`);
  await page.getByRole('link', { name: /^Jun Cruz/ }).click();
  await page.getByText('Change the email address').click();
  await page.getByLabel('New email').fill('jun@new.example');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('status')).toHaveText('The link was sent to the new email.');
  const link = await waitForLink(instance);
  await leaveSite(page);
  await page.context().clearCookies();
  await page.goto(link);
  await axe();
  await page.getByRole('button', { name: 'Use this email' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email was changed');
  await axe();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});
