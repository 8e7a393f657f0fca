import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { addDays } from '#lib/contract/days.ts';
import { regionDay } from '#lib/site.ts';
import { sendRequest } from '#tests/support/browser/api-requests.ts';
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { publishListing } from '#tests/support/browser/exchange-screens.ts';
import { readMailFolder } from '#tests/support/browser/mail-folder.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const folder = join(process.env['GLEAN_TEST_DATA'] ?? '', 'mail');

/** Waits a short time for an email to a member that contains a text. @returns the email, with its lines joined */
async function waitForEmail(to: string, text: string): Promise<string> {
  let found: string | undefined;
  const look = async () => {
    const names = (await readMailFolder(folder)).filter((name) => name.endsWith('.eml'));
    const emails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    const joined = emails.map((each) => each.replaceAll(/=\r?\n|\r?\n(?=[ \t])/g, ''));
    found = joined.find((each) => each.includes(`<${to}@glean.example>`) && each.includes(text));
    return found;
  };
  await expect.poll(look, { timeout: 5000 }).toBeDefined();
  return found ?? '';
}

/** @returns the path of a link in an email, as the host of a demo may differ */
const pathIn = (email: string, link: RegExp): string =>
  new URL(link.exec(email)?.[1] ?? '').pathname;

/** The test may run at night in the region. */
const withoutQuietHours = (page: Page) =>
  sendRequest(page, '/account/notifications', {
    method: 'PUT',
    data: { hidden: [], quiet_hours: { from: 0, until: 0 } },
  });

test('a member who is away gets an email, and agrees on the page that its button opens @full', async ({
  page,
  browser,
  baseURL,
}) => {
  const title = `Bamboo poles ${Date.now()}`;
  const path = await publishListing(page, title, '120');
  await withoutQuietHours(page);
  const jun = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(jun, 'jun');
  await withoutQuietHours(jun);
  const day = addDays(regionDay(Date.now()), 2);
  const request = { subject: 'amount', post_id: path.split('/').at(-1), day, amount: 30 };
  await sendRequest(jun, '/appointments', { data: request });

  const requested = await waitForEmail('luz', title);
  expect(requested).toContain('asks for 30 of your 120 pieces');
  await page.goto(pathIn(requested, /See the request:\s+(http\S+)/));
  await page.getByRole('button', { name: 'Agree' }).click();
  await expect(page.getByRole('link', { name: /^Call 09/ })).toBeVisible();
  const agreed = await waitForEmail('jun', new URL(page.url()).pathname.split('/').at(-1) ?? '');
  expect(agreed).toContain('text/calendar');

  const guest = await (
    await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  ).newPage();
  await guest.goto(pathIn(agreed, /List-Unsubscribe: <([^>]+)>/));
  await guest.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(guest.getByRole('status')).toBeVisible();
  await guest.context().close();
  await jun.goto('/profile/notifications');
  const must = jun.getByRole('group', { name: 'What I must know' });
  await expect(must.getByRole('combobox', { name: 'Email' })).toContainText('Chosen one by one');
  await jun.getByText('Choose one by one').click();
  const box = jun.getByRole('checkbox', { name: 'Pickups by email' });
  await expect(box).not.toBeChecked();
  await box.check();
  await jun.locator('details[open]').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(jun.getByRole('status')).toHaveText('Saved.');
  await jun.context().close();
});
