import { join } from 'node:path';

import type { Config } from '#lib/server/config.ts';

import { createFolderMailer } from './folder-mailer.ts';
import type { Mailer } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

/** Opens the mail server of `MAIL_URL`; without one, emails are files in the data folder's `mail`. */
export const openMailer = ({ mailUrl, dataDir }: Config): Mailer =>
  mailUrl ? createSmtpMailer(mailUrl) : createFolderMailer(join(dataDir, 'mail'));
