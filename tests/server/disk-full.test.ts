import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { redBlueImage } from '#tests/support/nouns/images.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import { ServerClient } from '#tests/support/server/server-client.ts';
import { addSignedInMembers, databaseAddress } from '#tests/support/server/server-process.ts';

import { startOwnServer } from './running-server.ts';

const run = promisify(execFile);
const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0;

/** Stops a process from writing files, like a full disk, or allows it again. */
const limitFiles = (pid: number | undefined, size: '0' | 'unlimited') =>
  run('prlimit', [`--pid=${pid}`, `--fsize=${size}:`]);

async function openFullSite() {
  const { instance, server } = await startOwnServer();
  const database = openDatabase(databaseAddress(instance));
  const [session = ''] = await addSignedInMembers(database, 1);
  await database.close();
  return { server, member: new ServerClient(instance, session) };
}

const codeOf = async (response: Response) => ({
  status: response.status,
  code: ((await response.json()) as { code?: string }).code,
});

test.runIf(hasPrlimit)(
  'while nothing can be written members read and search, and all else gets 503 with words',
  async () => {
    const { server, member } = await openFullSite();
    const bytes = await redBlueImage(64, 48).png().toBuffer();
    const withPicture = () => postForm([{ bytes, type: 'image/png' }]);
    const { data } = (await (await member.post(POSTS, postForm())).json()) as {
      data: { post_id: string };
    };
    const path = `${POSTS}/${data.post_id}`;
    await limitFiles(server.pid, '0');
    const search = '/api/web/forum/explore/look/account/posts?search=straw';
    for (const read of ['/api/web/forum', path, search, '/eduhub?search=straw', '/'])
      expect((await member.get(read)).status, read).toBe(200);
    const writes = [
      await member.post(POSTS, postForm()),
      await member.post(POSTS, withPicture()),
      await member.post(`${path}/likes`),
      await member.post(`${path}/comments`, { comment: 'Yes.' }),
    ];
    for (const response of writes) {
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await codeOf(response)).toEqual({ status: 503, code: 'storage_full' });
    }
    const ready = async () => codeOf(await member.get('/readyz'));
    await expect.poll(ready).toEqual({ status: 503, code: 'storage_full' });
    await limitFiles(server.pid, 'unlimited');
    expect((await member.post(POSTS, withPicture())).status).toBe(201);
    await expect.poll(async () => (await member.get('/readyz')).status).toBe(200);
  },
);
