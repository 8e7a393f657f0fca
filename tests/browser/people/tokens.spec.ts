// With a server of its own: a member creates an access token in the account settings, uses it and removes it.
import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { openFold } from '#tests/support/browser/profile-screens.ts';
import { PASSWORD, signIn } from '#tests/support/browser/sign-in.ts';

const PATH = '/profile/tokens';

/** Fills in and sends the form. */
async function makeToken(page: Page, name: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('What it’s for').fill(name);
  await page.getByLabel('What it can do').selectOption('Read and write');
  await page.getByLabel('Your password').fill(password);
  await page.getByRole('button', { name: 'Create token' }).click();
}

const readFeed = async (origin: string, token: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${origin}/api/web/forum`, { headers })).status;
};

const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test('a member creates a token, sees it once, uses it and removes it @full', async ({
  page,
  origin,
  axe,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 40[39]/);
  await signIn(page, 'maria', origin);
  await page.goto(`${origin}/profile`);
  await openFold(page, 'Advanced');
  await page.getByRole('link', { name: 'Access tokens' }).click();
  await expect(page.getByText('No tokens yet.')).toBeVisible();
  await axe();

  await makeToken(page, 'App on my phone', 'Wrong-1-Cow!');
  await expect(page.getByText('Your current password is incorrect.')).toBeVisible();
  await expect(page.getByLabel('What it’s for')).toHaveValue('App on my phone');
  await expect(page.getByLabel('Your password')).toHaveValue('');
  await expect(page.getByText('No tokens yet.')).toBeVisible();
  await axe();

  await makeToken(page, 'App on my phone');
  await expect(page.getByRole('heading', { name: 'App on my phone is ready' })).toBeVisible();
  const token = await page.getByLabel('Your new token').inputValue();
  expect(token).toMatch(/^glean_pat_/);
  expect(await scrollsSideways(page)).toBe(false);
  await axe();
  expect(await readFeed(origin, token)).toBe(200);

  await page.reload();
  await expect(page.getByText('Last used on')).toBeVisible();
  expect(await page.content()).not.toContain(token);

  await page.getByLabel('Remove App on my phone').click();
  await expect(page.getByText('What uses it stops working at once.')).toBeVisible();
  await axe();
  expect(await readFeed(origin, token)).toBe(200);
  await page.getByRole('button', { name: 'Remove the token (App on my phone)' }).click();
  await expect(page.getByText('The token was removed.')).toBeVisible();
  await expect(page.getByText('No tokens yet.')).toBeVisible();
  expect(await readFeed(origin, token)).toBe(401);
});

test('without JavaScript a member creates a token and removes it @full', async ({
  browser,
  origin,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 409/);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page, 'maria', origin);
  await page.goto(origin + PATH);
  await makeToken(page, 'Script');
  const token = await page.getByLabel('Your new token').inputValue();
  expect(await readFeed(origin, token)).toBe(200);
  // The reload sends the form again.
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('This token was already created');
  expect(await page.content()).not.toContain(token);
  await page.getByLabel('Remove Script').click();
  await page.getByRole('button', { name: 'Remove the token (Script)' }).click();
  await expect(page.getByText('No tokens yet.')).toBeVisible();
  await context.close();
});
