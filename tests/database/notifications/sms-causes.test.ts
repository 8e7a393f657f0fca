// SMS are counted by the member who causes them, so that no one uses up another's; and withdrawn acts send none.
import { expect, test } from 'vitest';

import { SMS_LIMITS } from '#lib/server/notifications/channels/sms/sms-limits.ts';
import { dayAfter, publishListing } from '#tests/support/nouns/listings.ts';
import { agreeWith, ask, pathOf, withPhone } from '#tests/support/nouns/pickups.ts';
import { openAtNoon, prove } from '#tests/support/nouns/sms-stage.ts';
import { lookAfter } from '#tests/support/nouns/stewards.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import type { MemberBrowser, Site } from '#tests/support/site/site.ts';

const REASON = { reason: 'Rain' };

/** Lets a member request from new owners, and withdraw each request. @returns the owners */
async function askMany(site: Site, asker: MemberBrowser, count: number, given: object = {}) {
  const owners: MemberBrowser[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const owner = await withPhone(site);
    await prove(site, owner);
    const stage = { site, owner, ...(await publishListing(owner, { amount: 9, unit: 'bundle' })) };
    requireOk(await ask(stage, asker, { amount: 1, ...given }));
    owners.push(owner);
  }
  return owners;
}

test('one member causes at most ten SMS a day, no matter on whose behalf', async () => {
  const { gateway, site, stage, textsTo, request } = await openAtNoon();
  const [mark, lito] = [await withPhone(site), await withPhone(site)];
  await lookAfter(site, mark, lito);
  await askMany(site, mark, 6);
  await askMany(site, mark, 6, { for_account: lito.member.id });
  expect(await textsTo(stage.owner)).toEqual([]);
  expect(gateway.taken).toHaveLength(SMS_LIMITS.cause);
  // Other members are not affected.
  await request();
  expect(await textsTo(stage.owner)).toHaveLength(1);
});

test('a request withdrawn before its SMS is sent causes no SMS, and neither does the withdrawal', async () => {
  const { gateway, stage, requester, textsTo } = await openAtNoon();
  const path = pathOf(await ask(stage, requester, { amount: 1 }));
  requireOk(await requester.post(`${path}/call-off`, REASON));
  expect(await textsTo(stage.owner)).toEqual([]);
  const again = pathOf(await ask(stage, requester, { amount: 1 }));
  expect(await textsTo(stage.owner)).toHaveLength(1);
  requireOk(await requester.post(`${again}/call-off`, REASON));
  expect(await textsTo(stage.owner)).toHaveLength(1);
  expect(gateway.taken).toHaveLength(1);
});

test('a requester is notified of the end, even without an agreement', async () => {
  const { stage, requester, textsTo } = await openAtNoon();
  pathOf(await ask(stage, requester, { amount: 1 }));
  requireOk(await stage.owner.change('DELETE', `/api/web/forum/posts/${stage.post.post_id}`));
  expect(await textsTo(requester)).toEqual([expect.stringMatching(/^Called off: /)]);
});

test('a member is always notified of the end of an agreement, even before the SMS about the agreement', async () => {
  const { site, stage, requester, textsTo, request } = await openAtNoon();
  const path = await agreeWith(stage, requester, { amount: 1, day: dayAfter(site, 1) });
  // Both have used up their limits.
  for (let nth = 0; nth < SMS_LIMITS.phone + 1; nth += 1) await request();
  await textsTo(stage.owner);
  await askMany(site, requester, SMS_LIMITS.cause);
  expect(await textsTo(stage.owner)).toHaveLength(SMS_LIMITS.phone);
  requireOk(await requester.post(`${path}/call-off`, REASON));
  const texts = await textsTo(stage.owner);
  expect(texts).toHaveLength(SMS_LIMITS.phone + 1);
  expect(texts.at(-1)).toMatch(/ called off the pickup of rice straw on /);
});

test('an agreement canceled before the SMS about it was sent causes one SMS, about the cancellation', async () => {
  const { stage, requester, textsTo } = await openAtNoon();
  const path = await agreeWith(stage, requester, { amount: 1 });
  requireOk(await stage.owner.post(`${path}/call-off`, REASON));
  expect(await textsTo(requester)).toEqual([expect.stringMatching(/ called off /)]);
});
