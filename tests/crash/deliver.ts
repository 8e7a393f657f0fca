// Sends the queue of the site in the environment by all channels, like a server, until it is killed. Its clock is
// `AHEAD_MS` ahead. The push service is on this machine, at `PUSH_PORT`, with the certificate
// `PUSH_CA`.
import { createAppServer } from '#lib/server/app/app-server.ts';
import { readConfig } from '#lib/server/platform/config/config.ts';
import { startDeliveries } from '#lib/server/platform/deliveries/delivery-worker.ts';

const { AHEAD_MS, PUSH_CA = '', PUSH_PORT } = process.env;
const { services } = await createAppServer(readConfig(process.env), {
  logDestination: { write() {} },
  clocks: { now: () => Date.now() + Number(AHEAD_MS), databaseNow: null },
  pushNetwork: {
    ca: PUSH_CA,
    port: Number(PUSH_PORT),
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  },
});
startDeliveries(services);
