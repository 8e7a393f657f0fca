import { createAppServer } from '#lib/server/app/app-server.ts';
// Sends the pending emails of the site in the environment, as a process that a test can kill.
import { readConfig } from '#lib/server/platform/config.ts';
import { sendPendingEmails } from '#lib/server/platform/email/email-worker.ts';

const { services } = await createAppServer(readConfig(process.env), {
  logDestination: { write() {} },
});
await sendPendingEmails(services);
