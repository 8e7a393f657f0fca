import type { MailTest } from '#lib/contract/app/mail-test.ts';
import { t } from '#lib/messages/t.ts';
import { sendTestEmail } from '#lib/server/platform/email/test-email.ts';

import { type OfflineCommand, UsageError } from './command.ts';

const ADDRESS = /^[^\s@]+@[^\s@]+$/;
const WIDTH = 7;

function describe({ from, to, lines, error, records }: MailTest, hasServer: boolean): string {
  const none = 'No MAIL_URL is set: the email is a file in DATA_DIR/mail, and reached no one.';
  const failed = `It was not accepted: ${error}`;
  return [
    `From ${from} to ${to}:`,
    ...(hasServer ? lines : [none]),
    '',
    error === null ? t('try_mail.accepted') : failed,
    '',
    ...records.map(
      ({ name, state, text }) => `${name.padEnd(WIDTH)}${t('try_mail.record', { state, text })}`,
    ),
    t('try_mail.source'),
  ].join('\n');
}

export const testEmail: OfflineCommand = {
  summary: 'sends an email to you now, and prints what the mail server responds',
  args: ['<email>'],
  details: ['Then it says whether the sender’s domain has the records SPF, DKIM and DMARC.'],
  isOffline: true,
  read({ args: [address = ''] }) {
    if (!ADDRESS.test(address)) throw new UsageError(`“${address}” is no email address.`);
    return async (config) => {
      const test = await sendTestEmail(config, { name: '', address }, Date.now());
      if (test.error !== null || !config.mailUrl) process.exitCode = 1;
      return describe(test, config.mailUrl !== null);
    };
  },
};
