import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { addMember, addPost } from '#demo/factories.ts';
import { createAppServer } from '#lib/server/app/app-server.ts';
import { openPlace } from '#lib/server/app/backup/backup-place.ts';
import { startNightlyBackup } from '#lib/server/app/backup/nightly-backup.ts';
import { findTool, readTarget } from '#lib/server/app/backup/postgres-tools.ts';
import { createDiskStore } from '#lib/server/platform/storage/disk-store.ts';
import { listBackups } from '#tests/support/server/backups.ts';
import { openFakeBucket } from '#tests/support/server/fake-bucket.ts';
import { openBackedUpSite, runUntil } from '#tests/support/site/backed-up-site.ts';
import { createTemporaryFolder } from '#tests/support/site/temporary-folder.ts';

const DAY_MS = 86_400_000;
const KEY = `${'A'.repeat(22)}-9x9/9.webp`;

test('a backup is made every night, with images missing from the location', async () => {
  const { services, member, folder, events, advanceClock } = await openBackedUpSite();
  const { id: author_id } = await member();
  await addPost(services.db, { author_id });
  await services.files.put(KEY, Buffer.from('x'), 'image/webp');
  const made = () => events('backup_made');
  await runUntil(services, made, 1);
  expect(made()[0]).toMatchObject({ files: 1, seconds: expect.any(Number) });
  expect(made()[0]?.bytes).toBeGreaterThan(1000);
  expect(listBackups(folder)).toHaveLength(1);
  advanceClock(DAY_MS);
  await runUntil(services, made, 2);
  expect(made()[1]).toMatchObject({ files: 0 });
  expect(listBackups(folder)).toHaveLength(2);
});

test('an image deleted by the site is deleted when no backup needs it', async () => {
  const { services, folder, events, advanceClock } = await openBackedUpSite();
  const made = () => events('backup_made');
  const media = await createDiskStore(join(folder, 'media'));
  await services.files.put(KEY, Buffer.from('x'), 'image/webp');
  await runUntil(services, made, 1);
  await services.files.remove(KEY);
  for (const count of [2, 3]) {
    advanceClock(DAY_MS);
    await runUntil(services, made, count);
    expect(await media.get(KEY)).toMatchObject({ size: 1 });
  }
  const [, ...older] = listBackups(folder);
  for (const name of older) await rm(join(folder, name));
  advanceClock(DAY_MS);
  await runUntil(services, made, 4);
  expect(await media.get(KEY)).toBeNull();
});

test('of two servers one makes it, and a restart makes no second one', async () => {
  const { services, server, clocks, log, events } = await openBackedUpSite();
  const second = await createAppServer(services.config, {
    clocks,
    logDestination: { write: (line) => void log.push(line) },
  });
  onTestFinished(() => second.close());
  const leaseEnd = async () => {
    const job = await services.db.selectFrom('jobs').select('run_at').executeTakeFirst();
    return job?.run_at ?? 0;
  };
  const stops = [server, second].map((each) => startNightlyBackup(each.services));
  await expect.poll(() => events('backup_made').length).toBe(1);
  for (const stop of stops) await stop();
  const released = await leaseEnd();
  const stop = startNightlyBackup(second.services);
  // It takes the lease, finds the backup, and releases the lease.
  await expect
    .poll(async () => released < (await leaseEnd()) && (await leaseEnd()) <= services.now())
    .toBe(true);
  await stop();
  expect(events('backup_made')).toHaveLength(1);
  expect(events('backup_failed')).toEqual([]);
});

test('a bucket stores the same, and a damaged copy does not count as a backup', async () => {
  const bucket = await openFakeBucket();
  onTestFinished(() => bucket.close());
  const { services, events, advanceClock } = await openBackedUpSite(bucket.url);
  await services.files.put(KEY, Buffer.from('x'), 'image/webp');
  await runUntil(services, () => events('backup_made'), 1);
  const keys = [...bucket.objects.keys()].toSorted();
  expect(keys).toEqual([expect.stringMatching(/^glean-.*Z\.(sqlite|dump)$/), `media/${KEY}`]);
  const place = await openPlace(bucket.url, services.config.dataDir);
  expect(await place.list()).toMatchObject([
    { name: keys[0], bytes: bucket.objects.get(keys[0] ?? '')?.bytes.length },
  ]);
  advanceClock(DAY_MS);
  bucket.damagesUploads = true;
  await runUntil(services, () => events('backup_failed'), 1);
  expect(await place.list()).toHaveLength(1);
});

test('the ids of erased members are stored beside the backups even when none is due', async () => {
  const { services, folder, events } = await openBackedUpSite();
  await runUntil(services, () => events('backup_made'), 1);
  const place = await openPlace(folder, services.config.dataDir);
  const erased = { member_id: '0198c6e0-0000-7000-8000-000000000000', erased_at: services.now() };
  await services.db.insertInto('erased_members').values(erased).execute();
  const stop = startNightlyBackup(services);
  await expect.poll(() => place.readText('erased-members.json')).toContain(erased.member_id);
  await stop();
  expect(events('backup_made')).toHaveLength(1);
});

test.runIf(process.env['DATABASE'] === 'postgres')(
  'an incomplete dump does not count as a backup',
  async () => {
    const { services, folder, events } = await openBackedUpSite();
    const { id: author_id } = await addMember(services.db, { password_hash: 'none' });
    for (let nth = 0; nth < 50; nth += 1) await addPost(services.db, { author_id });
    const { major } = await readTarget(services.db);
    const real = await findTool('pg_dump', major);
    const programs = await createTemporaryFolder();
    const cut = `for arg; do case $arg in --file=*) truncate -s -500 "\${arg#--file=}";; esac; done`;
    await writeFile(join(programs, 'pg_dump'), `#!/bin/sh\n"${real}" "$@"\n${cut}\n`, {
      mode: 0o755,
    });
    vi.stubEnv('PATH', `${programs}:${process.env['PATH']}`);
    await runUntil(services, () => events('backup_failed'), 1);
    expect(events('backup_failed')[0]?.problem).toMatch(/pg_restore failed|lacks rows/);
    expect(listBackups(folder)).toEqual([]);
  },
);
