// A name that staff removed is in no notification of others either.
import { expect, test } from 'vitest';

import { addAuthor, decide, decisionId, DECISIONS, FORUM } from '#tests/support/moderation.ts';
import { getAllNotifications } from '#tests/support/notification-requests.ts';
import { postForm, POSTS } from '#tests/support/posts.ts';
import { openSite } from '#tests/support/site.ts';
import { signedInStaff } from '#tests/support/staff.ts';

test('a removed name is gone from notifications, and comes back with the decision', async () => {
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
