import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { enqueue } from '#tests/support/nouns/emails.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { openSite } from '#tests/support/site/site.ts';

const OVERVIEW = '/api/admin/overview';
const WEEK_MS = 7 * 86_400_000;

test('staff see what waits, what each week brought, and how the site is', async () => {
  const site = await openSite();
  const { db, now } = site.services;
  const staff = await signedInStaff(site);
  const reporter = await site.signedIn();
  const author = await site.member({ joined_at: now() - 2 * WEEK_MS });
  await site.member({ joined_at: now() - 13 * WEEK_MS });
  const post = await addPost(db, { author_id: author.id });
  await addPost(db, { author_id: author.id, created_at: now() - 2 * WEEK_MS });
  await reporter.post(`${POSTS}/${post.id}/report`, { report_desc: 'Spam' });
  const { status, body } = await staff.get(OVERVIEW);
  expect(status).toBe(200);
  const { waiting, weeks, ...rest } = body['data'];
  for (const [name, count] of [
    ['applications', 0],
    ['reports', 1],
  ])
    expect(waiting).toContainEqual(expect.objectContaining({ name, count }));
  expect(weeks).toHaveLength(12);
  expect(weeks[0]).toMatchObject({ members: 2, posts: 1 });
  expect(weeks[2]).toMatchObject({ members: 1, posts: 1 });
  for (const { monday } of weeks) expect(new Date(monday).getUTCDay()).toBe(1);
  expect(rest).toEqual({
    members: { enabled: 4, disabled: 0 },
    unsent_emails: 0,
    backup: { is_set: false, date: null },
    clock: { has_jumped: false },
    disk: { free_megabytes: expect.any(Number) },
    version: 'development',
  });
});

test('an email that was tried and waits counts as not sent', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  await enqueue(site);
  const unsent = async () => (await staff.get(OVERVIEW)).body['data'].unsent_emails;
  site.advanceClock(3_600_000);
  expect(await unsent()).toBe(0);
  await site.services.db.updateTable('deliveries').set({ attempts: 1 }).execute();
  expect(await unsent()).toBe(1);
});
