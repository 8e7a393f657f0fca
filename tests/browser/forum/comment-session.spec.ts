import type { Route } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import {
  commentButton,
  commentField,
  commentWith,
  openNewPost,
} from '#tests/support/browser/comment-screens.ts';
import { PASSWORD, signIn } from '#tests/support/browser/sign-in.ts';

const NOTIFICATIONS = '**/api/web/notification?*';
test('a comment written before another member’s login is sent as its author’s or not at all @full', async ({
  page,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 401/);
  await openNewPost(page, 'nardo');
  await commentField(page).fill('I keep it for you.');
  await signIn(page, 'pilar');
  await commentButton(page).click();
  await expect(page.getByText('Someone else logged in on this device.').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  await expect(commentField(page)).toHaveValue('I keep it for you.');
  await signIn(page, 'nardo');
  await commentButton(page).click();
  await expect(commentWith(page, 'I keep it for you.')).toContainText('Just now');
  await expect(commentWith(page, 'I keep it for you.')).toContainText('Leonardo Pineda');
});

test('a page stays open while it sends a comment, although the bell’s request was rejected @full', async ({
  page,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 401/);
  const [polled, sent] = [Promise.withResolvers<Route>(), Promise.withResolvers<Route>()];
  await page.route(NOTIFICATIONS, (route) => polled.resolve(route));
  await page.route('**/comments', (route) => sent.resolve(route));
  await openNewPost(page, 'nardo');
  await commentField(page).fill('Mine, not hers.');
  const poll = await polled.promise;
  await commentButton(page).click();
  const comment = await sent.promise;
  await signIn(page, 'pilar');
  const rejected = page.waitForResponse(NOTIFICATIONS);
  await poll.continue();
  await rejected;
  await comment.continue();
  await expect(page.getByText('Someone else logged in on this device.').first()).toBeVisible();
  await expect(commentField(page)).toHaveValue('Mine, not hers.');
});

test('a comment survives an ended session and a new login', async ({
  page,
  context,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 40[13]/);
  const { path } = await openNewPost(page, 'edgar');
  await commentField(page).fill('Ten sacks, please.');
  await context.clearCookies();
  await commentButton(page).click();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).first().click();
  await page.getByLabel('Email').fill('edgar@glean.example');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(path);
  await expect(commentField(page)).toHaveValue('Ten sacks, please.');
});
