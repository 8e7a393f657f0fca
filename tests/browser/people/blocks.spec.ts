// Needs a server of its own, as a block changes what its two members see everywhere.
import type { Browser, Page } from '@playwright/test';

import { addListing, addMember, addPost } from '#demo/factories.ts';
import type { MemberTable } from '#lib/server/platform/db/schema.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { openFold } from '#tests/support/browser/profile-screens.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const BENS = 'Ben’s husks';
const MARIAS = 'Maria’s straw';

/** @returns a page of a member whose browser runs no scripts */
async function withoutScripts(browser: Browser, who: string, origin: string): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page, who, origin);
  return page;
}

interface Stage {
  ben: MemberTable;
  /** the public page of Ben's offer */
  offer: string;
}

const shared = test.extend<Stage>({
  ben: async ({ onDatabase, maria }, use) => {
    const given = { email: 'ben@glean.example', first_name: 'Ben', password_hash: 'none' };
    const ben = await onDatabase((db) => addMember(db, given));
    await onDatabase((db) => addPost(db, { author_id: maria.id, title: MARIAS }));
    await use(ben);
  },
  offer: async ({ onDatabase, ben }, use) => {
    const { id } = await onDatabase((db) => addPost(db, { author_id: ben.id, title: BENS }));
    await onDatabase((db) => addListing(db, { post_id: id }));
    await use(`/exchange/${id}`);
  },
});

const post = (page: Page, title: string) => page.getByRole('heading', { name: title });

shared(
  'a member blocks another from a post’s menu, sees them no more, and unblocks them @full',
  async ({ page, origin, ben, offer, axe, request }) => {
    await signIn(page, 'maria', origin);
    await page.goto(`${origin}/forums/explore`);
    await page.getByRole('button', { name: `More options for ${BENS}` }).click();
    await page.getByRole('link', { name: 'Block' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Block Ben Santos?');
    await axe();
    await page.getByRole('button', { name: 'Block' }).click();

    await expect(page.getByText('Neither of you sees the other anymore.')).toBeVisible();
    await axe();
    await page.goto(`${origin}/forums/explore`);
    await expect(post(page, MARIAS)).toBeVisible();
    await expect(post(page, BENS)).toHaveCount(0);
    await page.goto(`${origin}/forums/profile/${ben.id}`);
    await expect(page).toHaveURL(`${origin}/forums/explore`);
    expect((await page.request.get(origin + offer)).status()).toBe(410);
    expect((await request.get(origin + offer)).status()).toBe(200);

    await page.goto(`${origin}/profile`);
    await openFold(page, 'Advanced');
    await page.getByRole('link', { name: 'Blocked members' }).click();
    await page.getByLabel('Unblock Ben Santos').click();
    await page.getByRole('button', { name: 'Unblock Ben Santos' }).click();
    await expect(page.getByText('You haven’t blocked anyone')).toBeVisible();
    await axe();
    await page.goto(`${origin}/forums/explore`);
    await expect(post(page, BENS)).toBeVisible();
  },
);

shared(
  'without JavaScript, a member blocks another from their page, who sees them no more @full',
  async ({ page, browser, origin, ben, offer, maria }) => {
    const bens = await withoutScripts(browser, 'ben', origin);
    await bens.goto(`${origin}/forums/profile/${maria.id}`);
    await bens.getByRole('link', { name: 'Block Maria Santos' }).click();
    await bens.getByRole('button', { name: 'Block' }).click();
    await expect(bens.getByLabel('Unblock Maria Santos')).toBeVisible();

    await signIn(page, 'maria', origin);
    await page.goto(`${origin}/forums/explore`);
    await expect(post(page, MARIAS)).toBeVisible();
    await expect(post(page, BENS)).toHaveCount(0);
    await page.goto(`${origin}/forums/profile/${ben.id}`);
    await expect(page).toHaveURL(`${origin}/forums/explore`);
    expect((await page.request.get(origin + offer)).status()).toBe(410);
    await page.goto(`${origin}/profile/blocked`);
    await expect(page.getByText('You haven’t blocked anyone')).toBeVisible();
    await bens.context().close();
  },
);
