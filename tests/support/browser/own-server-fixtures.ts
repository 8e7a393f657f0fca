import { rmSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { addMember, type MemberWithEmail } from '#demo/factories.ts';
import { migrate } from '#lib/server/platform/db/migrate.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import type { Db } from '#lib/server/platform/db/schema.ts';
import { hashCheaply } from '#tests/support/nouns/password-hash.ts';
import { freePort } from '#tests/support/server/port.ts';
import {
  originOf,
  databaseAddress,
  killServer,
  type ServerInstance,
  startServer,
} from '#tests/support/server/server-process.ts';

import { test as base } from './browser-fixtures.ts';
import { PASSWORD, registerServer } from './sign-in.ts';

export { expect } from './browser-fixtures.ts';

interface OwnInstance extends ServerInstance {
  /** Stops the server during a test. */
  stop: () => Promise<void>;
}

export interface OwnServerFixtures {
  /** additional environment variables, for `test.use` */
  settings: Record<string, string>;
  instance: OwnInstance;
  origin: string;
  /** Runs queries on the site's database. */
  onDatabase: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  maria: MemberWithEmail;
}

let migrated: Promise<string> | undefined;

async function createTemplate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'glean-template-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const path = join(folder, 'glean.sqlite');
  const database = openDatabase(path);
  await migrate(database);
  await database.close();
  return path;
}

/**
 * The path of a migrated database, created once per worker: migrating is a fourth of a server's start. Not a worker
 * fixture, which would give its tests separate workers and browsers.
 */
const template = (): Promise<string> => (migrated ??= createTemplate());

/** For tests that need their own server, whose only member is Maria. */
export const test = base.extend<OwnServerFixtures>({
  settings: [{}, { option: true }],

  instance: async ({ settings, allowBrowserErrors }, use) => {
    // The server stops before the page is closed.
    allowBrowserErrors(/net::ERR_(CONNECTION|EMPTY|SOCKET)/);
    const dataDir = await mkdtemp(join(tmpdir(), 'glean-own-'));
    const instance = { dataDir, databaseUrl: '', port: await freePort() };
    await copyFile(await template(), databaseAddress(instance));
    const server = await startServer(instance, settings);
    registerServer(originOf(instance), dataDir);
    const stop = () => killServer(server);
    await use({ ...instance, stop });
    await stop();
    await rm(dataDir, { recursive: true });
  },

  onDatabase: async ({ instance }, use) => {
    await use(async (work) => {
      const database = openDatabase(databaseAddress(instance));
      try {
        return await work(database.db);
      } finally {
        await database.close();
      }
    });
  },

  maria: [
    async ({ onDatabase }, use) => {
      const password_hash = hashCheaply(PASSWORD);
      const email = 'maria@glean.example';
      await use(await onDatabase((db) => addMember(db, { email, password_hash })));
    },
    { auto: true },
  ],

  origin: async ({ instance }, use) => use(originOf(instance)),
});
