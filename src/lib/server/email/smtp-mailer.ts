import { Readable } from 'node:stream';
import { promisify } from 'node:util';

import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection, {
  type SMTPConnectionOptions,
  type SMTPEnvelope,
} from 'nodemailer/lib/smtp-connection';

import { type Mailer, MailRejectedError, MailUncertain } from './mailer.ts';

// A mail server that is slower than this is down; all of them end before a letter's lease does.
const TIMES: SMTPConnectionOptions = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
};

interface Auth {
  user: string;
  pass: string;
}

/** One conversation with the server, from hello to goodbye. */
async function converse(
  options: SMTPConnectionOptions & { auth?: Auth },
  envelope: SMTPEnvelope,
  text: Readable,
): Promise<void> {
  const connection = new SMTPConnection(options);
  const broken = Promise.withResolvers<never>();
  connection.on('error', broken.reject);
  connection.on('end', () => broken.reject(new Error('The mail server hung up.')));
  const talk = async () => {
    await promisify(connection.connect.bind(connection))();
    if (options.auth) await promisify(connection.login.bind(connection))(options.auth);
    await promisify(connection.send.bind(connection))(envelope, text);
  };
  try {
    await Promise.race([talk(), broken.promise]);
    connection.quit();
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** The answers that no later try changes: to the recipient or the text, not to who we are. */
function isRefusal(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string };
  return responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command);
}

/**
 * Sends letters through a mail server. Each is said to be handed over after the server's go-ahead (354) and before
 * the first byte of its text: until then nothing can have arrived, and it may be tried again.
 * @param url `smtp://user:password@host:port`, or `smtps://…`; with a password TLS is required, unless `?requireTLS=false`
 */
export function createSmtpMailer(url: string): Mailer {
  const given = parseConnectionUrl(url) as SMTPConnectionOptions & { auth?: Auth };
  const options = { ...TIMES, requireTLS: Boolean(given.auth) && !given.secure, ...given };
  return {
    async send({ from, to, bytes }, onHandOver) {
      let handed = false;
      async function* text() {
        await onHandOver();
        handed = true;
        yield bytes;
      }
      try {
        await converse(options, { from, to, size: bytes.length }, Readable.from(text()));
      } catch (cause) {
        if (isRefusal(cause))
          throw new MailRejectedError('The mail server refused a letter.', { cause });
        const answered = (cause as { responseCode?: number }).responseCode !== undefined;
        if (handed && !answered)
          throw new MailUncertain('The line to the mail server broke.', { cause });
        throw cause;
      }
    },
  };
}
