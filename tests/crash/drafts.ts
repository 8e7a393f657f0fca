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
import { whitePng } from '#tests/support/images.ts';
import { freePort } from '#tests/support/port.ts';
import {
  addSignedInMembers,
  databaseAddress,
  killServer,
  originOf,
  startServer,
} from '#tests/support/server-process.ts';

import { type KillableBrowser, startBrowser } from './killable-browser.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '100' } } });
const rounds = Number(values.rounds);
const [SHORTEST_MS, LONGEST_MS] = [200, 5000];
const GRACE_MS = 1000;
const SENT_MS = 60_000;
const STEP_MS = 10_000;
const WORDS = 'Dry straw from the field by the river, forty bundles until Friday'.split(' ');
const image = { name: 'straw.png', mimeType: 'image/png', buffer: whitePng(64, 48) };

/** What the member has done with a post, and when. */
interface Step {
  title: string;
  description: string;
  hasImage: boolean;
  at: number;
}
const steps: Step[] = [];
let current: Omit<Step, 'at'> = { title: '', description: '', hasImage: false };
const did = (change: Partial<Step>) => {
  current = { ...current, ...change };
  steps.push({ ...current, at: Date.now() });
};

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Create post' });

/**
 * Begins a post, or goes on with an unfinished one.
 * @returns whether it can be sent as it is: it may have been sent already, and changed it would be another post
 */
async function openPost(page: Page): Promise<boolean> {
  await page.locator('[data-open-post]').first().click();
  const title = dialogOf(page).getByLabel('Title');
  const stored = await title.inputValue();
  if (stored) {
    const description = await dialogOf(page).getByLabel('Description').inputValue();
    const hasImage = await dialogOf(page).getByText('1 / 5 Attachments').isVisible();
    did({ title: stored, description, hasImage });
    return description !== '';
  }
  const name = `Straw ${crypto.randomUUID()}`;
  await title.fill(name);
  did({ title: name, description: '', hasImage: false });
  return false;
}

async function writePost(page: Page): Promise<void> {
  const description = dialogOf(page).getByLabel('Description');
  for (const word of WORDS.slice(0, 3 + Math.random() * WORDS.length)) {
    await description.press('End');
    await description.pressSequentially(`${word} `);
    did({ description: `${current.description}${word} ` });
  }
  if (current.hasImage) return;
  await dialogOf(page).locator('input[type=file]').setInputFiles([image]);
  await dialogOf(page).getByText('1 / 5 Attachments').waitFor();
  did({ hasImage: true });
}

/** Posts it, with or without a connection, until it is on the server. */
async function sendPost(page: Page): Promise<void> {
  const isOffline = Math.random() < 0.6;
  const waiting = page.getByRole('region', { name: 'Waiting to be sent' });
  if (isOffline) await page.context().setOffline(true);
  await dialogOf(page).getByRole('button', { name: 'Post', exact: true }).click();
  if (isOffline) {
    await waiting.waitFor();
    await page.context().setOffline(false);
  }
  await dialogOf(page).waitFor({ state: 'detached' });
  await waiting.waitFor({ state: 'detached' });
}

async function useForum(page: Page, origin: string): Promise<void> {
  page.setDefaultTimeout(STEP_MS);
  await page.goto(`${origin}/forums/explore`, { waitUntil: 'networkidle' });
  await page.mouse.move(10, 10);
  await page.mouse.move(20, 20);
  await page.waitForLoadState('networkidle');
  for (;;) {
    if (!(await openPost(page))) await writePost(page);
    await sendPost(page);
  }
}

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
  // A page without the outbox: nothing is sent while this looks.
  await page.goto(`${origin}/thank-you`);
  const stored = [...(await readStored(page, 'drafts')), ...(await readStored(page, 'outbox'))];
  const posts = await db.selectFrom('posts').select(['title', 'description']).execute();
  const titles = new Set(steps.map(({ title }) => title));
  const problems: string[] = [];
  for (const title of titles) {
    const found = posts.filter((post) => post.title === title);
    if (found.length > 1) problems.push(`${title} is there ${found.length} times`);
    const last = steps.findLast((each) => each.title === title && each.at < killedAt - GRACE_MS);
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
try {
  for (let nth = 1; nth <= rounds; nth += 1) {
    clearRateLimits(instance);
    const browser = await open(session);
    const using = useForum(browser.page, origin).catch((error: unknown) => error);
    await pause(SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS));
    const killedAt = Date.now();
    await browser.kill();
    const error = await using;
    // Anything but the kill itself is an error of the drill or the site.
    if (error instanceof Error && /Timeout/.test(error.message)) problems.push(error.message);
    const later = await open(session);
    problems.push(...(await verify(later.page, database, killedAt)));
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
  const { length } = new Set(steps.map(({ title }) => title)).values().toArray();
  console.log(
    `${rounds} kills, ${length} posts, ${steps.length} steps: ${problems.length} problems`,
  );
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await killServer(server);
  await database.close();
  await rm(root, { recursive: true, force: true, maxRetries: 5 });
}
