import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { openSite } from '#tests/support/site/site.ts';

const POSTS = '/api/web/forum/posts';

test('with If-Match, of two updates the second is rejected with the text of the first', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const created_at = Date.now() - 1000;
  const { id } = await addPost(site.services.db, { author_id: owner.member.id, created_at });
  const path = `${POSTS}/${id}`;
  const etag = (await owner.get(path)).headers.get('etag') ?? '';
  const update = (title: string, condition?: string) =>
    owner.change(
      'PATCH',
      path,
      { title, description: 'Dry.' },
      condition ? { 'if-match': condition } : {},
    );
  const first = await update('First', etag);
  expect(first.status).toBe(200);
  const second = await update('Second', etag);
  expect(second.status).toBe(409);
  expect(second.body).toMatchObject({
    code: 'post_changed',
    current: { title: 'First', description: 'Dry.' },
  });
  expect((await update('Second', first.headers.get('etag') ?? '')).status).toBe(200);
  expect((await update('Third')).status).toBe(200);
});
