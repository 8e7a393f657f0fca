import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { addMember } from '#demo/factories.ts';
import { openDatabase } from '#lib/server/db/open.ts';
import { hashPassword } from '#lib/server/passwords.ts';

import { test as base } from './browser.ts';
import { addressOf, databaseOf, killServer, startServer } from './built-server.ts';
import { freePort } from './port.ts';
import { PASSWORD } from './sign-in.ts';

export { expect } from './browser.ts';

/** For a test that needs the feed to itself: a built server of its own where only Maria is a member. */
export const test = base.extend<{ origin: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants the first argument to be a pattern
  origin: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'glean-own-'));
    const place = { dataDir, databaseUrl: '', port: await freePort() };
    const server = await startServer(place);
    const database = openDatabase(databaseOf(place));
    const password_hash = await hashPassword(PASSWORD);
    await addMember(database.db, { email: 'maria@glean.example', password_hash });
    await database.close();
    await use(addressOf(place));
    await killServer(server);
    await rm(dataDir, { recursive: true });
  },
});
