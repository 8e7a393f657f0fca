// The members and posts that scenarios use, with their sessions and tokens.
import { hash, randomUUIDv7 } from 'node:crypto';

import sharp from 'sharp';

import { type Send, withConnection } from './connection.ts';
import { columnOf, type Database, quote } from './database.ts';
import { COMPLETE, POPULAR } from './dataset-sql.ts';
import { poll } from './requests.ts';

/** A member with a session. */
export interface BenchMember {
  id: string;
  email: string;
  /** the Cookie header */
  cookie: string;
  /** the tokens of those who need some */
  csrf: string;
  access: string;
  /** of the member's last page of notifications */
  etag: string;
}

export type Fixtures = Awaited<ReturnType<typeof createFixtures>>;

const BATCH = 500;
const CONNECTIONS = 8;
const TOKENS_MS = 300_000;
const WRITERS = 1000;
const ACTIVE = 1000;
// Primes: the turns go through the whole list, far from one entry to the next.
const MEMBER_STEP = 7919;
const POST_STEP = 104_729;

/** The members and the post of a turn. */
export const pickMembers = ({ readers, active, posts }: Fixtures, turn: number) => ({
  reader: readers[(turn * MEMBER_STEP) % readers.length] as BenchMember,
  active: active[(turn * MEMBER_STEP) % active.length] as BenchMember,
  post: posts[(turn * POST_STEP) % posts.length] as string,
});

const sha256 = (text: string) => hash('sha256', text, 'base64url');

async function insertSessions(database: Database, members: BenchMember[]): Promise<void> {
  const seenAt = await columnOf(database, 'sessions', ['last_seen_at', 'seen_at']);
  const rows = members.map(({ id, cookie }) => {
    const texts = [randomUUIDv7(), sha256(cookie.replace('session=', '')), id, 'bench'];
    return `(${texts.map(quote).join()}, ${Date.now()}, ${Date.now()})`;
  });
  for (let from = 0; from < rows.length; from += BATCH)
    await database.run(`insert into sessions
      (id, token_hash, member_id, user_agent, created_at, ${seenAt})
      values ${rows.slice(from, from + BATCH).join()}`);
}

async function makePhoto(): Promise<Blob> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const create = { width: 1600, height: 1200, channels: 3, background: '#7a6', noise } as const;
  const jpeg = await sharp({ create }).jpeg({ quality: 80 }).toBuffer();
  return new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' });
}

/** Signs in all members of a data set by writing their sessions to its database. */
export async function createFixtures(database: Database) {
  const rows = await database.run('select id, email from members order by id');
  const members: BenchMember[] = rows.map(({ id = '', email = '' }) => {
    const cookie = `session=${sha256(`bench ${id}`)}`;
    return { id, email, cookie, csrf: '', access: '', etag: '""' };
  });
  await insertSessions(database, members);
  const posts = (await database.run('select id from posts order by id')).map(({ id = '' }) => id);
  const readers = members.slice(2 * POPULAR, -WRITERS);
  return {
    posts,
    commentedPosts: posts.slice(-COMPLETE),
    photo: await makePhoto(),
    readers,
    // Readers from the whole data set, with tokens.
    active: readers.filter((_, index) => index % Math.floor(readers.length / ACTIVE) === 0),
    // Members who write in the background.
    writers: members.slice(-WRITERS),
    manyFollowers: members.slice(0, POPULAR),
    fewFollowers: members.slice(POPULAR, 2 * POPULAR),
    tokensAt: 0,
  };
}

/** Does something for each of some members over several connections. */
async function forEachMember(
  members: BenchMember[],
  port: number,
  work: (send: Send, member: BenchMember) => Promise<void>,
): Promise<void> {
  const next = members.values();
  const loop = async (send: Send) => {
    for (const member of next) await work(send, member);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, () => withConnection(port, loop)));
}

async function fetchToken(send: Send, kind: 'csrf' | 'access', { cookie }: BenchMember) {
  const { body } = await send({ path: `/api/token/${kind}`, headers: { cookie } });
  return (JSON.parse(body.toString()) as { token: string }).token;
}

/** Fetches the tokens of those who need some, again after some minutes: an access token is valid for ten. */
export async function fetchTokens(fixtures: Fixtures, port: number): Promise<void> {
  if (Date.now() - fixtures.tokensAt < TOKENS_MS) return;
  fixtures.tokensAt = Date.now();
  const { writers, active, fewFollowers, manyFollowers } = fixtures;
  const members = [...writers, ...active, ...fewFollowers, ...manyFollowers];
  await forEachMember(members, port, async (send, member) => {
    member.csrf ||= await fetchToken(send, 'csrf', member);
    member.access = await fetchToken(send, 'access', member);
  });
}

/** Lets all members who poll do it once, so that the next time most get a 304. */
export const fetchEtags = ({ active }: Fixtures, port: number): Promise<void> =>
  forEachMember(active, port, async (send, member) => void (await poll(send, member)));
