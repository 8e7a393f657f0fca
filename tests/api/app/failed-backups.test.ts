// Nightly backups that fail.
import { existsSync } from 'node:fs';
import { rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { listBackups } from '#tests/support/server/backups.ts';
import { openBackedUpSite, runUntil } from '#tests/support/site/backed-up-site.ts';
import { createTemporaryFolder } from '#tests/support/site/temporary-folder.ts';

const HOUR_MS = 3_600_000;

test('a failed backup is logged with instructions, and deletes no older one', async () => {
  const { services, folder, events, advanceClock } = await openBackedUpSite();
  const names = Array.from(
    { length: 30 },
    (_, nth) => `glean-2026-01-${String(nth + 1).padStart(2, '0')}T00-00-00Z.sqlite`,
  );
  for (const name of names) await writeFile(join(folder, name), '');
  // Makes the image store fail.
  await writeFile(join(folder, 'media'), 'a file');
  await runUntil(services, () => events('backup_failed'), 1);
  expect(events('backup_failed')[0]?.problem).toMatch(/media cannot be used/);
  expect(events('backup_failed')[0]?.remedy).toMatch(/again in an hour/);
  expect(listBackups(folder)).toHaveLength(30);
  // No server tries again, even after a restart.
  const job = await services.db.selectFrom('jobs').select('run_at').executeTakeFirst();
  expect(job?.run_at).toBeGreaterThan(services.now() + HOUR_MS - 60_000);
  await rm(join(folder, 'media'));
  advanceClock(HOUR_MS);
  await runUntil(services, () => events('backup_made'), 1);
  expect(listBackups(folder).length).toBeLessThan(30);
});

test('a missing folder, as of an unmounted disk, is not created', async () => {
  const away = join(await createTemporaryFolder(), 'away');
  const { services, events } = await openBackedUpSite(away);
  await runUntil(services, () => events('backup_failed'), 1);
  expect(events('backup_failed')[0]?.problem).toBe(
    `There is no folder ${away}: mount its disk, or create it.`,
  );
  expect(existsSync(away)).toBe(false);
});

test('without space for another backup, none is started', async () => {
  const { services, folder, events } = await openBackedUpSite();
  const file = join(folder, 'glean-2026-01-01T00-00-00Z.sqlite');
  await writeFile(file, '');
  await truncate(file, 2 ** 43);
  await runUntil(services, () => events('backup_failed'), 1);
  expect(events('backup_failed')[0]?.problem).toMatch(/ MB left, and .+: free some space\.$/);
});

test('a backup that no server can claim is logged', async () => {
  const { services, events } = await openBackedUpSite();
  await sql`drop table jobs`.execute(services.db);
  await runUntil(services, () => events('backup_not_begun'), 1);
  expect(events('backup_not_begun')[0]?.problem).toContain('jobs');
});

test('an unreadable database makes no backup', async () => {
  const { services, folder, events } = await openBackedUpSite();
  const broken = join(folder, 'broken.sqlite');
  await writeFile(broken, 'no database '.repeat(1000));
  const databaseUrl =
    services.dialect === 'sqlite' ? broken : 'postgres://glean:x@127.0.0.1:9/glean';
  const config = { ...services.config, databaseUrl };
  await runUntil({ ...services, config }, () => events('backup_failed'), 1);
  expect(listBackups(folder)).toEqual([]);
});
