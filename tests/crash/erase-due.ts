// Erases the members who are due on the site in the environment, as a server does. It says how many queries that took,
// or ends before one of them as if it was killed then: `KILL_AT` is its number.
import { createAppServer } from '#lib/server/app/app-server.ts';
import { readConfig } from '#lib/server/platform/config.ts';
import { eraseDueMembers } from '#lib/server/privacy/erasures/erase-member.ts';

const killAt = Number(process.env['KILL_AT']);
let queries = 0;
const server = await createAppServer(readConfig(process.env), { logDestination: { write() {} } });
const db = server.services.db.withPlugin({
  transformQuery({ node }) {
    queries += 1;
    if (queries === killAt) process.kill(process.pid, 'SIGKILL');
    return node;
  },
  transformResult: async ({ result }) => result,
});
await eraseDueMembers({ ...server.services, db });
process.stdout.write(String(queries));
await server.close();
