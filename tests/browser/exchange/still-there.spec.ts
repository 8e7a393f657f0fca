import { addDays } from '#lib/contract/days.ts';
import { stillTherePath } from '#lib/contract/paths.ts';
import { regionDay } from '#lib/site.ts';
import { sendRequest } from '#tests/support/browser/api-requests.ts';
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { publishListing } from '#tests/support/browser/exchange-screens.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

test('the owner of a listing that ends tomorrow keeps it with one press, without JavaScript @full', async ({
  page,
  browser,
  baseURL,
  axe,
}) => {
  const title = `Bamboo splits ${Date.now()}`;
  const path = await publishListing(page, title);
  const id = path.split('/').at(-1) ?? '';
  const today = regionDay(Date.now());
  const listing = {
    kind: 'offer',
    material: 'bamboo',
    town: '0304911000',
    until: addDays(today, 1),
  };
  await sendRequest(page, `/forum/posts/${id}/listing`, { method: 'PUT', data: listing });
  await page.goto(path);
  await page.getByRole('link', { name: 'Keep it longer' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Is this still there?');
  await axe();

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const owner = await context.newPage();
  // Where the link of an email leads a member who is not signed in.
  await owner.goto(stillTherePath(id));
  await expect(owner).toHaveURL(/\/login/);
  await signIn(owner, 'luz');
  await owner.goto(stillTherePath(id));
  await expect(owner.getByRole('status')).toHaveCount(0);
  await owner.getByRole('button', { name: /^Yes, keep it until/ }).click();
  await expect(owner.getByRole('status')).toHaveText(/^It stays on the exchange until/);
  await expect(owner.getByRole('button', { name: /^Yes, keep it/ })).toHaveCount(0);
  await context.close();

  await sendRequest(page, `/forum/posts/${id}/listing/status`, { data: { status: 'gone' } });
  await page.goto(stillTherePath(id));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You closed this listing');
  await expect(page.getByText('open your post and say there that it’s open')).toBeVisible();
});
