// Kills a member's browser while they write, wait and send, and checks that nothing typed or selected more than a
// second before is lost, and nothing is posted twice.
//   node tests/crash/drafts.ts [--rounds 100]
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import type { Page } from '@playwright/test';

import { migrate } from '#lib/server/platform/db/migrate.ts';
import { type Database, openDatabase } from '#lib/server/platform/db/open-database.ts';
import { storedRecords } from '#tests/support/browser/device-storage.ts';
import { clearRateLimits } from '#tests/support/server/clear-rate-limits.ts';
import { freePort } from '#tests/support/server/port.ts';
import {
  addSignedInMembers,
  databaseAddress,
  killServer,
  originOf,
  type ServerInstance,
  startServer,
} from '#tests/support/server/server-process.ts';

import { image, PostingMember, type Step } from './drafts-member.ts';
import { type Drill, runDrill } from './drill.ts';
import { type KillableBrowser, startBrowser } from './killable-browser.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '100' } } });
const rounds = Number(values.rounds);
const [SHORTEST_MS, LONGEST_MS] = [500, 9000];
const GRACE_MS = 1000;
const SENT_MS = 60_000;
const PATIENCE_MS = 60_000;
const POLL_MS = 50;
const KILLS = 'kills of a browser that was used';
const STEPS = 'steps';
const HANGS = 'hangs';
const WAITING = 'of them while a post waited';
const SENDING = 'while it was on its way';
const member = new PostingMember();
let instance: ServerInstance = { dataDir: '', databaseUrl: '', port: 0 };
let origin = '';

async function open(session: string): Promise<KillableBrowser> {
  const profile = join(instance.dataDir, 'profile');
  // These locks belong to the killed process.
  for (const lock of ['SingletonLock', 'SingletonSocket', 'SingletonCookie'])
    rmSync(join(profile, lock), { force: true });
  const browser = await startBrowser(profile);
  const context = browser.page.context();
  await context.addCookies([{ name: 'session', value: session, url: origin, httpOnly: true }]);
  return browser;
}

/** @returns all records, as JSON */
async function readStored(page: Page, store: 'drafts' | 'outbox'): Promise<string[]> {
  const records = JSON.parse(await storedRecords(page, store)) as object[];
  return records.map((record) => JSON.stringify(record));
}

/** @returns whether a text contains that of a step; text typed later may follow */
const has = (text: string, step: Step) => text.startsWith(step.description.trim());

/** @returns what is lost or doubled after a kill. @param before milliseconds since 1970: newer steps may be lost */
async function verify(page: Page, { db }: Database, before: number): Promise<string[]> {
  member.forgetSince(before);
  // A page without the outbox, so that nothing is sent during the check.
  await page.goto(`${origin}/thank-you`);
  const stored = [...(await readStored(page, 'drafts')), ...(await readStored(page, 'outbox'))];
  const posts = await db.selectFrom('posts').select(['title', 'description']).execute();
  const problems: string[] = [];
  for (const title of member.titles) {
    const found = posts.filter((post) => post.title === title);
    if (found.length > 1) problems.push(`${title} is there ${found.length} times`);
    const last = member.lastStep(title);
    if (!last) continue;
    // A post is only sent with a description, so a stored one without it differs from what was written.
    const isSent = found.some(({ description }) => description !== '' && has(description, last));
    const isStored = stored.some(
      (record) => record.includes(title) && record.includes(last.description.trim()),
    );
    const hasImage = !last.hasImage || stored.some((record) => record.includes(image.name));
    if (!isSent && !(isStored && hasImage)) problems.push(`${title} is lost`);
  }
  return problems;
}

/** Waits until a condition holds, or for some time on a slow machine. */
async function waitUntil(holds: () => boolean): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; !holds() && Date.now() < until;)
    await pause(POLL_MS);
}

/** Waits for a moment to kill the browser. @param isWhileSending while a post that had waited is sent, or at random */
async function waitForKill(isWhileSending: boolean): Promise<void> {
  const steps = member.stepCount;
  if (isWhileSending) return waitUntil(() => member.isSending);
  await Promise.all([
    pause(SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS)),
    waitUntil(() => member.stepCount >= steps + 2),
  ]);
}

/** Lets the member write for a while, kills the browser, and checks what is stored. */
async function killOnce(
  drill: Drill,
  database: Database,
  session: string,
  isWhileSending: boolean,
): Promise<void> {
  clearRateLimits(instance);
  const browser = await open(session);
  const steps = member.stepCount;
  const startedAt = Date.now();
  const using = member.useForum(browser.page, origin).then(
    () => null,
    (error: unknown) => error,
  );
  await Promise.race([using, waitForKill(isWhileSending)]);
  const killedAt = Date.now();
  const { isWaiting, isSending } = member;
  await browser.kill();
  const error = await using;
  // Any other error is one of the drill or the site.
  if (!(error instanceof Error && /has been closed/.test(error.message))) drill.fail(error);
  if (member.respondedAt < startedAt) drill.fail('The page did not respond once.');
  if (killedAt - member.respondedAt > GRACE_MS) drill.count(HANGS);
  if (member.stepCount > steps) drill.count(KILLS);
  if (isWaiting) drill.count(WAITING);
  if (isSending) drill.count(SENDING);
  const later = await open(session);
  try {
    drill.fail(...(await verify(later.page, database, member.respondedAt - GRACE_MS)));
  } finally {
    await later.kill();
  }
}

/** Lets the member finish an unfinished post and another one, without a kill. */
async function writeToTheEnd(session: string): Promise<void> {
  const browser = await open(session);
  try {
    // The first one may be an unfinished post without a picture.
    await member.useForum(browser.page, origin, 2);
  } finally {
    await browser.kill();
  }
}

/** Waits until everything left is sent. */
async function sendAll(drill: Drill, database: Database, session: string): Promise<void> {
  const last = await open(session);
  try {
    await last.page.goto(`${origin}/forums/explore`);
    const outbox = () => storedRecords(last.page, 'outbox');
    for (const until = Date.now() + SENT_MS; (await outbox()) !== '[]' && Date.now() < until;)
      await pause(GRACE_MS);
    const left = await outbox();
    if (left !== '[]') drill.fail(`Not sent: ${left}`);
    drill.fail(...(await verify(last.page, database, Date.now())));
  } finally {
    await last.kill();
  }
  const posts = await database.db.selectFrom('posts').select('title').execute();
  const missing = member.sent.filter((each) => !posts.some(({ title }) => title === each));
  for (const title of missing) drill.fail(`${title} was sent, and is not on the server`);
  drill.count('posts on the server', posts.length);
  const images = await database.db.selectFrom('attachments').select('image_key').execute();
  drill.count('pictures on the server', images.length);
}

await runDrill(async (drill) => {
  drill.expectAtLeast(rounds, KILLS);
  drill.expectAtLeast(2 * rounds, STEPS);
  drill.expectAtLeast(1, 'posts on the server');
  drill.expectAtLeast(1, 'pictures on the server');
  // In every second round.
  if (rounds > 1) for (const what of [WAITING, SENDING]) drill.expectAtLeast(1, what);
  const root = await mkdtemp(join(tmpdir(), 'glean-drafts-'));
  drill.cleanUp(() => rm(root, { recursive: true, force: true, maxRetries: 5 }));
  instance = { dataDir: root, databaseUrl: '', port: await freePort() };
  origin = originOf(instance);
  const database = openDatabase(databaseAddress(instance));
  drill.cleanUp(() => database.close());
  await migrate(database);
  const [session = ''] = await addSignedInMembers(database, 1);
  const server = await startServer(instance);
  drill.cleanUp(() => killServer(server));
  for (let nth = 1; nth <= rounds && !drill.hasFailed; nth += 1)
    await killOnce(drill, database, session, nth % 2 === 0);
  // Posts written at the end are sent, so that even a few short rounds prove something.
  if (!drill.hasFailed) await writeToTheEnd(session);
  if (!drill.hasFailed) await sendAll(drill, database, session);
  drill.count(STEPS, member.stepCount);
  if (drill.countOf(HANGS) >= rounds) drill.fail('The page hung in every round.');
});
