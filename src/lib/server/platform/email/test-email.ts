import { createTransport } from 'nodemailer';

import type { MailTest } from '#lib/contract/app/mail-test.ts';
import { t } from '#lib/messages/t.ts';
import { errorText } from '#lib/server/platform/config/config-error.ts';
import type { Config } from '#lib/server/platform/config/config.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { site } from '#lib/site.ts';

import type { Email } from './email.ts';
import { composeMessage, openMailer, smtpOptions } from './mailer.ts';
import { findSenderRecords } from './sender-records.ts';

const ARROWS: Record<string, string> = { client: '>', server: '<' };

const ignore = () => {};

/** A logger of nodemailer that collects what both sides write; it hides passwords itself. */
function createTranscript() {
  const lines: string[] = [];
  const add = ({ tnx }: { tnx?: string }, text: unknown) => {
    const arrow = ARROWS[tnx ?? ''];
    if (arrow) for (const line of String(text).split(/\r?\n/)) lines.push(`${arrow} ${line}`);
  };
  const others = { level: ignore, trace: ignore, info: ignore, warn: ignore, error: ignore };
  return { lines, logger: { ...others, fatal: ignore, debug: add } };
}

const writeEmail = (to: Email['to']): Email => ({
  to,
  subject: t('try_mail.subject'),
  paragraphs: [t('try_mail.text')],
});

/** Sends an email at once, beside the queue, and looks for the records of its sender. */
export async function sendTestEmail(
  config: Config,
  to: Email['to'],
  now: number,
): Promise<MailTest> {
  const { lines, logger } = createTranscript();
  const { hostname } = new URL(config.publicUrl);
  const message = composeMessage(writeEmail(to), { id: newId(), created_at: now }, hostname);
  const send = config.mailUrl
    ? createTransport({ ...smtpOptions(config.mailUrl), logger, transactionLog: true }).sendMail(
        message,
      )
    : openMailer(config).send(message);
  const error = await Promise.resolve(send).then(
    () => null,
    (reason: unknown) => errorText(reason),
  );
  const from = site.contactEmail;
  const records = await findSenderRecords(from.split('@').at(-1) ?? '');
  return { from, to: to.address, lines, error, records };
}
