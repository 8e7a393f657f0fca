// Members and posts for the scenarios.
import sharp from 'sharp';

import { POSTS_PAGE } from '#lib/contract/forum/posts.ts';

import { withConnection } from './connection.ts';
import { type Database, quote } from './database.ts';
import { AUTHOR_STEP, COMPLETE, FIRST_AUTHOR, POPULAR } from './dataset-sql.ts';
import { poll } from './requests.ts';
import { type BenchMember, NO_ETAG, signInAll } from './sessions.ts';
import { signTokens } from './tokens.ts';

export type Fixtures = Awaited<ReturnType<typeof createFixtures>>;

const CONNECTIONS = 8;
const WRITERS = 997;
// As many as the site's cache of verified tokens holds, so that polling members are verified once, as in reality.
const ACTIVE = 10_000;
const SEARCHED = 5000;
// Primes, so that the turns cover the whole list in distant steps.
const MEMBER_STEP = 7919;
const POST_STEP = 104_729;

const pick = <T>(list: T[], turn: number, step: number): T =>
  list[(turn * step) % list.length] as T;

/** The members and posts of a turn. */
export const pickMembers = (fixtures: Fixtures, turn: number) => ({
  reader: pick(fixtures.readers, turn, MEMBER_STEP),
  active: pick(fixtures.active, turn, MEMBER_STEP),
  author: pick(fixtures.authors, turn, MEMBER_STEP),
  writer: pick(fixtures.writers, turn, MEMBER_STEP),
  post: pick(fixtures.posts, turn, POST_STEP),
  cursor: pick(fixtures.cursors, turn, POST_STEP),
  commentedPost: pick(fixtures.commentedPosts, turn, POST_STEP),
});

async function makePhoto(): Promise<Blob> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const create = { width: 1600, height: 1200, channels: 3, background: '#7a6', noise } as const;
  const jpeg = await sharp({ create }).jpeg({ quality: 80 }).toBuffer();
  return new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' });
}

/** The texts of some posts, to search for words of one post. */
async function readTexts({ run }: Database, posts: string[]): Promise<string[]> {
  const some = posts.slice(0, SEARCHED).map((_, turn) => quote(pick(posts, turn, POST_STEP)));
  const rows = await run(`select title, description from posts where id in (${some.join()})`);
  return rows.map(({ title, description }) => `${title} ${description}`);
}

const isAuthor = (index: number) =>
  index >= FIRST_AUTHOR && (index - FIRST_AUTHOR) % AUTHOR_STEP === 0;

/** Logs in all members of a data set by inserting sessions. */
export async function createFixtures(database: Database) {
  const members = await signInAll(database);
  const posts = (await database.run('select id from posts order by id')).map(({ id = '' }) => id);
  const readers = members.slice(2 * POPULAR, -WRITERS);
  return {
    posts,
    // A whole page follows after each of them.
    cursors: posts.slice(POSTS_PAGE),
    commentedPosts: posts.slice(-COMPLETE),
    texts: await readTexts(database, posts),
    photo: await makePhoto(),
    readers,
    authors: members.filter((_, index) => isAuthor(index)),
    // Readers from the whole data set, with tokens.
    active: readers.slice(0, ACTIVE).map((_, turn) => pick(readers, turn, MEMBER_STEP)),
    // Members for writes in the background.
    writers: members.slice(-WRITERS),
    manyFollowers: members.slice(0, POPULAR),
    // The member whose number of read notifications a scenario sets.
    notified: members[0] as BenchMember,
    fewFollowers: members.slice(POPULAR, 2 * POPULAR),
  };
}

/** Renews the tokens of members who need them. */
export function renewTokens({ writers, active, fewFollowers, manyFollowers }: Fixtures): void {
  signTokens([...writers, ...active, ...fewFollowers, ...manyFollowers]);
}

/** Lets all members poll once, so that most later polls get a 304. */
export async function fetchEtags({ active }: Fixtures, port: number): Promise<void> {
  const next = active.filter(({ etag }) => etag === NO_ETAG).values();
  const work = async () =>
    withConnection(port, async (send) => {
      for (const member of next) await poll(send, member);
    });
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
}
