import { join } from 'node:path';

import MailComposer from 'nodemailer/lib/mail-composer';

import type { Config } from '#lib/server/config.ts';
import { site } from '#lib/site.ts';

import { createFolderMailer } from './folder-mailer.ts';
import type { Mail, Mailer } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';
import { toHtml, toText, type Email } from './templates.ts';

/** Opens the way letters take: the mail server of `MAIL_URL`, else files in the data folder's `outbox`. */
export const openMailer = ({ mailUrl, dataDir }: Config): Mailer =>
  mailUrl ? createSmtpMailer(mailUrl) : createFolderMailer(join(dataDir, 'mail'));

/**
 * Puts a letter into its wire form, headers and all; line breaks in them are taken out by nodemailer.
 * @param id of the letter, which makes its Message-ID
 * @param host the site's, the other half of it
 * @param at when it was written, milliseconds since 1970
 */
export async function composeMail(
  letter: Email,
  id: string,
  host: string,
  at: number,
): Promise<Mail> {
  const from = { name: site.name, address: site.contactEmail };
  const composer = new MailComposer({
    from,
    to: letter.to,
    subject: letter.subject,
    text: toText(letter),
    html: toHtml(letter),
    date: new Date(at),
    messageId: `<${id}@${host}>`,
    // Nobody's holiday answers to this one (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { id, from: from.address, to: letter.to.address, bytes: await composer.compile().build() };
}
