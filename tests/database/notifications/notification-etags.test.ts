import { type CompiledQuery, sql } from 'kysely';
import { expect, test, vi } from 'vitest';

import { removePost } from '#lib/server/moderation/service.ts';
import { createAdminNotification } from '#lib/server/notifications/staff-messages.ts';
import { disableMember, enableMember } from '#lib/server/people/managed-members/manage-members.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import {
  bearer,
  getNotifications,
  NOTIFICATIONS,
} from '#tests/support/nouns/notification-requests.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import { type MemberBrowser, openSite, type Site } from '#tests/support/site/site.ts';

const FORUM = '/api/web/forum';

/** Checks that an act changes this reader's list, which is unchanged until then. */
function watch(reader: MemberBrowser) {
  return async (act: () => Promise<unknown>) => {
    const before = await getNotifications(reader);
    const etag = before.headers.get('etag') ?? '';
    const poll = () => getNotifications(reader, '', { 'if-none-match': etag });
    expect((await poll()).status).toBe(304);
    const result = await act();
    const after = await poll();
    expect(after.status).toBe(200);
    expect(after.body).not.toEqual(before.body);
    return result;
  };
}

async function publish(author: MemberBrowser): Promise<string> {
  return (await author.post(POSTS, postForm())).body['data'].post_id;
}

const announce = ({ services }: Site, who: string | null, link_data: string | null = null) =>
  createAdminNotification(services, who, {
    type: 'violation',
    title: 'Hi',
    content: 'x',
    link_data,
  });

test('a notification changes the ETag for each audience', async () => {
  const site = await openSite();
  const [reader, other] = [await site.signedIn(), await site.signedIn()];
  const changes = watch(reader);
  await changes(() => announce(site, reader.member.id));
  await changes(() => announce(site, null));
  await reader.post(`${FORUM}/follow/account/${other.member.id}`);
  await changes(() => publish(other));
  const own = await publish(reader);
  await changes(() => other.post(`${POSTS}/${own}/likes`));
  await changes(() => other.post(`${POSTS}/${own}/comments`, { comment: 'Mine?' }));
  await changes(() => removePost(site.services, own, 'Spam'));
});

test('a read mark changes the ETag', async () => {
  const site = await openSite();
  const reader = await site.signedIn();
  await announce(site, reader.member.id);
  await announce(site, null);
  const changes = watch(reader);
  for (const { id } of (await getNotifications(reader)).body['data'].notifications)
    await changes(async () =>
      reader.change('PATCH', `${NOTIFICATIONS}/${id}/read`, {}, await bearer(reader)),
    );
});

test('disabling or enabling an actor or a followed author changes the ETag', async () => {
  const site = await openSite();
  const [reader, actor, author] = [
    await site.signedIn(),
    await site.signedIn(),
    await site.signedIn(),
  ] as const;
  const changes = watch(reader);
  const own = await publish(reader);
  await actor.post(`${POSTS}/${own}/likes`);
  await reader.post(`${FORUM}/follow/account/${author.member.id}`);
  await publish(author);
  for (const { member } of [actor, author]) {
    await changes(() => disableMember(site.services, member.id));
    await changes(() => enableMember(site.services, member.id));
  }
});

test('a deleted post changes the ETag of every member with a notification of it', async () => {
  const site = await openSite();
  const [author, fan, follower] = [
    await site.signedIn(),
    await site.signedIn(),
    await site.signedIn(),
  ] as const;
  await follower.post(`${FORUM}/follow/account/${author.member.id}`);
  const id = await publish(author);
  await fan.post(`${POSTS}/${id}/likes`);
  await announce(site, null, id);
  const remove = () => author.change('DELETE', `${POSTS}/${id}`);
  await watch(follower)(() => watch(author)(() => watch(fan)(remove)));
});

test('after an unfollow and another follow, posts and deletions change the ETag', async () => {
  const site = await openSite();
  const [reader, author] = [await site.signedIn(), await site.signedIn()];
  const follow = () => reader.post(`${FORUM}/follow/account/${author.member.id}`);
  const unfollow = () => reader.change('PATCH', `${FORUM}/unfollow/account/${author.member.id}`);
  const remove = (id: string) => author.change('DELETE', `${POSTS}/${id}`);
  await follow();
  const [first, second] = [await publish(author), await publish(author)];
  await unfollow();
  await watch(reader)(() => remove(first));
  await follow();
  await watch(reader)(() => publish(author));
  await watch(reader)(() => remove(second));
});

test('ETags differ between members, and between pages of the list', async () => {
  const site = await openSite();
  const [reader, other] = [await site.signedIn(), await site.signedIn()];
  const etag = (await getNotifications(reader)).headers.get('etag') ?? '';
  for (const [browser, query] of [
    [other, ''],
    [reader, '?limit=2'],
  ] as const)
    expect(await getNotifications(browser, query, { 'if-none-match': etag })).toMatchObject({
      status: 200,
    });
});

test('others’ notifications do not change the ETag', async () => {
  const site = await openSite();
  const [reader, author, fan] = [
    await site.signedIn(),
    await site.signedIn(),
    await site.signedIn(),
  ] as const;
  const etag = (await getNotifications(reader)).headers.get('etag') ?? '';
  const id = await publish(author);
  await fan.post(`${POSTS}/${id}/likes`);
  await fan.post(`${FORUM}/follow/account/${author.member.id}`);
  const { status } = await getNotifications(reader, '', { 'if-none-match': etag });
  expect(status).toBe(304);
});

/** Polls. @param etag of the known list @returns the response, and the rows read from the database */
async function pollAndWatch(site: Site, reader: MemberBrowser, etag?: string) {
  const headers = { ...(await bearer(reader)), ...(etag && { 'if-none-match': etag }) };
  const queries = vi.spyOn(site.services.db, 'executeQuery');
  const { status, headers: responseHeaders } = await reader.get(NOTIFICATIONS, headers);
  const statements = queries.mock.calls.map(([query]) => query as CompiledQuery);
  queries.mockRestore();
  return { status, etag: responseHeaders.get('etag') ?? '', statements };
}

/** The database's query plan. */
async function explain({ services: { db, dialect } }: Site, query: CompiledQuery): Promise<string> {
  const explained = `explain ${dialect === 'sqlite' ? 'query plan' : ''} ${query.sql}`;
  const { rows } = await db.executeQuery({ ...query, sql: explained });
  return rows.map((row) => Object.values(row as object).join(' ')).join('; ');
}

test('a poll reads one row, by its key', async () => {
  const site = await openSite();
  const [reader, author] = [await site.signedIn(), await site.signedIn()];
  await reader.post(`${FORUM}/follow/account/${author.member.id}`);
  await publish(author);
  const etag = (await getNotifications(reader)).headers.get('etag') ?? '';
  const poll = await pollAndWatch(site, reader, etag);
  expect(poll).toMatchObject({ status: 304, etag });
  const reads = poll.statements.filter((query) => /inboxes|notifications|follows/.test(query.sql));
  expect(reads).toHaveLength(1);
  // Postgres scans small tables anyway.
  if (site.services.dialect === 'sqlite')
    for (const query of reads) expect(await explain(site, query)).not.toMatch(/SCAN/);
});

test('another member’s post does not change a poll', async () => {
  const site = await openSite();
  const [reader, stranger] = [await site.signedIn(), await site.signedIn()];
  const etag = (await getNotifications(reader)).headers.get('etag') ?? '';
  await publish(stranger);
  expect(await pollAndWatch(site, reader, etag)).toMatchObject({ status: 304, etag });
});

/** Gives a member years of read notifications. */
async function addHistory({ services: { db, dialect } }: Site, member_id: string): Promise<void> {
  const facts = { type: 'forum', kind: 'message', others: 0, title: 'News', content: 'x' } as const;
  const row = { member_id, created_at: 1, read_at: 1, ...facts };
  for (let batch = 0; batch < 10; batch += 1) {
    const rows = Array.from({ length: 500 }, () => ({ id: newId(), ...row }));
    await db.insertInto('member_notifications').values(rows).execute();
  }
  if (dialect === 'postgres') await sql`analyze member_notifications`.execute(db);
}

test('for a member with thousands of notifications, the database reads those of one page', async () => {
  const site = await openSite();
  const reader = await site.signedIn();
  await addHistory(site, reader.member.id);
  const { status, statements } = await pollAndWatch(site, reader);
  expect(status).toBe(200);
  const [list, ...others] = statements.filter((query) => /member_notifications/.test(query.sql));
  expect(others).toEqual([]);
  const plan = await explain(site, list as CompiledQuery);
  expect(plan).not.toMatch(/Sort|TEMP B-TREE/);
  // If the planner expected few visible rows, it would sort all of them with more members.
  if (site.services.dialect === 'postgres') expect(plan).toMatch(/^Limit +\S+ rows=(?!1 )/);
});
