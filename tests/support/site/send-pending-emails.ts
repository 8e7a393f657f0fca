// Sends the pending emails of the site in the environment, in a process that a test can kill.
import { createAppServer } from '#lib/server/app/app-server.ts';
import { readConfig } from '#lib/server/platform/config/config.ts';
import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';

const { services } = await createAppServer(readConfig(process.env), {
  logDestination: { write() {} },
});
await sendPending(services);
