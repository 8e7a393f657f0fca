// Staff's pages of guides, with functions to write them.
import {
  type Browser,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';

import { addMember, type MemberWithEmail } from '#demo/factories.ts';
import type { Db, MemberTable } from '#lib/server/platform/db/schema.ts';
import { redBlueImage } from '#tests/support/nouns/images.ts';
import { insertSession } from '#tests/support/server/insert-session.ts';

import { tabTo } from './keyboard.ts';
import { findHtmlErrors } from './valid-html.ts';

export const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });

export const makeStaff = (db: Db, { id }: MemberTable) =>
  db.updateTable('members').set({ role: 'staff' }).where('id', '=', id).execute();

/** Opens a new guide. @param origin of the site */
export async function beginGuide(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/staff/guides`);
  await button(page, 'New guide').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New guide');
}

/** Moves the focus by Tab, and presses Enter. */
export async function pressByKeyboard(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Moves the focus by Tab, and types. */
export async function typeByKeyboard(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

/** Selects a small image in the file field of a page. @param width pixels */
export async function selectImage(page: Page, width: number): Promise<void> {
  const buffer = await redBlueImage(width, 90).png().toBuffer();
  const file = { name: 'drawing.png', mimeType: 'image/png', buffer };
  await page.getByLabel('New photo', { exact: true }).setInputFiles(file);
}

/** A page of a new member in their own browser, with scripts if the test has them. */
export async function pageOfMember(
  browser: Browser,
  origin: string,
  db: Db,
  given: Partial<MemberWithEmail>,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const { id } = await addMember(db, { password_hash: 'none', ...given });
  const page = await (await browser.newContext(options)).newPage();
  const value = await insertSession(db, id);
  await page.context().addCookies([{ name: 'session', value, url: origin, httpOnly: true }]);
  return page;
}

/** Fails when a page is not valid HTML. */
export async function expectValidHtml(page: Page): Promise<void> {
  const html = await (await page.request.get(page.url())).text();
  expect(await findHtmlErrors(page.url(), html)).toEqual([]);
}
