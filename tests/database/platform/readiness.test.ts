// `/readyz` reports problems with instructions (docs/operations.md, "Monitoring").
import { expect, onTestFinished, test } from 'vitest';

import { checkWrites } from '#lib/server/platform/health/write-probe.ts';
import { checkDisk } from '#lib/server/platform/jobs/storage-checks.ts';
import { IMAGE_TYPE } from '#lib/server/platform/storage/file-store.ts';
import { createImageKey } from '#lib/server/platform/storage/save-files.ts';
import { openFakeBucket } from '#tests/support/server/fake-bucket.ts';
import { openSiteBehindProxy } from '#tests/support/site/site-behind-proxy.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

// The connections that a server has for requests.
const CONNECTIONS = 10;
const FULL: [number, string] = [507, 'XMinioStorageFull'];
const DISK = expect.stringMatching(/^Nothing can be written to DATA_DIR: .+\.$/);
const BUCKET = expect.stringMatching(/^The bucket .+ is full: .+\.$/);

/** Makes the disk check fail to write. */
const failDisk = ({ services, server }: Site) =>
  checkDisk({ ...services, config: { ...services.config, dataDir: '/dev/null/x' } }, server.state);

test('a server without problems is ready', async () => {
  const site = await openSite();
  expect(await site.guest().get('/readyz')).toMatchObject({ status: 200, body: { data: 'ok' } });
});

test('all problems are listed, each with instructions', async () => {
  const bucket = await openFakeBucket();
  onTestFinished(() => bucket.close());
  const site = await openSite({ STORAGE_URL: bucket.url });
  await failDisk(site);
  const one = await site.guest().get('/readyz');
  expect(one).toMatchObject({ status: 503, body: { code: 'storage_full', error: DISK } });
  bucket.failures.push(...Array.from({ length: 20 }, () => FULL));
  const key = `${createImageKey(1, 1)}/1.webp`;
  await expect(site.services.files.put(key, Buffer.alloc(1), IMAGE_TYPE)).rejects.toThrow('507');
  const { status, body } = await site.guest().get('/readyz');
  expect([status, body['code']]).toEqual([503, 'storage_full']);
  expect(body['problems']).toEqual([
    { code: 'storage_full', error: DISK },
    { code: 'storage_full', error: BUCKET },
  ]);
  for (const { error } of body['problems']) expect(body['error']).toContain(error);
});

test('a stopping server reports that, along with other problems', async () => {
  const site = await openSite();
  site.server.state.draining = true;
  await failDisk(site);
  const { status, headers, body } = await site.guest().get('/readyz');
  expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  expect(body).toMatchObject({
    code: 'unavailable',
    error: expect.stringMatching(/^This server is stopping: /),
    problems: [{ code: 'unavailable' }, { code: 'storage_full' }],
  });
});

test.runIf(process.env['DATABASE'] === 'postgres')(
  'an unreachable database is the first problem',
  async () => {
    const { proxy, site } = await openSiteBehindProxy();
    await failDisk(site);
    proxy.refuse();
    await checkWrites(site.services, site.server.state);
    const { status, body } = await site.guest().get('/readyz');
    expect([status, body['code']]).toEqual([503, 'unavailable']);
    expect(body['problems']).toEqual([
      { code: 'unavailable', error: expect.stringContaining('DATABASE_URL') },
      { code: 'storage_full', error: DISK },
    ]);
  },
);

test.runIf(process.env['DATABASE'] === 'postgres')(
  'a server reports when all its connections are in use',
  async () => {
    const { services, server, guest } = await openSite();
    const released = Promise.withResolvers<void>();
    const inUse = Array.from({ length: CONNECTIONS }, () =>
      services.db.connection().execute(() => released.promise),
    );
    await checkWrites(services, server.state);
    const { status, body } = await guest().get('/readyz');
    released.resolve();
    await Promise.all(inUse);
    expect(status).toBe(503);
    expect(body['problems']).toEqual([
      {
        code: 'unavailable',
        error: expect.stringContaining('connections of this server are in use'),
      },
    ]);
  },
);
