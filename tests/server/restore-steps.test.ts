// Restores on both databases with the operator's commands.
import { readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';

import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';

import { saveSnapshot } from '#lib/server/app/backup/save-snapshot.ts';
import { recountAll } from '#lib/server/people/members/queries.ts';
import { EMAIL_TO_ADDRESS } from '#lib/server/platform/deliveries/queries.ts';
import { eraseRows } from '#lib/server/privacy/erasures/erase-member.ts';
import { listBackups } from '#tests/support/server/backups.ts';
import { openFakeBucket } from '#tests/support/server/fake-bucket.ts';
import { insertSession } from '#tests/support/server/insert-session.ts';
import { insertToken } from '#tests/support/server/insert-token.ts';
import {
  addPostOfLea,
  createOperatedSite,
  DIALECTS,
  loseDatabase,
  type OperatedSite,
} from '#tests/support/server/operated-site.ts';
import { PRODUCTION } from '#tests/support/server/run-operator.ts';
import { databaseAddress, killServer, startServer } from '#tests/support/server/server-process.ts';

/** Erases Jun like a member's erasure. */
const eraseJun = ({ onDatabase }: OperatedSite) =>
  onDatabase(({ db }) =>
    db.transaction().execute(async (tx) => {
      const jun = tx.selectFrom('members').where('email', '=', 'jun@glean.example').select('id');
      const { id } = await jun.executeTakeFirstOrThrow();
      await eraseRows(tx, id, Date.now());
      await recountAll(tx);
    }),
  );

const readLikes = ({ onDatabase }: OperatedSite) =>
  onDatabase(async ({ db }) => {
    const rows = await db.selectFrom('posts').select(['title', 'likes_count']).execute();
    return Object.fromEntries(rows.map(({ title, likes_count }) => [title, likes_count]));
  });

/**
 * Adds a session, a code for a new password, a queued email, a copy of a member's data, a deletion that is due, and a
 * member's inbox.
 */
const addTransientRows = ({ onDatabase }: OperatedSite) =>
  onDatabase(async ({ db }) => {
    const { id } = await db.selectFrom('members').select('id').limit(1).executeTakeFirstOrThrow();
    await insertSession(db, id);
    await insertToken(db, id);
    const times = { created_at: 1, expires_at: 2 };
    const code = { origin_key: '', account_key: '', client_hash: '', code_hmac: '' };
    await db
      .insertInto('password_resets')
      .values({ token_hash: '', ...code, ...times })
      .execute();
    const email = { ...EMAIL_TO_ADDRESS, id, encrypted_payload: '', run_at: 1, attempts: 0 };
    await db
      .insertInto('deliveries')
      .values({ ...email, ...times })
      .execute();
    const copy = { id, member_id: id, file_key: 'a.zip', bytes: 1, attempts: 1, ready_at: 1 };
    await db
      .insertInto('exports')
      .values({ ...copy, requested_at: 1, run_at: 1, expires_at: 2 })
      .execute();
    await db
      .insertInto('deletions')
      .values({ member_id: id, requested_at: 1, erase_at: 2 })
      .execute();
    await db
      .insertInto('inboxes')
      .values({ member_id: id, unread_count: 0, version: 7 })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ version: 7 }))
      .execute();
  });

const restorePointIn = (out: string): string =>
  /before is in (?:the schema )?(\S+)\.\n$/.exec(out)?.[1] ?? '';

describe.each(DIALECTS)('on %s', (dialect) => {
  test('a restore brings the site back, and its restore point the replaced one', async () => {
    const site = await createOperatedSite(dialect);
    await site.operate(['backup', site.folder]);
    await addPostOfLea(site, 'Later');
    const out = await site.operate(['restore', site.folder]);
    expect(await site.titles()).toEqual(['First', 'Of Jun']);
    await site.operate(['restore', restorePointIn(out)]);
    expect(await site.titles()).toEqual(['First', 'Of Jun', 'Later']);
    expect(await site.operate(['backup', site.folder])).toContain('glean-');
  });

  test('a member erased since the backup stays erased, with all their data', async () => {
    const site = await createOperatedSite(dialect);
    await site.operate(['backup', site.folder]);
    expect(await readLikes(site)).toEqual({ First: 1, 'Of Jun': 0 });
    await eraseJun(site);
    await site.operate(['restore', site.folder]);
    expect(await readLikes(site)).toEqual({ First: 0 });
    const out = await site.operate(['restore', site.folder]);
    expect(await readLikes(site)).toEqual({ First: 0 });
    await site.operate(['restore', restorePointIn(out)]);
    expect(await readLikes(site)).toEqual({ First: 0 });
  });

  test('erased members stay erased without the database, by the list beside the backups', async () => {
    const site = await createOperatedSite(dialect);
    await site.operate(['backup', site.folder]);
    const [first = ''] = listBackups(site.folder);
    await eraseJun(site);
    await site.operate(['backup', site.folder]);
    await loseDatabase(site);
    await site.operate(['restore', join(site.folder, first)]);
    expect(await readLikes(site)).toEqual({ First: 0 });
  });

  test('a backup of a newer version is rejected, and the site does not change', async () => {
    const site = await createOperatedSite(dialect);
    const insert = sql`insert into kysely_migration values ('0099-later', '2027-01-01')`;
    const remove = sql`delete from kysely_migration where name = '0099-later'`;
    await site.operate(['backup', site.folder]);
    const file = join(site.folder, listBackups(site.folder)[0] ?? '');
    await site.onDatabase(({ db }) => insert.execute(db));
    // The command would not start on such a database.
    await saveSnapshot(databaseAddress(site.instance), file);
    await site.onDatabase(({ db }) => remove.execute(db));
    await addPostOfLea(site, 'Later');
    const error = await site.fail(['restore', file]);
    expect(error).toMatch(/^The database was made by a newer version.+Nothing was changed\.\n$/);
    expect(await site.titles()).toEqual(['First', 'Of Jun', 'Later']);
  });

  test('a truncated backup is rejected, and the site does not change', async () => {
    const site = await createOperatedSite(dialect);
    await site.operate(['backup', site.folder]);
    const file = join(site.folder, listBackups(site.folder)[0] ?? '');
    await truncate(file, (await readFile(file)).length - 5000);
    await addPostOfLea(site, 'Later');
    expect(await site.fail(['restore', file])).toMatch(/Nothing was changed\.\n$/);
    expect(await site.titles()).toEqual(['First', 'Of Jun', 'Later']);
  });

  test('sessions, tokens, codes, queued emails and copies are not restored, a deletion waits, and notifications get new versions', async () => {
    const site = await createOperatedSite(dialect);
    await addTransientRows(site);
    await site.operate(['backup', site.folder]);
    await site.operate(['restore', site.folder]);
    await site.onDatabase(async ({ db }) => {
      for (const table of [
        'sessions',
        'personal_tokens',
        'password_resets',
        'deliveries',
        'exports',
      ] as const)
        expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
      const deletion = await db.selectFrom('deletions').selectAll().executeTakeFirstOrThrow();
      expect(deletion.erase_at).toBeGreaterThan(Date.now() + 13 * 86_400_000);
      const inboxes = await db.selectFrom('inboxes').select('version').execute();
      expect(inboxes.length).toBeGreaterThan(0);
      for (const { version } of inboxes) expect(version).toBeGreaterThan(1000);
    });
  });

  test('while a server runs nothing is restored', async () => {
    const site = await createOperatedSite(dialect);
    await site.operate(['backup', site.folder]);
    const server = await startServer(site.instance, PRODUCTION);
    onTestFinished(() => killServer(server));
    expect(await site.fail(['restore', site.folder])).toMatch(/^The site is running: stop /);
  });

  test('a bucket can have the backups: by its URL, or by BACKUP_URL and a name', async () => {
    const bucket = await openFakeBucket();
    onTestFinished(() => bucket.close());
    const site = await createOperatedSite(dialect);
    const settings = { BACKUP_URL: bucket.url };
    await site.operate(['backup'], settings);
    const [name = ''] = (await site.operate(['backups'], settings)).split(' ');
    await addPostOfLea(site, 'Later');
    await site.operate(['restore', bucket.url]);
    expect(await site.titles()).toEqual(['First', 'Of Jun']);
    await addPostOfLea(site, 'Later');
    await site.operate(['restore', name], settings);
    expect(await site.titles()).toEqual(['First', 'Of Jun']);
  });
});
