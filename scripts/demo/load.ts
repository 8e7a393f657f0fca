import { createAppServer, type AppServer } from '#lib/server/app/app-server.ts';
import { ConfigError } from '#lib/server/platform/config/config-error.ts';
import { readConfig } from '#lib/server/platform/config/config.ts';
import { transact } from '#lib/server/platform/db/transact.ts';

import { loadActs } from './load-acts.ts';
import { loadApplications, loadImport, loadInvitation } from './load-applications.ts';
import type { LoadContext } from './load-context.ts';
import { loadDrafts } from './load-drafts.ts';
import { loadForum } from './load-forum.ts';
import { loadImages } from './load-images.ts';
import { loadMembers } from './load-members.ts';
import { loadPolicies } from './load-policies.ts';
import { loadResources } from './load-resources.ts';
import { recount } from './recount.ts';

/** Loads the demo community into an empty database. */
async function load({ services }: AppServer): Promise<void> {
  console.log('Loading the demo community…');
  const context: LoadContext = { images: await loadImages(services.files), now: services.now() };
  await loadPolicies(services);
  await transact(services, { invalidates: [] }, async (tx) => {
    const members = await loadMembers(tx, context);
    const resources = await loadResources(tx, context);
    await loadForum(tx, context, members, resources);
    await loadDrafts(tx, context, members);
    await loadActs(tx, context, members);
    await loadApplications(tx, context);
    await loadInvitation(tx, context, services.secrets, members.get('staff') ?? '');
    await loadImport(tx, context, members);
    await recount(tx);
  });
}

try {
  const server = await createAppServer(readConfig(process.env));
  try {
    await load(server);
  } finally {
    await server.close();
  }
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
