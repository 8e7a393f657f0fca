// Runs a job on the site in the environment, like a server. It prints how many queries the job took, or ends before one
// of them as if it were killed: `KILL_AT` is the number of that query.
//   node tests/crash/killed-job.ts erasures|rounds
import { createAppServer } from '#lib/server/app/app-server.ts';
import { makeDueRounds } from '#lib/server/exchange/appointments/standing/make-rounds.ts';
import { readConfig } from '#lib/server/platform/config/config.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { eraseDueMembers } from '#lib/server/privacy/erasures/erase-member.ts';

import type { JobName } from './run-killed-job.ts';

const JOBS: Record<JobName, (services: Services) => Promise<unknown>> = {
  erasures: eraseDueMembers,
  rounds: makeDueRounds,
};

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
const job = process.argv[2] as JobName;
await JOBS[job]({ ...server.services, db });
process.stdout.write(String(queries));
await server.close();
