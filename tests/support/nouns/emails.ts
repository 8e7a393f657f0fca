// The emails of a site under test.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Services } from '#lib/server/platform/context.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { enqueueEmail } from '#lib/server/platform/email/enqueue-email.ts';
import { readMailFolder } from '#tests/support/browser/mail-folder.ts';

/** The part of a site that emails need. */
interface SendingSite {
  services: Services;
}

/**
 * Sends the pending emails.
 * @returns every email in the mail folder, oldest first
 */
export async function deliveredEmails({ services }: SendingSite): Promise<string[]> {
  await sendPending(services);
  const folder = join(services.config.dataDir, 'mail');
  const names = await readMailFolder(folder);
  const files = names.filter((name) => name.endsWith('.eml')).toSorted();
  return Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
}

/** @returns the code in the newest email */
export const codeIn = (emails: string[]): string =>
  /^(\d{8})\r?$/m.exec(emails.at(-1) ?? '')?.[1] ?? 'no code';

export const testEmail = (address = 'maria@glean.example', name = 'Maria Santos') => ({
  to: { name, address },
  subject: 'Straw',
  paragraphs: ['Hello', '*12345678*', 'Ends.'],
});

/**
 * Queues an email.
 * @param lifetime milliseconds
 */
export const enqueue = (site: SendingSite, given = testEmail(), lifetime = 86_400_000) =>
  transact(site.services, { invalidates: [] }, (tx) =>
    enqueueEmail(site.services, tx, given, lifetime),
  );

/** @returns the number of pending emails */
export const pendingCount = async ({ services }: SendingSite) =>
  (await services.db.selectFrom('deliveries').where('failed_at', 'is', null).select('id').execute())
    .length;

/** @returns the Message-ID of an email */
export const messageId = (text = '') => /^Message-ID: (.*)\r$/im.exec(text)?.[1];

const decodeQuoted = (text: string): string =>
  Buffer.from(
    text
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

/** Decodes the text of a header (RFC 2047). */
const decodeHeader = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, words: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(words, 'base64').toString('utf8')
        : decodeQuoted(words.replaceAll('_', ' ')),
    );

/** An email as its recipient reads it. */
interface ReadEmail {
  to: string;
  subject: string;
  /** the plain text */
  text: string;
  html: string;
  header(name: string): string | undefined;
}

/** Parses an email of the site: quoted-printable, with a part in plain text and one in HTML. */
export function readEmail(raw: string): ReadEmail {
  const [head = ''] = raw.split(/\r?\n\r?\n/);
  const unfolded = head.replaceAll(/\r?\n[ \t]+/g, ' ');
  const header = (name: string) =>
    new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1]?.replace('\r', '');
  const partOf = (type: string): string => {
    const start = raw.indexOf(`Content-Type: text/${type}`);
    const body = raw.slice(start).replace(/^[^]*?\r?\n\r?\n/, '');
    const end = body.search(/\r?\n--[-\w]+/);
    const part = end < 0 ? body : body.slice(0, end);
    const encoding = /Content-Transfer-Encoding: ([\w-]+)/i.exec(raw.slice(start))?.[1];
    return encoding === 'base64'
      ? Buffer.from(part, 'base64').toString('utf8')
      : decodeQuoted(part);
  };
  return {
    to: header('To') ?? '',
    subject: decodeHeader(header('Subject') ?? ''),
    text: partOf('plain'),
    html: partOf('html'),
    header,
  };
}

/** @returns the emails to a member, oldest first */
export const emailsTo = async (
  site: SendingSite,
  { email }: { email: string },
): Promise<ReadEmail[]> =>
  (await deliveredEmails(site)).map(readEmail).filter(({ to }) => to.includes(`<${email}>`));

const DECODERS: Record<string, (body: string) => string> = {
  '7bit': (body) => body,
  base64: (body) => Buffer.from(body, 'base64').toString('utf8'),
  'quoted-printable': decodeQuoted,
};

/** The calendar files attached to an email, with lines unfolded. */
export const calendarsOf = (raw = ''): string[] =>
  raw
    .split(/\r?\n--[-\w]+/)
    .filter((part) => part.includes('Content-Type: text/calendar'))
    .map((part) => {
      const [, encoding = ''] = /Content-Transfer-Encoding: ([-\w]+)/.exec(part) ?? [];
      const text = DECODERS[encoding]?.(part.replace(/^[^]*?\r?\n\r?\n/, '')) ?? '';
      return text.replaceAll(/\r?\n/g, '\r\n').replaceAll('\r\n ', '');
    });

/** The first calendar file of an email. */
export const eventOf = (raw = ''): string => calendarsOf(raw)[0] ?? '';
