// Interprets foreign key violations by name: the subject of a write is gone, or it is a bug.
import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { comment, FORUM } from '#tests/support/nouns/moderation.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { openSite } from '#tests/support/site/site.ts';

/** A site with another member's post, and the writing member. */
async function openDiscussion() {
  const site = await openSite();
  const [author, ana] = [await site.signedIn(), await site.signedIn()];
  const { id } = await addPost(site.services.db, { author_id: author.member.id });
  const commentId = await comment(author, id, 'Dry since Monday.');
  return { site, author, ana, path: `${POSTS}/${id}`, commentId };
}

const report = { report_desc: 'Not from here' };

/** A member's writes about a post, its comment and its author. */
const writeAll = async ({
  author,
  ana,
  path,
  commentId,
}: Awaited<ReturnType<typeof openDiscussion>>) => [
  await ana.post(`${path}/likes`),
  await ana.post(`${path}/comments`, { comment: 'How many?' }),
  await ana.post(`${path}/report`, report),
  await ana.post(`${path}/comments/${commentId}/report`, report),
  await ana.post(`${FORUM}/users/${author.member.id}/report`, report),
];

const TABLES = ['likes', 'comments', 'reports'];

const each =
  (statement: (table: string) => string) =>
  async ({ db }: Services) => {
    for (const table of TABLES) await sql.raw(statement(table)).execute(db);
  };

/** Makes each row of these tables refer to a missing one. */
const addErrors = {
  sqlite: each(
    (table) => `create trigger ${table}_fault after insert on ${table} begin
      insert into notified_likes (post_id, member_id) values ('no post', 'no member'); end`,
  ),
  postgres: async (services: Services) => {
    await sql`create table nothing (id uuid primary key)`.execute(services.db);
    await each(
      (table) => `alter table ${table} add constraint ${table}_fault
        foreign key (id) references nothing not valid`,
    )(services);
  },
};

test('a foreign key of another kind is a bug', async () => {
  const discussion = await openDiscussion();
  const { services } = discussion.site;
  await addErrors[services.dialect](services);
  const responses = await writeAll(discussion);
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 500));
});

const onPostgres = test.runIf(process.env['DATABASE'] === 'postgres');

const DELETIONS = {
  likes: 'delete from posts where id = new.post_id',
  comments: 'delete from posts where id = new.post_id',
  reports: `delete from posts where id = new.post_id; delete from comments where id = new.comment_id;
    delete from members where id = new.member_id`,
};

// SQLite runs one write transaction at a time, so nothing is deleted concurrently.
onPostgres('deleted rows are not found by concurrent writes about them', async () => {
  const discussion = await openDiscussion();
  for (const [table, deletions] of Object.entries(DELETIONS))
    await sql
      .raw(
        `create function ${table}_gone() returns trigger language plpgsql as
          $$ begin ${deletions}; return new; end $$;
        create trigger ${table}_gone before insert on ${table}
          for each row execute function ${table}_gone()`,
      )
      .execute(discussion.site.services.db);
  const codes = (await writeAll(discussion)).map(({ body }) => body['code']);
  expect(codes).toEqual([
    'post_not_found',
    'post_not_found',
    'post_not_found',
    'comment_not_found',
    'member_not_found',
  ]);
});

const FOREIGN_KEYS = sql<{ name: string; expected: string }>`
  select c.conname as name, concat(c.conrelid::regclass, '_', a.attname, '_fkey') as expected
  from pg_constraint as c join pg_attribute as a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'f'`;

onPostgres('each foreign key is named after its table and column', async () => {
  const { services } = await openSite();
  const { rows } = await FOREIGN_KEYS.execute(services.db);
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.filter(({ name, expected }) => name !== expected)).toEqual([]);
});
