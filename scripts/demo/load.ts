import { ConfigError, readConfig } from '#lib/server/config.ts';
import { transact } from '#lib/server/db/transact.ts';
import { openServer, type Server } from '#lib/server/services.ts';

import { loadForum } from './load-forum.ts';
import { loadLibrary } from './load-library.ts';
import { loadMembers } from './load-members.ts';
import { type DemoPictures, storeImages } from './load-pictures.ts';
import { loadPolicies } from './load-policies.ts';
import { recount } from './recount.ts';

/** What every part of the demo is loaded with. */
export interface Load {
  pictures: DemoPictures;
  /** the moment everything is dated from, milliseconds since 1970 */
  now: number;
}

/** Loads the demo community into an empty database. */
async function load({ services }: Server): Promise<void> {
  console.log('Drawing and loading the demo community…');
  const given: Load = { pictures: await storeImages(services.files), now: services.now() };
  await loadPolicies(services);
  await transact(services.db, async (tx) => {
    const members = await loadMembers(tx, given);
    const resources = await loadLibrary(tx, given);
    await loadForum(tx, given, members, resources);
    await recount(tx);
  });
}

try {
  const server = await openServer(readConfig(process.env));
  try {
    await load(server);
  } finally {
    await server.close();
  }
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
