import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { checkWrites } from '#lib/server/platform/health/write-probe.ts';
import { redBlueImage } from '#tests/support/nouns/images.ts';
import { postForm, POSTS, storedFiles } from '#tests/support/nouns/posts.ts';
import { createDatabase, runOn } from '#tests/support/server/postgres.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { openSiteBehindProxy } from '#tests/support/site/site-behind-proxy.ts';
import { openSite } from '#tests/support/site/site.ts';

const onPostgres = test.runIf(process.env['DATABASE'] === 'postgres');

const PREVIEW = '/api/web/forum/posts/limited';
const RESPONSE_MS = 5000;
const RECOVERY_MS = 10_000;

/** Expects a response within 5 s. */
async function inTime<T>(response: Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await response;
  expect(performance.now() - start).toBeLessThan(RESPONSE_MS);
  return result;
}

const UNAVAILABLE = { status: 503, body: { code: 'unavailable' } };

onPostgres('a connection lost in a transaction is 503, and the next request works', async () => {
  const { proxy, databaseUrl, site } = await openSiteBehindProxy();
  const { services } = site;
  const { id } = await site.member();
  const endBackends =
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
  for (const breakConnections of [
    () => runOn(databaseUrl, endBackends),
    async () => proxy.reset(),
  ]) {
    const broken = transact(services, { invalidates: [] }, async (tx) => {
      await addPost(tx, { author_id: id });
      await breakConnections();
      await addPost(tx, { author_id: id });
    });
    await expect(broken).rejects.toMatchObject({ kind: 'unavailable' });
    const read = async () => (await site.guest().get(PREVIEW)).body;
    await expect.poll(read).toMatchObject({ data: { posts: [] } });
  }
});

/** A form with an image, and the header for safe retries. */
async function newPost() {
  const bytes = await redBlueImage(64, 48).png().toBuffer();
  const headers = { 'idempotency-key': '0198c6e0-0000-7000-8000-000000000001' };
  return { form: () => postForm([{ bytes, type: 'image/png' }]), headers };
}

onPostgres('a post whose commit lost its response is stored once, with its image', async () => {
  const { proxy, site } = await openSiteBehindProxy();
  const browser = await site.signedIn();
  const { form, headers } = await newPost();
  proxy.loseCommit();
  const created = await browser.post(POSTS, form(), headers);
  expect(created.status).toBe(201);
  const [picture] = created.body['data'].attachments;
  expect((await browser.send(picture)).status).toBe(200);
  const posts = await site.services.db.selectFrom('posts').select('id').execute();
  expect(posts).toHaveLength(1);
});

onPostgres('a comment whose commit lost its response is stored once', async () => {
  const { proxy, site } = await openSiteBehindProxy();
  const browser = await site.signedIn();
  const { id } = await addPost(site.services.db, { author_id: browser.member.id });
  proxy.loseCommit();
  const { headers } = await newPost();
  const path = `${POSTS}/${id}/comments`;
  const first = await browser.post(path, { comment: 'Yes.' }, headers);
  expect(first.status).toBe(201);
  expect((await browser.post(path, { comment: 'Yes.' }, headers)).body).toEqual(first.body);
  expect((await browser.get(path)).body['data'].comments).toHaveLength(1);
});

onPostgres(
  'a commit that cannot be looked up is 503, keeps images, and can be repeated',
  async () => {
    const { proxy, site } = await openSiteBehindProxy();
    const browser = await site.signedIn();
    const { form, headers } = await newPost();
    proxy.loseCommit(() => proxy.refuse());
    expect(await browser.post(POSTS, form(), headers)).toMatchObject(UNAVAILABLE);
    expect(await storedFiles(site)).not.toEqual([]);
    proxy.repair();
    const created = await browser.post(POSTS, form(), headers);
    expect(created.status).toBe(201);
    const [picture] = created.body['data'].attachments;
    expect((await browser.send(picture)).status).toBe(200);
  },
);

onPostgres('a locked table is 503 with Retry-After, and other requests work', async () => {
  const databaseUrl = await createDatabase();
  const site = await openSite({ DATABASE_URL: databaseUrl });
  const browser = await site.signedIn();
  const { form, headers } = await newPost();
  const locker = new Client({ connectionString: databaseUrl });
  await locker.connect();
  onTestFinished(() => locker.end());
  await locker.query('begin; lock table posts in access exclusive mode');
  const locked = await inTime(
    Promise.all([site.guest().get(PREVIEW), browser.post(POSTS, form(), headers)]),
  );
  for (const response of locked) {
    expect(response).toMatchObject(UNAVAILABLE);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await browser.get('/api/web/account/profile')).status).toBe(200);
  await locker.query('rollback');
  expect((await browser.post(POSTS, form(), headers)).status).toBe(201);
});

onPostgres('a dead connection is 503 within 5 s, and is replaced within 10', async () => {
  const { proxy, site } = await openSiteBehindProxy();
  const browser = await site.signedIn();
  // Every connection of the pool is open.
  await Promise.all(Array.from({ length: 20 }, () => browser.get(PREVIEW)));
  proxy.cut();
  const reads = Array.from({ length: 20 }, () => browser.get(PREVIEW));
  const all = await inTime(Promise.all(reads));
  for (const response of all) expect(response).toMatchObject(UNAVAILABLE);
  await checkWrites(site.services, site.server.state);
  expect(await browser.get('/readyz')).toMatchObject(UNAVAILABLE);
  proxy.repair();
  const isBack = async () => (await browser.get(PREVIEW)).status;
  await expect.poll(isBack, { timeout: RECOVERY_MS }).toBe(200);
  await checkWrites(site.services, site.server.state);
  expect((await browser.get('/readyz')).status).toBe(200);
});

onPostgres('images of pages that are still shown exist', async () => {
  const { proxy, site } = await openSiteBehindProxy();
  const author = await site.signedIn();
  const image = { bytes: await redBlueImage(40, 30).jpeg().toBuffer(), type: 'image/jpeg' };
  const { body } = requireOk(await author.post(POSTS, postForm([image])));
  const [url] = body['data'].attachments;
  proxy.refuse();
  proxy.reset();
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await site.guest().send(url, { method });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  }
});
