import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { migrate } from '#lib/server/platform/db/migrate.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { getNotifications } from '#tests/support/nouns/notification-requests.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { laterMigrations } from '#tests/support/site/later-migrations.ts';
import { openSite } from '#tests/support/site/site.ts';

// The statuses of a feed, notifications, and a new comment.
const OK = [200, 200, 201];

test('a server reads and writes during and after the migration by the next version', async () => {
  const { services, signedIn } = await openSite();
  const { db, dialect, config } = services;
  const reader = await signedIn();
  const { id } = await addPost(db, { author_id: reader.member.id });
  const use = async () => {
    const feed = await reader.get('/api/web/forum');
    const notifications = await getNotifications(reader);
    const comment = await reader.post(`${POSTS}/${id}/comments`, { comment: 'Still there?' });
    return [feed.status, notifications.status, comment.status];
  };
  for (let time = 0; time < 3; time += 1) expect(await use()).toEqual(OK);
  const next = openDatabase(config.databaseUrl, { isCommand: true });
  const [during] = await Promise.all([use(), migrate(next, laterMigrations)]);
  await next.close();
  expect(during).toEqual(OK);
  expect(await use()).toEqual(OK);
  await expect(migrate({ db, dialect, pool: null, close: async () => {} })).rejects.toThrow(
    'made by a newer version',
  );
});

test.runIf(process.env['DATABASE'] === 'postgres')(
  'a query with values is prepared when it runs again',
  async () => {
    const { services } = await openSite();
    const preparedOf = (text: string) =>
      services.db.connection().execute(async (db) => {
        for (const id of ['a', 'b', 'c'])
          await sql`select ${id}::text ${sql.raw(text)}`.execute(db);
        const { rows } = await sql<{ name: string }>`
          select name from pg_prepared_statements where statement like ${`%${text}`}`.execute(db);
        return rows.length;
      });
    expect(await preparedOf('as some_name')).toBe(1);
  },
);

test.runIf(process.env['DATABASE'] === 'postgres')(
  'an outdated prepared statement fails once',
  async () => {
    const { services, signedIn } = await openSite();
    const reader = await signedIn();
    const read = async () => (await reader.get('/api/web/forum')).status;
    for (let time = 0; time < 3; time += 1) expect(await read()).toBe(200);
    await sql`alter table members alter column role type varchar(50)`.execute(services.db);
    expect(await read()).toBe(503);
    await expect.poll(read).toBe(200);
  },
);
