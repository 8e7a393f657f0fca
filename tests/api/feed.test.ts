import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { openSite } from '#tests/support/api.ts';
import { POSTS } from '#tests/support/posts.ts';

test('the feed is paged by ten without gaps, also when posts are added meanwhile', async () => {
  const site = await openSite();
  const { id } = await site.member();
  const made = [];
  for (let nth = 0; nth < 25; nth += 1)
    made.push((await addPost(site.services.db, { author_id: id, created_at: 1e12 + nth })).id);
  const reader = await site.signedIn();
  const seen: string[] = [];
  let cursor: string | null = '0';
  while (cursor) {
    const { body } = await reader.get(`/api/web/forum?cursor=${cursor}`);
    seen.push(...body['data'].posts.map(({ post_id }: { post_id: string }) => post_id));
    cursor = body['data'].nextCursor;
    await addPost(site.services.db, { author_id: id });
  }
  expect(seen).toEqual(made.toReversed());
});

test('posts of a disabled member are not shown', async () => {
  const site = await openSite();
  const { id } = await site.member({ disabled_at: 1 });
  await addPost(site.services.db, { author_id: id });
  expect((await site.guest().get(`${POSTS}/limited`)).body['data'].posts).toEqual([]);
});
