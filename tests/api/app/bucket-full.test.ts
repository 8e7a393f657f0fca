import { expect, onTestFinished, test } from 'vitest';

import { checkBucket } from '#lib/server/platform/jobs/storage-checks.ts';
import { blankPng } from '#tests/support/nouns/images.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import { openFakeBucket } from '#tests/support/server/fake-bucket.ts';
import { openSite } from '#tests/support/site/site.ts';

const FULL: [number, string] = [507, 'XMinioStorageFull'];

test('a full bucket responds with storage_full, and so does /readyz, until it accepts files again', async () => {
  const bucket = await openFakeBucket();
  onTestFinished(() => bucket.close());
  const site = await openSite({ STORAGE_URL: bucket.url });
  const browser = await site.signedIn();
  const publish = async () =>
    browser.post(POSTS, postForm([{ bytes: blankPng(60, 40), type: 'image/png' }]));
  const readiness = async () => {
    const { status, body } = await site.guest().get('/readyz');
    return [status, body['code']];
  };
  bucket.failures.push(...Array.from({ length: 20 }, () => FULL));
  const rejected = await publish();
  expect(rejected).toMatchObject({ status: 503, body: { code: 'storage_full' } });
  expect(rejected.headers.get('retry-after')).toBe('60');
  expect(await readiness()).toEqual([503, 'storage_full']);
  expect(site.log.filter((line) => line.includes('"storage_full"'))).toHaveLength(1);
  await expect(checkBucket(site.services, site.server.state)).rejects.toThrow('507');
  expect(await readiness()).toEqual([503, 'storage_full']);
  bucket.failures.length = 0;
  await checkBucket(site.services, site.server.state);
  expect(await readiness()).toEqual([200, undefined]);
  expect(bucket.objects.size).toBe(0);
  expect((await publish()).status).toBe(201);
});
