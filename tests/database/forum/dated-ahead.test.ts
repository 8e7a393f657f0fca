// Rows dated in the future by a wrong clock appear at their time.
import { expect, test } from 'vitest';

import { addComment, addListing, addPost } from '#demo/factories.ts';
import { checkDates } from '#lib/server/app/doctor/examine-site.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { titles } from '#tests/support/nouns/search.ts';
import { openSite } from '#tests/support/site/site.ts';

const DAY_MS = 86_400_000;

test('a post, a listing and a comment dated in the future wait for their time', async () => {
  const site = await openSite();
  const [author, reader] = [await site.signedIn(), await site.signedIn()];
  const author_id = author.member.id;
  const { db } = site.services;
  const ahead = Date.now() + DAY_MS;
  const add = async (title: string, created_at: number) => {
    const { id } = await addPost(db, { author_id, title, created_at });
    await addListing(db, { post_id: id, created_at, until: '2099-01-01' });
    return id;
  };
  const now = await add('Now', Date.now());
  await add('Ahead', ahead);
  await addComment(db, now, reader.member.id, 'Of now', Date.now());
  await addComment(db, now, reader.member.id, 'Of ahead', ahead);
  await add('Earlier', Date.now() - DAY_MS);

  const { state, text } = await checkDates(site.services);
  expect(state).toBe('wrong');
  // A post, and a comment on another.
  expect(text).toMatch(/“(?:Ahead|Now)” \(\/forums\/posts\/.*“(?:Ahead|Now)” \(\/forums/);

  const listed = async () => {
    const feed = (await reader.get('/api/web/forum')).body['data'].posts;
    const preview = (await site.guest().get(`${POSTS}/limited`)).body['data'].posts;
    const { listings } = (await reader.get('/api/web/listings')).body['data'];
    const { comments } = (await reader.get(`${POSTS}/${now}/comments`)).body['data'];
    return [
      titles(feed),
      titles(preview),
      titles(listings),
      comments.map(({ content }: { content: string }) => content),
    ];
  };
  const first = ['Now', 'Earlier'];
  expect(await listed()).toEqual([first, first, first, ['Of now']]);
  // Its author finds it.
  const own = (await author.get('/api/web/forum/discussions')).body['data'].posts;
  expect(titles(own)).toEqual(['Ahead', ...first]);
  site.advanceClock(DAY_MS);
  const all = ['Ahead', ...first];
  expect(await listed()).toEqual([all, all, all, ['Of ahead', 'Of now']]);
});

test('a clock some minutes ahead of another hides nothing', async () => {
  const site = await openSite();
  const reader = await site.signedIn();
  const { id: author_id } = await site.member();
  const created_at = Date.now() + 4 * 60_000;
  await addPost(site.services.db, { author_id, title: 'Just now', created_at });
  expect(titles((await reader.get('/api/web/forum')).body['data'].posts)).toEqual(['Just now']);
  expect(await checkDates(site.services)).toMatchObject({ state: 'ok' });
});
