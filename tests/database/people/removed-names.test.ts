// Notifications of others show a member's current name.
import { expect, test } from 'vitest';

import {
  addAuthor,
  decide,
  decisionId,
  DECISIONS,
  FORUM,
} from '#tests/support/nouns/moderation.ts';
import {
  getAllNotifications,
  getNotifications,
} from '#tests/support/nouns/notification-requests.ts';
import { agreeWith, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

test('a removed name disappears from notifications, and returns when restored', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { author, postId } = await addAuthor(site);
  const rude = await site.signedIn(await site.member({ first_name: 'Ñoño', last_name: 'Rude' }));
  await author.post(`${FORUM}/follow/account/${rude.member.id}`);
  await rude.post(`${POSTS}/${postId}/likes`);
  await rude.post(`${POSTS}/${postId}/comments`, { comment: 'Hello' });
  await rude.post(POSTS, postForm());
  const titles = async () =>
    (await getAllNotifications(author)).map(({ title }) => String(title)).toSorted();
  const before = await titles();
  expect(before).toEqual(['Ñoño Rude commented', 'Ñoño Rude liked your post', 'Ñoño Rude posted']);
  const decision = await decide(staff, 'member', rude.member.id, { action: 'remove_name' });
  expect(await titles()).toEqual([
    'Name Removed commented',
    'Name Removed liked your post',
    'Name Removed posted',
  ]);
  await staff.post(`${DECISIONS}/${decisionId(decision)}/reversal`);
  expect(await titles()).toEqual(before);
});

const NAME = { first_name: "O'Brien", middle_name: 'Luz', last_name: 'Dizon' };
const rename = (member: Browser) => member.change('PATCH', '/api/web/account/profile', NAME);

/** The titles of a member's notifications, each with the actor's name. */
const titlesOf = async (member: Browser) =>
  (await getAllNotifications(member)).map(({ title, actor }) => [title, actor]);

test('a new name appears at once in all notifications of others', async () => {
  const site = await openSite();
  const { author, postId } = await addAuthor(site);
  const ana = await site.signedIn(await site.member({ first_name: 'Ñina', last_name: 'Dizon' }));
  const ben = await site.signedIn(await site.member({ first_name: 'Ben', last_name: 'Cruz' }));
  await author.post(`${FORUM}/follow/account/${ana.member.id}`);
  for (const member of [ben, ana]) {
    await member.post(`${POSTS}/${postId}/likes`);
    await member.post(`${POSTS}/${postId}/comments`, { comment: 'Hello' });
  }
  await ana.post(POSTS, postForm());
  const { headers } = await getNotifications(author);
  const version = { 'if-none-match': String(headers.get('etag')) };
  expect((await getNotifications(author, '', version)).status).toBe(304);
  expect((await rename(ana)).status).toBe(200);
  expect((await getNotifications(author, '', version)).status).toBe(200);
  const actor = { name: "O'Brien Dizon", profile_picture: null };
  expect(await titlesOf(author)).toEqual([
    ["O'Brien Dizon posted", actor],
    ["O'Brien Dizon and 1 other commented", actor],
    ["O'Brien Dizon and 1 other liked your post", actor],
  ]);
});

test('a new name appears in notifications about pickups', async () => {
  const stage = await openPickupStage(await openSite());
  const taker = await withPhone(stage.site);
  const path = await agreeWith(stage, taker);
  await taker.post(`${path}/messages`, { content: 'On my way' });
  await rename(taker);
  await rename(stage.owner);
  expect((await titlesOf(stage.owner)).map(([title]) => title)).toEqual([
    "O'Brien Dizon wrote about the pickup",
    "O'Brien Dizon can take it",
  ]);
  expect((await titlesOf(taker)).map(([title]) => title)).toEqual(["O'Brien Dizon agreed"]);
});
