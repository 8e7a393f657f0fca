// Images of removed content have no public URL until they are restored.
import { expect, test } from 'vitest';

import { largestImageUrl } from '#lib/contract/images.ts';
import { openFullPost } from '#tests/support/nouns/full-post.ts';
import { redBlueImage } from '#tests/support/nouns/images.ts';
import { decide, decisionId, DECISIONS, PENDING } from '#tests/support/nouns/moderation.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

const statusesOf = (url: string, browsers: Browser[]) =>
  Promise.all(
    browsers.flatMap((browser) =>
      ['GET', 'HEAD'].map(async (method) => (await browser.send(url, { method })).status),
    ),
  );
const cacheControl = async (url: string, browser: Browser) =>
  (await browser.send(url)).headers.get('cache-control');

test('only staff see the image of a removed post, until it is restored', async () => {
  const { site, author, reader, staff, id, path } = await openFullPost();
  const [url = ''] = (await author.get(path)).body['data'].attachments;
  const browsers = [site.guest(), author, reader];
  expect(new Set(await statusesOf(url, browsers))).toEqual(new Set([200]));
  const decision = await decide(staff, 'post', id);
  expect(new Set(await statusesOf(url, browsers))).toEqual(new Set([404]));
  // Other sizes, and another spelling of the path.
  const image = url.slice(0, url.lastIndexOf('/'));
  for (const other of [`${image}/480.webp`, `${image}/shared.jpg`, url.replace('-', '%2D')])
    expect((await site.guest().send(other)).status, other).toBe(404);
  expect(await statusesOf(url, [staff])).toEqual([200, 200]);
  expect(await cacheControl(url, staff)).toBe('no-store');
  await staff.post(`${DECISIONS}/${decisionId(decision)}/reversal`);
  expect(new Set(await statusesOf(url, browsers))).toEqual(new Set([200]));
  expect(await cacheControl(url, site.guest())).toBe('public, max-age=31536000, immutable');
});

test('only staff see a removed picture of a member', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const member = await site.signedIn();
  const form = new FormData();
  const bytes = await redBlueImage(40, 40).png().toBuffer();
  form.set('avatar', new File([new Uint8Array(bytes)], 'me.png', { type: 'image/png' }));
  const changed = await member.change('PATCH', '/api/web/account/avatar', form);
  const url: string = changed.body['data'].profile_picture;
  expect(await statusesOf(url, [site.guest()])).toEqual([200, 200]);
  await decide(staff, 'member', member.member.id, { action: 'remove_avatar' });
  expect(await statusesOf(url, [site.guest(), member])).toEqual([404, 404, 404, 404]);
});

test('only its author and staff see the image of a post that waits for review', async () => {
  const site = await openSite({ HOLD_FIRST_POSTS: '1' });
  const [author, other] = [await site.signedIn(), await site.signedIn()];
  const staff = await signedInStaff(site);
  const image = { bytes: await redBlueImage(40, 30).jpeg().toBuffer(), type: 'image/jpeg' };
  await author.post(POSTS, postForm([image]));
  const { image_key } = await site.services.db
    .selectFrom('quarantine_rows')
    .where('image_key', 'is not', null)
    .select('image_key')
    .executeTakeFirstOrThrow();
  const url = largestImageUrl(image_key ?? '');
  expect(await statusesOf(url, [author, staff])).toEqual([200, 200, 200, 200]);
  expect(await cacheControl(url, author)).toBe('no-store');
  expect(await statusesOf(url, [other, site.guest()])).toEqual([404, 404, 404, 404]);
  const [{ pending_id }] = (await staff.get(PENDING)).body['data'].pending;
  await staff.post(`${PENDING}/${pending_id}/approval`);
  expect(await statusesOf(url, [other, site.guest()])).toEqual([200, 200, 200, 200]);
});
