// Names and emails of the greatest length, and links in members' texts.
import type { Page } from '@playwright/test';

import { addComment, addMember, addPost } from '#demo/factories.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { openSetting } from '#tests/support/browser/profile-screens.ts';
import { IN_PAGE } from '#tests/support/browser/screens/layout.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const LONG = {
  first_name: 'Mariacristinacarmelitaconsolacionesperanzamercedes'.slice(0, 50),
  last_name: 'Macaraegdelacruzvillanuevadimaculanganbumatay'.padEnd(50, 'x'),
  email: 'mariacristina.delacruz.villanueva.dimaculangan@nuevaecija-coop.example',
};

// The test opens many pages.
const LONG_MS = 240_000;

declare global {
  /** defined by `IN_PAGE` */
  function layoutErrors(): string[];
}

const expectWhole = async (page: Page, what: string) =>
  expect(await page.evaluate(() => globalThis.layoutErrors()), what).toEqual([]);

test(
  'a long name and a long email are not cut on a phone',
  { tag: '@full' },
  async ({ page, origin, maria, onDatabase }) => {
    test.setTimeout(LONG_MS);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.addInitScript({ content: IN_PAGE });
    await signIn(page, 'maria', origin);
    const [postId, otherId] = await onDatabase(async (db) => {
      const staff = { ...LONG, role: 'staff' } as const;
      await db.updateTable('members').set(staff).where('id', '=', maria.id).execute();
      const other = await addMember(db, {
        ...LONG,
        email: `x${LONG.email}`,
        password_hash: 'none',
      });
      const { id } = await addPost(db, { author_id: other.id });
      await addComment(db, id, other.id, 'Dry');
      return [id, other.id];
    });
    await page.goto(`${origin}/profile`);
    for (const tab of ['Account', 'Email Address', 'Contact No.', 'Birthdate']) {
      await page.getByRole('tab', { name: tab }).click();
      await expectWhole(page, tab);
    }
    await page.getByRole('tab', { name: 'Email Address' }).click();
    const value = page.getByRole('tabpanel').getByText(LONG.email);
    const card = await page.getByRole('tabpanel').boundingBox();
    const text = await value.boundingBox();
    expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThan((card?.x ?? 0) + (card?.width ?? 0));
    await openSetting(page, 'Profile');
    for (const path of [
      '/forums/explore',
      `/forums/posts/${postId}`,
      `/forums/profile/${otherId}`,
      '/staff/members',
      `/staff/members/${otherId}`,
      '/staff',
      '/profile/blocked',
      `/report/member/${otherId}`,
    ]) {
      await page.goto(origin + path);
      await expect(page.getByRole('main')).toBeVisible();
      await expectWhole(page, path);
    }
  },
);

test(
  'links in posts and comments can be pressed',
  { tag: '@full' },
  async ({ page, origin, maria, onDatabase }) => {
    await signIn(page, 'maria', origin);
    const link = `${origin}/eduhub`;
    const description = `Read this (${link}).\n\nAnd\nmore\nlines, <b>${link}?b=1</b> javascript:alert(1)`;
    const id = await onDatabase(async (db) => {
      const post = await addPost(db, { author_id: maria.id, description });
      await addComment(db, post.id, maria.id, `See ${link}, please`);
      return post.id;
    });
    await page.goto(`${origin}/forums/posts/${id}`);
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: link, exact: true })).toHaveCount(1);
    const more = page.getByRole('button', { name: 'See More' });
    await expect(more).toBeVisible();
    // Focusing a link in the clamped lines shows them.
    const last = main.getByRole('link', { name: `${link}?b=1` });
    await main.getByRole('link', { name: link, exact: true }).focus();
    await page.keyboard.press('Tab');
    await expect(last).toBeFocused();
    await expect(page.getByRole('button', { name: 'See Less' })).toBeVisible();
    await page.getByRole('button', { name: 'View Comments' }).click();
    const links = main.getByRole('link', { name: link, exact: true });
    await expect(links).toHaveCount(2);
    for (const each of await links.all()) {
      await expect(each).toHaveAttribute('rel', 'nofollow ugc noopener');
      await expect(each).toHaveAttribute('href', link);
    }
    await links.last().click();
    await expect(page).toHaveURL(link);
  },
);
