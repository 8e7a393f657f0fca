import { DatabaseSync } from 'node:sqlite';

import { expect, onTestFinished, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { openSite } from '#tests/support/site/site.ts';

const onSqlite = test.runIf(process.env['DATABASE'] === 'sqlite');

const READ_MS = 1000;
const RESPONSE_MS = 6000;

/** A site whose database is locked by another process. */
async function openLockedSite() {
  const site = await openSite();
  const browser = await site.signedIn();
  const { id } = await addPost(site.services.db, { author_id: browser.member.id });
  const other = new DatabaseSync(site.services.config.databaseUrl);
  onTestFinished(() => other.close());
  other.exec('begin immediate');
  const like = () => browser.post(`/api/web/forum/posts/${id}/likes`);
  const comment = () => browser.post(`/api/web/forum/posts/${id}/comments`, { comment: 'Yes.' });
  const read = async () => {
    const start = performance.now();
    expect((await browser.get('/api/web/forum/')).status).toBe(200);
    expect(performance.now() - start).toBeLessThan(READ_MS);
  };
  return { other, like, comment, read };
}

onSqlite('a write waits for another process’s write, and reads do not', async () => {
  const { other, like, comment, read } = await openLockedSite();
  const writes = [like(), comment()];
  for (let nth = 0; nth < 5; nth += 1) await read();
  other.exec('commit');
  expect((await Promise.all(writes)).map(({ status }) => status)).toEqual([200, 201]);
});

onSqlite('a write is 503 after waiting 5 s for another process, however many wait', async () => {
  const { other, like, comment, read } = await openLockedSite();
  const start = performance.now();
  const writing = Promise.all([like(), comment(), like(), comment()]);
  for (let nth = 0; nth < 20; nth += 1) await read();
  const all = await writing;
  expect(performance.now() - start).toBeLessThan(RESPONSE_MS);
  for (const response of all) {
    expect(response).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  other.exec('rollback');
  expect((await comment()).status).toBe(201);
});
