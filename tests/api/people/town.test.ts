// A member's town, and what the plain forms of the exchange save in a profile.
import { expect, test } from 'vitest';

import { GUIMBA } from '#tests/support/nouns/alerts.ts';
import { dayAfter, publishListing } from '#tests/support/nouns/listings.ts';
import { ask, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { sendForm } from '#tests/support/site/send-form.ts';
import { type MemberBrowser, openSite } from '#tests/support/site/site.ts';

const TOWN = '/api/web/account/town';
const PAGE = '/profile/exchange';
const SAN_JOSE = '0304926000';

const profileOf = async (browser: MemberBrowser) =>
  (await browser.get('/api/web/account/profile')).body['data'];

test('a member sets and clears their town', async () => {
  const browser = await (await openSite()).signedIn();
  for (const town of [GUIMBA, null]) {
    const { status, body } = await browser.change('PATCH', TOWN, { town });
    expect([status, body['data'].town]).toEqual([200, town]);
    expect((await profileOf(browser)).town).toBe(town);
  }
});

test.each(['0000000000', 'Guimba', 7])('town %s is rejected', async (town) => {
  const browser = await (await openSite()).signedIn();
  const { status, body } = await browser.change('PATCH', TOWN, { town });
  expect([status, Object.keys(body['fields'])]).toEqual([400, ['town']]);
  expect((await profileOf(browser)).town).toBeNull();
});

test('the form of Account Settings saves a town, or none', async () => {
  const browser = await (await openSite()).signedIn();
  for (const town of [GUIMBA, '']) {
    const { status, headers } = await sendForm(browser, PAGE, { action: 'town', town });
    expect([status, headers.get('location')]).toEqual([303, '/profile/exchange?done=saved']);
    expect((await profileOf(browser)).town).toBe(town || null);
  }
});

test('the town of the first listing becomes the member’s; later ones do not', async () => {
  const luz = await (await openSite()).signedIn();
  for (const town of [GUIMBA, SAN_JOSE]) await publishListing(luz, { town });
  expect((await profileOf(luz)).town).toBe(GUIMBA);
});

test('the town of the first request becomes the member’s; later ones do not', async () => {
  const site = await openSite();
  const jun = await withPhone(site);
  for (const town of [GUIMBA, SAN_JOSE]) await ask(await openPickupStage(site), jun, { town });
  expect((await profileOf(jun)).town).toBe(GUIMBA);
});

test('a member without a phone number enters it with the request, and sees its errors', async () => {
  const site = await openSite();
  const { post } = await openPickupStage(site);
  const jun = await site.signedIn(await site.member({ contact_phone: null }));
  const path = `/exchange/${post.post_id}`;
  const request = (phone_number: string) =>
    sendForm(jun, path, { day: dayAfter(site, 1), phone_number });
  expect((await request('123')).status).toBe(400);
  expect((await profileOf(jun)).contact_phone).toBeNull();
  expect((await request('+63 917 123 4567')).status).toBe(303);
  expect((await profileOf(jun)).contact_phone).toBe('09171234567');
});
