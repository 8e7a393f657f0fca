import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { addMember } from '#demo/factories.ts';
import { hashPassword } from '#lib/server/auth/password-hash.ts';
import { openDatabase } from '#lib/server/db/open-database.ts';
import type { Db, MemberTable } from '#lib/server/db/schema.ts';

import { test as base } from './browser.ts';
import { addressOf, databaseOf, killServer, type Place, startServer } from './built-server.ts';
import { freePort } from './port.ts';
import { PASSWORD } from './sign-in.ts';

export { expect } from './browser.ts';

interface OwnPlace extends Place {
  /** Takes the server away in the middle of a test. */
  stop: () => Promise<void>;
}

export interface Own {
  /** more of the server's environment, for `test.use` */
  settings: Record<string, string>;
  place: OwnPlace;
  origin: string;
  /** Does something to the site's database, from beside. */
  onDatabase: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  maria: MemberTable;
}

/** For a test that needs the site to itself: a built server of its own where only Maria is a member. */
export const test = base.extend<Own>({
  settings: [{}, { option: true }],

  place: async ({ settings, allowComplaints }, use) => {
    // The server goes before the page does.
    allowComplaints(/net::ERR_(CONNECTION|EMPTY|SOCKET)/);
    const dataDir = await mkdtemp(join(tmpdir(), 'glean-own-'));
    const place = { dataDir, databaseUrl: '', port: await freePort() };
    const server = await startServer(place, settings);
    const stop = () => killServer(server);
    await use({ ...place, stop });
    await stop();
    await rm(dataDir, { recursive: true });
  },

  onDatabase: async ({ place }, use) => {
    await use(async (work) => {
      const database = openDatabase(databaseOf(place));
      try {
        return await work(database.db);
      } finally {
        await database.close();
      }
    });
  },

  maria: [
    async ({ onDatabase }, use) => {
      const password_hash = await hashPassword(PASSWORD);
      const email = 'maria@glean.example';
      await use(await onDatabase((db) => addMember(db, { email, password_hash })));
    },
    { auto: true },
  ],

  origin: async ({ place }, use) => use(addressOf(place)),
});
