import { addDays } from '#lib/contract/days.ts';
import { comingPath, pickupPath } from '#lib/contract/paths.ts';
import { regionDay } from '#lib/site.ts';
import { sendRequest } from '#tests/support/browser/api-requests.ts';
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { publishListing } from '#tests/support/browser/exchange-screens.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

test('the buttons of the email of the evening before open the form that they name, without scripts @full', async ({
  page,
  browser,
  baseURL,
  axe,
}) => {
  const path = await publishListing(page, `Bamboo shoots ${Date.now()}`, '40');
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const jun = await context.newPage();
  await signIn(jun, 'jun');
  const day = addDays(regionDay(Date.now()), 1);
  const request = { subject: 'amount', post_id: path.split('/').at(-1), day, amount: 3 };
  const requested = await (await sendRequest(jun, '/appointments', { data: request })).json();
  const id: string = requested.data.appointment_id;
  await sendRequest(page, `/appointments/${id}/agree`, { data: { place: null } });

  await jun.goto(comingPath(id, 'no'));
  await expect(jun.locator('summary', { hasText: 'No' })).toBeFocused();
  await expect(jun.getByText('This calls it off')).toBeInViewport();
  await jun.goto(comingPath(id, 'yes'));
  // Opening the page of the other button did not change anything.
  const yes = jun.getByRole('button', { name: 'Yes' });
  await expect(yes).toBeFocused();
  await expect(yes).toBeInViewport();
  await expect(jun.getByText('This calls it off')).toBeHidden();
  await yes.click();
  await expect(jun).toHaveURL(`${pickupPath(id)}?done=coming`);
  await expect(jun.getByText('You said you’re coming.')).toBeVisible();

  // A member who confirmed, and cannot come after all, gives a reason.
  await jun.goto(comingPath(id, 'no'));
  await expect(jun.getByLabel('Why')).toBeFocused();
  await jun.goto(comingPath(id, 'yes'));
  await expect(jun.getByText('You said you’re coming.')).toBeVisible();
  await context.close();

  await page.goto(comingPath(id, 'no'));
  await axe();
  await page.getByRole('button', { name: 'Call it off' }).click();
  await expect(page.getByRole('article').getByText('Called off')).toBeVisible();
});
