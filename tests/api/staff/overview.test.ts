import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { VERSION } from '#lib/server/platform/config/version.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { openMailServer } from '#tests/support/server/smtp.ts';
import { openSite } from '#tests/support/site/site.ts';

const OVERVIEW = '/api/admin/overview';
const WEEK_MS = 7 * 86_400_000;
const NOTHING = {
  due: 0,
  oldest_due: null,
  deferred: 0,
  retried: 0,
  failed: 0,
  rejected: 0,
  expired: 0,
};

test('staff see waiting work, weekly figures, and the state of the site', async () => {
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
    alerts: [],
    members: { enabled: 4, disabled: 0 },
    channels: [
      { channel: 'email', ...NOTHING },
      { channel: 'push', ...NOTHING },
    ],
    mail_server: 'none',
    emails_today: null,
    stopped_addresses: { addresses: 0, waves: [], waiting: 0 },
    backup: { is_set: false, date: null },
    clock: { has_jumped: false },
    disk: { free_megabytes: expect.any(Number) },
    version: VERSION,
  });
});

test('staff see whether the mail server accepts emails', async () => {
  const server = await openMailServer();
  const site = await openSite({ MAIL_URL: server.url });
  const staff = await signedInStaff(site);
  const state = async () => (await staff.get(OVERVIEW)).body['data'].mail_server;
  expect(await state()).toBe('works');
  await server.close();
  expect(await state()).toBe('fails');
});
