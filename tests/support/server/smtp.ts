import type { SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

import { watchReceived } from '#tests/support/site/scan-sent.ts';

import { type MailServer, startMailServer } from './mail-server.ts';

/**
 * Opens a mail server that accepts everything, and closes it after the test.
 * @param options overrides its behaviour
 * @param port 0 for any
 */
export async function openMailServer(
  options: SMTPServerOptions = {},
  port = 0,
): Promise<MailServer> {
  const server = await startMailServer(options, port);
  watchReceived({ emails: () => server.received.map(({ text }) => text) });
  onTestFinished(async () => {
    server.dropConnections();
    await server.close();
  });
  return server;
}
