// Who visits: members with sessions put straight into the database, which is first rid of what earlier runs made.
import sharp from 'sharp';

import { openDatabase } from '#lib/server/db/open-database.ts';
import type { Db } from '#lib/server/db/schema.ts';
import { newId } from '#lib/server/new-id.ts';
import { hashToken } from '#lib/server/secrets.ts';

import type { World } from './case.ts';
import { type Dataset, PASSWORD } from './dataset.ts';
import { tidy } from './tidy.ts';

// A member may write 20 posts in ten minutes, and these are to last for a run.
const SESSIONS = 4000;
const BATCH = 500;
const POSTS = 1000;

const cookieOf = (turn: number) => hashToken(`bench ${turn}`);

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
        const cookie = `session=${cookieOf(turn)}`;
        return { id, email, cookie, csrf: '', access: '', etag: '' };
      }),
      posts: posts.map(({ id }) => id),
      password: PASSWORD,
      photo: await makePhoto(),
    };
  } finally {
    await database.close();
  }
}
