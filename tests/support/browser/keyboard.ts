import { expect, type Locator, type Page } from '@playwright/test';

const FAR = 60;

/** Presses Tab until something has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < FAR && !(await hasFocus()); presses += 1)
    await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}
