// Comments, names and pictures that staff remove and restore.
import { expect, test } from 'vitest';

import { deleteOrphanedFiles } from '#lib/server/platform/images/service.ts';
import { expectRightCounters, openFullPost, readAll } from '#tests/support/nouns/full-post.ts';
import { redBlueImage } from '#tests/support/nouns/images.ts';
import {
  addAuthor,
  comment,
  decide,
  decisionId,
  DECISIONS,
  FORUM,
} from '#tests/support/nouns/moderation.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

const DAY_MS = 86_400_000;
const KEY = '01890a5d-ac96-774b-bcce-b302099a8057';

test('a removed comment and its notifications disappear, and are restored', async () => {
  const { site, reader, staff, id, path, commentId } = await openFullPost();
  const before = await readAll(site);
  const decision = await decide(staff, 'comment', commentId);
  expect(decision.body['data']).toMatchObject({ kind: 'comment', excerpt: 'Who buys this?' });
  const list = async () => (await reader.get(`${path}/comments`)).body['data'].comments;
  expect(await list()).toHaveLength(1);
  await expectRightCounters(site);
  expect(await getAllNotifications(reader)).toMatchObject([
    { type: 'violation', title: 'Your comment was removed' },
    {},
  ]);
  await staff.post(`${DECISIONS}/${decisionId(decision)}/reversal`);
  expect(await readAll(site)).toEqual(before);
  await expectRightCounters(site);
  const [news] = await getAllNotifications(reader);
  expect(news).toMatchObject({ title: 'Your comment was put back', link_data: id });
});

test('no notification quotes a removed comment', async () => {
  const { author, reader, staff, id } = await openFullPost();
  const newest = await comment(reader, id, 'Cheap phones');
  const shown = async () => JSON.stringify(await getAllNotifications(author));
  expect(await shown()).toContain('Cheap phones');
  await decide(staff, 'comment', newest);
  expect(await shown()).not.toContain('Cheap phones');
});

test('a comment cannot be restored after its post was deleted', async () => {
  const { author, staff, path, commentId } = await openFullPost();
  const decision = await decide(staff, 'comment', commentId);
  await author.change('DELETE', path);
  const late = await staff.post(`${DECISIONS}/${decisionId(decision)}/reversal`);
  expect([late.status, late.body['code']]).toEqual([409, 'not_reversible']);
  expect((await staff.get(`${DECISIONS}/${decisionId(decision)}`)).body['data'].reversed_at).toBe(
    null,
  );
});

test('a comment can be restored even if its request was sent again', async () => {
  const { reader, staff, path } = await openFullPost();
  const send = () =>
    reader.post(`${path}/comments`, { comment: 'How many?' }, { 'idempotency-key': KEY });
  const removed = (await send()).body['data'].comment_id;
  const decision = await decide(staff, 'comment', removed);
  const again = (await send()).body['data'].comment_id;
  requireOk(await staff.post(`${DECISIONS}/${decisionId(decision)}/reversal`));
  const { comments } = (await reader.get(`${path}/comments`)).body['data'];
  const ids = comments.map(({ comment_id }: Record<string, string>) => comment_id);
  expect(ids).toEqual(expect.arrayContaining([removed, again]));
});

test('a removed name is replaced until the member chooses another one, from a week later on', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { author, postId } = await addAuthor(site);
  const { id } = author.member;
  const decision = await decide(staff, 'member', id, { action: 'remove_name' });
  expect((await staff.get(`${POSTS}/${postId}`)).body['data'].account.name).toBe('Name Removed');
  const twice = await decide(staff, 'member', id, { action: 'remove_name' });
  expect([twice.status, twice.body['code']]).toEqual([409, 'nothing_to_remove']);
  const name = { first_name: 'Mario', middle_name: 'Luz', last_name: 'Cruz' };
  site.advanceClock(8 * 86_400_000);
  expect((await author.change('PATCH', '/api/web/account/profile', name)).status).toBe(200);
  await staff.post(`${DECISIONS}/${decisionId(decision)}/reversal`);
  expect((await staff.get(`${POSTS}/${postId}`)).body['data'].account.name).toBe('Mario Cruz');
});

test('a removed picture disappears, and is restored with its file', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const member = await site.signedIn();
  const picture = new FormData();
  const bytes = await redBlueImage(400, 400).png().toBuffer();
  picture.append('avatar', new File([Uint8Array.from(bytes)], 'me.png', { type: 'image/png' }));
  await member.change('PATCH', '/api/web/account/avatar', picture);
  const { id } = member.member;
  const read = async () =>
    (await staff.get(`${FORUM}/users/${id}/profile`)).body['data'].profile_picture;
  const url = await read();
  expect(url).toContain('/media/');
  const decision = await decide(staff, 'member', id, { action: 'remove_avatar' });
  expect(await read()).toBeNull();
  site.advanceClock(2 * DAY_MS);
  await deleteOrphanedFiles(site.services);
  await staff.post(`${DECISIONS}/${decisionId(decision)}/reversal`);
  expect(await read()).toBe(url);
  expect((await site.guest().send(url)).status).toBe(200);
});
