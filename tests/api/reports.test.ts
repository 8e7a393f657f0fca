import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { newId } from '#lib/server/new-id.ts';
import { openSite, type Site } from '#tests/support/api.ts';

const POSTS = '/api/web/forum/posts';

const reports = ({ services }: Site) =>
  services.db.selectFrom('reports').select(['post_id', 'reporter_id', 'reason']).execute();

test('a report is kept once, however often and at once it is sent', async () => {
  const site = await openSite();
  const { id: author_id } = await site.member();
  const { id } = await addPost(site.services.db, { author_id });
  const reporter = await site.signedIn();
  const send = () => reporter.post(`${POSTS}/${id}/report`, { report_desc: ' Not a farm post. ' });
  const answers = await Promise.all(Array.from({ length: 16 }, send));
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(15);
  expect(answers.find(({ status }) => status === 201)?.body).toEqual({ data: null });
  expect(answers.find(({ status }) => status === 409)?.body).toEqual({
    error: 'You have already reported this post.',
    code: 'conflict',
  });
  const kept = { post_id: id, reporter_id: reporter.member.id, reason: 'Not a farm post.' };
  expect(await reports(site)).toEqual([kept]);
});

test('two members may report the same post, and its owner learns of neither', async () => {
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
  const news = await site.services.db.selectFrom('notifications').select('id').execute();
  expect(news).toEqual([]);
});

test.each([{}, { report_desc: '' }, { report_desc: ' \n' }, { report_desc: 1 }])(
  'a report of %j asks for a reason',
  async (said) => {
    const site = await openSite();
    const { id: author_id } = await site.member();
    const { id } = await addPost(site.services.db, { author_id });
    const { status, body } = await (await site.signedIn()).post(`${POSTS}/${id}/report`, said);
    expect(status).toBe(400);
    expect(body['error']).toBe('Please provide a reason of report.');
    expect(await reports(site)).toEqual([]);
  },
);

test('one’s own post cannot be reported, nor one that is not there', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const { id } = await addPost(site.services.db, { author_id: owner.member.id });
  const said = { report_desc: 'Spam' };
  expect(await owner.post(`${POSTS}/${id}/report`, said)).toMatchObject({
    status: 403,
    body: { error: 'You cannot report your own post.' },
  });
  expect((await owner.post(`${POSTS}/${newId()}/report`, said)).status).toBe(404);
  expect(await reports(site)).toEqual([]);
});

test('the 21st report within an hour has to wait', async () => {
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
