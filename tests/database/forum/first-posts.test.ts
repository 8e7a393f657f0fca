// If the operator wants it, the first posts of new members wait for review.
import { expect, test } from 'vitest';

import { notifyOfNewListings } from '#lib/server/exchange/alerts/notify-of-new-listings.ts';
import { deleteExpiredQuarantine } from '#lib/server/moderation/quarantine.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { newListings, saveAlert } from '#tests/support/nouns/alerts.ts';
import { LISTING } from '#tests/support/nouns/listings.ts';
import {
  decisionId,
  DECISIONS,
  FORUM,
  OWN_MODERATION,
  PENDING,
} from '#tests/support/nouns/moderation.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import { actsOf, signedInStaff } from '#tests/support/nouns/staff.ts';
import { lookAfter } from '#tests/support/nouns/stewards.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { type MemberBrowser, openSite } from '#tests/support/site/site.ts';

const DAY_MS = 86_400_000;

const publish = (browser: MemberBrowser, title: string, key = newId()) =>
  browser.post(POSTS, postForm([], { title, listing: JSON.stringify(LISTING) }), {
    'idempotency-key': key,
  });

/** A site where the first post waits, a member with a follower, and staff. */
async function openWaiting() {
  const site = await openSite({ HOLD_FIRST_POSTS: '1' });
  const author = await site.signedIn();
  const follower = await site.signedIn();
  await follower.post(`${FORUM}/follow/account/${author.member.id}`);
  const staff = await signedInStaff(site);
  return { site, author, follower, staff };
}

test('a first post waits for review, and only its author sees it', async () => {
  const { site, author, follower, staff } = await openWaiting();
  const sent = await publish(author, 'First straw');
  expect([sent.status, sent.body['data'].is_pending]).toEqual([201, true]);
  const { post_id } = sent.body['data'];
  const path = `${POSTS}/${post_id}`;
  expect((await author.get(path)).body['data']).toMatchObject({
    title: 'First straw',
    is_pending: true,
    post_owner: true,
    listing: { material: 'rice-straw' },
  });
  const edited = await author.change('PATCH', path, { title: 'A', description: 'B' });
  expect([edited.status, edited.body['code']]).toEqual([409, 'post_pending']);
  const own = async () => (await author.get(`${FORUM}/discussions`)).body['data'].posts;
  expect(await own()).toMatchObject([{ post_id, is_pending: true }]);
  for (const browser of [follower, staff]) {
    expect((await browser.get(path)).status).toBe(404);
    expect((await browser.get(FORUM)).body['data'].posts).toEqual([]);
    expect((await browser.post(`${path}/likes`)).status).toBe(404);
  }
  expect((await site.guest().get('/api/web/listings')).body['data'].listings).toEqual([]);
  expect(await getAllNotifications(follower)).toEqual([]);

  const { body } = await staff.get(PENDING);
  expect(body['data']).toMatchObject({ total: 1, pending: [{ post: { title: 'First straw' } }] });
  const { pending_id } = body['data'].pending[0];
  expect((await staff.post(`${PENDING}/${pending_id}/approval`)).status).toBe(201);
  expect((await follower.get(path)).body['data'].is_pending).toBeUndefined();
  expect(await own()).toMatchObject([{ post_id }]);
  expect(await getAllNotifications(follower)).toMatchObject([
    { type: 'forum-new-post', link_data: post_id },
  ]);
  expect(await getAllNotifications(author)).toMatchObject([
    { title: 'Your post is published', link_data: post_id },
  ]);
  expect((await site.guest().get('/api/web/listings')).body['data'].listings).toHaveLength(1);
  expect(await actsOf(site, 'post.approved')).toHaveLength(1);
  expect((await publish(author, 'Second straw')).body['data'].is_pending).toBeUndefined();
  const again = await staff.post(`${PENDING}/${pending_id}/approval`);
  expect([again.status, again.body['code']]).toEqual([404, 'pending_post_not_found']);
});

test('repeating the request of a waiting post creates no second one', async () => {
  const { author, staff } = await openWaiting();
  const key = newId();
  const all = await Promise.all([1, 2].map(() => publish(author, 'Straw', key)));
  expect(new Set(all.map(({ body }) => body['data'].post_id)).size).toBe(1);
  expect((await staff.get(PENDING)).body['data'].total).toBe(1);
  const other = await publish(author, 'Other straw', key);
  expect([other.status, other.body['code']]).toEqual([409, 'idempotency_key_reused']);
});

test('a rejected post is removed with a reason, and can be restored', async () => {
  const { author, follower, staff } = await openWaiting();
  const { body } = await publish(author, 'Phones');
  const [{ pending_id }] = (await staff.get(PENDING)).body['data'].pending;
  const without = await staff.post(`${PENDING}/${pending_id}/rejection`, {});
  expect([without.status, without.body['code']]).toEqual([400, 'decision_reason_required']);
  await staff.post(`${PENDING}/${pending_id}/rejection`, { note: 'No phones.' });
  expect((await staff.get(PENDING)).body['data'].total).toBe(0);
  expect((await author.get(`${POSTS}/${body['data'].post_id}`)).status).toBe(404);
  const [decision] = (await author.get(OWN_MODERATION)).body['data'].decisions;
  expect(decision).toMatchObject({ kind: 'post', excerpt: 'Phones', note: 'No phones.' });
  await staff.post(`${DECISIONS}/${decisionId({ body: { data: decision } } as never)}/reversal`);
  expect((await follower.get(`${POSTS}/${body['data'].post_id}`)).status).toBe(200);
});

test('a rejected post can be restored for 30 days, however long it waited', async () => {
  const { site, author, staff } = await openWaiting();
  const { post_id } = (await publish(author, 'Straw')).body['data'];
  site.advanceClock(40 * DAY_MS);
  const later = await signedInStaff(site);
  const [{ pending_id }] = (await later.get(PENDING)).body['data'].pending;
  await later.post(`${PENDING}/${pending_id}/rejection`, { note: 'No straw.' });
  site.advanceClock(29 * DAY_MS);
  await deleteExpiredQuarantine(site.services);
  const [decision] = (await (await site.signedIn(author.member)).get(OWN_MODERATION)).body['data']
    .decisions;
  const reversal = `${DECISIONS}/${decision.decision_id}/reversal`;
  const again = await site.signedIn(staff.member);
  expect((await again.post(reversal)).status).toBe(201);
  expect((await again.get(`${POSTS}/${post_id}`)).status).toBe(200);
});

test('the author can delete a waiting post; concurrent reviews count once', async () => {
  const { author, staff } = await openWaiting();
  const first = await publish(author, 'Straw');
  expect((await author.change('DELETE', `${POSTS}/${first.body['data'].post_id}`)).status).toBe(
    200,
  );
  expect((await staff.get(PENDING)).body['data'].total).toBe(0);
  const { body } = await publish(author, 'Straw');
  const [{ pending_id }] = (await staff.get(PENDING)).body['data'].pending;
  const looks = await Promise.all(
    Array.from({ length: 6 }, () => staff.post(`${PENDING}/${pending_id}/approval`)),
  );
  expect(looks.filter(({ status }) => status === 201)).toHaveLength(1);
  const profile = await staff.get(`${FORUM}/users/${author.member.id}/profile`);
  expect(profile.body['data'].post_count).toBe(1);
  expect((await staff.get(`${POSTS}/${body['data'].post_id}`)).status).toBe(200);
});

test('posts of staff never wait, and by default no post does', async () => {
  const { staff } = await openWaiting();
  expect((await publish(staff, 'Straw')).body['data'].is_pending).toBeUndefined();
  const site = await openSite();
  expect((await publish(await site.signedIn(), 'Straw')).body['data'].is_pending).toBeUndefined();
});

test.each(['-1', 'x', '1.5', '101'])('HOLD_FIRST_POSTS=%s stops the start', async (value) => {
  await expect(openSite({ HOLD_FIRST_POSTS: value })).rejects.toThrow('HOLD_FIRST_POSTS');
});

test('a post waits until it is reviewed', async () => {
  const { site, author, staff } = await openWaiting();
  await publish(author, 'Straw');
  site.advanceClock(40 * 86_400_000);
  await deleteExpiredQuarantine(site.services);
  const later = await site.signedIn(staff.member);
  expect((await later.get(PENDING)).body['data'].total).toBe(1);
});

test('an alert created while a listing waited matches it once it is published', async () => {
  const { site, author, follower, staff } = await openWaiting();
  await publish(author, 'Straw for alerts');
  site.advanceClock(60_000);
  await saveAlert(follower);
  await notifyOfNewListings(site.services);
  expect(await newListings(follower)).toEqual([]);
  const [{ pending_id }] = (await staff.get(PENDING)).body['data'].pending;
  await staff.post(`${PENDING}/${pending_id}/approval`);
  await notifyOfNewListings(site.services);
  expect(await newListings(follower)).toHaveLength(1);
});

/** Posts for a person or oneself. @returns whether the post waits */
const isPending = async (by: MemberBrowser, person: MemberBrowser | null) => {
  const listed = { title: 'Straw', listing: JSON.stringify(LISTING) };
  const whom = person && { for_account: person.member.id };
  const sent = await by.post(POSTS, postForm([], { ...listed, ...whom }));
  return Boolean(requireOk(sent).body['data'].is_pending);
};

test('the review depends on the writer, for whomever they post', async () => {
  const { site, author: lito, staff } = await openWaiting();
  const release = async () => {
    const [{ pending_id }] = (await staff.get(PENDING)).body['data'].pending;
    requireOk(await staff.post(`${PENDING}/${pending_id}/approval`));
  };
  expect(await isPending(lito, null)).toBe(true);
  await release();
  expect(await isPending(lito, null)).toBe(false);
  const mark = await site.signedIn();
  await lookAfter(site, mark, lito);
  // An established steward does not exempt a new member.
  expect(await isPending(mark, lito)).toBe(true);
  await release();
  expect(await isPending(mark, lito)).toBe(false);
  expect(await isPending(mark, null)).toBe(false);
  const ising = await site.signedIn();
  await lookAfter(site, mark, ising);
  expect(await isPending(mark, ising)).toBe(false);
  // The steward's posts for her do not count as hers.
  expect(await isPending(ising, null)).toBe(true);
});
