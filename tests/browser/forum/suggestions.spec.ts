// Needs a server of its own, as a list sorted by followers changes when others follow.
import { addMember } from '#demo/factories.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

// Each is suggested once; there are more than two pages of three.
const NAMES = ['Ana', 'Berto', 'Celia', 'Dan', 'Ester', 'Felix', 'Gina'];

test(
  'suggestions load three at a time, and link to the member',
  { tag: '@full' },
  async ({ page, origin, onDatabase, axe }) => {
    for (const first_name of NAMES)
      await onDatabase((db) => addMember(db, { first_name, password_hash: 'none' }));
    await signIn(page, 'maria', origin);
    await page.goto(`${origin}/forums/followers`);
    const suggested = page.getByRole('region', { name: 'Suggested Followers' });
    const rows = suggested.getByRole('listitem');
    await expect(rows).toHaveCount(3);
    await expect(rows.first()).toContainText(/\d+ follower/);
    const more = suggested.getByRole('button', { name: 'Show More' });
    await more.click();
    await expect(rows).toHaveCount(6);
    await expect(async () => {
      // The button disappears with the last page.
      if (await more.isVisible()) await more.click({ timeout: 500 });
      await expect(suggested.getByText('Nothing to show...')).toBeVisible({ timeout: 500 });
    }).toPass();
    const names = await rows.allTextContents();
    expect(new Set(names).size).toBe(names.length);
    await axe();
    const first = await rows.first().getByRole('link').getAttribute('href');
    await rows.first().getByRole('link').click();
    await expect(page).toHaveURL(/\/forums\/profile\//);
    // The member whose page is open is not suggested beside it.
    await suggested.scrollIntoViewIfNeeded();
    await expect(rows).not.toHaveCount(0);
    await expect(suggested.locator(`a[href="${first}"]`)).toHaveCount(0);
  },
);
