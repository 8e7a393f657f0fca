import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const POSTS = '/api/web/forum/posts';

const reports = ({ services }: Site) =>
  services.db.selectFrom('reports').select(['post_id', 'reporter_id', 'reason']).execute();

test('repeated and concurrent reports by one member are stored once', async () => {
  const site = await openSite();
  const { id: author_id } = await site.member();
  const { id } = await addPost(site.services.db, { author_id });
  const reporter = await site.signedIn();
  const send = () => reporter.post(`${POSTS}/${id}/report`, { report_desc: ' Not a farm post. ' });
  const responses = await Promise.all(Array.from({ length: 16 }, send));
  const rejected = responses.filter(({ status }) => status === 409);
  expect(rejected).toHaveLength(15);
  expect(responses.find(({ status }) => status === 201)?.body).toEqual({ data: null });
  expect(responses.find(({ status }) => status === 409)?.body).toEqual({
    error: 'You have already reported this post.',
    code: 'already_reported',
  });
  const stored = { post_id: id, reporter_id: reporter.member.id, reason: 'Not a farm post.' };
  expect(await reports(site)).toEqual([stored]);
});

test('a member can ask whether they have reported a post', async () => {
  const site = await openSite();
  const { id: author_id } = await site.member();
  const { id } = await addPost(site.services.db, { author_id });
  const path = `${POSTS}/${id}/report`;
  const reporter = await site.signedIn();
  const other = await site.signedIn();
  expect((await reporter.get(path)).body).toEqual({ data: { is_reported: false } });
  await reporter.post(path, { report_desc: 'Spam' });
  expect((await reporter.get(path)).body).toEqual({ data: { is_reported: true } });
  expect((await other.get(path)).body).toEqual({ data: { is_reported: false } });
  const unknown = await other.get(`${POSTS}/${newId()}/report`);
  expect([unknown.status, unknown.body['code']]).toEqual([404, 'post_not_found']);
});

test('two members may report one post, and its owner cannot see it', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const { id } = await addPost(site.services.db, { author_id: owner.member.id });
  for (const name of ['Ana', 'Jun']) {
    const reporter = await site.signedIn(await site.member({ first_name: name }));
    expect((await reporter.post(`${POSTS}/${id}/report`, { report_desc: 'Spam' })).status).toBe(
      201,
    );
  }
  expect(await reports(site)).toHaveLength(2);
  const seen = JSON.stringify((await owner.get(`${POSTS}/${id}`)).body);
  expect(seen).not.toMatch(/Ana|Jun|report/i);
  const notifications = await site.services.db
    .selectFrom('member_notifications')
    .select('id')
    .execute();
  expect(notifications).toEqual([]);
});

test.each([{}, { report_desc: '' }, { report_desc: ' \n' }, { report_desc: 1 }])(
  'a report of %j gets 400 and asks for a reason',
  async (input) => {
    const site = await openSite();
    const { id: author_id } = await site.member();
    const { id } = await addPost(site.services.db, { author_id });
    const { status, body } = await (await site.signedIn()).post(`${POSTS}/${id}/report`, input);
    expect(status).toBe(400);
    expect(body['error']).toBe('Please provide a reason of report.');
    expect(await reports(site)).toEqual([]);
  },
);

test('a member cannot report their own post or a missing one', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const { id } = await addPost(site.services.db, { author_id: owner.member.id });
  const input = { report_desc: 'Spam' };
  expect(await owner.post(`${POSTS}/${id}/report`, input)).toMatchObject({
    status: 403,
    body: { error: 'You can’t report your own post.' },
  });
  expect((await owner.post(`${POSTS}/${newId()}/report`, input)).status).toBe(404);
  expect(await reports(site)).toEqual([]);
});

test('the 21st report within an hour is rate limited', async () => {
  const site = await openSite();
  const reporter = await site.signedIn();
  for (let nth = 0; nth < 20; nth += 1)
    expect((await reporter.post(`${POSTS}/${newId()}/report`, { report_desc: 'x' })).status).toBe(
      404,
    );
  expect((await reporter.post(`${POSTS}/${newId()}/report`, { report_desc: 'x' })).status).toBe(
    429,
  );
});
