// A phone's keyboard composes dictated or predicted text, and a script that writes into the field ends that.
import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { addPostWithImage } from '#tests/support/browser/forum-requests.ts';
import { openPostDialog } from '#tests/support/browser/post-dialog.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

/** Counts how often scripts write into fields while a text is composed. */
async function countWrites(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    let isComposing = false;
    let writes = 0;
    addEventListener('compositionstart', () => (isComposing = true), { capture: true });
    addEventListener('compositionend', () => (isComposing = false), { capture: true });
    for (const { prototype } of [HTMLInputElement, HTMLTextAreaElement]) {
      const own = Object.getOwnPropertyDescriptor(prototype, 'value') as PropertyDescriptor;
      const set = function (this: HTMLElement, text: string) {
        if (isComposing) writes += 1;
        own.set?.call(this, text);
      };
      Object.defineProperty(prototype, 'value', { ...own, set });
    }
    Object.assign(globalThis, { countWrites: () => writes });
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { countWrites: () => number }).countWrites());
}

/** Composes a growing text in the focused field, like dictation on a phone's keyboard. */
async function dictate(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (let end = 4; end < text.length; end += 4) {
    const part = text.slice(0, end);
    const at = { selectionStart: end, selectionEnd: end };
    await session.send('Input.imeSetComposition', { text: part, ...at });
  }
  await session.send('Input.insertText', { text });
}

test('dictated text arrives unchanged in a new post and its drafts', async ({ page }) => {
  const dialog = await openPostDialog(page, 'mark');
  const writes = await countWrites(page);
  for (const label of ['Title', 'Description']) {
    const field = dialog.getByLabel(label, { exact: true });
    await field.focus();
    await dictate(page, 'one hundred twenty bundles of straw');
    await expect(field).toHaveValue('one hundred twenty bundles of straw');
  }
  expect(await writes()).toBe(0);
});

test('dictated text arrives unchanged in a comment @full', async ({ page }) => {
  await signIn(page, 'mark');
  await page.goto((await addPostWithImage(page)).path);
  const field = page.getByLabel('Your comment');
  await field.fill('Opo, ');
  const writes = await countWrites(page);
  await field.focus();
  await field.press('End');
  await dictate(page, 'they are tied and dry');
  await expect(field).toHaveValue('Opo, they are tied and dry');
  expect(await writes()).toBe(0);
});
