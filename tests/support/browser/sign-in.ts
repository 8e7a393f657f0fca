import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, type Page } from '@playwright/test';

import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { TABLE } from '#lib/server/platform/rate-limits/limit-counters.ts';
import { insertSession } from '#tests/support/server/insert-session.ts';

/** Every demo member's password. */
export const PASSWORD = 'Straw-for-7-Cows';

const BUSY_TIMEOUT_MS = 5000;

/** Resets a member's rate limits, which tests that share a member would reach together. */
function resetRateLimits(dataDir: string, memberId: string): void {
  using counters = new DatabaseSync(join(dataDir, 'limits.sqlite'), { timeout: BUSY_TIMEOUT_MS });
  counters.prepare(`delete from ${TABLE} where key like ?`).run(`%:${memberId}`);
}

const dataDirs = new Map<string, string>();

/** Registers the database of a server for `signIn`. */
export const registerServer = (origin: string, dataDir: string): void =>
  void dataDirs.set(origin, dataDir);

/**
 * Gives a page's browser a session without logging in.
 * @param who the local part of a demo member's email
 * @param origin of a registered server; defaults to the shared one
 */
export async function signIn(page: Page, who: string, origin = ''): Promise<void> {
  const dataDir = dataDirs.get(origin) ?? process.env['GLEAN_TEST_DATA'] ?? '';
  const userAgent = await page.evaluate(() => navigator.userAgent);
  const database = openDatabase(join(dataDir, 'glean.sqlite'));
  try {
    const { id } = await database.db
      .selectFrom('members')
      .where('email', '=', `${who}@glean.example`)
      .select('id')
      .executeTakeFirstOrThrow();
    resetRateLimits(dataDir, id);
    const value = await insertSession(database.db, id, userAgent);
    const url = origin || `http://127.0.0.1:${process.env['GLEAN_TEST_PORT']}`;
    await page.context().addCookies([{ name: 'session', value, url, httpOnly: true }]);
  } finally {
    await database.close();
  }
}

/**
 * Leaves the site before a session ends or changes: an open page polls for notifications, and would go to the login
 * page in the middle of the next `goto`.
 */
export const leaveSite = (page: Page) => page.goto('about:blank');

/** Fills in and submits the login page once it is hydrated. */
export async function enterCredentials(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
  await page.keyboard.press('Enter');
}
