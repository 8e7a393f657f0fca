import { expect, onTestFinished, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { openDatabase } from '#lib/server/db/open-database.ts';
import { bearer, NOTIFICATIONS } from '#tests/support/notification-requests.ts';
import { openSite } from '#tests/support/site.ts';

const POSTS = '/api/web/forum/posts';
const MINUTE = 60_000;
const DAY = 86_400_000;

/** A post and two who read it, each twice, so that on SQLite the second answer is a kept one. */
async function twoReaders() {
  const site = await openSite();
  const [maria, jun] = [await site.signedIn(), await site.signedIn()];
  const { id } = await addPost(site.services.db, { author_id: maria.member.id, title: 'Husk' });
  const read = async (reader = jun) => {
    const first = await reader.get(`${POSTS}/${id}`);
    const again = await reader.get(`${POSTS}/${id}`);
    expect(again.body).toEqual(first.body);
    return again;
  };
  return { site, maria, jun, id, read };
}

test('a kept answer shows at once what anybody changes, also outside this server', async () => {
  const { site, maria, jun, id, read } = await twoReaders();
  const outside = openDatabase(site.services.config.databaseUrl);
  onTestFinished(() => outside.close());
  expect((await read()).body['data']).toMatchObject({ likes: 0, is_liked: false });
  await maria.post(`${POSTS}/${id}/likes`);
  expect((await read()).body['data']).toMatchObject({ likes: 1, is_liked: false });
  expect((await read(maria)).body['data']).toMatchObject({ likes: 1, is_liked: true });
  await jun.post(`${POSTS}/${id}/comments`, { comment: 'Is it still there?' });
  expect((await read()).body['data']).toMatchObject({ comments: 1 });
  await outside.db.updateTable('posts').set({ title: 'Hull' }).where('id', '=', id).execute();
  expect((await read()).body['data']).toMatchObject({ title: 'Hull' });
  await outside.db.deleteFrom('posts').where('id', '=', id).execute();
  expect((await read()).status).toBe(404);
});

test('what is one’s own stays one’s own, however often others ask in between', async () => {
  const { maria, jun, read } = await twoReaders();
  for (const [reader, owner] of [
    [maria, true],
    [jun, false],
    [maria, true],
    [jun, false],
  ] as const)
    expect((await read(reader)).body['data'].post_owner).toBe(owner);
});

test('a kept answer ends with the session, however that ends', async () => {
  const { site, maria, jun, read } = await twoReaders();
  await read();
  const cookies = [...jun.cookies];
  await jun.post('/api/web/auth/logout');
  for (const [name, value] of cookies) jun.cookies.set(name, value);
  expect((await read()).status).toBe(401);
  expect((await read(maria)).status).toBe(200);
  site.advanceClock(31 * DAY);
  expect((await read(maria)).status).toBe(401);
});

test('a kept answer ends when its member is disabled, or leaves without a connection', async () => {
  const { site, jun, read } = await twoReaders();
  expect((await read()).status).toBe(200);
  jun.cookies.set('signed-out', '1');
  expect((await read()).status).toBe(401);
  jun.cookies.delete('signed-out');
  expect((await read()).status).toBe(200);
  await site.services.db
    .updateTable('members')
    .set({ disabled_at: 1 })
    .where('id', '=', jun.member.id)
    .execute();
  expect((await read()).status).toBe(401);
});

test('a kept list of notifications ends with the access token', async () => {
  const { site, jun } = await twoReaders();
  const token = await bearer(jun);
  for (const status of [200, 200])
    expect((await jun.get(NOTIFICATIONS, token)).status).toBe(status);
  expect((await jun.get(NOTIFICATIONS)).status).toBe(401);
  site.advanceClock(10 * MINUTE);
  expect((await jun.get(NOTIFICATIONS, token)).status).toBe(401);
});

test('a kept answer is noted in the log with its member, like any other', async () => {
  const { site, jun, read } = await twoReaders();
  await read();
  const lines = site.log.slice(-2).map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { status: 200, member: jun.member.id },
    { status: 200, member: jun.member.id },
  ]);
});
