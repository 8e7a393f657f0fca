// Who visits: members with sessions put straight into the database, which is first rid of what earlier runs made.
import { globSync, rmSync } from 'node:fs';

import sharp from 'sharp';

import { openDatabase } from '#lib/server/db/open.ts';
import type { Db } from '#lib/server/db/schema.ts';
import { newId } from '#lib/server/ids.ts';
import { hashToken } from '#lib/server/secrets.ts';

import { send } from './ask.ts';
import type { BenchMember, World } from './cases.ts';
import { type Dataset, PASSWORD, type Stamp } from './dataset.ts';

// A member may write 20 posts in ten minutes, and these are to last for a run.
const SESSIONS = 4000;
const BATCH = 500;
const POSTS = 1000;
const AT_ONCE = 32;

const cookieOf = (turn: number) => hashToken(`bench ${turn}`);

async function tidy(db: Db, { dataDir }: Dataset): Promise<void> {
  const benchDb = db.withTables<{ bench: Stamp; rate_limits: { key: string } }>();
  const { made_at } = await benchDb.selectFrom('bench').select('made_at').executeTakeFirstOrThrow();
  await db.deleteFrom('sessions').execute();
  await db.deleteFrom('notifications').where('created_at', '>', made_at).execute();
  const [posts] = await db.deleteFrom('posts').where('created_at', '>', made_at).execute();
  if (posts?.numDeletedRows) await recountPosts(db);
  // Only Postgres has this table; on SQLite the limits are in a file.
  await benchDb
    .deleteFrom('rate_limits')
    .execute()
    .catch(() => {});
  for (const path of globSync(`${dataDir}/*`, { exclude: ['**/glean.sqlite*', '**/secret'] }))
    rmSync(path, { recursive: true });
}

const recountPosts = (db: Db) =>
  db
    .updateTable('members')
    .set((eb) => ({
      posts_count: eb
        .selectFrom('posts')
        .whereRef('posts.author_id', '=', 'members.id')
        .select((posts) => posts.fn.countAll<number>().as('count')),
    }))
    .execute();

async function signInAll(db: Db, members: { id: string }[]): Promise<void> {
  const at = Date.now();
  const rows = members.map(({ id: member_id }, turn) => {
    const token_hash = hashToken(cookieOf(turn));
    return { id: newId(), token_hash, member_id, user_agent: 'bench', created_at: at, seen_at: at };
  });
  for (let from = 0; from < rows.length; from += BATCH)
    await db
      .insertInto('sessions')
      .values(rows.slice(from, from + BATCH))
      .execute();
}

const makePhoto = () =>
  sharp({
    create: {
      width: 1600,
      height: 1200,
      channels: 3,
      background: '#7a6',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer();

/** Brings a data set to its first state, with members signed in. @returns who and what is there; no port yet */
export async function prepareWorld(dataset: Dataset): Promise<World> {
  const database = openDatabase(dataset.address);
  const { db } = database;
  try {
    await tidy(db, dataset);
    const members = await db
      .selectFrom('members')
      .select(['id', 'email'])
      .orderBy('id')
      .limit(SESSIONS)
      .execute();
    await signInAll(db, members);
    const posts = await db
      .selectFrom('posts')
      .select('id')
      .orderBy('id', 'desc')
      .limit(POSTS)
      .execute();
    return {
      port: 0,
      members: members.map(({ id, email }, turn) => {
        return { id, email, cookie: `session=${cookieOf(turn)}`, csrf: '' };
      }),
      posts: posts.map(({ id }) => id),
      password: PASSWORD,
      photo: await makePhoto(),
    };
  } finally {
    await database.close();
  }
}

async function fetchToken(member: BenchMember, port: number): Promise<void> {
  const { body } = await send(
    { path: '/api/token/csrf', headers: { cookie: member.cookie } },
    port,
  );
  member.csrf = (JSON.parse(body.toString()) as { token: string }).token;
}

/** Gets every member a CSRF token. */
export async function fetchTokens({ members, port }: World): Promise<void> {
  for (let at = 0; at < members.length; at += AT_ONCE)
    await Promise.all(members.slice(at, at + AT_ONCE).map((member) => fetchToken(member, port)));
}
