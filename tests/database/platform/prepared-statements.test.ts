import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import type { Db } from '#lib/server/platform/db/schema.ts';
import { getNotifications } from '#tests/support/nouns/notification-requests.ts';
import { openSite } from '#tests/support/site/site.ts';

const addColumn = (db: Db, table: string) =>
  sql`alter table ${sql.table(table)} add column later text`.execute(db);

test('a newer version’s migration adds columns while an older server runs', async () => {
  const { services, signedIn } = await openSite();
  const reader = await signedIn();
  await addPost(services.db, { author_id: reader.member.id });
  const read = async () => {
    const feed = await reader.get('/api/web/forum');
    const notifications = await getNotifications(reader);
    return [feed.status, notifications.status];
  };
  for (let time = 0; time < 3; time += 1) expect(await read()).toEqual([200, 200]);
  const newer = openDatabase(services.config.databaseUrl, { isCommand: true });
  for (const table of ['posts', 'members', 'sessions', 'notifications'])
    await addColumn(newer.db, table);
  await newer.close();
  expect(await read()).toEqual([200, 200]);
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
  'a prepared statement that does not fit any more fails once',
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
