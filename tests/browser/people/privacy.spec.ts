import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { MESSAGES } from '#lib/server/platform/messages/en.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { openFold } from '#tests/support/browser/profile-screens.ts';
import { enterCredentials, PASSWORD, signIn } from '#tests/support/browser/sign-in.ts';
import { unzip } from '#tests/support/server/unzip.ts';

// After this time the page is loaded again.
const SOON = { timeout: 500 };
const READY = { timeout: 60_000, intervals: [1000] };

/** Presses a button that downloads a zip. @returns the names of its files */
async function downloadZip(page: Page, button: string): Promise<string[]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^glean-data-[\d-]+\.zip$/);
  return [...unzip(await readFile(await file.path())).keys()];
}

for (const javaScriptEnabled of [true, false])
  test.describe(
    `with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`,
    javaScriptEnabled ? {} : { tag: '@full' },
    () => {
      test.use({ javaScriptEnabled });

      test('a member downloads their data, leaves, and comes back @full', async ({
        page,
        axe: analyze,
        origin,
        onDatabase,
        maria,
        allowBrowserErrors,
      }) => {
        allowBrowserErrors(/status of 40[03]/);
        // axe itself needs scripts.
        const axe = async () => javaScriptEnabled && analyze();
        await page.goto(origin);
        await signIn(page, 'maria', origin);
        await page.goto(`${origin}/profile`);
        await openFold(page, 'Settings');
        await page.getByRole('link', { name: 'Privacy and your data' }).click();
        await axe();
        await page.getByRole('button', { name: 'Download my data' }).click();
        await expect(page.getByRole('status')).toContainText('We’re making your copy.');
        await expect(async () => {
          await page.reload();
          await expect(page.getByRole('button', { name: 'Download the zip file' })).toBeVisible(
            SOON,
          );
        }).toPass(READY);
        await axe();
        expect(await downloadZip(page, 'Download the zip file')).toContain('data/members.json');

        // As if the password had been entered half an hour ago.
        const confirmed_at = Date.now() - 1_800_000;
        await onDatabase((db) => db.updateTable('sessions').set({ confirmed_at }).execute());
        await page.getByRole('button', { name: 'Download the zip file' }).click();
        await page.getByLabel('Your password').fill('Straw-for-8-Cows');
        await page.getByRole('button', { name: 'Download the zip file' }).click();
        await expect(page.getByText(MESSAGES.wrong_current_password)).toBeVisible();
        await axe();
        await page.getByLabel('Your password').fill(PASSWORD);
        expect(await downloadZip(page, 'Download the zip file')).toContain('index.html');

        await page.goto(`${origin}/profile/privacy`);
        await page.getByRole('link', { name: 'Delete my account' }).click();
        await expect(page.getByRole('heading', { name: 'What stays' })).toBeVisible();
        await axe();
        await page.getByLabel('Your password').fill(PASSWORD);
        await page.getByRole('button', { name: 'Delete my account' }).click();
        await expect(page).toHaveURL(`${origin}/goodbye`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          'Your account will be deleted',
        );
        await axe();
        if (!javaScriptEnabled) return;
        await page.getByRole('link', { name: 'Keep my account' }).click();
        await enterCredentials(page, maria.email, PASSWORD);
        await expect(page).toHaveURL(`${origin}/forums/explore`);
      });
    },
  );
