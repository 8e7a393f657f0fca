// Commits a change on the site in the environment, and is killed before it notifies other servers.
import { createAppServer } from '#lib/server/app/app-server.ts';
import { readConfig } from '#lib/server/platform/config/config.ts';

import { commitChange } from './commit-change.ts';

const { services } = await createAppServer(readConfig(process.env), {
  logDestination: { write() {} },
});
await commitChange(
  { db: services.db, publish: () => process.kill(process.pid, 'SIGKILL') },
  'posts',
);
