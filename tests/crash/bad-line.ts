// A member's day on a bad connection: Slow 3G that is cut every 30 seconds, and a tab that is killed twice. In the end,
// everything must have been sent once.
//   node tests/crash/bad-line.ts
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { type BrowserContext, chromium, type Page } from '@playwright/test';

import { addMember, addPost } from '#demo/factories.ts';
import { migrate } from '#lib/server/platform/db/migrate.ts';
import { type Database, openDatabase } from '#lib/server/platform/db/open-database.ts';
import { findChromium } from '#scripts/lib/browser.ts';
import { storedRecords } from '#tests/support/browser/device-storage.ts';
import { insertSession } from '#tests/support/server/insert-session.ts';
import { freePort } from '#tests/support/server/port.ts';
import { databaseAddress, killServer, startServer } from '#tests/support/server/server-process.ts';
import { SlowLine } from '#tests/support/server/slow-line.ts';

import * as member from './bad-line-member.ts';
import { type Drill, runDrill } from './drill.ts';

const GOOD_MS = 30_000;
const CUT_MS = 8000;
// With this pause, steps happen both with and without a connection.
const READ_MS = 13_000;
const STEP_MS = 45_000;
const EMPTY_MS = 240_000;
const POLL_MS = 5000;
const POST = { title: 'Ten sacks of hulls', description: 'Dry, at the mill.' };
const UPDATED = { ...POST, description: 'Dry, at the mill. Five are gone.' };
const TITLES = ['Straw, dry', 'Corn cobs', 'Rice hulls', 'Mango culls', 'Coconut husks'];

/** Adds posts of another member, and one of the member's own. */
async function addForum(database: Database) {
  const { db } = database;
  const author = await addMember(db, { password_hash: 'none', first_name: 'Rosa' });
  const { id } = await addMember(db, { password_hash: 'none' });
  const posts = [];
  for (const title of TITLES) posts.push(await addPost(db, { author_id: author.id, title }));
  const own = await addPost(db, { author_id: id, title: 'Old sacks' });
  return { id, author, posts, own, session: await insertSession(db, id) };
}
type Forum = Awaited<ReturnType<typeof addForum>>;

async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(STEP_MS);
  return page;
}

/** Kills a tab like a phone, without any event for its scripts. */
async function killTab(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // The process that would respond is gone.
  session.send('Page.crash').catch(() => null);
  await crashed;
  await page.close();
}

const [STEPS, TABS, CUTS] = ['steps', 'tabs killed', 'cuts'];
const CONNECTIONS = 'connections that a cut ended';

/** Starts a step, after some time of reading. */
async function step(drill: Drill, name: string): Promise<void> {
  await pause(READ_MS);
  drill.count(STEPS);
  console.log(`${new Date().toISOString().slice(11, 19)} ${name}`);
}

/** Kills a tab, and opens another one. */
async function replaceTab(drill: Drill, page: Page): Promise<Page> {
  await killTab(page);
  drill.count(TABS);
  return openTab(page.context());
}

/** Opens Explore repeatedly until the outbox is empty. */
async function waitUntilSent(page: Page): Promise<void> {
  const until = Date.now() + EMPTY_MS;
  while ((await storedRecords(page, 'outbox')) !== '[]') {
    if (Date.now() > until) throw new Error(`It waits: ${await storedRecords(page, 'outbox')}`);
    await member.openExplore(page);
    await pause(POLL_MS);
  }
}

/** Waits until a post has left the device, and checks the server immediately, so that a loss is found at its cause. */
async function expectPost({ db }: Database, page: Page, post: typeof POST): Promise<void> {
  await waitUntilSent(page);
  const query = db.selectFrom('posts').where('title', '=', post.title).select('description');
  const found = (await query.execute()).map(({ description }) => description);
  if (found.join() !== post.description)
    throw new Error(`The post “${post.title}” is lost: ${JSON.stringify(found)}`);
}

async function spendDay(
  drill: Drill,
  context: BrowserContext,
  database: Database,
  { author, posts }: Forum,
): Promise<Page> {
  const path = (nth: number) => `/forums/posts/${posts[nth]?.id}`;
  let page = await openTab(context);
  await step(drill, 'likes');
  for (const title of TITLES.slice(0, 3)) await member.like(page, title);
  await step(drill, 'a comment');
  await member.writeComment(page, path(3), 'Friday at 7?');
  await member.sendComment(page);
  await step(drill, 'a post, in a tab that is killed');
  await member.writePost(page, POST.title, POST.description);
  await member.stay();
  page = await replaceTab(drill, page);
  const resumed = await member.resumePost(page);
  if (resumed.join() !== Object.values(POST).join())
    throw new Error(`The draft is another: ${resumed.join()}`);
  await member.sendPost(page);
  await expectPost(database, page, POST);
  await step(drill, 'a comment, in a tab that is killed');
  await member.writeComment(page, path(4), 'Do you deliver?');
  await member.stay();
  await page.getByRole('button', { name: 'Post Comment' }).click({ noWaitAfter: true });
  page = await replaceTab(drill, page);
  await member.resumeComment(page, path(4));
  await step(drill, 'a follow');
  await member.follow(page, author.id);
  await step(drill, 'a deletion');
  await member.deletePost(page, 'Old sacks');
  await step(drill, 'an update');
  await member.updatePost(page, UPDATED.title, UPDATED.description);
  await expectPost(database, page, UPDATED);
  return page;
}

/** @returns the part of the member's work that is on the server */
async function readResult({ db }: Database, { id, author, posts, own }: Forum) {
  const likes = await db
    .selectFrom('likes')
    .where('member_id', '=', id)
    .select('post_id')
    .execute();
  const comments = await db
    .selectFrom('comments')
    .where('member_id', '=', id)
    .orderBy('id')
    .select('content')
    .execute();
  const written = await db
    .selectFrom('posts')
    .leftJoin('attachments', 'post_id', 'posts.id')
    .where('author_id', '=', id)
    .select(['title', 'description', 'image_key'])
    .execute();
  const follows = await db
    .selectFrom('follows')
    .where('follower_id', '=', id)
    .select('followed_id')
    .execute();
  return {
    likes: likes
      .map(({ post_id }) => posts.findIndex((post) => post.id === post_id))
      .toSorted((a, b) => a - b),
    comments: comments.map(({ content }) => content),
    posts: written.map((post) => [post.title, post.description, post.image_key !== null]),
    follows: follows.map(({ followed_id }) => followed_id === author.id),
    deleted: !written.some(({ title }) => title === own.title),
  };
}

const EXPECTED = {
  likes: [0, 1, 2],
  comments: ['Friday at 7?', 'Do you deliver?'],
  posts: [[UPDATED.title, UPDATED.description, true]],
  follows: [true],
  deleted: true,
};

/** Cuts the connection repeatedly until the drill is over. */
async function cutRepeatedly(drill: Drill, line: SlowLine, over: AbortSignal): Promise<void> {
  const wait = (ms: number) => pause(ms, undefined, { signal: over }).catch(() => null);
  for (;;) {
    await wait(GOOD_MS);
    if (over.aborted) return;
    drill.count(CONNECTIONS, line.cut());
    drill.count(CUTS);
    await wait(CUT_MS);
    line.repair();
  }
}

/** Opens a browser of the member. */
async function openContext(drill: Drill, origin: string, session: string): Promise<BrowserContext> {
  const executablePath = findChromium();
  const browser = await chromium.launch({
    args: ['--no-sandbox'],
    ...(executablePath && { executablePath }),
  });
  drill.cleanUp(() => browser.close());
  const viewport = { width: 360, height: 740 };
  const context = await browser.newContext({ baseURL: origin, viewport });
  await context.addCookies([{ name: 'session', value: session, url: origin, httpOnly: true }]);
  return context;
}

await runDrill(async (drill) => {
  drill.expectAtLeast(8, STEPS);
  drill.expectAtLeast(2, TABS);
  drill.expectAtLeast(3, CUTS);
  drill.expectAtLeast(1, CONNECTIONS);
  const dataDir = await mkdtemp(join(tmpdir(), 'glean-bad-line-'));
  drill.cleanUp(() => rm(dataDir, { recursive: true }));
  const instance = { dataDir, databaseUrl: '', port: await freePort() };
  const line = new SlowLine(instance.port);
  const origin = `http://127.0.0.1:${await line.open()}`;
  drill.cleanUp(() => line.close());
  const database = openDatabase(databaseAddress(instance));
  drill.cleanUp(() => database.close());
  await migrate(database);
  const forum = await addForum(database);
  const server = await startServer(instance, { PUBLIC_URL: origin });
  drill.cleanUp(() => killServer(server));
  const context = await openContext(drill, origin, forum.session);
  const over = new AbortController();
  const cutting = cutRepeatedly(drill, line, over.signal);
  drill.cleanUp(async () => {
    over.abort();
    await cutting;
  });
  const page = await spendDay(drill, context, database, forum);
  await step(drill, 'what waits is sent');
  await waitUntilSent(page);
  const result = JSON.stringify(await readResult(database, forum));
  const expected = JSON.stringify(EXPECTED);
  if (result !== expected) drill.fail(`Not everything is there once: ${result}, not ${expected}`);
});
