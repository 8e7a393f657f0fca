// The queue of staff: one number, everything that waits in one list, and the old addresses as its filters.
import { expect, test } from 'vitest';

import { addMember, addPost } from '#demo/factories.ts';
import { SOURCE } from '#lib/messages/codes.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { idAt } from '#lib/server/platform/new-id.ts';
import { startOwnServer } from '#tests/server/running-server.ts';
import { insertSession } from '#tests/support/server/insert-session.ts';
import { ServerClient } from '#tests/support/server/server-client.ts';
import { databaseAddress } from '#tests/support/server/server-process.ts';

const DAY = 86_400_000;
const NO_SUBJECT = { post_id: null, comment_id: null, member_id: null };
const APPLICANT = {
  contact_phone: null,
  role: 'farmer',
  town: null,
  about: '',
  language: SOURCE,
  origin: 'application',
  status: 'waiting',
  invitation_id: null,
  token_hash: null,
  token_expires_at: null,
  terms_version: 1,
  privacy_version: 1,
  decided_by: null,
  decided_at: null,
  reason: null,
  member_id: null,
} as const;

/** Adds an application, two reported posts, and a reply; the post reported twice is the newest. */
async function openOffice() {
  const { instance } = await startOwnServer();
  const database = openDatabase(databaseAddress(instance));
  const { db } = database;
  const members = [];
  for (const role of ['staff', 'farmer', 'farmer'] as const)
    members.push(await addMember(db, { password_hash: 'none', role }));
  const [staff, author, other] = members.map(({ id }) => id) as [string, string, string];
  const now = Date.now();
  const report = async (post_id: string, daysAgo: number, reporter_id: string) => {
    const created_at = now - daysAgo * DAY;
    const row = { id: idAt(created_at), reporter_id, reason: 'Spam', created_at };
    await db
      .insertInto('reports')
      .values({ ...NO_SUBJECT, ...row, post_id, dismissed_at: null })
      .execute();
  };
  const [old, twice] = [
    await addPost(db, { author_id: author, title: 'Reported once' }),
    await addPost(db, { author_id: author, title: 'Reported twice' }),
  ];
  await report(old.id, 4, other);
  await report(twice.id, 1, other);
  await report(twice.id, 1, staff);
  const applied_at = now - 3 * DAY;
  await db
    .insertInto('applications')
    .values({
      ...APPLICANT,
      id: idAt(applied_at),
      first_name: 'Lea',
      last_name: 'Applicant',
      email: 'lea@farm.example',
      created_at: applied_at,
    })
    .execute();
  await db
    .insertInto('moderation_decisions')
    .values({
      id: idAt(now - 9 * DAY),
      kind: 'warning',
      member_id: author,
      actor_id: staff,
      subject_id: author,
      excerpt: '',
      reason: '',
      note: 'Please.',
      reports_count: 1,
      until: null,
      created_at: now - 9 * DAY,
      reversed_at: null,
      reopened_at: null,
      reply: 'My reply',
      replied_at: now - 2 * DAY,
      response: null,
      responded_at: null,
    })
    .execute();
  const client = new ServerClient(instance, await insertSession(db, staff));
  await database.close();
  const read = async (path: string) =>
    (await (await client.get(path)).text()).replaceAll(/\s+/g, ' ');
  return { read };
}

/** @returns which of the things that wait a page shows, in its order */
const shown = (html: string): string[] =>
  html.match(/Reported once|Reported twice|Lea Applicant|My reply/g) ?? [];

test('everything that waits is in one list, the oldest first, with the same number everywhere', async () => {
  const { read } = await openOffice();
  const queue = await read('/staff/todo');
  expect([...new Set(shown(queue))]).toEqual([
    'Reported once',
    'Lea Applicant',
    'My reply',
    'Reported twice',
  ]);
  expect(queue).toContain('Waiting (4)');
  const overview = await read('/staff');
  expect(overview).toContain('Waiting for you (4)');
  for (const page of [queue, overview, await read('/staff/members')])
    expect(page.match(/<span class="badge"[^>]*>\d+<\/span> ?<span[^>]*>waiting/g)).toEqual([
      expect.stringContaining('>4<'),
    ]);
});

test('the addresses of one kind are filters of the queue', async () => {
  const { read } = await openOffice();
  const filtered = async (path: string) => [...new Set(shown(await read(path)))];
  expect(await filtered('/staff/applications')).toEqual(['Lea Applicant']);
  expect(await filtered('/staff/reports')).toEqual(['Reported once', 'Reported twice']);
  expect(await filtered('/staff/reports/decisions?state=replied')).toEqual(['My reply']);
  expect(await filtered('/staff/reports/pending')).toEqual([]);
});
