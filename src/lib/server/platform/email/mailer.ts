import { readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { createTransport, type SendMailOptions } from 'nodemailer';

import { SOURCE } from '#lib/messages/codes.ts';
import { runInLanguage } from '#lib/messages/t.ts';
import type { Config } from '#lib/server/platform/config/config.ts';
import type { DeliveryTable } from '#lib/server/platform/db/schema.ts';
import { DeliveryRejectedError } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { prepareDirectory, writeFileAtomically } from '#lib/server/platform/storage/disk-store.ts';
import { site } from '#lib/site.ts';

import type { Email } from './email.ts';
import { toHtml, toText } from './render-email.ts';

/** An email ready to be sent. */
export interface Message extends SendMailOptions {
  /** of its row: the same on every attempt */
  id: string;
}

/** The address of the recipient takes no email. */
export class AddressRejectedError extends DeliveryRejectedError {
  override name = 'AddressRejectedError';
}

/** Sends emails. */
export interface Mailer {
  /**
   * Sends one email.
   * @throws AddressRejectedError when there is no such address, or it takes no email
   * @throws DeliveryRejectedError when the server takes no email of this content
   * @throws Error for every other failure, such as one that is about the sender
   */
  send(message: Message): Promise<void>;
  /** Connects and authenticates, and sends nothing. @throws Error */
  verify(): Promise<void>;
  /** Deletes what it stores of the emails to an address: a mail server's are not ours. */
  forget(address: string): Promise<void>;
}

/** What a calendar does with an email; further events are files beside it. */
const toCalendarParts = ({
  method,
  files: [content = '', ...others],
}: NonNullable<Email['calendar']>): SendMailOptions => ({
  icalEvent: { filename: 'pickup.ics', method, content },
  attachments: others.map((other, nth) => ({
    filename: `pickup-${nth + 2}.ics`,
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content: other,
  })),
});

/**
 * Composes an email's headers and bodies, the same on every attempt; nodemailer removes line breaks from headers.
 * @param host name of the site
 */
export const composeMessage = (
  email: Email,
  { id, created_at }: Pick<DeliveryTable, 'id' | 'created_at'>,
  host: string,
): Message => ({
  id,
  from: { name: site.name, address: email.from ?? site.contactEmail },
  to: email.to,
  subject: email.subject,
  ...runInLanguage(email.language ?? SOURCE, () => ({ text: toText(email), html: toHtml(email) })),
  date: new Date(created_at),
  messageId: `<${id}@${host}>`,
  headers: {
    // Suppress auto-replies (RFC 3834).
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    ...(email.stop && {
      // One press in the mail program, without signing in (RFC 8058).
      'List-Unsubscribe': `<${email.stop.url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
  ...(email.calendar && toCalendarParts(email.calendar)),
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** The line of the recipient, which nodemailer folds when it is long. */
const RECIPIENT = /^To: (?<to>.*(?:\r?\n[ \t].*)*)/im;

/** Deletes the emails to an address. One that another process deletes first is ignored. */
async function deleteEmailsTo(root: string, address: string): Promise<void> {
  const names = await readdir(root).catch(() => []);
  for (const name of names.filter((each) => each.endsWith('.eml'))) {
    const text = await readFile(join(root, name), 'utf8').catch(() => '');
    const to = RECIPIENT.exec(text)?.groups?.['to']?.toLowerCase() ?? '';
    if (to.includes(`<${address}>`) || to.trim() === address)
      await rm(join(root, name), { force: true });
  }
}

/**
 * Writes emails to files that any mail program opens. A second attempt writes the same file.
 * @param folder created with the first email
 */
function createFolderMailer(folder: string): Mailer {
  const root = resolve(folder);
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(message) {
      const { message: bytes } = await transport.sendMail(message);
      const directories = { tmpDir: await prepareDirectory(root), root };
      await writeFileAtomically(join(root, `${message.id}.eml`), bytes as Buffer, directories);
    },
    verify: () => Promise.resolve(),
    forget: (address) => deleteEmailsTo(root, address),
  };
}

// A process that was paused for a minute still reads the mail server's response before the timer of the socket ends
// the connection: an email that was accepted is not sent again.
const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 90_000,
  dnsTimeout: 10_000,
};

/** What speaks of the recipient's address (RFC 3463, 3.2 and 3.3; RFC 7505): other codes are about the sender, or pass. */
const ADDRESS_CODES = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']);
const ENHANCED_CODE = /^\d{3}[ -](?<code>\d\.\d{1,3}\.\d{1,3})(?!\S)/;
const NO_SUCH_MAILBOX = 550;

/** What nodemailer says of a response. */
interface SmtpError {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

function isAboutAddress({ command, response = '', responseCode }: SmtpError): boolean {
  if (command !== 'RCPT TO') return false;
  const code = ENHANCED_CODE.exec(response)?.groups?.['code'];
  return code === undefined ? responseCode === NO_SUCH_MAILBOX : ADDRESS_CODES.has(code);
}

/** @returns an error that says whether a retry may succeed: a rejected sender may be put right by the operator */
function toDeliveryError(cause: unknown): unknown {
  const error = cause as SmtpError;
  if ((error.responseCode ?? 0) < 500) return cause;
  if (isAboutAddress(error))
    return new AddressRejectedError('The mail server rejected an address.', { cause });
  // Of the whole email, once it was sent.
  if (error.code === 'EMESSAGE')
    return new DeliveryRejectedError('The mail server rejected what an email says.', { cause });
  return cause;
}

function requireTlsWithPassword(url: string): string {
  const parsed = new URL(url);
  if (parsed.protocol === 'smtp:' && parsed.username && !parsed.searchParams.has('requireTLS'))
    parsed.searchParams.set('requireTLS', 'true');
  return parsed.href;
}

/** @returns nodemailer's options for a mail server */
export const smtpOptions = (url: string) => ({ url: requireTlsWithPassword(url), ...TIMEOUTS });

/**
 * Sends emails through a mail server.
 * @param url `smtp://user:password@host:port`, or `smtps://…`. With a password TLS is required, unless it ends with
 *   `?requireTLS=false`.
 */
function createSmtpMailer(url: string): Mailer {
  const transport = createTransport(smtpOptions(url));
  return {
    async send(message) {
      try {
        await transport.sendMail(message);
      } catch (cause) {
        throw toDeliveryError(cause);
      }
    },
    verify: async () => void (await transport.verify()),
    forget: () => Promise.resolve(),
  };
}

/** Opens the mail server of `MAIL_URL`; without one, emails are files in the data folder's `mail`. */
export const openMailer = ({ mailUrl, dataDir }: Config): Mailer =>
  mailUrl ? createSmtpMailer(mailUrl) : createFolderMailer(join(dataDir, 'mail'));
