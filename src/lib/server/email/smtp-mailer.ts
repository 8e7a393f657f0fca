import { createTransport } from 'nodemailer';

import { type Mailer, MailRejectedError } from './mailer.ts';

// A process that was paused for a minute still reads the mail server's response before the timer of the socket ends
// the connection: an email that was accepted is not sent again.
const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 90_000,
  dnsTimeout: 10_000,
};

/** Whether the server rejected the recipient or the content; a rejected login may be fixed by the operator. */
function isPermanent(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string };
  return responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command);
}

function requireTlsWithPassword(url: string): string {
  const parsed = new URL(url);
  if (parsed.protocol === 'smtp:' && parsed.username && !parsed.searchParams.has('requireTLS'))
    parsed.searchParams.set('requireTLS', 'true');
  return parsed.href;
}

/**
 * Sends emails through a mail server.
 * @param url `smtp://user:password@host:port`, or `smtps://…`. With a password TLS is required, unless it ends with
 *   `?requireTLS=false`.
 */
export function createSmtpMailer(url: string): Mailer {
  const transport = createTransport({ url: requireTlsWithPassword(url), ...TIMEOUTS });
  return {
    async send(message) {
      try {
        await transport.sendMail(message);
      } catch (cause) {
        if (!isPermanent(cause)) throw cause;
        throw new MailRejectedError('The mail server rejected an email.', { cause });
      }
    },
    verify: async () => void (await transport.verify()),
    forget: () => Promise.resolve(),
  };
}
