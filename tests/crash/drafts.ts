// Kills the browser of a member while they write, wait and send, and checks that nothing typed or selected more than a
// second before is lost, and nothing is posted twice.
//   node tests/crash/drafts.ts [--rounds 100]
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import type { Page } from '@playwright/test';

import { migrate } from '#lib/server/db/migrate.ts';
import { type Database, openDatabase } from '#lib/server/db/open-database.ts';
import { clearRateLimits } from '#tests/support/clear-rate-limits.ts';
import { storedRecords } from '#tests/support/device-storage.ts';
import { freePort } from '#tests/support/port.ts';
import {
  addSignedInMembers,
  databaseAddress,
  killServer,
  originOf,
  startServer,
} from '#tests/support/server-process.ts';

import { image, PostingMember } from './drafts-member.ts';
import { type KillableBrowser, startBrowser } from './killable-browser.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '100' } } });
const rounds = Number(values.rounds);
const [SHORTEST_MS, LONGEST_MS] = [500, 9000];
const GRACE_MS = 1000;
const SENT_MS = 60_000;
const member = new PostingMember();
const root = await mkdtemp(join(tmpdir(), 'glean-drafts-'));
const instance = { dataDir: root, databaseUrl: '', port: await freePort() };
const origin = originOf(instance);

async function open(session: string): Promise<KillableBrowser> {
  const profile = join(root, 'profile');
  // Of the killed process.
  for (const lock of ['SingletonLock', 'SingletonSocket', 'SingletonCookie'])
    rmSync(join(profile, lock), { force: true });
  const browser = await startBrowser(profile);
  const context = browser.page.context();
  await context.addCookies([{ name: 'session', value: session, url: origin, httpOnly: true }]);
  return browser;
}

/** @returns each record, as JSON */
async function readStored(page: Page, store: 'drafts' | 'outbox'): Promise<string[]> {
  const records = JSON.parse(await storedRecords(page, store)) as object[];
  return records.map((record) => JSON.stringify(record));
}

/** @returns what is lost or doubled after a kill */
async function verify(page: Page, { db }: Database, killedAt: number): Promise<string[]> {
  // What is younger may be lost.
  member.forgetSince(killedAt - GRACE_MS);
  // A page without the outbox: nothing is sent while this looks.
  await page.goto(`${origin}/thank-you`);
  const stored = [...(await readStored(page, 'drafts')), ...(await readStored(page, 'outbox'))];
  const posts = await db.selectFrom('posts').select(['title', 'description']).execute();
  const problems: string[] = [];
  for (const title of member.titles) {
    const found = posts.filter((post) => post.title === title);
    if (found.length > 1) problems.push(`${title} is there ${found.length} times`);
    const last = member.lastStep(title);
    const isSent = found.some((post) =>
      post.description.startsWith(last?.description.trim() ?? ''),
    );
    const isStored = stored.some(
      (record) => record.includes(title) && record.includes(last?.description.trim() ?? ''),
    );
    const hasImage = !last?.hasImage || stored.some((record) => record.includes(image.name));
    if (last && !isSent && !(isStored && hasImage)) problems.push(`${title} is lost`);
  }
  return problems;
}

const database = openDatabase(databaseAddress(instance));
await migrate(database);
const [session = ''] = await addSignedInMembers(database, 1);
const server = await startServer(instance);
const problems: string[] = [];
let hangs = 0;
try {
  for (let nth = 1; nth <= rounds; nth += 1) {
    clearRateLimits(instance);
    const browser = await open(session);
    const using = member.useForum(browser.page, origin).catch((error: unknown) => error);
    await pause(SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS));
    const killedAt = Date.now();
    await browser.kill();
    if (killedAt - member.respondedAt > GRACE_MS) hangs += 1;
    const error = await using;
    // Anything but the kill itself is an error of the drill or the site.
    if (error instanceof Error && /Timeout/.test(error.message)) problems.push(error.message);
    const later = await open(session);
    problems.push(...(await verify(later.page, database, member.respondedAt)));
    await later.kill();
    if (problems.length > 0) break;
  }
  const last = await open(session);
  await last.page.goto(`${origin}/forums/explore`);
  const waiting = async () => (await storedRecords(last.page, 'outbox')) !== '[]';
  for (const until = Date.now() + SENT_MS; (await waiting()) && Date.now() < until;)
    await pause(GRACE_MS);
  problems.push(...(await verify(last.page, database, Date.now())));
  await last.kill();
  console.log(
    `${rounds} kills, ${member.titles.size} posts, ${member.stepCount} steps, ${hangs} hangs: ${problems.length} problems`,
  );
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await killServer(server);
  await database.close();
  await rm(root, { recursive: true, force: true, maxRetries: 5 });
}
