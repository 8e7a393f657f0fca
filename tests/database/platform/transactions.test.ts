import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';

import { addMember, addPost } from '#demo/factories.ts';
import { adjustPostsCount } from '#lib/server/people/members/queries.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { createEmptyDatabase } from '#tests/support/server/postgres.ts';
import { openSite } from '#tests/support/site/site.ts';

const run = promisify(execFile);

const MIGRATE = resolve(import.meta.dirname, '../../support/site/migrate-database.ts');

test('counts equal the rows after concurrent transactions, some rolled back', async () => {
  const { services, member } = await openSite();
  const { id } = await member();
  const writers = Array.from({ length: 32 }, (_, nth) =>
    transact(services, { invalidates: [] }, async (tx) => {
      await addPost(tx, { author_id: id });
      await adjustPostsCount(tx, id, 1);
      if (nth % 4 === 0) throw new Error('undo');
    }).catch(() => {}),
  );
  await Promise.all(writers);
  const rows = await services.db.selectFrom('posts').select('id').execute();
  const { posts_count } = await services.db
    .selectFrom('members')
    .where('id', '=', id)
    .select('posts_count')
    .executeTakeFirstOrThrow();
  expect(rows).toHaveLength(24);
  expect(posts_count).toBe(24);
});

test.runIf(process.env['DATABASE'] === 'postgres')(
  'a connection that ends in a transaction only fails that transaction',
  async () => {
    const { services } = await openSite();
    const { db } = services;
    const failed = transact(services, { invalidates: [] }, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
      // In use, but between two queries.
      await vi.waitFor(async () => {
        const alive = await sql`select 1 from pg_stat_activity where pid = ${rows[0]?.pid}`.execute(
          db,
        );
        expect(alive.rows).toEqual([]);
      });
      await addPost(tx, { author_id: newId() });
    });
    await expect(failed).rejects.toThrow();
    expect(await db.selectFrom('posts').select('id').execute()).toEqual([]);
  },
);

test('two transactions that lock in opposite order both commit', async () => {
  const { services, member } = await openSite();
  const pair = [await member(), await member()].map(({ id }) => id);
  const both = [pair, pair.toReversed()].map(([first = '', second = '']) =>
    transact(services, { invalidates: [] }, async (tx) => {
      await adjustPostsCount(tx, first, 1);
      await adjustPostsCount(tx, second, 1);
    }),
  );
  await Promise.all(both);
  const counts = await services.db.selectFrom('members').select('posts_count').execute();
  expect(counts.map(({ posts_count }) => posts_count)).toEqual([2, 2]);
});

test('a reader sees nothing of an open transaction, and does not wait for it', async () => {
  const { services, member } = await openSite();
  const { id } = await member();
  await transact(services, { invalidates: [] }, async (tx) => {
    await addPost(tx, { author_id: id });
    expect(await services.db.selectFrom('posts').select('id').execute()).toEqual([]);
  });
  expect(await services.db.selectFrom('posts').select('id').execute()).toHaveLength(1);
});

test('servers that start concurrently on an empty database migrate it once', async () => {
  const { services } = await openSite();
  const isPostgres = process.env['DATABASE'] === 'postgres';
  const empty = isPostgres ? await createEmptyDatabase() : join(services.config.dataDir, 'empty');
  const start = () => run(process.execPath, [MIGRATE, empty]);
  await Promise.all([start(), start(), start(), start()]);
  const database = openDatabase(empty);
  expect(await database.db.selectFrom('members').selectAll().execute()).toEqual([]);
  await database.close();
});

test('constraint violations are reported as DatabaseError', async () => {
  const { services, member } = await openSite();
  const { email } = await member();
  const duplicate = transact(services, { invalidates: [] }, (tx) =>
    addMember(tx, { email, password_hash: '' }),
  );
  await expect(duplicate).rejects.toMatchObject({ name: 'DatabaseError', kind: 'unique' });
  const orphan = transact(services, { invalidates: [] }, (tx) =>
    addPost(tx, { author_id: crypto.randomUUID() }),
  );
  await expect(orphan).rejects.toMatchObject({ name: 'DatabaseError', kind: 'foreign_key' });
});
