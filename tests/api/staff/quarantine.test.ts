// Removed content is moved to quarantine with everything that belongs to it, and restored unchanged.
import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { deleteExpiredQuarantine } from '#lib/server/moderation/quarantine.ts';
import { deleteOrphanedFiles } from '#lib/server/platform/images/service.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import {
  expectRightCounters,
  openFullPost,
  POST_TABLES,
  readAll,
} from '#tests/support/nouns/full-post.ts';
import { decide, decisionId, DECISIONS, FORUM } from '#tests/support/nouns/moderation.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { agreeWith, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { POSTS, storedFiles } from '#tests/support/nouns/posts.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { openSite } from '#tests/support/site/site.ts';

const DAY_MS = 86_400_000;

test('a removed post is in no table, list or search, and is restored whole', async () => {
  const { site, author, reader, staff, id, path } = await openFullPost();
  const before = await readAll(site);
  const files = await storedFiles(site);
  const decision = await decide(staff, 'post', id);
  expect(decision.status).toBe(201);
  for (const rows of Object.values(await readAll(site))) expect(rows).toEqual([]);
  await expectRightCounters(site);
  const search = `${FORUM}/explore/look/account/posts?search=kamatis`;
  for (const address of [FORUM, `${FORUM}/discussions`, search, `${FORUM}/posts/limited`])
    expect((await author.get(address)).body['data'].posts).toEqual([]);
  expect((await site.guest().get('/api/web/listings')).body['data'].listings).toEqual([]);
  for (const browser of [author, reader]) expect((await browser.get(path)).status).toBe(404);

  const reversed = await staff.post(`${DECISIONS}/${decisionId(decision)}/reversal`);
  expect([reversed.status, reversed.body['data'].can_reverse]).toEqual([201, false]);
  expect(await readAll(site)).toEqual(before);
  expect(await storedFiles(site)).toEqual(files);
  await expectRightCounters(site);
  expect((await reader.get(search)).body['data'].posts).toMatchObject([{ post_id: id }]);
  expect((await reader.get(path)).body['data']).toMatchObject({ likes: 1, comments: 2 });
  expect((await site.guest().get('/api/web/listings')).body['data'].listings).toHaveLength(1);
  const again = await staff.post(`${DECISIONS}/${decisionId(decision)}/reversal`);
  expect([again.status, again.body['code']]).toEqual([409, 'not_reversible']);
});

test('every table whose rows are deleted with a post is restored', async () => {
  const { services } = await openSite();
  const names =
    services.dialect === 'sqlite'
      ? sql<{ name: string }>`
          select m.name from sqlite_master as m, pragma_foreign_key_list(m.name) as f
          where m.type = 'table' and f."table" = 'posts' and f.on_delete = 'CASCADE'`
      : sql<{ name: string }>`
          select conrelid::regclass::text as name from pg_constraint
          where contype = 'f' and confrelid = 'posts'::regclass and confdeltype = 'c'`;
  const { rows } = await names.execute(services.db);
  // Standing agreements end with the post, like its pickups.
  const cascading = new Set(rows.map(({ name }) => name)).difference(
    new Set(['standing_appointments']),
  );
  expect([...cascading].toSorted()).toEqual(
    POST_TABLES.filter((each) => each !== 'posts').toSorted(),
  );
});

test('an erased member’s content is not restored', async () => {
  const { site, staff, other, id, path } = await openFullPost();
  const decision = await decide(staff, 'post', id);
  await site.services.db.deleteFrom('members').where('id', '=', other.member.id).execute();
  await staff.post(`${DECISIONS}/${decisionId(decision)}/reversal`);
  const { body } = await staff.get(`${path}/comments`);
  expect(body['data'].comments.map((each: { content: string }) => each.content)).toEqual([
    'Who buys this?',
  ]);
  await expectRightCounters(site);
});

test('after 30 days removed content is deleted for good, with its images', async () => {
  const { site, staff, id } = await openFullPost();
  const decision = await decide(staff, 'post', id);
  site.advanceClock(29 * DAY_MS);
  await deleteExpiredQuarantine(site.services);
  await deleteOrphanedFiles(site.services);
  expect(await storedFiles(site)).not.toEqual([]);
  site.advanceClock(2 * DAY_MS);
  await deleteExpiredQuarantine(site.services);
  await deleteOrphanedFiles(site.services);
  expect(await storedFiles(site)).toEqual([]);
  const { db } = site.services;
  expect(await db.selectFrom('quarantine_rows').selectAll().execute()).toEqual([]);
  const later = await site.signedIn(staff.member);
  const { body } = await later.get(`${DECISIONS}/${decisionId(decision)}`);
  expect(body['data']).toMatchObject({ excerpt: '', can_reverse: false });
  const late = await later.post(`${DECISIONS}/${decisionId(decision)}/reversal`);
  expect([late.status, late.body['code']]).toEqual([409, 'not_reversible']);
});

test('removing a post calls off its open pickups, and their amounts become available again', async () => {
  const stage = await openPickupStage(await openSite(), { amount: 40, unit: 'bundle' });
  const { site, post } = stage;
  const staff = await signedInStaff(site);
  const jun = await withPhone(site);
  const pickup = await agreeWith(stage, jun, { amount: 15 });
  const decision = await decide(staff, 'post', post.post_id);
  expect((await jun.get(pickup)).body['data']).toMatchObject({
    status: 'called_off',
    post_id: null,
  });
  expect((await getAllNotifications(jun))[0]).toMatchObject({
    title: 'A pickup was called off: its post was deleted',
  });
  await staff.post(`${DECISIONS}/${decisionId(decision)}/reversal`);
  const { body } = await jun.get(`${POSTS}/${post.post_id}`);
  expect(body['data'].listing).toMatchObject({ amount: 40, amount_left: 40, status: 'open' });
});

test('a comment sent while its post is being removed is not lost', async () => {
  const { site, reader, staff, id, path } = await openFullPost();
  const [decision, ...sent] = await Promise.all([
    decide(staff, 'post', id),
    ...Array.from({ length: 8 }, (_, nth) =>
      reader.post(`${path}/comments`, { comment: `Nth ${nth}` }, { 'idempotency-key': newId() }),
    ),
  ]);
  const { db } = site.services;
  expect(await db.selectFrom('comments').selectAll().execute()).toEqual([]);
  await staff.post(`${DECISIONS}/${decisionId(decision)}/reversal`);
  const stored = sent.filter(({ status }) => status === 201).length;
  expect(await db.selectFrom('comments').selectAll().execute()).toHaveLength(2 + stored);
  await expectRightCounters(site);
});
