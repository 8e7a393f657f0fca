import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { expectLightPage } from '#tests/support/browser/page-weight.ts';
import { findHtmlErrors } from '#tests/support/browser/valid-html.ts';

test(
  'an error has a light page of its own, with a link onward',
  { tag: '@full' },
  async ({ page, origin, onDatabase, allowBrowserErrors, axe }) => {
    allowBrowserErrors(/status of 500/);
    await onDatabase((db) =>
      db.schema.alterTable('resources').renameTo('resources_away').execute(),
    );
    await expectLightPage(page, `${origin}/eduhub`);
    const response = await page.reload();
    expect(response?.status()).toBe(500);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Unexpected Application Error!',
    );
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible();
    expect(await findHtmlErrors('/eduhub', (await response?.text()) ?? '')).toEqual([]);
    await axe();
  },
);
