import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';

import { addMember, type MemberWithEmail } from '#demo/factories.ts';
import { type AppServer, createAppServer, type Overrides } from '#lib/server/app/app-server.ts';
import { createApp } from '#lib/server/app/app.ts';
import { createSession } from '#lib/server/people/sessions/service.ts';
import type { Clocks } from '#lib/server/platform/clock/clock-guard.ts';
import { readConfig } from '#lib/server/platform/config/config.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { hashCheaply } from '#tests/support/nouns/password-hash.ts';
import { createDatabase, dropDatabase } from '#tests/support/server/postgres.ts';

import { Browser } from './http-browser.ts';
import { scanSent } from './scan-sent.ts';

export const PASSWORD = 'Straw-for-7-Cows';
const hash = hashCheaply(PASSWORD);

/** A browser of a member. */
export type MemberBrowser = Browser & { member: MemberWithEmail };

/** The Hono app over a new database, for one test. */
export interface Site {
  server: AppServer;
  services: Services;
  /** the log lines */
  log: string[];
  /** a browser that is not logged in */
  guest: () => Browser;
  /** inserts a member with these columns */
  member: (given?: Partial<MemberWithEmail>) => Promise<MemberWithEmail>;
  /** a browser with a session of this member, or of a new one */
  signedIn: (member?: MemberWithEmail) => Promise<MemberBrowser>;
  /** a browser on a known device that logs in through the API */
  loggedIn: (member?: MemberWithEmail) => Promise<MemberBrowser>;
  /** advances the clocks of the server, the monotonic clock and the database */
  advanceClock: (ms: number) => void;
  /** advances the clocks to an hour in the region; at noon, no quiet hours defer messages */
  advanceTo: (hour: number) => void;
  /** shifts only the server's clock, as if it were wrong */
  shiftClock: (ms: number) => void;
  /** the clocks, for another server on the same database */
  clocks: Clocks;
}

/**
 * Copies the migrated template.
 * @returns the database's URL, or empty for SQLite
 */
async function createMigratedDatabase(dataDir: string): Promise<string> {
  if (process.env['DATABASE'] === 'postgres') return createDatabase();
  await copyFile(inject('sqliteTemplate'), join(dataDir, 'glean.sqlite'));
  return '';
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
// UTC+8 all year.
const REGION_OFFSET_MS = 8 * HOUR_MS;

/** @param hasDatabase whether the database's clock is simulated too */
function createClocks(hasDatabase: boolean) {
  let waited = 0;
  let shifted = 0;
  const clocks: Clocks = {
    now: () => Date.now() + waited + shifted,
    monotonic: () => performance.now() + waited,
    databaseNow: hasDatabase ? async () => Date.now() + waited : null,
  };
  return {
    clocks,
    advanceClock: (ms: number) => void (waited += ms),
    advanceTo(hour: number) {
      const sinceMidnight = (clocks.now() + REGION_OFFSET_MS) % DAY_MS;
      waited += (hour * HOUR_MS - sinceMidnight + DAY_MS) % DAY_MS;
    },
    shiftClock: (ms: number) => void (shifted += ms),
  };
}

/** @param created the database made for this test; a site may use another test's */
async function closeSite(server: AppServer, created: string): Promise<void> {
  await scanSent(server.services);
  await server.close();
  if (created) await dropDatabase(created);
  await rm(server.services.config.dataDir, { recursive: true });
}

interface SiteOptions extends Pick<Partial<Overrides>, 'pushNetwork'> {
  /** columns of all members */
  all?: Partial<MemberWithEmail>;
}

type Close = () => Promise<void>;

async function createSite(
  env: Record<string, string> = {},
  { all = {}, ...overrides }: SiteOptions = {},
): Promise<{ site: Site; close: Close }> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'glean-'));
  const databaseUrl = await createMigratedDatabase(DATA_DIR);
  const config = readConfig({ DATA_DIR, DATABASE_URL: databaseUrl, DEMO: '1', ...env });
  const log: string[] = [];
  const { clocks, ...moveClock } = createClocks(databaseUrl !== '');
  const server = await createAppServer(config, {
    ...overrides,
    clocks,
    logDestination: { write: (line) => void log.push(line) },
  });
  const { services } = server;
  const app = createApp(server);
  const guest = () => new Browser(app, config.demo ? 'http://localhost' : config.publicUrl);
  const member = (given: Partial<MemberWithEmail> = {}) =>
    addMember(services.db, { password_hash: hash, ...all, ...given });
  const signedIn = async (given?: MemberWithEmail) => {
    const owner = given ?? (await member());
    const browser = Object.assign(guest(), { member: owner });
    browser.cookies.set(
      'session',
      await createSession(services, owner.id, { userAgent: '', session: null }),
    );
    return browser;
  };
  const loggedIn = async (given?: MemberWithEmail) => {
    const owner = given ?? (await member());
    const browser = Object.assign(guest(), { member: owner });
    await browser.post('/api/web/auth/login', { email: owner.email, password: PASSWORD });
    return browser;
  };
  const browsers = { guest, member, signedIn, loggedIn };
  const site = { server, services, log, clocks, ...browsers, ...moveClock };
  return { site, close: () => closeSite(server, databaseUrl) };
}

/**
 * Opens a site on the database under test (`DATABASE` is `sqlite` or `postgres`), and closes it after the test.
 * @param env settings
 * @param options replacements for parts of the server
 */
export async function openSite(
  env: Record<string, string> = {},
  options: SiteOptions = {},
): Promise<Site> {
  const { site, close } = await createSite(env, options);
  onTestFinished(close);
  return site;
}

/**
 * Opens one site for all tests of a file, which must not depend on each other.
 * @param prepare runs before the first test
 */
export function shareSite(prepare?: (site: Site) => Promise<unknown>): () => Site {
  let shared: Awaited<ReturnType<typeof createSite>>;
  beforeAll(async () => {
    shared = await createSite();
    await prepare?.(shared.site);
  });
  afterAll(() => shared.close());
  return () => shared.site;
}
